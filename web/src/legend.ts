// What the colours mean: a scale with its range, or the materials.
import { css, gradient, table } from './colours';
import { digits, el, unitText } from './dom';
import type { View } from './link';
import type { Side } from './types';

export class Legend {
  readonly element = el('div', { class: 'legend', role: 'group', 'aria-label': 'Legend' });
  onrange: (low: number | null, high: number | null) => void = () => undefined;
  low = 0;
  high = 1;
  private title = '';

  /** Widens the range to what was seen, unless the view has one of its own. Returns whether it changed. */
  see(view: View, low: number, high: number, afresh: boolean): boolean {
    const before = [this.low, this.high];
    this.low = view.low ?? (afresh ? low : Math.min(this.low, low));
    this.high = view.high ?? (afresh ? high : Math.max(this.high, high));
    return before[0] !== this.low || before[1] !== this.high;
  }

  show(view: View, side: Side): void {
    this.element.replaceChildren();
    if (view.colour === 'material') {
      this.title = 'material';
      this.element.append(el('div', { class: 'legend-title' }, side.materials.length > 1 ? 'Materials' : 'Material'));
      for (const m of side.materials.slice(0, 12)) this.element.append(el('div', { class: 'swatch' }, el('i', { style: `background:${css(m.colour)}` }), m.name));
      return;
    }
    const unit = side.colours.find((c) => c.name === view.colour)?.unit ?? '';
    this.title = `${view.colour.replace(/_/g, ' ')}${unit ? ` [${unitText(unit)}]` : ''}`;
    const own = view.low !== null || view.high !== null;
    const field = (which: 'low' | 'high'): HTMLInputElement => {
      const input = el('input', { type: 'text', inputmode: 'decimal', value: digits(this[which]), 'aria-label': `${which === 'low' ? 'Lowest' : 'Highest'} value of the scale`, class: view[which] === null ? '' : 'set' });
      input.addEventListener('change', () => {
        const value = Number(input.value.replace(',', '.'));
        const good = input.value.trim() !== '' && Number.isFinite(value);
        this.onrange(which === 'low' ? (good ? value : null) : view.low, which === 'high' ? (good ? value : null) : view.high);
      });
      return input;
    };
    const auto = el('button', { type: 'button', class: 'small', title: 'Let the range follow what is seen, less a few outliers', onclick: () => this.onrange(null, null) }, own ? 'auto' : 'fit');
    this.element.append(
      el('div', { class: 'legend-title' }, this.title),
      el('div', { class: 'bar', style: `background:${gradient(view.scale)}` }),
      el('div', { class: 'ends' }, field('low'), auto, field('high')),
    );
  }

  /** The same on a picture. */
  paint(to: CanvasRenderingContext2D, view: View, side: Side, height: number, dark: boolean): void {
    const u = height / 720, x = 24 * u;
    let y = height - 64 * u;
    to.font = `${13 * u}px system-ui, sans-serif`;
    to.fillStyle = dark ? '#dfe6ee' : '#1b2530';
    if (view.colour === 'material') {
      side.materials.slice(0, 8).forEach((m, k) => {
        const top = height - 24 * u - 20 * u * (Math.min(8, side.materials.length) - 1 - k);
        to.fillStyle = css(m.colour);
        to.fillRect(x, top - 10 * u, 12 * u, 12 * u);
        to.fillStyle = dark ? '#dfe6ee' : '#1b2530';
        to.fillText(m.name, x + 20 * u, top);
      });
      return;
    }
    to.fillText(this.title, x, y);
    y += 8 * u;
    const colours = table(view.scale), width = 220 * u;
    for (let k = 0; k < 256; ++k) {
      to.fillStyle = `rgb(${colours[4 * k]},${colours[4 * k + 1]},${colours[4 * k + 2]})`;
      to.fillRect(x + (k * width) / 256, y, width / 256 + 1, 12 * u);
    }
    to.fillStyle = dark ? '#dfe6ee' : '#1b2530';
    to.fillText(digits(this.low), x, y + 28 * u);
    const end = digits(this.high);
    to.fillText(end, x + width - to.measureText(end).width, y + 28 * u);
  }
}
