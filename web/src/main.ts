// The page: puts its parts together and keeps them in step with the server.
import './style.css';
import { type App, notesElement, report, say } from './app';
import { Canvas } from './canvas';
import { Connection } from './connection';
import { el, tool } from './dom';
import { Drops } from './drops';
import { Editor } from './editor';
import { SceneForm } from './form';
import { galleryOf } from './gallery';
import { helpOf } from './help';
import { Inspector } from './inspector';
import { bindKeys } from './keys';
import { Legend } from './legend';
import { fromHash, toHash } from './link';
import { Live } from './live';
import type { Packet } from './packet';
import { Player } from './player';
import { Timeline } from './timeline';
import { type Tool, Tools } from './tools';
import type { Particle, Show } from './types';
import { ViewPanel } from './viewpanel';

const token = new URLSearchParams(location.search).get('token') ?? '';
const root = document.getElementById('app')!;
const stage = el('div', { class: 'stage' });

export class Studio implements App {
  readonly connection = new Connection(token);
  readonly canvas = new Canvas(stage);
  readonly legend = new Legend();
  readonly player = new Player(this);
  readonly live = new Live(this);
  readonly tools = new Tools(this);
  readonly inspector = new Inspector(this);
  readonly form = new SceneForm(this);
  readonly editor = new Editor(this);
  readonly drops = new Drops(this);
  readonly viewPanel = new ViewPanel(this);
  view = fromHash(location.hash);
  show: Show = { version: '', mode: 'gallery', presets: [], gallery: [], sides: [] };
  followed: number | null = null;
  dark = matchMedia('(prefers-color-scheme: dark)').matches;
  private timeline: Timeline | null = null;
  private readonly panel = el('aside', { class: 'panel', 'aria-label': 'Panel' });
  private readonly captions = el('div', { class: 'captions' });
  private readonly lost = el('div', { class: 'lost', role: 'alert', hidden: true }, 'The studio does not answer. Trying again …');
  private toolButtons = new Map<Tool, HTMLButtonElement>();
  private fresh = true;      // the next values decide the range of the legend
  private hashTimer = 0;

  constructor() {
    const kept = localStorage.getItem('mote-theme');
    if (kept) this.dark = kept === 'dark';
    this.connection.onopen = () => void this.reload();
    this.connection.onlost = () => { this.lost.hidden = false; };
    this.connection.onshow = () => void this.reload();
    this.connection.onstate = (state) => { if (this.show.mode === 'live') this.live.show(state); };
    this.live.onscene = () => void this.reload();
    this.canvas.ondraw = () => this.tools.place();
    this.canvas.onmove = () => { this.view.eye = this.canvas.camera.position.toArray(); this.view.target = this.canvas.controls.target.toArray(); this.remember(); };
    this.legend.onrange = (low, high) => { Object.assign(this.view, { low, high }); this.fresh = low === null || high === null; this.changed(true); };
    this.tools.onpick = (viewport, index) => this.pick(viewport, index);
    this.tools.ondrop = (at) => void this.drops.drop(at);
    this.tools.ontool = () => this.toolButtons.forEach((button, name) => button.classList.toggle('on', name === this.tools.tool));
    this.inspector.onrelease = () => this.release();
    this.form.onset = () => { if (this.view.panel === 'text') void this.editor.fill(); };
    bindKeys(this);
    this.theme(this.dark);
    this.connection.connect();
  }

  /** Asks what is on, and shows it; the view stays where it fits. */
  async reload(): Promise<void> {
    try {
      const before = this.show;
      this.show = await this.connection.ask<Show>('hello');
      this.lost.hidden = true;
      const same = before.mode === this.show.mode && before.sides[0]?.name === this.show.sides[0]?.name && before.sides.length === this.show.sides.length;
      if (this.show.mode === 'gallery') return this.layGallery();
      if (!same || before.sides.length === 0) this.layStage();
      this.enter(same);
    } catch (error) { report(error); }
  }

  private layGallery(): void {
    document.title = 'Mote studio';
    root.replaceChildren(el('div', { class: 'page' }, this.header('Gallery', []), galleryOf(this.show, token, (name) => void this.open(name))), notesElement, this.lost);
  }
  private async open(name: string): Promise<void> {
    say(`Building ${name.replace(/_/g, ' ')} …`);
    try { await this.connection.ask('open', { scene: name }); } catch (error) { report(error); }
  }

  private layStage(): void {
    const side = this.show.sides[0]!, live = this.show.mode === 'live';
    document.title = `${side.title || side.name} · Mote`;
    const tools: [Tool, string, string][] = [['orbit', 'pick', 'Turn; click a particle to read it (V)'], ['measure', 'measure', 'Measure: click two particles (M)']];
    if (live) tools.push(['pull', 'pull', 'Pull with the pointer (G)'], ['blow', 'blow', 'Blow with the pointer (B)'], ['drop', 'drop', 'Drop something: choose it in the panel, click (D)']);
    this.toolButtons = new Map(tools.map(([name, drawing, title]) => [name, tool(drawing, title, () => this.choose(name))]));
    this.timeline = live ? null : new Timeline(this, this.player);
    this.panel.replaceChildren();
    stage.append(this.legend.element, this.captions, this.tools.overlay);
    root.replaceChildren(
      el('div', { class: 'page' }, this.header(this.show.sides.map((s) => s.title || s.name).join('  |  '), [...this.toolButtons.values()]),
        el('main', { class: 'work' }, stage, this.panel), live ? this.live.element : this.timeline!.element), notesElement, this.lost);
    this.choose('orbit');
    this.hint(live);
  }

  private header(title: string, tools: HTMLButtonElement[]): HTMLElement {
    const stageOn = this.show.mode !== 'gallery';
    const home = el('button', { class: 'brand', type: 'button', title: this.show.gallery.length > 0 ? 'Back to the gallery' : 'Mote studio', onclick: () => { if (this.show.gallery.length > 0 && stageOn) this.connection.ask('close').catch(report); } }, el('i', { class: 'logo' }), 'mote');
    return el('header', {}, home, el('h1', { class: 'title' }, title), el('nav', { class: 'tools', 'aria-label': 'Tools' }, ...tools),
      el('nav', { class: 'tools', 'aria-label': 'Page' },
        ...(stageOn ? [tool('fit', 'See all of it (F)', () => this.fit()), tool('camera', 'Save a picture (S)', () => void this.picture()), tool('link', 'Copy a link to this view (C)', () => void this.copyLink()), tool('panel', 'Show or hide the panel (P)', () => this.togglePanel())] : []),
        tool('theme', 'Dark or light (T)', () => this.theme(!this.dark)), tool('help', 'Help (?)', () => this.help())));
  }

  private hint(live: boolean): void {
    if (localStorage.getItem('mote-hint')) return;
    localStorage.setItem('mote-hint', '1');
    say(live ? 'Press space to run. Drag to turn, wheel to come nearer, ? for help.' : 'Press space to play. Drag to turn, wheel to come nearer, click a particle to read it, ? for help.');
  }

  /** What is on has been told: viewports, walls and panels follow. */
  private enter(same: boolean): void {
    const side = this.show.sides[0]!, live = this.show.mode === 'live';
    this.canvas.show(this.show.sides);
    this.canvas.viewports.forEach((v) => v.theme(this.dark));
    if (!side.colours.some((c) => c.name === this.view.colour)) this.view.colour = 'material';
    if (this.view.eye && this.view.target) this.canvas.look(this.view.eye, this.view.target, side);
    else this.canvas.fit(side);
    this.captions.replaceChildren(...(this.show.sides.length > 1 ? this.show.sides.map((s) => el('span', {}, s.folder ?? s.name)) : []));
    this.fresh = true;
    this.player.forget();
    this.changed();
    if (live) {
      this.live.start();
      if (same) this.live.again();
      if (this.show.state) this.live.show(this.show.state);
      this.drops.fill();
    } else {
      this.timeline?.refill();
      const index = side.frames.indexOf(this.view.frame);
      if (this.show.sides.some((s) => s.run?.ended === 'running')) window.setTimeout(() => void this.look(), 3000);
      this.player.seek(index >= 0 ? index : 0);
    }
    if (!same || !this.panel.contains(document.activeElement)) this.layPanel();   // nobody is interrupted
    void this.fetchWalls();
  }

  /** A run that is still being made has more frames by and by. */
  private async look(): Promise<void> {
    if (this.show.mode !== 'play' || !this.connection.isOpen) return;
    try {
      const now = await this.connection.ask<Show>('hello');
      this.show.sides.forEach((side, k) => { const { frames, statistics, run } = now.sides[k] ?? side; Object.assign(side, { frames, statistics, run }); });
      this.timeline?.refill();
      if (this.show.sides.some((s) => s.run?.ended === 'running')) window.setTimeout(() => void this.look(), 3000);
    } catch { /* it is told elsewhere that nobody answers */ }
  }

  private async fetchWalls(): Promise<void> {
    const sides = this.canvas.viewports.slice();
    for (const [k, viewport] of sides.entries())
      try {
        viewport.showWalls(await this.connection.fetch('walls', { side: k }));
        this.changed();
        this.refresh();
      } catch (error) { if (this.connection.isOpen) report(error); }
  }

  // ---- panel

  layPanel(): void {
    const live = this.show.mode === 'live';
    const tabs: [string, string, HTMLElement, () => void][] = [['view', 'View', this.viewPanel.element, () => this.viewPanel.fill()], ['particle', 'Particle', this.inspector.element, () => undefined]];
    if (live) tabs.push(['scene', 'Scene', this.form.element, () => void this.form.fill()], ['text', 'Text', this.editor.element, () => void this.editor.fill()], ['drop', 'Drop', this.drops.element, () => this.drops.fill()]);
    if (!tabs.some(([name]) => name === this.view.panel) && this.view.panel !== '') this.view.panel = 'view';
    const chosen = tabs.find(([name]) => name === this.view.panel);
    this.panel.hidden = !chosen;
    if (!chosen) return;
    this.panel.replaceChildren(
      el('div', { class: 'tabs', role: 'tablist' }, ...tabs.map(([name, text]) => el('button', { type: 'button', role: 'tab', 'aria-selected': name === this.view.panel ? 'true' : 'false', 'data-tab': name, onclick: () => this.tab(name) }, text))),
      el('div', { class: 'tab-body', role: 'tabpanel' }, chosen[2]));
    this.panel.classList.toggle('wide', this.view.panel === 'text');
    chosen[3]();
  }
  tab(name: string): void { this.view.panel = name; this.layPanel(); this.remember(); }
  togglePanel(): void { this.tab(this.panel.hidden ? 'view' : ''); }

  choose(name: Tool): void {
    this.tools.choose(name);
    if (name === 'drop' && this.view.panel !== 'drop') this.tab('drop');
  }

  // ---- what is shown

  display(side: number, packet: Packet): void {
    const viewport = this.canvas.viewports[side], colour = packet.find('colour');
    if (!viewport) return;
    viewport.show(packet);
    if (colour) {
      const { low, high } = viewport.particles.range, afresh = this.fresh && side === 0;
      if (this.legend.see(this.view, low, high, afresh) || afresh) this.legend.show(this.view, this.show.sides[0]!);
      this.fresh = false;
    }
    this.canvas.viewports.forEach((v) => v.shade({ scale: this.view.scale, low: this.legend.low, high: this.legend.high }));
    this.canvas.draw();
    stage.dataset['frames'] = String(Number(stage.dataset['frames'] ?? 0) + 1);
    stage.dataset['time'] = String(packet.header.time ?? 0);
  }

  changed(fetch = false): void {
    const side = this.show.sides[0];
    if (!side) return;
    for (const v of this.canvas.viewports) {
      v.particles.grow(this.view.size);
      v.wallsShown = this.view.walls;
      v.floorShown = this.view.floor;
      v.clip(this.view.clips);
      v.shade({ scale: this.view.scale, low: this.view.low ?? this.legend.low, high: this.view.high ?? this.legend.high });
    }
    if (fetch) this.fresh = true;
    this.legend.show(this.view, side);
    this.canvas.draw();
    this.remember();
    if (fetch) this.refresh();
  }
  refresh(): void { if (this.show.mode === 'live') this.live.again(); else this.player.again(); }

  private async pick(viewport: number, index: number): Promise<Particle | null> {
    const frame = this.show.mode === 'play' ? (this.player.frames[this.player.index] ?? 0) : 0;
    const found = await this.inspector.pick(viewport, index, frame);
    if (!found) return null;
    this.canvas.viewports[viewport]?.particles.pick(index);
    if (viewport === 0) this.followed = found.id;
    if (this.tools.tool === 'orbit') this.tab('particle');
    this.canvas.draw();
    return found;
  }
  private release(): void {
    this.followed = null;
    this.inspector.clear();
    this.canvas.viewports.forEach((v) => v.particles.pick(-1));
    this.canvas.draw();
  }

  fit(): void { this.view.eye = this.view.target = null; this.canvas.fit(this.show.sides[0]!); }

  // ---- pictures, links, looks

  async picture(): Promise<void> {
    try {
      const side = this.show.sides[0]!;
      const blob = await this.canvas.picture((to, _width, height) => this.legend.paint(to, this.view, side, height, this.dark));
      const link = el('a', { href: URL.createObjectURL(blob), download: `${side.name}-${(this.show.mode === 'live' ? (this.live.state?.time ?? 0) : this.player.time).toFixed(3)}s.png` });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) { report(error); }
  }

  async copyLink(): Promise<void> {
    this.writeHash();
    try {
      await navigator.clipboard.writeText(location.href);
      say('A link to this view is on the clipboard.');
    } catch { say('The address of this page is a link to this view.'); }
  }
  private remember(): void {
    window.clearTimeout(this.hashTimer);
    this.hashTimer = window.setTimeout(() => this.writeHash(), 300);
  }
  private writeHash(): void { history.replaceState(null, '', `${location.pathname}${location.search}#${toHash(this.view)}`); }

  theme(dark: boolean): void {
    this.dark = dark;
    localStorage.setItem('mote-theme', dark ? 'dark' : 'light');
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
    this.canvas.viewports.forEach((v) => v.theme(dark));
    this.canvas.draw();
    this.timeline?.draw();
  }

  help(): void {
    const open = document.querySelector('.veil');
    if (open) { open.remove(); return; }
    const page = helpOf(this.show.mode, () => page.remove());
    root.append(page);
    page.querySelector<HTMLElement>('button')?.focus();
  }
}

try {
  Object.assign(window, { studio: new Studio() });   // for tests, and for the curious
} catch (error) {
  root.replaceChildren(el('p', { class: 'no-webgl' }, `The studio needs WebGL 2, and this browser does not give it: ${error instanceof Error ? error.message : String(error)}`));
}
