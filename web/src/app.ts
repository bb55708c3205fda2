// What the parts of the page share: the server, the canvas, the view, and a way to say something.
import type { Canvas } from './canvas';
import type { Connection } from './connection';
import { el } from './dom';
import type { Legend } from './legend';
import type { View } from './link';
import type { Packet } from './packet';
import type { Show, Side } from './types';

export interface App {
  readonly connection: Connection;
  readonly canvas: Canvas;
  readonly legend: Legend;
  view: View;
  show: Show;
  /** Puts a packet on a side of the canvas. */
  display(side: number, packet: Packet): void;
  /** The view has changed: colours, sizes, planes; with `fetch`, what is shown must be asked for anew. */
  changed(fetch?: boolean): void;
  /** Asks again for what is shown now. */
  refresh(): void;
  followed: number | null;
}

export const first = (app: App): Side | undefined => app.show.sides[0];

const notes = el('div', { class: 'notes', role: 'status', 'aria-live': 'polite' });
export const notesElement = notes;

/** A sentence at the edge of the page that goes by itself. */
export function say(sentence: string, kind: 'note' | 'bad' = 'note'): void {
  const note = el('div', { class: `note ${kind}` }, sentence);
  note.addEventListener('click', () => note.remove());
  notes.append(note);
  while (notes.children.length > 3) notes.firstChild!.remove();
  window.setTimeout(() => note.remove(), kind === 'bad' ? 9000 : 4500);
}

export const report = (error: unknown): void => say(error instanceof Error ? error.message : String(error), 'bad');
