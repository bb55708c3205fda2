// What the server tells (docs/studio-protocol.md).

export type Vec = [number, number, number];

export interface MaterialInfo { name: string; colour: Vec; look: string; solid: boolean }
export interface ColourInfo { name: string; unit: string }
export interface Statistic { name: string; unit: string; values: (number | null)[] }
export interface Box { low: Vec; high: Vec }

/** A run, or a scene that runs. */
export interface Side {
  title: string;
  name: string;
  folder?: string;
  dimension: number;
  spacing: number;
  fps: number;
  duration: number;
  materials: MaterialInfo[];
  camera: { from: Vec; to: Vec } | null;
  box: Box;
  colours: ColourInfo[];
  frames: number[];
  meshes: string[];
  statistics: Statistic[];
  run?: { ended?: string } | null;
}

export interface LiveState {
  scene: number;
  name: string;
  running: boolean;
  building: boolean;
  time: number;
  duration: number;
  step: number;
  frame: number;
  particles: number;
  dt: number;
  step_seconds: number;
  pace: number;
  recording: string | null;
  sentence: string;
}

export interface GalleryScene { name: string; title: string; picture: string | null }

export interface Show {
  version: string;
  mode: 'play' | 'live' | 'gallery';
  presets: string[];
  gallery: GalleryScene[];
  sides: Side[];
  state?: LiveState;
}

export interface Fault { sentence: string; line?: number; column?: number }

export interface FormField {
  name: string;
  path: string;
  kind: 'number' | 'truth' | 'vector' | 'choice' | 'text' | 'block';
  value?: string;
  unit?: string;
  help: string;
  takes?: string;
  low?: number;
  high?: number;
  choices?: string[];
  open?: boolean;
  hidden?: boolean;
  live?: boolean;
}

export interface Particle {
  id: number;
  material: string;
  body: string;
  position: Vec;
  columns: { name: string; unit: string; values: number[] }[];
  solid?: { name: string; unit: string; values: number[] }[];
  support: number;
  neighbours: number;
  near: { id: number; distance: number; material: string }[];
}
