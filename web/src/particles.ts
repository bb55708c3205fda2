// Particles as lit balls: one point each, one draw call. What the server sends goes to the graphics card as it is, 16 bits a number.
import * as THREE from 'three';
import { linear, table } from './colours';
import type { Packet } from './packet';
import type { MaterialInfo } from './types';

const most_materials = 32;

const vertex = /* glsl */ `
in vec4 place;
in float value;
in float grown;
uniform vec3 low, size;
uniform float radius, largest, scale, valueLow, valueSize, rangeLow, rangeSize;
uniform bool byValue;
uniform int picked;
uniform vec3 colours[${most_materials}];
uniform vec4 clips[3];
uniform sampler2D colourTable;
flat out vec3 paint;
flat out vec3 middle;
flat out float ball;

void main() {
  vec3 at = low + size * place.xyz;
  int material = int(place.w * 65535.0 + 0.5);
  bool isPicked = gl_VertexID == picked;
  ball = radius * (largest > 0.0 ? largest * grown : 1.0) * (isPicked ? 1.35 : 1.0);
  for (int k = 0; k < 3; ++k) if (dot(clips[k].xyz, at) > clips[k].w) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); gl_PointSize = 0.0; return; }
  if (material == 65535) paint = vec3(0.35);
  else if (byValue) {
    float t = rangeSize > 0.0 ? (valueLow + valueSize * value - rangeLow) / rangeSize : 0.5;
    vec3 c = texture(colourTable, vec2((clamp(t, 0.0, 1.0) * 255.0 + 0.5) / 256.0, 0.5)).rgb;
    paint = pow(c, vec3(2.2));
  } else paint = colours[min(material, ${most_materials - 1})];
  if (isPicked) paint = vec3(1.0, 0.42, 0.08);
  vec4 seen = modelViewMatrix * vec4(at, 1.0);
  middle = seen.xyz;
  gl_Position = projectionMatrix * seen;
  gl_PointSize = max(1.0, 2.0 * ball * scale / -seen.z);
}`;

const fragment = /* glsl */ `
flat in vec3 paint;
flat in vec3 middle;
flat in float ball;
uniform mat4 projectionMatrix;
uniform bool flat2d;

void main() {
  vec2 q = vec2(2.0, -2.0) * (gl_PointCoord - 0.5);
  float d = dot(q, q);
  if (d > 1.0) discard;
  vec3 n = vec3(q, sqrt(1.0 - d));
#ifdef DEEP
  float z = middle.z + ball * n.z;
  gl_FragDepth = 0.5 + 0.5 * (projectionMatrix[2][2] * z + projectionMatrix[3][2]) / -z;
#endif
  float sky = 0.5 + 0.5 * n.y;
  float sun = max(0.0, dot(n, normalize(vec3(0.45, 0.75, 0.6))));
  float glint = pow(max(0.0, dot(n, normalize(vec3(0.3, 0.55, 0.9)))), 40.0);
  vec3 lit = paint * (0.22 + 0.34 * sky + 0.62 * sun) + 0.05 * glint + vec3(0.035, 0.045, 0.06) * (1.0 - n.z) * (1.0 - n.z);
  gl_FragColor = vec4(flat2d ? paint * (0.9 + 0.1 * n.z) : lit, 1.0);
  #include <colorspace_fragment>
}`;

export interface Shading { scale: string; low: number; high: number }

export class Particles {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;
  count = 0;
  private places = new Uint16Array(0);
  private sizes: Uint16Array | undefined;
  private low = new THREE.Vector3();
  private size = new THREE.Vector3();
  private readonly uniforms;
  private scaleName = '';

  constructor(materials: MaterialInfo[], readonly radius: number, deep: boolean, flat: boolean) {
    const colours = Array.from({ length: most_materials }, (_, k) => new THREE.Vector3(...(materials[k]?.colour ?? [0.6, 0.6, 0.6]).map(linear)));
    this.uniforms = {
      low: { value: this.low }, size: { value: this.size }, radius: { value: radius }, largest: { value: 0 }, scale: { value: 1 }, byValue: { value: false },
      valueLow: { value: 0 }, valueSize: { value: 0 }, rangeLow: { value: 0 }, rangeSize: { value: 1 }, picked: { value: -1 }, flat2d: { value: flat },
      colours: { value: colours }, colourTable: { value: null as THREE.DataTexture | null },
      clips: { value: [0, 1, 2].map(() => new THREE.Vector4(0, 0, 0, 1)) },
    };
    const material = new THREE.ShaderMaterial({ uniforms: this.uniforms, vertexShader: vertex, fragmentShader: fragment, glslVersion: THREE.GLSL3, defines: deep ? { DEEP: '' } : {} });
    material.fragmentShader = fragment.replace(/gl_FragColor/g, 'pc_fragColor').replace('uniform mat4', 'layout(location = 0) out highp vec4 pc_fragColor;\nuniform mat4').replace('#include <colorspace_fragment>', 'pc_fragColor = linearToOutputTexel(pc_fragColor);');
    this.points = new THREE.Points(new THREE.BufferGeometry(), material);
    this.points.frustumCulled = false;
  }

  show(packet: Packet): void {
    const place = packet.find('position');
    if (!place) return;
    const [low, high] = [place['low'] as number[], place['high'] as number[]];
    this.low.fromArray(low);
    this.size.fromArray(high).sub(this.low);
    this.places = packet.shorts(place);
    this.count = packet.header.count ?? 0;
    const geometry = this.points.geometry;
    this.put(geometry, 'place', this.places, 4);
    const colour = packet.find('colour');
    this.uniforms.byValue.value = colour !== undefined;
    this.put(geometry, 'value', colour ? packet.shorts(colour) : new Uint16Array(this.count), 1);
    if (colour) {
      this.uniforms.valueLow.value = colour['low'] as number;
      this.uniforms.valueSize.value = (colour['high'] as number) - (colour['low'] as number);
    }
    const sizes = packet.find('size');
    this.sizes = sizes ? packet.shorts(sizes) : undefined;
    this.uniforms.largest.value = sizes ? (sizes['high'] as number) : 0;
    this.put(geometry, 'grown', this.sizes ?? new Uint16Array(this.count), 1);
    geometry.setDrawRange(0, this.count);
    this.uniforms.picked.value = packet.header.followed ?? -1;
  }

  /** Attributes are kept while there is room in them. */
  private put(geometry: THREE.BufferGeometry, name: string, values: Uint16Array, components: number): void {
    const old = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
    if (old && old.array.length >= values.length) {
      (old.array as Uint16Array).set(values);
      old.clearUpdateRanges();
      old.addUpdateRange(0, values.length);
      old.needsUpdate = true;
      return;
    }
    const room = new Uint16Array(Math.ceil(values.length * (old ? 1.25 : 1)));
    room.set(values);
    const attribute = new THREE.BufferAttribute(room, components, true);
    attribute.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute(name, attribute);
  }

  /** What most of the values lie between: five in a thousand may be more, and as many less. */
  get range(): { low: number; high: number } {
    const attribute = this.points.geometry.getAttribute('value'), stride = Math.max(1, Math.floor(this.count / 20000)), bins = new Uint32Array(1024);
    let all = 0;
    for (let k = 0; k < this.count; k += stride, ++all) ++bins[attribute!.array[k]! >> 6]!;
    const share = 0.005 * all;
    let low = 0, high = 1023, below = bins[0]!, above = bins[1023]!;
    while (low < 1023 && below <= share) below += bins[++low]!;
    while (high > low && above <= share) above += bins[--high]!;
    const { valueLow, valueSize } = this.uniforms;
    return { low: valueLow.value + (valueSize.value * low) / 1024, high: valueLow.value + (valueSize.value * (high + 1)) / 1024 };
  }

  pick(index: number): void { this.uniforms.picked.value = index; }

  shade({ scale, low, high }: Shading): void {
    this.uniforms.rangeLow.value = low;
    this.uniforms.rangeSize.value = high - low;
    if (scale === this.scaleName) return;
    this.scaleName = scale;
    this.uniforms.colourTable.value?.dispose();
    const texture = new THREE.DataTexture(table(scale), 256, 1);
    texture.minFilter = texture.magFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    this.uniforms.colourTable.value = texture;
  }

  clip(planes: THREE.Vector4[]): void { this.uniforms.clips.value.forEach((clip, k) => clip.copy(planes[k] ?? new THREE.Vector4(0, 0, 0, 1))); }

  grow(factor: number): void { this.uniforms.radius.value = this.radius * factor; }
  set pixels(scale: number) { this.uniforms.scale.value = scale; }

  at(index: number, to = new THREE.Vector3()): THREE.Vector3 {
    const q = this.places, k = 4 * index, s = 1 / 65535;
    return to.set(q[k]! * s, q[k + 1]! * s, q[k + 2]! * s).multiply(this.size).add(this.low);
  }

  /** The first ball that a ray meets, or -1. */
  hit(ray: THREE.Ray): { index: number; distance: number } {
    const { origin: o, direction: d } = ray, q = this.places, r2 = this.uniforms.radius.value ** 2;
    const s = new THREE.Vector3().copy(this.size).multiplyScalar(1 / 65535), clips = this.uniforms.clips.value;
    let index = -1, distance = Infinity;
    for (let i = 0, k = 0; i < this.count; ++i, k += 4) {
      const px = this.low.x + s.x * q[k]!, py = this.low.y + s.y * q[k + 1]!, pz = this.low.z + s.z * q[k + 2]!;
      const x = px - o.x, y = py - o.y, z = pz - o.z;
      const along = x * d.x + y * d.y + z * d.z;
      if (along <= 0 || along > distance) continue;
      const grown = this.sizes ? (this.sizes[i]! / 65535) * this.uniforms.largest.value : 1;
      if (x * x + y * y + z * z - along * along > r2 * grown * grown) continue;
      if (clips.some((c) => c.x * px + c.y * py + c.z * pz > c.w)) continue;
      index = i;
      distance = along;
    }
    return { index, distance };
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.dispose();
    this.uniforms.colourTable.value?.dispose();
  }
}
