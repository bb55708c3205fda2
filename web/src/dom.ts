// Elements without ceremony: el('button', { class: 'tool', onclick: go }, 'Run').

type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

const paths: Record<string, string> = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h3.6v14H7zM13.4 5H17v14h-3.6z',
  step: 'M5 5v14l9-7zM16 5h3v14h-3z',
  back: 'M19 5v14l-9-7zM5 5h3v14H5z',
  restart: 'M12 5V1.5L6.5 7 12 12.500V8.500a5.500 5.500 0 1 1-5.500 5.500H3a9 9 0 1 0 9-9z',
  record: 'M12 5.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13z',
  loop: 'M7 7h9v3l4-4-4-4v3H5v6h2zM17 17H8v-3l-4 4 4 4v-3h11v-6h-2z',
  orbit: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM2 11h3v2H2zm17 0h3v2h-3zM11 2h2v3h-2zm0 17h2v3h-2z',
  pick: 'M5 3l14 8-6 1.800L10 19z',
  measure: 'M3 16.500 16.500 3 21 7.500 7.500 21zM7 15.500l1.500 1.500M10 12.500l2.200 2.200M13 9.500l1.500 1.500M15.500 6.500l2.200 2.200',
  pull: 'M9 11V5.500a1.500 1.500 0 0 1 3 0V10h.8V6.500a1.500 1.500 0 0 1 3 0V11h.7V8.500a1.400 1.400 0 0 1 2.800 0V15c0 4-2.500 6.500-6 6.500-3 0-4.600-1.500-5.800-4L5 12.600c-.8-1.600 1.300-2.900 2.400-1.500z',
  blow: 'M3 9h10a2.500 2.500 0 1 0-2.500-2.500h-2A4.500 4.500 0 1 1 13 11H3zm0 4h14a3.500 3.500 0 1 1-3.500 3.500h2A1.500 1.500 0 1 0 17 15H3zm0 4h7v2H3z',
  drop: 'M12 2.500s6.500 7.500 6.500 12a6.500 6.500 0 0 1-13 0c0-4.500 6.500-12 6.500-12z',
  camera: 'M9 4 7.500 6H4a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-3.500L15 4zm3 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  link: 'M10.600 13.400a4 4 0 0 0 5.700 0l3.300-3.300a4 4 0 0 0-5.700-5.700l-1.500 1.500 1.400 1.400 1.500-1.500a2 2 0 0 1 2.900 2.900L14.900 12a2 2 0 0 1-2.900 0zm2.800-2.800a4 4 0 0 0-5.700 0l-3.300 3.300a4 4 0 0 0 5.700 5.700l1.500-1.500-1.400-1.400-1.500 1.500a2 2 0 0 1-2.900-2.900L9.100 12a2 2 0 0 1 2.900 0z',
  theme: 'M12 3a9 9 0 1 0 0 18zm0-1a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
  help: 'M11 17h2v2h-2zm1-13a4.500 4.500 0 0 0-4.500 4.500h2A2.500 2.500 0 1 1 13 10.800c-1.300.9-2 1.700-2 3.700h2c0-1.200.4-1.700 1.400-2.400A4.500 4.500 0 0 0 12 4z',
  fit: 'M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z',
  grid: 'M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z',
  save: 'M5 3h11l5 5v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm2 2v5h8V5zm5 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  panel: 'M3 4h18v16H3zm2 2v12h9V6z',
};

/** One of the drawings above, as large as the text around it. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', paths[name] ?? '');
  if (name === 'measure') path.setAttribute('class', 'stroked');
  svg.append(path);
  return svg;
}

/** A button with a drawing; `title` tells what it does and its key. */
export function tool(name: string, title: string, onclick: () => void, text = ''): HTMLButtonElement {
  const button = el('button', { class: text ? 'tool wide' : 'tool', type: 'button', title, 'aria-label': title, onclick }, icon(name));
  if (text) button.append(el('span', {}, text));
  return button;
}

/** Few digits, and a power of ten where the number is far from 1. */
export function digits(value: number, count = 4): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(count - 2).replace('e+', 'e');
  return String(Number(value.toPrecision(count)));
}

/** m^3 as people write it. */
export const unitText = (unit: string): string => unit.replace(/\^2/g, '²').replace(/\^3/g, '³');

export const grouped = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
