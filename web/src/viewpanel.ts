// How things are drawn: colour, scale, sizes, what is shown, and planes that cut.
import { type App, first } from './app';
import { scales } from './colours';
import { digits, el, unitText } from './dom';

function check(label: string, on: boolean, change: (on: boolean) => void, title = ''): HTMLElement {
  const input = el('input', { type: 'checkbox', checked: on });
  input.addEventListener('change', () => change(input.checked));
  return el('label', { class: 'check', title }, input, label);
}

function row(label: string, ...fields: (Node | string)[]): HTMLElement { return el('label', { class: 'row' }, el('span', {}, label), ...fields); }

export class ViewPanel {
  readonly element = el('div', { class: 'view-panel' });

  constructor(private readonly app: App) {}

  fill(): void {
    const { app } = this, side = first(app);
    if (!side) return;
    const colour = el('select', { id: 'colour', 'aria-label': 'Colour by' }, ...side.colours.map((c) => el('option', { value: c.name, selected: c.name === app.view.colour }, c.name.replace(/_/g, ' ') + (c.unit ? ` [${unitText(c.unit)}]` : ''))));
    colour.addEventListener('change', () => { Object.assign(app.view, { colour: colour.value, low: null, high: null }); app.changed(true); this.fill(); });
    const scale = el('select', { 'aria-label': 'Scale' }, ...scales.map((s) => el('option', { value: s, selected: s === app.view.scale }, s)));
    scale.addEventListener('change', () => { app.view.scale = scale.value; app.changed(); });
    const size = el('input', { type: 'range', min: 0.2, max: 2, step: 0.05, value: app.view.size, 'aria-label': 'Size of particles' });
    size.addEventListener('input', () => { app.view.size = Number(size.value); app.changed(); });
    this.element.replaceChildren(
      el('h3', {}, 'Colour'), row('by', colour), ...(app.view.colour === 'material' ? [] : [row('scale', scale)]),
      el('h3', {}, 'Show'), row('particle size', size),
      check('boundaries', app.view.walls, (on) => { app.view.walls = on; app.changed(); }),
      check('floor', app.view.floor, (on) => { app.view.floor = on; app.changed(); }),
      ...(app.show.sides.some((s) => s.meshes.length > 0) ? [check('surfaces instead of particles', app.view.meshes, (on) => { app.view.meshes = on; app.changed(true); }, 'The triangles in surface/ and skins/ of the run')] : []),
      el('h3', {}, 'Cut'), ...['x', 'y', 'z'].slice(0, side.dimension).map((axis, k) => this.plane(axis, k)),
    );
  }

  private plane(axis: string, k: number): HTMLElement {
    const { app } = this, { low, high } = first(app)!.box, clip = app.view.clips[k]!;
    const reach = high[k]! - low[k]!, from = low[k]! - 0.05 * reach, to = high[k]! + 0.05 * reach;
    if (!clip.on) clip.at = (low[k]! + high[k]!) / 2;
    const at = el('input', { type: 'range', min: from, max: to, step: reach / 200, value: clip.at, 'aria-label': `Where ${axis} is cut`, disabled: !clip.on });
    const text = el('output', {}, clip.on ? `${digits(clip.at, 3)} m` : '');
    const flip = el('button', { type: 'button', class: 'small', title: 'Keep the other side', onclick: () => { clip.flip = !clip.flip; app.changed(); } }, '⇄');
    at.addEventListener('input', () => { clip.at = Number(at.value); text.textContent = `${digits(clip.at, 3)} m`; app.changed(); });
    const on = check(axis, clip.on, (value) => { clip.on = value; at.disabled = !value; text.textContent = value ? `${digits(clip.at, 3)} m` : ''; app.changed(); }, `Hide what lies beyond a plane across ${axis}`);
    return el('div', { class: 'plane' }, on, at, text, flip);
  }
}
