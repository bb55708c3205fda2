// The scene as text, with what is wrong in it underlined where it stands.
import { type App, report, say } from './app';
import { el, tool } from './dom';
import type { Fault } from './types';

export class Editor {
  readonly element: HTMLElement;
  private readonly text = el('textarea', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': 'Scene as text' });
  private readonly back = el('pre', { class: 'marks', 'aria-hidden': 'true' });
  private readonly numbers = el('pre', { class: 'numbers', 'aria-hidden': 'true' });
  private readonly verdict = el('div', { class: 'verdict', role: 'status' });
  private timer = 0;
  private asked = 0;

  constructor(private readonly app: App) {
    this.text.addEventListener('input', () => this.edited());
    this.text.addEventListener('scroll', () => { this.back.scrollTop = this.numbers.scrollTop = this.text.scrollTop; this.back.scrollLeft = this.text.scrollLeft; });
    this.text.addEventListener('keydown', (e) => {
      if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); void this.run(); }
      if (e.key === 'Tab') { e.preventDefault(); this.text.setRangeText('  ', this.text.selectionStart, this.text.selectionEnd, 'end'); this.edited(); }
    });
    this.element = el('div', { class: 'editor' },
      el('div', { class: 'editor-bar' },
        tool('restart', 'Restart the scene with this text (Ctrl+Enter)', () => void this.run(), 'Restart with it'),
        tool('save', 'Save the scene as a file', () => void this.save(), 'Save')),
      el('div', { class: 'editor-text' }, this.numbers, el('div', { class: 'editor-lines' }, this.back, this.text)), this.verdict);
  }

  async fill(): Promise<void> {
    this.text.value = '';
    this.text.disabled = true;   // until it is there: nobody's words are lost
    try {
      const { text } = await this.app.connection.ask<{ text: string }>('text');
      this.text.value = text;
      this.text.disabled = false;
      this.show(null);
      this.count();
    } catch (error) { report(error); }
  }

  private edited(): void {
    this.count();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), 250);
  }
  private count(): void { this.numbers.textContent = this.text.value.split('\n').map((_, k) => k + 1).join('\n'); }

  private async check(): Promise<void> {
    const turn = ++this.asked;
    try {
      const { fault } = await this.app.connection.ask<{ fault: Fault | null }>('check', { text: this.text.value });
      if (turn === this.asked) this.show(fault);
    } catch (error) { report(error); }
  }

  /** Underlines from the place of the fault to the end of the word. */
  private show(fault: Fault | null): void {
    this.verdict.className = `verdict ${fault ? 'bad' : 'good'}`;
    this.verdict.textContent = fault ? `${fault.line ? `Line ${fault.line}, column ${fault.column}: ` : ''}${fault.sentence}` : 'The text reads well.';
    this.back.replaceChildren();
    if (!fault?.line) return;
    const lines = this.text.value.split('\n'), k = Math.min(lines.length, fault.line) - 1, line = lines[k] ?? '';
    const column = Math.min(line.length, Math.max(0, (fault.column ?? 1) - 1));
    const length = Math.max(1, /^[^\s:,{}[\]]*/.exec(line.slice(column))?.[0].length ?? 1);
    this.back.append(lines.slice(0, k).map((l) => `${l}\n`).join('') + line.slice(0, column), el('u', {}, line.slice(column, column + length) || ' '), `${line.slice(column + length)}\n${lines.slice(k + 1).join('\n')}\n`);
    this.back.scrollTop = this.text.scrollTop;
  }

  private async run(): Promise<void> {
    try {
      const { fault } = await this.app.connection.ask<{ fault?: Fault }>('restart', { text: this.text.value });
      this.show(fault ?? null);
    } catch (error) { report(error); }
  }

  private async save(): Promise<void> {
    try {
      const { file } = await this.app.connection.ask<{ file: string }>('save');
      say(`The scene that runs is in ${file}.`);
    } catch (error) { report(error); }
  }
}
