// One particle: every column with its unit, what it is made of, and who is near.
import type { App } from './app';
import { report } from './app';
import { digits, el, unitText } from './dom';
import type { Particle } from './types';

const pretty = (name: string): string => name.replace(/_/g, ' ');

function valueText(values: number[]): string {
  if (values.length <= 3) return values.map((v) => digits(v)).join(', ');
  const rows: string[] = [];
  for (let k = 0; k < values.length; k += 3) rows.push(values.slice(k, k + 3).map((v) => digits(v, 3)).join(', '));
  return rows.join('\n');
}

function tableOf(columns: Particle['columns']): HTMLElement {
  return el('table', { class: 'columns' }, ...columns.map((c) => el('tr', {}, el('th', { scope: 'row' }, pretty(c.name)), el('td', {}, valueText(c.values)), el('td', { class: 'unit' }, unitText(c.unit)))));
}

export class Inspector {
  readonly element = el('div', { class: 'inspector' });
  onrelease: () => void = () => undefined;

  constructor(private readonly app: App) { this.clear(); }

  clear(): void {
    this.element.replaceChildren(el('p', { class: 'quiet' }, 'Click a particle to read its columns, its material and its neighbours. It stays marked while time goes on.'));
  }

  async pick(side: number, index: number, frame: number): Promise<Particle | null> {
    try {
      const found = await this.app.connection.ask<Particle>('pick', { side, frame, index });
      this.show(found);
      return found;
    } catch (error) {
      report(error);
      return null;
    }
  }

  private show(p: Particle): void {
    const near = new Map<string, number>();
    p.near.forEach((n) => near.set(n.material, (near.get(n.material) ?? 0) + 1));
    const kinds = [...near].map(([name, count]) => `${count} ${name}`).join(', ');
    this.element.replaceChildren(
      el('div', { class: 'particle-title' }, el('strong', {}, `Particle ${p.id}`), el('button', { type: 'button', class: 'small', onclick: () => this.onrelease() }, 'release')),
      el('p', {}, 'of ', el('b', {}, p.material), p.body ? `, body ${p.body}` : ''),
      tableOf(p.columns.filter((c) => !['id', 'role', 'material', 'body'].includes(c.name))),
      ...(p.solid ? [el('h4', {}, 'As part of a solid'), tableOf(p.solid.filter((c) => c.name !== 'id'))] : []),
      el('h4', {}, `${p.neighbours} neighbours`),
      el('p', { class: 'quiet' }, `nearer than ${digits(p.support)} m${kinds ? `: ${kinds}` : ''}`),
      el('table', { class: 'columns' }, ...p.near.slice(0, 12).map((n) => el('tr', {}, el('th', { scope: 'row' }, `particle ${n.id}`), el('td', {}, digits(n.distance)), el('td', { class: 'unit' }, 'm')))),
    );
  }
}
