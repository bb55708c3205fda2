// node tests/web/figures.mjs PROGRAM ROOT: what docs/performance.md says of the studio. Slow; not a test.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [program, root] = process.argv.slice(2);
Object.assign(process.env, { MOTE_PROGRAM: program, MOTE_ROOT: root, MOTE_CHROMIUM: process.env.MOTE_CHROMIUM ?? '/usr/bin/chromium' });
const { closeBrowser, folder, openPage, startStudio, until } = await import('./studio.mjs');
const run = process.env.MOTE_RUN ?? join(folder, 'dam');   // of about 100 k particles
const scene = join(root, 'scenes/dam_break.yaml');
if (!existsSync(run)) spawnSync(program, ['run', scene, '-o', run, '--frames', '4', '--quiet', '--set', 'output={fps: 100}'], { stdio: 'inherit' });
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

const warm = await startStudio([run]);
const first = await openPage(warm.url);   // the browser is there already when the command is given
const starts = [];
for (let k = 0; k < 5; ++k) {
  const start = performance.now(), studio = await startStudio([run]), listening = performance.now() - start;
  const page = await openPage(studio.url);
  await page.evaluate(() => new Promise((done) => { const look = () => (window.studio.canvas.draws > 0 ? done() : requestAnimationFrame(look)); look(); }));
  starts.push(performance.now() - start);
  console.log(`first frame: ${starts[k].toFixed(0)} ms after the command, of which ${listening.toFixed(0)} until it listens`);
  await page.close();
  await studio.stop();
}
const scrub = await first.evaluate(async () => {
  const times = [], { connection } = window.studio;
  for (let k = 0; k < 20; ++k) {
    const start = performance.now();
    await connection.fetch('frame', { side: 0, frame: k % 5, colour: 'speed' });
    times.push(performance.now() - start);
  }
  return times;
});
console.log(`first frame: median ${median(starts).toFixed(0)} ms; a frame of ${await first.evaluate(() => window.studio.canvas.viewports[0].particles.count)} particles: median ${median(scrub).toFixed(1)} ms, slowest ${Math.max(...scrub).toFixed(1)} ms`);
await first.close();
await warm.stop();

const live = await startStudio([scene]), page = await openPage(live.url);
await page.keyboard.press(' ');
await until('it runs', () => page.evaluate(() => window.studio.live.state.step > 2), 60);
const count = () => page.evaluate(() => [window.studio.live.state.step, window.studio.live.frames]);
const before = await count();
await page.waitForTimeout(15000);
const now = await count();
console.log(`live: ${now[0] - before[0]} steps and ${now[1] - before[1]} moments in 15 s`);
await closeBrowser();
await live.stop();
