// Boundaries: containers as glassy boxes with edges, obstacles as matte bodies, and a ruled floor for scale.
import * as THREE from 'three';
import type { Packet } from './packet';
import type { Box, Vec } from './types';

interface WallInfo {
  name: string;
  inside: boolean;
  look: string;
  colour: Vec | null;
  box?: { low: Vec; high: Vec; matrix: number[] };
  plane?: { normal: Vec; at: Vec };
}

function paint(wall: WallInfo): THREE.Material {
  const clear = wall.inside || wall.look === 'glass';
  const colour = new THREE.Color().setRGB(...(wall.colour ?? (clear ? [0.5, 0.6, 0.72] : [0.62, 0.63, 0.66])), THREE.SRGBColorSpace);
  if (clear) return new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.07, side: wall.inside ? THREE.BackSide : THREE.DoubleSide, depthWrite: false });
  return new THREE.MeshStandardMaterial({ color: colour, roughness: wall.look === 'metal' ? 0.35 : 0.85, metalness: wall.look === 'metal' ? 0.8 : 0, side: THREE.DoubleSide });
}

function boxOf(wall: WallInfo): THREE.Object3D {
  const { low, high, matrix } = wall.box!;
  const far = (v: number) => Math.max(-1e4, Math.min(1e4, v));
  const size = new THREE.Vector3(...high.map(far) as Vec).sub(new THREE.Vector3(...low.map(far) as Vec));
  const geometry = new THREE.BoxGeometry(size.x, size.y, Math.max(size.z, 1e-6));
  geometry.translate(far(low[0]) + size.x / 2, far(low[1]) + size.y / 2, far(low[2]) + size.z / 2);
  geometry.applyMatrix4(new THREE.Matrix4().fromArray(matrix));
  const group = new THREE.Group();
  group.add(new THREE.Mesh(geometry, paint(wall)));
  if (wall.inside) {
    const line = new THREE.LineBasicMaterial({ color: 0x8fa3b8, transparent: true, opacity: 0.55 });
    group.add(new THREE.LineSegments(new THREE.EdgesGeometry(geometry), line));
  }
  return group;
}

function planeOf(wall: WallInfo, box: Box): THREE.Object3D {
  const size = 3 * Math.hypot(box.high[0] - box.low[0], box.high[1] - box.low[1], box.high[2] - box.low[2]);
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(size, size), paint(wall));
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...wall.plane!.normal));
  mesh.position.set(...wall.plane!.at);
  return mesh;
}

/** One object for each boundary, in their order; their matrices are for those that move. */
export function wallsOf(packet: Packet, box: Box): THREE.Object3D[] {
  const infos = (packet.header.walls ?? []) as WallInfo[];
  const points = packet.all('points'), normals = packet.all('normals'), corners = packet.all('triangles');
  return infos.map((wall, k) => {
    let object: THREE.Object3D = new THREE.Group();
    const at = points.findIndex((part) => part['boundary'] === k);
    if (wall.box) object = boxOf(wall);
    else if (wall.plane) object = planeOf(wall, box);
    else if (at >= 0) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(packet.floats(points[at]!), 3));
      geometry.setAttribute('normal', new THREE.BufferAttribute(packet.floats(normals[at]!), 3));
      geometry.setIndex(new THREE.BufferAttribute(packet.words(corners[at]!), 1));
      object = new THREE.Mesh(geometry, paint(wall));
    }
    const holder = new THREE.Group();
    holder.name = wall.name;
    holder.matrixAutoUpdate = false;
    holder.add(object);
    return holder;
  });
}

/** A length of 1, 2 or 5 times a power of ten. */
export function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * ([1, 2, 5, 10].find((k) => k * power >= length) ?? 10);
}

const floorVertex = /* glsl */ `
varying vec3 at;
void main() { at = (modelMatrix * vec4(position, 1.0)).xyz; gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0); }`;
const floorFragment = /* glsl */ `
varying vec3 at;
uniform float step, reach;
uniform vec3 middle, colour;
float line(float size) {
  vec2 q = at.xz / size, w = fwidth(q);
  vec2 d = abs(fract(q - 0.5) - 0.5) / max(w, vec2(1e-6));
  return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.2, 0.6, max(w.x, w.y)));
}
void main() {
  float fade = 1.0 - smoothstep(0.1, 0.9, length(at.xz - middle.xz) / reach);
  float ink = max(0.13 * line(step), 0.3 * line(5.0 * step)) * fade;
  if (ink < 0.004) discard;
  gl_FragColor = vec4(colour, ink);
  #include <colorspace_fragment>
}`;

/** Squares on the ground, seen from above only. */
export function floorOf(box: Box, dark: boolean): { mesh: THREE.Mesh; step: number } {
  const size = Math.max(box.high[0] - box.low[0], box.high[2] - box.low[2], 0.5 * (box.high[1] - box.low[1]));
  const step = roundLength(size / 10);
  const middle = new THREE.Vector3((box.low[0] + box.high[0]) / 2, box.low[1], (box.low[2] + box.high[2]) / 2);
  const uniforms = { step: { value: step }, reach: { value: 1.7 * size }, middle: { value: middle }, colour: { value: new THREE.Color(dark ? 0x9fb4cc : 0x33465c) } };
  const material = new THREE.ShaderMaterial({ uniforms, vertexShader: floorVertex, fragmentShader: floorFragment, transparent: true, depthWrite: false, side: THREE.DoubleSide });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(4.4 * size, 4.4 * size), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.copy(middle);
  mesh.renderOrder = -1;
  return { mesh, step };
}
