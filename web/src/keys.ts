// The keyboard.
import type { Studio } from './main';

const typing = (target: EventTarget | null): boolean => {
  const element = target as HTMLElement | null;
  return !!element && (element.tagName === 'TEXTAREA' || element.tagName === 'SELECT' || (element.tagName === 'INPUT' && !['range', 'checkbox'].includes((element as HTMLInputElement).type)));
};

export function bindKeys(studio: Studio): void {
  // A button that was clicked does not keep the keys to itself; one that was reached by Tab does.
  window.addEventListener('click', (e) => { if (e.detail > 0) (e.target as Element).closest('button')?.blur(); });
  window.addEventListener('keydown', (e) => {
    if (e.key === 'Escape') { document.querySelector('.veil')?.remove(); studio.tools.clearMeasure(); return; }
    if ((e.key === ' ' || e.key === 'Enter') && ['BUTTON', 'SUMMARY'].includes((e.target as Element).tagName)) return;
    if (typing(e.target) || e.ctrlKey || e.metaKey || e.altKey) return;
    const play = studio.show.mode === 'play', live = studio.show.mode === 'live', { player } = studio;
    const acts: Record<string, (() => void) | undefined> = {
      '?': () => studio.help(),
      t: () => studio.theme(!studio.dark),
    };
    if (play || live)
      Object.assign(acts, {
        v: () => studio.choose('orbit'), m: () => studio.choose('measure'), f: () => studio.fit(), s: () => void studio.picture(), c: () => void studio.copyLink(), p: () => studio.togglePanel(),
      });
    if (play)
      Object.assign(acts, {
        ' ': () => player.toggle(), ArrowLeft: () => player.seek(player.index - 1), ArrowRight: () => player.seek(player.index + 1),
        Home: () => player.seek(0), End: () => player.seek(Infinity), l: () => { studio.view.loop = !studio.view.loop; studio.changed(); },
      });
    if (live)
      Object.assign(acts, {
        ' ': () => studio.live.toggle(), ArrowRight: () => studio.live.step(), r: () => studio.live.restart(),
        g: () => studio.choose('pull'), b: () => studio.choose('blow'), d: () => studio.choose('drop'),
      });
    const act = acts[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act) return;
    e.preventDefault();
    act();
  });
}
