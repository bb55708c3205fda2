// Plays a run: which frame is wanted, which are there already, and when the next one is due. A frame that comes too late is left out.
import { type App, report } from './app';
import type { Packet } from './packet';

const most_bytes = 256e6;

export class Player {
  index = 0;          // of the frame that is shown, in the frames of the first run
  playing = false;
  onchange: () => void = () => undefined;
  shown = 0;          // how many frames were put on the screen
  private wanted = 0;
  private busy = false;
  private stale = false;
  private clock = 0;  // simulated seconds
  private last = 0;
  private readonly cache = new Map<string, Packet>();
  private bytes = 0;

  constructor(private readonly app: App) {}

  get frames(): number[] { return this.app.show.sides[0]?.frames ?? []; }
  get fps(): number { return this.app.show.sides[0]?.fps ?? 30; }
  timeOf(index: number): number { return (this.frames[index] ?? 0) / this.fps; }
  get time(): number { return this.timeOf(this.index); }

  seek(index: number): void {
    this.wanted = Math.max(0, Math.min(this.frames.length - 1, Math.round(index)));
    this.clock = this.timeOf(this.wanted);
    void this.pump();
  }

  /** What is shown must be fetched again: another colour. */
  again(): void { this.stale = true; void this.pump(); }
  forget(): void { this.cache.clear(); this.bytes = 0; }

  toggle(on = !this.playing): void {
    this.playing = on;
    if (on) {
      if (this.wanted >= this.frames.length - 1) this.seek(0);
      this.clock = this.timeOf(this.wanted);
      this.last = performance.now();
      requestAnimationFrame((now) => this.tick(now));
    }
    this.onchange();
  }

  private tick(now: number): void {
    if (!this.playing) return;
    this.clock += (Math.min(1000, now - this.last) / 1000) * this.app.view.speed;
    this.last = now;
    let next = this.wanted;
    while (next + 1 < this.frames.length && this.timeOf(next + 1) <= this.clock + 1e-9) ++next;
    if (next >= this.frames.length - 1 && this.clock >= this.timeOf(next) + 1 / this.fps) {
      if (!this.app.view.loop) { this.toggle(false); this.seek(next); return; }   // a late tick may have passed over the last frame
      next = 0;
      this.clock = this.timeOf(0);
    }
    if (next !== this.wanted) { this.wanted = next; void this.pump(); }
    requestAnimationFrame((t) => this.tick(t));
  }

  /** One request at a time; what is wanted when it is answered comes next. */
  private async pump(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      do {
        this.stale = false;
        const index = this.wanted;
        const packets = await Promise.all(this.app.show.sides.map((_, side) => this.fetch(side, index)));
        const meshes = this.app.view.meshes ? await Promise.all(this.app.show.sides.map((_, side) => this.fetchMeshes(side, index))) : [];
        packets.forEach((packet, side) => {
          if (packet) this.app.display(side, packet);
          this.app.canvas.viewports[side]?.showMeshes(meshes[side] ?? null);
        });
        this.index = index;
        ++this.shown;
        this.onchange();
      } while (this.wanted !== this.index || this.stale);
      if (this.playing) void Promise.all(this.app.show.sides.map((_, side) => this.fetch(side, this.index + 1))).catch(() => undefined);
    } catch (error) {
      this.playing = false;
      this.onchange();
      if (this.app.connection.isOpen) report(error);
    } finally {
      this.busy = false;
    }
  }

  /** The frame of a side that is nearest in time to one of the first run. */
  private frameOf(side: number, index: number): number | undefined {
    if (side === 0) return this.frames[index];
    const run = this.app.show.sides[side]!, time = this.timeOf(index);
    return run.frames.reduce((best, f) => (Math.abs(f / run.fps - time) < Math.abs(best / run.fps - time) ? f : best), run.frames[0] ?? 0);
  }

  private async fetch(side: number, index: number): Promise<Packet | null> {
    const frame = this.frameOf(side, index);
    if (frame === undefined) return null;
    const { colour } = this.app.view, key = `${side} ${frame} ${colour}`;
    const known = this.cache.get(key);
    if (known && this.app.followed === null) return known;
    const has = this.app.show.sides[side]!.colours.some((c) => c.name === colour);
    const packet = await this.app.connection.fetch('frame', { side, frame, colour: has ? colour : 'material', follow: side === 0 ? this.app.followed : null });
    if (!this.cache.has(key)) this.keep(key, packet);
    return packet;
  }
  private async fetchMeshes(side: number, index: number): Promise<Packet | null> {
    const frame = this.frameOf(side, index);
    return frame === undefined || this.app.show.sides[side]!.meshes.length === 0 ? null : this.app.connection.fetch('surface', { side, frame });
  }

  private keep(key: string, packet: Packet): void {
    this.cache.set(key, packet);
    this.bytes += packet.bytes;
    for (const [old, p] of this.cache) {
      if (this.bytes <= most_bytes) break;
      this.cache.delete(old);
      this.bytes -= p.bytes;
    }
  }
}
