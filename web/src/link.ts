// The view as the hash of the address: a link that shows what its sender saw.
import type { ClipPlane } from './viewport';

export interface View {
  frame: number;
  colour: string;
  scale: string;
  low: number | null;   // of the legend; null: follows what was seen
  high: number | null;
  eye: number[] | null;
  target: number[] | null;
  clips: ClipPlane[];
  meshes: boolean;
  walls: boolean;
  floor: boolean;
  size: number;
  plot: string;
  speed: number;
  loop: boolean;
  panel: string;
}

export const freshView = (): View => ({
  frame: 0, colour: 'material', scale: 'sequential', low: null, high: null, eye: null, target: null,
  clips: [0, 1, 2].map(() => ({ on: false, at: 0, flip: false })),
  meshes: false, walls: true, floor: true, size: 1, plot: 'kinetic energy', speed: 1, loop: true, panel: 'view',
});

const short = (v: number): number => Number(v.toPrecision(5));

export function toHash(view: View): string {
  const fresh = freshView();
  const parts: string[] = [];
  const add = (key: string, value: string): void => { parts.push(`${key}=${encodeURIComponent(value)}`); };
  if (view.frame !== fresh.frame) add('frame', String(view.frame));
  for (const key of ['colour', 'scale', 'plot', 'panel'] as const) if (view[key] !== fresh[key]) add(key, view[key]);
  for (const key of ['low', 'high'] as const) if (view[key] !== null) add(key, String(short(view[key]!)));
  for (const key of ['eye', 'target'] as const) if (view[key]) add(key, view[key]!.map(short).join(','));
  for (const key of ['meshes', 'walls', 'floor', 'loop'] as const) if (view[key] !== fresh[key]) add(key, view[key] ? '1' : '0');
  for (const key of ['size', 'speed'] as const) if (view[key] !== fresh[key]) add(key, String(short(view[key])));
  view.clips.forEach((clip, k) => { if (clip.on) add(`clip${'xyz'[k]}`, `${short(clip.at)}${clip.flip ? ',flip' : ''}`); });
  return parts.join('&');
}

export function fromHash(hash: string): View {
  const view = freshView(), fields = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (key: string): number | null => { const v = Number(fields.get(key) ?? NaN); return Number.isFinite(v) ? v : null; };
  const vector = (key: string): number[] | null => {
    const v = (fields.get(key) ?? '').split(',').map(Number);
    return v.length === 3 && v.every(Number.isFinite) ? v : null;
  };
  view.frame = number('frame') ?? view.frame;
  for (const key of ['colour', 'scale', 'plot', 'panel'] as const) view[key] = fields.get(key) ?? view[key];
  view.low = number('low');
  view.high = number('high');
  view.eye = vector('eye');
  view.target = vector('target');
  for (const key of ['meshes', 'walls', 'floor', 'loop'] as const) if (fields.has(key)) view[key] = fields.get(key) === '1';
  view.size = number('size') ?? view.size;
  view.speed = number('speed') ?? view.speed;
  view.clips.forEach((clip, k) => {
    const [at, flip] = (fields.get(`clip${'xyz'[k]}`) ?? '').split(',');
    if (at && Number.isFinite(Number(at))) Object.assign(clip, { on: true, at: Number(at), flip: flip === 'flip' });
  });
  return view;
}
