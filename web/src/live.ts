// A scene that runs: its controls, and the loop that asks for the next moment as soon as the last is on the screen.
import { type App, report, say } from './app';
import { digits, el, grouped, icon, tool } from './dom';
import { Packet } from './packet';
import type { LiveState } from './types';

export class Live {
  readonly element: HTMLElement;
  frames = 0;   // that were put on the screen
  state: LiveState | null = null;
  onscene: () => void = () => undefined;
  private after = 0;
  private going = false;
  private said = '';
  private readonly run = tool('play', 'Run or pause (space)', () => this.toggle(), 'Run');
  private readonly record = tool('record', 'Write frames to a folder from now on, or stop', () => void this.toggleRecord(), 'Record');
  private readonly clock = el('output', { class: 'clock', title: 'Simulated time' });
  private readonly facts = el('output', { class: 'facts' });
  private readonly bar = el('i');

  constructor(private readonly app: App) {
    const pace = el('select', { title: 'Pace', 'aria-label': 'Pace' }, ...[['0', 'as fast as it goes'], ['1', 'real time'], ['0.25', 'quarter'], ['0.05', 'slow motion']].map(([v, text]) => el('option', { value: v! }, text!)));
    pace.addEventListener('change', () => this.command('pace', { times: Number(pace.value) }));
    this.element = el('footer', { class: 'timeline live' },
      this.run, tool('step', 'One step (→)', () => this.step()), tool('restart', 'From the beginning (R)', () => this.restart()),
      this.clock, el('div', { class: 'track' }, el('div', { class: 'progress', title: 'Share of the scene\'s duration' }, this.bar), this.facts), pace, this.record);
  }

  toggle(): void { this.command('run', { on: !this.state?.running }); }
  step(): void { this.command('step'); }
  restart(): void { this.command('restart'); }
  private command(what: string, fields: Record<string, unknown> = {}): void { this.app.connection.ask(what, fields).catch(report); }

  private async toggleRecord(): Promise<void> {
    try {
      const on = this.state?.recording === null;
      const { folder } = await this.app.connection.ask<{ folder: string }>('record', { on });
      say(on ? `Frames are written to ${folder}.` : `The run is in ${folder}: look at it with mote view ${folder}.`);
    } catch (error) { report(error); }
  }

  start(): void {
    this.after = 0;
    if (!this.going) void this.loop();
  }
  /** Asks for the present moment again: another colour. It is there, so the answer comes at once; what the loop waits for is overtaken. */
  again(): void { this.fetch(0).then((packet) => this.take(packet)).catch(report); }

  private fetch(after: number): Promise<Packet> {
    const { colour } = this.app.view, has = this.app.show.sides[0]?.colours.some((c) => c.name === colour);
    return this.app.connection.fetch('next', { after, colour: has ? colour : 'material', follow: this.app.followed });
  }
  private take(packet: Packet): void {
    if (!(packet instanceof Packet)) return;   // overtaken
    this.after = packet.header.number ?? 0;
    ++this.frames;
    this.app.display(0, packet);
  }

  private async loop(): Promise<void> {
    this.going = true;
    try {
      while (this.app.show.mode === 'live' && this.app.connection.isOpen) {
        const start = performance.now();
        this.take(await this.fetch(this.after));
        const left = 16 - (performance.now() - start);   // no screen shows more
        if (left > 0) await new Promise((go) => window.setTimeout(go, left));
      }
    } catch (error) {
      if (this.app.connection.isOpen) report(error);
    } finally {
      this.going = false;
    }
  }

  show(state: LiveState): void {
    const before = this.state;
    this.state = state;
    this.run.replaceChildren(icon(state.running ? 'pause' : 'play'), el('span', {}, state.running ? 'Pause' : 'Run'));
    this.record.classList.toggle('recording', state.recording !== null);
    this.clock.textContent = `${state.time.toFixed(3)} s`;
    this.bar.style.width = `${Math.min(100, (100 * state.time) / (state.duration || 1))}%`;
    const speed = state.step_seconds > 0 ? state.dt / state.step_seconds : 0;
    this.facts.textContent = state.building ? 'building the scene …'
      : `${grouped(state.particles)} particles · step ${grouped(state.step)} · ${digits(1000 * state.step_seconds, 3)} ms a step · ${digits(1000 * state.dt, 3)} ms long${speed > 0 ? ` · ${digits(speed, 2)}× real time` : ''}`;
    if (state.sentence && state.sentence !== this.said) say(state.sentence);
    this.said = state.sentence;
    if (before && before.scene !== state.scene) this.onscene();
  }
}
