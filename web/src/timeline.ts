// The bar below a run: play, scrub, speed, loop, and one of its statistics drawn along the time.
import type { App } from './app';
import { digits, el, icon, tool } from './dom';
import type { Player } from './player';
import type { Side, Statistic } from './types';

const speeds = [0.1, 0.25, 0.5, 1, 2, 4];

export class Timeline {
  readonly element: HTMLElement;
  private readonly play = tool('play', 'Play or pause (space)', () => this.player.toggle());
  private readonly range = el('input', { type: 'range', min: 0, step: 1, value: 0, 'aria-label': 'Frame', class: 'scrub' });
  private readonly curve = el('canvas', { class: 'curve', 'aria-hidden': 'true' });
  private readonly clock = el('output', { class: 'clock', title: 'Simulated time and frame' });
  private readonly value = el('output', { class: 'plot-value' });
  private readonly plot = el('select', { title: 'Statistic drawn along the time', 'aria-label': 'Statistic' });

  constructor(private readonly app: App, private readonly player: Player) {
    const speed = el('select', { title: 'Speed', 'aria-label': 'Speed' }, ...speeds.map((s) => el('option', { value: s, selected: s === app.view.speed }, `${s}×`)));
    speed.addEventListener('change', () => { app.view.speed = Number(speed.value); app.changed(); });
    const loop = tool('loop', 'Play again from the start (L)', () => { app.view.loop = !app.view.loop; loop.classList.toggle('on', app.view.loop); app.changed(); });
    loop.classList.toggle('on', app.view.loop);
    this.range.addEventListener('input', () => player.seek(Number(this.range.value)));
    this.plot.addEventListener('change', () => { app.view.plot = this.plot.value; app.changed(); this.draw(); });
    this.element = el('footer', { class: 'timeline' },
      tool('back', 'One frame back (←)', () => player.seek(player.index - 1)), this.play, tool('step', 'One frame on (→)', () => player.seek(player.index + 1)),
      this.clock, el('div', { class: 'track' }, this.curve, this.range), el('div', { class: 'plot-choice' }, this.plot, this.value), speed, loop);
    player.onchange = () => this.update();
    this.fill();
    new ResizeObserver(() => this.draw()).observe(this.curve);
  }

  /** Statistics that have something to show. */
  private fill(): void {
    const side = this.app.show.sides[0];
    const names = (side?.statistics ?? []).filter((s) => !['frame', 'time'].includes(s.name) && s.values.some((v) => v !== null && v !== s.values[0])).map((s) => s.name);
    this.plot.replaceChildren(...names.map((name) => el('option', { value: name, selected: name === this.app.view.plot }, name)));
    if (!names.includes(this.app.view.plot) && names[0]) this.app.view.plot = names[0];
    this.plot.hidden = names.length === 0;
    this.range.max = String(Math.max(0, this.player.frames.length - 1));
    this.update();
  }
  refill(): void { this.fill(); this.draw(); }

  private update(): void {
    const { player } = this;
    this.range.value = String(player.index);
    this.play.replaceChildren(icon(player.playing ? 'pause' : 'play'));
    this.clock.textContent = `${player.time.toFixed(3)} s`;
    this.clock.title = `Frame ${player.frames[player.index] ?? 0} of ${player.frames[player.frames.length - 1] ?? 0}`;
    this.range.setAttribute('aria-valuetext', `frame ${player.frames[player.index]}, ${player.time.toFixed(3)} seconds`);
    const found = this.statistic(this.app.show.sides[0]);
    const now = found ? this.at(found, this.app.show.sides[0]!, player.time) : null;
    this.value.textContent = found && now !== null ? `${digits(now)} ${found.unit}` : '';
    if (player.shown > 0) this.app.view.frame = player.frames[player.index] ?? 0;
  }

  private statistic(side: Side | undefined): Statistic | undefined { return side?.statistics.find((s) => s.name === this.app.view.plot); }
  private at(found: Statistic, side: Side, time: number): number | null {
    const times = side.statistics.find((s) => s.name === 'time')?.values ?? [];
    const k = times.findIndex((t) => t !== null && t >= time - 1e-6);
    return found.values[k] ?? null;
  }

  draw(): void {
    const { curve } = this, ratio = window.devicePixelRatio, width = curve.clientWidth, height = curve.clientHeight;
    curve.width = width * ratio;
    curve.height = height * ratio;
    const to = curve.getContext('2d');
    if (!to || width === 0) return;
    to.scale(ratio, ratio);
    const curves = this.app.show.sides.map((side) => ({ side, found: this.statistic(side) }));
    const values = curves.flatMap(({ found }) => found?.values ?? []).filter((v): v is number => v !== null);
    if (values.length === 0) return;
    const low = Math.min(...values), high = Math.max(...values), end = this.player.timeOf(this.player.frames.length - 1) || 1, inset = 8;
    const style = getComputedStyle(curve);
    curves.forEach(({ side, found }, k) => {
      const times = side.statistics.find((s) => s.name === 'time')?.values ?? [];
      to.beginPath();
      let begun = false;
      found?.values.forEach((v, i) => {
        const t = times[i];
        if (v === null || t === null || t === undefined) return;
        const x = inset + (t / end) * (width - 2 * inset), y = height - 4 - ((v - low) / (high - low || 1)) * (height - 8);
        if (begun) to.lineTo(x, y); else to.moveTo(x, y);
        begun = true;
      });
      to.strokeStyle = style.getPropertyValue(k === 0 ? '--accent' : '--second');
      to.lineWidth = 1.5;
      to.stroke();
      if (k > 0) return;
      to.lineTo(width - inset, height);
      to.lineTo(inset, height);
      to.globalAlpha = 0.13;
      to.fillStyle = style.getPropertyValue('--accent');
      to.fill();
      to.globalAlpha = 1;
    });
  }
}
