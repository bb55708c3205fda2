// The camera, the canvas and when to draw: only when something has changed.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { DepthPass } from './picture';
import type { Side } from './types';
import { Viewport } from './viewport';

export class Canvas {
  readonly element = document.createElement('canvas');
  readonly camera = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly software: boolean;
  viewports: Viewport[] = [];
  ondraw: () => void = () => undefined;
  onmove: () => void = () => undefined;
  draws = 0;

  private readonly renderer: THREE.WebGLRenderer;
  private readonly depth = new DepthPass();
  private pending = false;
  private quality = 0;       // of the next picture: 0 is best, 3 is quick
  private moving: number;    // while things move; rises where drawing is slow
  private settled = 0;
  private last = 0;
  private slow = 0;

  constructor(private readonly holder: HTMLElement) {
    this.element.tabIndex = 0;
    this.element.setAttribute('aria-label', 'Particles in three dimensions. Drag to turn, right drag to move, wheel to come nearer.');
    this.renderer = new THREE.WebGLRenderer({ canvas: this.element, alpha: true, antialias: false, preserveDrawingBuffer: false, powerPreference: 'high-performance' });
    this.renderer.localClippingEnabled = true;
    this.renderer.setClearColor(0, 0);
    this.renderer.autoClear = false;
    const gl = this.renderer.getContext(), info = gl.getExtension('WEBGL_debug_renderer_info');
    const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    this.software = /swiftshader|llvmpipe|software/i.test(name);
    this.quality = this.moving = this.software ? 3 : 0;
    this.controls = new OrbitControls(this.camera, this.element);
    this.controls.addEventListener('change', () => { this.draw(); this.onmove(); });
    holder.append(this.element);
    new ResizeObserver(() => this.resize()).observe(holder);
  }

  show(sides: Side[]): void {
    this.viewports.forEach((v) => v.dispose());
    this.viewports = sides.map((side) => new Viewport(side, !this.software));
    this.resize();
  }

  /** Where the scene's own camera stands, or far enough to see all. */
  fit(side: Side): void {
    const { low, high } = side.box;
    const middle = new THREE.Vector3(...low).add(new THREE.Vector3(...high)).multiplyScalar(0.5);
    const radius = Math.max(0.5 * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]), 1e-6);
    const away = radius / Math.sin((0.5 * Math.PI * Math.min(this.camera.fov, this.camera.fov * this.camera.aspect)) / 180);
    if (side.camera) {
      this.camera.position.set(...side.camera.from);
      this.controls.target.set(...side.camera.to);
    } else {
      const from = side.dimension === 2 ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0.55, 0.42, 1).normalize();
      this.camera.position.copy(middle).addScaledVector(from, away * (side.dimension === 2 ? 0.9 : 1));
      this.controls.target.copy(middle);
    }
    this.range(radius);
    this.controls.update();
    this.draw();
  }

  look(eye: number[], target: number[], side: Side): void {
    this.camera.position.fromArray(eye);
    this.controls.target.fromArray(target);
    const { low, high } = side.box;
    this.range(0.5 * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
    this.controls.update();
    this.draw();
  }
  private range(radius: number): void {
    this.camera.near = radius / 100;
    this.camera.far = radius * 40;
    this.controls.minDistance = radius / 50;
    this.controls.maxDistance = radius * 15;
    this.camera.updateProjectionMatrix();
  }

  draw(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => { this.pending = false; this.use(this.moving); this.render(now); this.settle(); });
  }

  /** What comes to rest is drawn once more, as well as it can be. */
  private settle(): void {
    window.clearTimeout(this.settled);
    const best = this.software ? 1 : 0;
    if (this.moving <= best) return;
    this.settled = window.setTimeout(() => { this.use(best); this.render(performance.now()); }, 300);
  }
  private use(quality: number): void {
    if (quality === this.quality) return;
    this.quality = quality;
    this.size();
  }

  /** The ray under a place of the page, and the viewport it is in. */
  ray(x: number, y: number): { ray: THREE.Ray; viewport: Viewport | undefined } {
    const box = this.element.getBoundingClientRect(), width = box.width / Math.max(1, this.viewports.length);
    const k = Math.min(this.viewports.length - 1, Math.max(0, Math.floor((x - box.left) / width)));
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2((2 * (x - box.left - k * width)) / width - 1, 1 - (2 * (y - box.top)) / box.height), this.camera);
    return { ray: caster.ray, viewport: this.viewports[k] };
  }

  /** Where a point of the scene is on the page, relative to the canvas. */
  project(point: THREE.Vector3, k = 0): { x: number; y: number; ahead: boolean } {
    const box = this.element.getBoundingClientRect(), width = box.width / Math.max(1, this.viewports.length), q = point.clone().project(this.camera);
    return { x: width * (k + 0.5 + 0.5 * q.x), y: box.height * (0.5 - 0.5 * q.y), ahead: q.z < 1 };
  }

  /** What is on the canvas, over the page's background. */
  async picture(overlay: (to: CanvasRenderingContext2D, width: number, height: number) => void): Promise<Blob> {
    this.use(this.software ? 1 : 0);
    this.render(performance.now());   // what is drawn may be read in the same turn only
    const out = document.createElement('canvas');
    out.width = this.element.width;
    out.height = this.element.height;
    const to = out.getContext('2d')!, style = getComputedStyle(this.holder);
    const back = to.createLinearGradient(0, 0, 0, out.height);
    back.addColorStop(0, style.getPropertyValue('--sky').trim() || '#20262e');
    back.addColorStop(1, style.getPropertyValue('--ground').trim() || '#0f1215');
    to.fillStyle = back;
    to.fillRect(0, 0, out.width, out.height);
    to.drawImage(this.element, 0, 0);
    overlay(to, out.width, out.height);
    return new Promise((resolve, reject) => out.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture could be made'))), 'image/png'));
  }

  private resize(): void {
    this.size();
    this.draw();
  }
  private size(): void {
    const width = Math.max(1, this.holder.clientWidth), height = Math.max(1, this.holder.clientHeight);
    const ratio = this.quality === 0 ? Math.min(2, Math.max(1.5, window.devicePixelRatio)) : this.quality < 3 ? 1 : 0.6;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height);
    this.camera.aspect = width / Math.max(1, this.viewports.length) / height;
    this.camera.updateProjectionMatrix();
  }

  /** Where twenty pictures in a row came late, the next ones are made more cheaply. */
  private watch(now: number): void {
    const late = now - this.last > 70 && now - this.last < 1000;
    this.last = now;
    this.slow = late ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow < 20 || this.moving >= 3) return;
    this.slow = 0;
    ++this.moving;
  }

  private render(now: number): void {
    this.watch(now);
    const { width, height } = this.element, count = Math.max(1, this.viewports.length), each = Math.floor(width / count);
    const ratio = this.renderer.getPixelRatio();
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width / ratio, height / ratio);
    this.renderer.clear();
    this.viewports.forEach((viewport, k) => {
      viewport.particles.pixels = (0.5 * height) / Math.tan((0.5 * Math.PI * this.camera.fov) / 180);
      this.renderer.setViewport((k * each) / ratio, 0, each / ratio, height / ratio);
      this.renderer.setScissor((k * each) / ratio, 0, each / ratio, height / ratio);
      this.renderer.setScissorTest(true);
      if (this.quality < 2 && viewport.side.dimension === 3) this.depth.render(this.renderer, viewport.scene, this.camera, each, height);
      else this.renderer.render(viewport.scene, this.camera);
    });
    ++this.draws;
    this.ondraw();
  }
}
