// A finished run in the browser.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { closeBrowser, difference, makeRun, openPage, root, shrunk, startStudio, until } from './studio.mjs';

let run, studio;
const frameOf = (page) => page.locator('.clock').getAttribute('title');
const scrub = (page, index) => page.locator('.scrub').evaluate((e, v) => { e.value = v; e.dispatchEvent(new Event('input')); }, index);

before(async () => {
  run = makeRun('run', 24, 'output: {fps: 12, surface: true}\n');
  studio = await startStudio([run]);
});
after(async () => { await closeBrowser(); await studio?.stop(); });

test('it loads, asks nobody else, and complains about nothing', async () => {
  const page = await openPage(studio.url);
  await until('the legend names the materials', async () => (await page.locator('.legend').textContent()).includes('honey'));
  assert.equal(await page.title(), 'Two columns · Mote');
  assert.deepEqual(page.foreign, []);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('scrubbing answers within 100 ms', async () => {
  const page = await openPage(studio.url);
  const times = [];
  for (const index of [20, 3, 17, 9, 24, 1, 12, 6, 22]) {
    times.push(await page.locator('.scrub').evaluate((e, v) => new Promise((done) => {
      const start = performance.now(), clock = document.querySelector('.clock');
      const watch = new MutationObserver(() => { if (clock.title.startsWith(`Frame ${v} `)) { watch.disconnect(); done(performance.now() - start); } });
      watch.observe(clock, { attributes: true });
      e.value = v;
      e.dispatchEvent(new Event('input'));
    }), index));
  }
  times.sort((a, b) => a - b);
  console.log(`scrubbing: median ${times[4].toFixed(1)} ms, slowest ${times[8].toFixed(1)} ms`);
  assert.ok(times[4] < 100, `the median is ${times[4]} ms`);
  await page.close();
});

test('colour by temperature has a legend with its range', async () => {
  const page = await openPage(studio.url);
  await page.selectOption('#colour', 'temperature');
  await until('the legend shows kelvins', async () => (await page.locator('.legend-title').textContent()) === 'temperature [K]');
  await until('the range is that of the frame', async () => Number(await page.locator('.ends input').first().inputValue()) > 290);
  assert.ok(Number(await page.locator('.ends input').last().inputValue()) > 329);
  await page.locator('.ends input').last().fill('400');
  await page.keyboard.press('Enter');
  await until('a range of one\'s own stays', async () => page.url().includes('high=400'));
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('a particle that is picked tells every column, with units, its material and its neighbours', async () => {
  const page = await openPage(studio.url);
  const at = await page.evaluate(() => {
    const { canvas } = window.studio, point = canvas.viewports[0].particles.at(5), { ray } = canvas.ray(0, 0);
    const p = canvas.project(point), box = canvas.element.getBoundingClientRect();
    return { x: box.left + p.x, y: box.top + p.y, ray: ray.direction.x };
  });
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector('.particle-title');
  const text = await page.locator('.inspector').textContent();
  for (const word of ['of ', 'velocity', 'm/s', 'temperature', 'K', 'kg/m³', 'neighbours', 'nearer than']) assert.ok(text.includes(word), `${word} in ${text}`);
  await scrub(page, 10);
  await until('it is followed', () => page.evaluate(() => window.studio.canvas.viewports[0].particles.uniforms.picked.value >= 0));
  assert.deepEqual(page.faults, []);
  await page.close();
});

test('two particles have a distance', async () => {
  const page = await openPage(studio.url);
  await page.keyboard.press('m');
  for (const x of [0.42, 0.46]) {
    const box = await page.locator('.stage canvas').first().boundingBox();
    const hit = await page.evaluate(([fx]) => {
      const { canvas } = window.studio, b = canvas.element.getBoundingClientRect();
      for (let fy = 0.3; fy < 0.8; fy += 0.01) {
        const at = { x: b.left + fx * b.width, y: b.top + fy * b.height }, { ray, viewport } = canvas.ray(at.x, at.y);
        if (viewport.particles.hit(ray).index >= 0) return at;
      }
      return null;
    }, [x - 0.15]);
    assert.ok(hit && box);
    await page.mouse.click(hit.x, hit.y);
  }
  await until('the label is there', () => page.locator('.measure-label').isVisible());
  assert.match(await page.locator('.measure-label').textContent(), /^[\d.e-]+ m$/);
  await page.close();
});

test('planes cut, surfaces stand in for particles, and a link brings all of it back', async () => {
  const page = await openPage(studio.url);
  await page.locator('.plane input[type=checkbox]').first().check();
  await page.getByLabel('surfaces instead of particles').check();
  await until('triangles are there', () => page.evaluate(() => !window.studio.canvas.viewports[0].particles.points.visible));
  await scrub(page, 7);
  await page.locator('.stage canvas').first().hover();
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(800);   // the address follows when the view rests
  await until('the address has the view', async () => /frame=7/.test(page.url()) && /clipx=/.test(page.url()) && /eye=/.test(page.url()));
  const other = await openPage(page.url());
  await until('the same frame', async () => (await frameOf(other)).startsWith('Frame 7 '));
  assert.ok(await other.locator('.plane input[type=checkbox]').first().isChecked());
  const eye = (p) => p.evaluate(() => window.studio.canvas.camera.position.toArray().map((v) => v.toFixed(3)).join());
  assert.equal(await eye(other), await eye(page));
  await page.close();
  await other.close();
});

test('300 frames are played through', async () => {
  const long = makeRun('long', 300, 'output: {fps: 300}\n', '10 cm');
  const own = await startStudio([long]);
  const page = await openPage(`${own.url}#speed=0.2&loop=0`);
  await page.keyboard.press(' ');
  await until('the end is reached', async () => (await frameOf(page)) === 'Frame 300 of 300', 60);
  await until('it has stopped', () => page.evaluate(() => !window.studio.player.playing));
  const shown = await page.evaluate(() => window.studio.player.shown);
  console.log(`300 frames in 5 s: ${shown} were drawn`);
  assert.ok(shown > 40, `${shown} frames were shown`);
  assert.deepEqual(page.faults, []);
  await page.close();
  await own.stop();
});

test('two runs stand side by side, at the same time of each', async () => {
  const other = makeRun('other', 12, 'output: {fps: 6}\n');
  const own = await startStudio([run, other]);
  const page = await openPage(own.url);
  await scrub(page, 12);
  await until('both are at one second', () => page.evaluate(() => window.studio.player.index === 12 && window.studio.canvas.viewports.length === 2 && window.studio.canvas.viewports.every((v) => v.particles.count > 0)));
  assert.equal(await page.locator('.captions span').count(), 2);
  assert.deepEqual(page.faults, []);
  await page.close();
  await own.stop();
});

test('when the studio comes back, the page goes on', async () => {
  const own = await startStudio([run], { token: 'one-and-the-same' });
  const page = await openPage(own.url);
  await scrub(page, 9);
  await until('frame 9', async () => (await frameOf(page)).startsWith('Frame 9 '));
  await own.stop();
  await until('the page says that nobody answers', () => page.locator('.lost').isVisible());
  const again = await startStudio([run], { token: 'one-and-the-same', port: own.port });
  await until('it is back', async () => !(await page.locator('.lost').isVisible()));
  await scrub(page, 4);
  await until('frame 4', async () => (await frameOf(page)).startsWith('Frame 4 '));
  await page.close();
  await again.stop();
});

test('keys play, light and dark are told apart, and nothing is cut off on a tablet', async () => {
  const page = await openPage(studio.url, { size: [820, 1180], scheme: 'light' });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await page.keyboard.press('t');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.keyboard.press('ArrowRight');
  await until('one frame on', async () => (await frameOf(page)).startsWith('Frame 1 '));
  await page.keyboard.press('?');
  assert.ok(await page.locator('.help').isVisible());
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.help').count(), 0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 820, `the page is ${wide} wide`);
  await page.close();
});

// MOTE_NEW_PICTURES=1 writes them anew; look at them then.
for (const [name, hash, scheme] of [['material', '#frame=12', 'dark'], ['speed', '#frame=12&colour=speed&high=2&low=0', 'light'], ['surface', '#frame=12&meshes=1', 'dark'], ['cut', '#frame=12&clipz=0&colour=pressure', 'dark']])
  test(`it looks as it did: ${name}`, async () => {
    const page = await openPage(`${studio.url}${hash}`, { scheme });
    await until('frame 12', async () => (await frameOf(page)).startsWith('Frame 12 '));
    await until('the boundaries are there', () => page.evaluate(() => window.studio.canvas.viewports[0].walls.children.length > 0));
    await page.evaluate(() => document.querySelectorAll('.note').forEach((n) => n.remove()));
    await page.waitForTimeout(300);
    const now = await page.locator('.stage').screenshot(), file = join(root, 'tests/web/pictures', `${name}.png`);
    if (process.env.MOTE_NEW_PICTURES) { mkdirSync(join(root, 'tests/web/pictures'), { recursive: true }); writeFileSync(file, await shrunk(page, now)); }
    assert.ok(existsSync(file), `${file} is missing; make it with MOTE_NEW_PICTURES=1`);
    const off = await difference(page, now, readFileSync(file));
    console.log(`${name}: differs by ${off.toFixed(2)} of 255`);
    assert.ok(off < 5, `the picture differs by ${off} of 255 in the mean`);
    await page.close();
  });
