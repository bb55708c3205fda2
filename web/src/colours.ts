// Colour scales in Oklab (Ottosson 2020), the same as those of Mote's pictures: equal steps look equal, lightness always rises or falls.
import type { Vec } from './types';

type Lch = [lightness: number, chroma: number, hue: number];

const points: Record<string, Lch[]> = {
  sequential: [[0.26, 0.13, 305], [0.37, 0.14, 283], [0.48, 0.12, 250], [0.59, 0.105, 205], [0.7, 0.14, 162], [0.81, 0.18, 130], [0.92, 0.185, 103]],
  heat: [[0.18, 0.06, 330], [0.28, 0.12, 5], [0.43, 0.17, 25], [0.57, 0.2, 36], [0.71, 0.18, 56], [0.85, 0.16, 86], [0.98, 0.05, 100]],
  diverging: [[0.36, 0.15, 262], [0.57, 0.15, 256], [0.78, 0.085, 250], [0.96, 0, 140], [0.78, 0.1, 35], [0.57, 0.18, 29], [0.36, 0.15, 25]],
};
export const scales = Object.keys(points);

function fromLch([l0, c, h]: Lch): Vec {
  const a = c * Math.cos((h * Math.PI) / 180), b = c * Math.sin((h * Math.PI) / 180);
  const l = (l0 + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (l0 - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (l0 - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Chroma is taken back until a screen can show the colour. */
function shown([l, c, h]: Lch): Vec {
  for (let k = 0; k < 100; ++k, c *= 0.97) {
    const rgb = fromLch([l, c, h]);
    if (Math.min(...rgb) >= 0 && Math.max(...rgb) <= 1) return rgb;
  }
  return [l ** 3, l ** 3, l ** 3];
}

export const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
export const srgb = (v: number): number => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** 256 colours as bytes of sRGB with an alpha. */
export function table(scale: string): Uint8Array {
  const from = points[scale] ?? points['sequential']!;
  const bytes = new Uint8Array(4 * 256);
  for (let k = 0; k < 256; ++k) {
    const x = (6 * k) / 255, i = Math.min(5, Math.floor(x)), f = x - i;
    const a = [...from[i]!] as Lch, b = [...from[i + 1]!] as Lch;
    if (a[1] === 0) a[2] = b[2];
    if (b[1] === 0) b[2] = a[2];
    let turn = b[2] - a[2];
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    const rgb = shown([a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1]), a[2] + f * turn]);
    rgb.forEach((v, c) => { bytes[4 * k + c] = Math.round(255 * srgb(v)); });
    bytes[4 * k + 3] = 255;
  }
  return bytes;
}

export function gradient(scale: string): string {
  const bytes = table(scale);
  const stops: string[] = [];
  for (let k = 0; k <= 16; ++k) {
    const i = 4 * Math.min(255, k * 16);
    stops.push(`rgb(${bytes[i]},${bytes[i + 1]},${bytes[i + 2]}) ${(100 * k) / 16}%`);
  }
  return `linear-gradient(to right, ${stops.join(',')})`;
}

/** Of a material, whose components are meant as a screen shows them. */
export const css = (colour: Vec): string => `rgb(${colour.map((v) => Math.round(255 * Math.min(1, Math.max(0, v)))).join(',')})`;
