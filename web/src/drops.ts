// A palette: what falls into the scene where one clicks.
import * as THREE from 'three';
import { type App, first, report, say } from './app';
import { el } from './dom';

export class Drops {
  readonly element = el('div', { class: 'drops' });
  private preset = 'water';
  private shape = 'ball';
  private size = 0;

  constructor(private readonly app: App) {}

  fill(): void {
    const side = first(this.app);
    if (!side) return;
    const least = 2 * side.spacing, most = Math.max(20 * side.spacing, 0.5 * Math.max(...side.box.high.map((h, k) => h - side.box.low[k]!)));
    if (this.size < least || this.size > most) this.size = Math.min(most, 8 * side.spacing);
    const chips = (names: string[], chosen: string, choose: (name: string) => void): HTMLElement =>
      el('div', { class: 'chips' }, ...names.map((name) => el('button', { type: 'button', class: name === chosen ? 'chip on' : 'chip', 'aria-pressed': name === chosen ? 'true' : 'false', onclick: () => { choose(name); this.fill(); } }, name.replace(/_/g, ' '))));
    const text = el('output', {}, `${(100 * this.size).toPrecision(3)} cm`);
    const size = el('input', { type: 'range', min: least, max: most, step: side.spacing / 2, value: this.size, 'aria-label': 'Size' });
    size.addEventListener('input', () => { this.size = Number(size.value); text.textContent = `${(100 * this.size).toPrecision(3)} cm`; });
    this.element.replaceChildren(
      el('p', { class: 'quiet' }, 'Choose what falls, then click into the scene. Liquids come at once; a solid is part of how a scene begins, so the scene restarts with it.'),
      chips(this.app.show.presets, this.preset, (name) => { this.preset = name; }),
      chips(['ball', 'box'], this.shape, (name) => { this.shape = name; }),
      el('label', { class: 'row' }, el('span', {}, 'size'), size, text));
  }

  async drop(at: THREE.Vector3): Promise<void> {
    const middle = [at.x, at.y + 0.75 * this.size, first(this.app)?.dimension === 2 ? 0 : at.z];
    try {
      const { sentence } = await this.app.connection.ask<{ sentence: string }>('drop', { preset: this.preset, shape: this.shape, at: middle, size: this.size });
      say(sentence);
    } catch (error) { report(error); }
  }
}
