// What the page can do, for who has never seen it.
import { el } from './dom';

const keys: Record<'play' | 'live' | 'gallery', [string, string][]> = {
  play: [['space', 'play or pause'], ['← →', 'one frame back or on'], ['Home End', 'first or last frame'], ['L', 'play again from the start']],
  live: [['space', 'run or pause'], ['→', 'one step'], ['R', 'from the beginning'], ['G', 'pull with the pointer'], ['B', 'blow with the pointer'], ['D', 'drop something'], ['Ctrl Enter', 'restart with the text, in the editor']],
  gallery: [],
};
const common: [string, string][] = [['V', 'turn and pick'], ['M', 'measure: click two particles'], ['F', 'see all of it'], ['S', 'save a picture'], ['C', 'copy a link to this view'], ['P', 'show or hide the panel'], ['T', 'dark or light'], ['?', 'this page']];

export function helpOf(mode: 'play' | 'live' | 'gallery', close: () => void): HTMLElement {
  const list = [...keys[mode], ...(mode === 'gallery' ? [] : common)];
  const words: Record<typeof mode, string> = {
    play: 'A finished run. Drag to turn, right-drag to move, wheel to come nearer. Click a particle to read all its columns. The curve along the time is a statistic of the run; scrub on it.',
    live: 'A scene that is computed while you watch. Press Run. Change fields under Scene, or the text itself; pull matter, blow on it, drop more of it. Record writes a run that other commands can read.',
    gallery: 'Choose a scene and it runs at once.',
  };
  return el('div', { class: 'veil', onclick: (e: MouseEvent) => { if (e.target === e.currentTarget) close(); } },
    el('div', { class: 'help', role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Help' },
      el('h2', {}, 'Mote studio'), el('p', {}, words[mode]),
      el('dl', {}, ...list.flatMap(([key, text]) => [el('dt', {}, ...key.split(' ').map((k) => el('kbd', {}, k))), el('dd', {}, text)])),
      el('button', { type: 'button', class: 'primary', autofocus: true, onclick: close }, 'Close')));
}
