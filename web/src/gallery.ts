// All scenes with their pictures; one click runs one.
import { el } from './dom';
import type { Show } from './types';

export function galleryOf(show: Show, token: string, open: (name: string) => void): HTMLElement {
  const cards = show.gallery.map((scene) => {
    const picture = scene.picture ? el('img', { src: `${scene.picture}?token=${encodeURIComponent(token)}`, alt: '', loading: 'lazy' }) : el('div', { class: 'no-picture' });
    return el('button', { type: 'button', class: 'card', 'data-scene': scene.name, onclick: () => open(scene.name) }, picture, el('strong', {}, scene.name.replace(/_/g, ' ')), el('span', {}, scene.title));
  });
  const find = el('input', { type: 'search', placeholder: 'Find a scene', 'aria-label': 'Find a scene' });
  find.addEventListener('input', () => {
    const words = find.value.toLowerCase().split(/\s+/);
    cards.forEach((card) => { card.hidden = !words.every((w) => card.textContent!.toLowerCase().includes(w)); });
  });
  return el('main', { class: 'gallery' },
    el('div', { class: 'gallery-head' }, el('div', {}, el('h1', {}, 'Everything is particles'), el('p', {}, 'Choose a scene. It runs here, live: turn it, push it, change what it is made of while you watch.')), find),
    el('div', { class: 'cards' }, ...cards));
}
