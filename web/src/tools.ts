// What the pointer does: turn, pick, measure, pull, blow, drop.
import * as THREE from 'three';
import { type App, report } from './app';
import { digits, el } from './dom';
import type { Particle } from './types';
import type { Viewport } from './viewport';

export type Tool = 'orbit' | 'measure' | 'pull' | 'blow' | 'drop';

export class Tools {
  readonly overlay = el('div', { class: 'overlay', 'aria-hidden': 'true' });
  tool: Tool = 'orbit';
  onpick: (viewport: number, index: number) => Promise<Particle | null> = () => Promise.resolve(null);
  ondrop: (at: THREE.Vector3) => void = () => undefined;
  onblow = 60;       // m/s^2
  ontool: () => void = () => undefined;
  private down: { x: number; y: number } | null = null;
  private ends: THREE.Vector3[] = [];
  private readonly label = el('div', { class: 'measure-label', hidden: true });
  private pulling: { plane: THREE.Plane; id: number | null; last: THREE.Vector3; when: number } | null = null;
  private sent = 0;

  constructor(private readonly app: App) {
    const canvas = app.canvas.element;
    this.overlay.append(this.label);
    canvas.addEventListener('pointerdown', (e) => this.press(e));
    canvas.addEventListener('pointermove', (e) => this.move(e));
    window.addEventListener('pointerup', (e) => this.lift(e));
    window.addEventListener('pointercancel', () => this.release());
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.app.canvas.controls.enabled = tool !== 'pull' && tool !== 'blow';
    this.app.canvas.element.dataset['tool'] = tool;
    if (tool !== 'measure') this.clearMeasure();
    this.ontool();
  }

  private press(e: PointerEvent): void {
    this.down = { x: e.clientX, y: e.clientY };
    if (e.button !== 0) return;
    if (this.tool === 'pull') void this.grab(e);
    if (this.tool === 'blow') this.blow(e);
  }

  private move(e: PointerEvent): void {
    const now = performance.now();
    if (now - this.sent < 30) return;
    if (this.tool === 'blow' && e.buttons & 1 && this.down) this.blow(e);
    if (this.tool === 'pull' && this.pulling) this.pull(e);
  }

  private lift(e: PointerEvent): void {
    const from = this.down;
    this.release();
    if (!from || e.target !== this.app.canvas.element || e.button !== 0 || Math.hypot(e.clientX - from.x, e.clientY - from.y) > 4) return;
    const { ray, viewport } = this.app.canvas.ray(e.clientX, e.clientY);
    if (!viewport) return;
    if (this.tool === 'drop') this.ondrop(this.placeOn(ray, viewport));
    const { index } = viewport.particles.hit(ray);
    if (index < 0) return;
    if (this.tool === 'orbit') void this.onpick(this.app.canvas.viewports.indexOf(viewport), index);
    if (this.tool === 'measure') this.addEnd(viewport.particles.at(index), viewport);
  }

  private release(): void {
    this.down = null;
    if (this.pulling || this.tool === 'blow') this.app.connection.ask('touch', { off: true }).catch(() => undefined);
    this.pulling = null;
  }

  // ---- distances

  private addEnd(at: THREE.Vector3, viewport: Viewport): void {
    if (this.ends.length === 2) this.clearMeasure();
    this.ends.push(at);
    const radius = 1.2 * viewport.particles.radius;
    const dot = new THREE.Mesh(new THREE.SphereGeometry(radius, 16, 12), new THREE.MeshBasicMaterial({ color: 0xff7a1a }));
    dot.position.copy(at);
    viewport.marks.add(dot);
    if (this.ends.length === 2) {
      const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints(this.ends), new THREE.LineBasicMaterial({ color: 0xff7a1a, depthTest: false }));
      line.renderOrder = 9;
      viewport.marks.add(line);
      this.label.textContent = `${digits(this.ends[0]!.distanceTo(this.ends[1]!))} m`;
    }
    this.app.canvas.draw();
  }
  clearMeasure(): void {
    this.ends = [];
    this.label.hidden = true;
    this.app.canvas.viewports.forEach((v) => v.marks.clear());
    this.app.canvas.draw();
  }
  /** Keeps the label at the line; after every drawing. */
  place(): void {
    this.label.hidden = this.ends.length < 2;
    if (this.ends.length < 2) return;
    const { x, y } = this.app.canvas.project(this.ends[0]!.clone().add(this.ends[1]!).multiplyScalar(0.5));
    this.label.style.transform = `translate(${x}px, ${y}px) translate(-50%, -140%)`;
  }

  // ---- hands

  private touch(fields: Record<string, unknown>): void {
    this.sent = performance.now();
    this.app.connection.ask('touch', fields).catch(report);
  }
  private get reach(): number { return 7 * (this.app.show.sides[0]?.spacing ?? 0.02); }

  private blow(e: PointerEvent): void {
    const { ray } = this.app.canvas.ray(e.clientX, e.clientY);
    this.touch({ blow: true, at: ray.origin.toArray(), along: ray.direction.toArray(), reach: this.reach, strength: this.onblow });
  }

  private async grab(e: PointerEvent): Promise<void> {
    const { ray, viewport } = this.app.canvas.ray(e.clientX, e.clientY);
    if (!viewport) return;
    const { index } = viewport.particles.hit(ray);
    if (index < 0) return;
    const at = viewport.particles.at(index), facing = this.app.canvas.camera.getWorldDirection(new THREE.Vector3());
    this.pulling = { plane: new THREE.Plane().setFromNormalAndCoplanarPoint(facing, at), id: null, last: at, when: performance.now() };
    const found = await this.onpick(this.app.canvas.viewports.indexOf(viewport), index);
    if (this.pulling && found) this.pulling.id = found.id;
    if (this.pulling) this.touch({ at: at.toArray(), velocity: [0, 0, 0], reach: this.reach, particle: this.pulling.id });
  }
  private pull(e: PointerEvent): void {
    const grip = this.pulling!, { ray } = this.app.canvas.ray(e.clientX, e.clientY), at = new THREE.Vector3();
    if (!ray.intersectPlane(grip.plane, at)) return;
    const now = performance.now(), velocity = at.clone().sub(grip.last).multiplyScalar(1000 / Math.max(10, now - grip.when)).clampLength(0, 20);
    Object.assign(grip, { last: at, when: now });
    this.touch({ at: at.toArray(), velocity: velocity.toArray(), reach: this.reach, particle: grip.id });
  }

  /** What a ray meets first: a particle, the floor, or the middle of the scene. */
  private placeOn(ray: THREE.Ray, viewport: Viewport): THREE.Vector3 {
    const { index, distance } = viewport.particles.hit(ray), at = new THREE.Vector3();
    if (index >= 0) return ray.at(distance, at);
    const { low, high } = viewport.side.box;
    const floor = ray.intersectPlane(new THREE.Plane(new THREE.Vector3(0, 1, 0), -low[1]), at);
    const inside = floor && at.x >= low[0] && at.x <= high[0] && at.z >= low[2] && at.z <= high[2] && viewport.side.dimension === 3;
    if (inside) return at;
    const middle = new THREE.Vector3(...low).add(new THREE.Vector3(...high)).multiplyScalar(0.5);
    const facing = this.app.canvas.camera.getWorldDirection(new THREE.Vector3());
    return ray.intersectPlane(new THREE.Plane().setFromNormalAndCoplanarPoint(facing, middle), at) ?? middle;
  }
}
