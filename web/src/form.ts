// Every field of the scene, made from the engine's own field lists. What may change while it runs does so at once; what may not is told in the engine's words.
import { type App, report } from './app';
import { el, unitText } from './dom';
import type { FormField } from './types';

const begins = 'is part of how the scene begins';
const unquoted = (text: string): string => (text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text);

export class SceneForm {
  readonly element = el('div', { class: 'form' });
  onset: () => void = () => undefined;
  private readonly open = new Set<string>(['materials']);

  constructor(private readonly app: App) {}

  async fill(): Promise<void> {
    this.element.replaceChildren(el('p', { class: 'quiet' }, 'reading …'));
    try {
      const { fields } = await this.fields('');
      const only = el('label', { class: 'check' }, el('input', { type: 'checkbox', onchange: (e: Event) => this.element.classList.toggle('only-live', (e.target as HTMLInputElement).checked) }), 'only what can change while it runs');
      this.element.replaceChildren(el('p', { class: 'quiet' }, 'Fields with a ', el('i', { class: 'live-dot' }), ' change while the scene runs; the others take a restart. Units may be written: 0.5 Pa s, 8 mm.'), only, ...(await this.rows(fields)));
    } catch (error) { report(error); }
  }

  private fields(path: string): Promise<{ fields: FormField[] }> { return this.app.connection.ask<{ fields: FormField[] }>('form', { path }); }

  private async rows(fields: FormField[]): Promise<HTMLElement[]> {
    return Promise.all(fields.filter((f) => !f.hidden && !(f.kind === 'block' && f.open === false)).map((f) => (f.kind === 'block' ? this.block(f) : Promise.resolve(this.leaf(f)))));
  }

  /** Opened blocks are read when they are opened. */
  private async block(field: FormField): Promise<HTMLElement> {
    const inside = el('div', { class: 'inside' }), details = el('details', { 'data-path': field.path }, el('summary', { title: field.help }, field.name.replace(/_/g, ' ')), inside);
    const read = async (): Promise<void> => {
      if (inside.childElementCount > 0) return;
      try { inside.replaceChildren(...(await this.rows((await this.fields(field.path)).fields))); } catch (error) { report(error); }
    };
    if (this.open.has(field.path)) { details.open = true; await read(); }
    details.addEventListener('toggle', () => {
      if (details.open) { this.open.add(field.path); void read(); } else this.open.delete(field.path);
    });
    return details;
  }

  private leaf(field: FormField): HTMLElement {
    const trouble = el('div', { class: 'trouble', role: 'alert', hidden: true });
    const value = unquoted(field.value ?? '');
    const input = this.input(field, value);
    input.dataset['path'] = field.path;
    input.addEventListener('change', () => void this.set(field, input, trouble, false));
    const name = el('span', {}, ...(field.live ? [el('i', { class: 'live-dot', title: 'changes while the scene runs' })] : []), field.name.replace(/_/g, ' '));
    return el('div', { class: `field${field.live ? ' is-live' : ''}` }, el('label', { class: 'row' }, name, input, el('span', { class: 'unit' }, unitText(field.unit ?? ''))), el('p', { class: 'hint' }, field.help, ...(field.takes ? [el('br'), `Takes ${field.takes}.`] : [])), trouble);
  }

  private input(field: FormField, value: string): HTMLInputElement | HTMLSelectElement {
    const choices = field.kind === 'truth' ? ['true', 'false'] : field.choices;
    if (choices) return el('select', {}, ...choices.map((c) => el('option', { value: c, selected: c === value }, c.replace(/_/g, ' '))));
    return el('input', { type: 'text', value, placeholder: field.takes ?? '', spellcheck: 'false', autocomplete: 'off' });
  }

  private async set(field: FormField, input: HTMLInputElement | HTMLSelectElement, trouble: HTMLElement, restart: boolean): Promise<void> {
    try {
      await this.app.connection.ask('set', { path: field.path, value: input.value, restart });
      trouble.hidden = true;
      input.classList.remove('bad');
      input.classList.add('done');
      window.setTimeout(() => input.classList.remove('done'), 800);
      this.onset();
    } catch (error) {
      const sentence = (error as Error).message;
      trouble.replaceChildren(sentence.replace(`${field.path}: `, ''));
      if (sentence.includes(begins)) trouble.append(el('button', { type: 'button', class: 'small', onclick: () => void this.set(field, input, trouble, true) }, 'restart with it'));
      else input.classList.add('bad');
      trouble.hidden = false;
    }
  }
}
