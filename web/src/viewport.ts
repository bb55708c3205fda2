// One run or scene in three dimensions: its particles, boundaries, surfaces, marks and floor.
import * as THREE from 'three';
import { meshesOf } from './meshes';
import type { Packet } from './packet';
import { Particles, type Shading } from './particles';
import type { Side } from './types';
import { floorOf, wallsOf } from './walls';

function release(object: THREE.Object3D): void {
  object.traverse((o) => {
    const mesh = o as THREE.Mesh;
    mesh.geometry?.dispose();
    if (mesh.material) for (const m of [mesh.material].flat()) m.dispose();
  });
}

export interface ClipPlane { on: boolean; at: number; flip: boolean }

export class Viewport {
  readonly scene = new THREE.Scene();
  readonly particles: Particles;
  readonly marks = new THREE.Group();
  gridStep = 0;
  private readonly walls = new THREE.Group();
  private readonly meshes = new THREE.Group();
  private floor: THREE.Mesh | null = null;
  private planes: THREE.Plane[] = [];

  constructor(readonly side: Side, deep: boolean) {
    this.particles = new Particles(side.materials, (side.dimension === 2 ? 0.6 : 0.5) * side.spacing, deep, side.dimension === 2);
    const sun = new THREE.DirectionalLight(0xffffff, 2.2);
    sun.position.set(0.5, 1, 0.7);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8090a0, 1.4), sun, this.particles.points, this.walls, this.meshes, this.marks);
    this.walls.renderOrder = 1;
  }

  theme(dark: boolean): void {
    if (this.floor) { this.scene.remove(this.floor); release(this.floor); this.floor = null; }
    if (this.side.dimension === 2) return;
    const { mesh, step } = floorOf(this.side.box, dark);
    this.floor = mesh;
    this.gridStep = step;
    this.scene.add(mesh);
  }

  show(packet: Packet): void {
    this.particles.show(packet);
    for (const { boundary, matrix } of packet.header.poses ?? []) {
      const wall = this.walls.children[boundary];
      if (wall) { wall.matrix.fromArray(matrix); wall.matrixWorldNeedsUpdate = true; }
    }
  }

  showWalls(packet: Packet): void {
    this.walls.children.forEach(release);
    this.walls.clear();
    this.walls.add(...wallsOf(packet, this.side.box));
    this.clipObjects(this.walls);
  }

  /** null: particles again. */
  showMeshes(packet: Packet | null): void {
    this.meshes.children.forEach(release);
    this.meshes.clear();
    if (packet) this.meshes.add(...meshesOf(packet, this.side.materials));
    this.clipObjects(this.meshes);
    this.particles.points.visible = this.meshes.children.length === 0;
  }

  set wallsShown(on: boolean) { this.walls.visible = on; }
  set floorShown(on: boolean) { if (this.floor) this.floor.visible = on; }

  shade(shading: Shading): void { this.particles.shade(shading); }

  /** Planes across x, y and z; what lies beyond is not drawn. */
  clip(planes: ClipPlane[]): void {
    const on = planes.map((plane, k) => {
      const sign = plane.flip ? -1 : 1, n = new THREE.Vector4(0, 0, 0, 1);
      if (plane.on) n.setComponent(k, sign).setW(sign * plane.at);
      return n;
    });
    this.particles.clip(on);
    this.planes = on.filter((_, k) => planes[k]!.on).map((v) => new THREE.Plane(new THREE.Vector3(-v.x, -v.y, -v.z), v.w));
    this.clipObjects(this.walls);
    this.clipObjects(this.meshes);
  }
  private clipObjects(group: THREE.Group): void {
    group.traverse((o) => {
      const material = (o as THREE.Mesh).material;
      if (material) for (const m of [material].flat()) m.clippingPlanes = this.planes;
    });
  }

  dispose(): void {
    this.particles.dispose();
    release(this.scene);
  }
}
