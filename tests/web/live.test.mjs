// A scene that runs while it is looked at.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { closeBrowser, folder, openPage, root, startStudio, until, writeScene } from './studio.mjs';

let studio, page;
const state = (p = page) => p.evaluate(() => window.studio.live.state);
const pause = async () => { await page.evaluate(() => window.studio.connection.ask('run', { on: false })); await until('it rests', async () => !(await state()).running, 60); };
const field = (path) => page.locator(`.form [data-path="${path}"]`);
const troubleOf = (path) => page.locator('.field', { has: page.locator(`[data-path="${path}"]`) }).locator('.trouble');
const set = async (path, value) => { await field(path).fill(value); await field(path).press('Enter'); };
const openBlock = async (path) => { const d = page.locator(`details[data-path="${path}"]`); if (!(await d.evaluate((e) => e.open))) await d.locator('summary').first().click(); };

before(async () => {
  studio = await startStudio([writeScene('scene', '', '5 cm')]);
  page = await openPage(studio.url);
});
after(async () => { await closeBrowser(); await studio?.stop(); });

test('it waits, runs, rests and takes single steps', async () => {
  assert.equal((await state()).time, 0);
  await page.keyboard.press(' ');
  await until('time goes on', async () => (await state()).time > 0.03);
  await pause();
  const before = (await state()).step;
  await page.keyboard.press('ArrowRight');
  await until('one step', async () => (await state()).step === before + 1);
  await until('what is shown is that moment', async () => Math.abs(Number(await page.locator('.stage').getAttribute('data-time')) - (await state()).time) < 1e-9);
});

test('viscosity changes while it runs', async () => {
  await page.locator('[data-tab=scene]').click();
  await openBlock('materials');
  await openBlock('materials.water');
  await page.locator('.stage canvas').first().focus();
  await page.keyboard.press(' ');
  await until('it runs', async () => (await state()).running);
  const time = (await state()).time;
  await set('materials.water.viscosity', '0.5 Pa s');
  await until('the engine has taken it', async () => (await state()).sentence.startsWith('materials.water.viscosity is 0.5 Pa s'));
  assert.ok((await state()).time >= time, 'it did not begin anew');
  await page.locator('[data-tab=text]').click();
  await until('the text follows, and keeps its comment', async () => (await page.locator('.editor textarea').inputValue()).includes('water: {preset: water, viscosity: 0.5 Pa s}   # thin'));
  await page.locator('[data-tab=scene]').click();
});

test('a bad value is refused in the engine\'s words, and it runs on', async () => {
  await openBlock('materials.water');
  await set('materials.water.viscosity', '-3');
  const trouble = troubleOf('materials.water.viscosity');
  await until('it is told', () => trouble.isVisible());
  assert.match(await trouble.textContent(), /-3/);
  const { step } = await state();
  await until('it runs on', async () => (await state()).step > step);
  await set('spacing', '6 cm');
  const begins = troubleOf('spacing');
  await until('what is part of the beginning says so', () => begins.isVisible());
  assert.match(await begins.textContent(), /part of how the scene begins/);
  await begins.locator('button').click();
  await until('it was restarted with it', async () => (await state()).scene > 1);
  await pause();
});

test('errors in the text are underlined where they stand', async () => {
  await page.locator('[data-tab=text]').click();
  const text = page.locator('.editor textarea');
  await page.waitForTimeout(500);   // the restart is told to all
  await until('the text is there', async () => (await text.inputValue()).length > 0);
  const good = await text.inputValue();
  await text.fill(good.replace('duration', 'duraton'));
  await page.waitForSelector('.marks u');
  assert.equal(await page.locator('.marks u').textContent(), 'duraton');
  assert.match(await page.locator('.verdict').textContent(), /^Line 4, column 1: .*duration/);
  await text.fill(good.replace('title: Two columns', 'title: Again'));
  await until('it reads well', async () => (await page.locator('.verdict').textContent()) === 'The text reads well.');
  await text.press('Control+Enter');
  await until('it begins anew', async () => (await page.locator('.title').textContent()) === 'Again' || (await page.evaluate(() => window.studio.show.sides[0].title)) === 'Again');
});

test('two browsers see one scene', async () => {
  const other = await openPage(studio.url);
  await page.locator('.stage canvas').first().focus();
  await page.keyboard.press(' ');
  await until('the other sees it run', async () => (await state(other)).running && (await state(other)).time > 0.02);
  await other.keyboard.press(' ');
  await until('it rests for both', async () => !(await state()).running && !(await state(other)).running);
  await other.selectOption('#colour', 'speed');
  await until('each has its colours', async () => (await other.locator('.legend-title').textContent()).startsWith('speed') && !(await page.locator('.legend-title').textContent()).startsWith('speed'));
  assert.deepEqual(other.faults, []);
  await other.close();
});

test('the pointer blows and pulls', async () => {
  const momentum = () => page.evaluate(async () => {
    await window.studio.connection.ask('step');
    const packet = await window.studio.connection.fetch('next', { after: 0, colour: 'velocity_x' }), part = packet.find('colour');
    return Math.max(Math.abs(part.low), Math.abs(part.high));
  });
  await momentum();
  await page.keyboard.press('b');
  const box = await page.locator('.stage canvas').first().boundingBox();
  await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.55 * box.height);
  await page.mouse.down();
  await page.evaluate(() => window.studio.connection.ask('run', { on: true }));
  await page.waitForTimeout(400);
  await page.mouse.up();
  await pause();
  await page.keyboard.press('g');
  await page.mouse.down();
  await page.mouse.move(box.x + 0.35 * box.width, box.y + 0.4 * box.height, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.press('v');
  assert.ok(studio.isRunning());
  assert.deepEqual(page.faults, []);
});

test('what is dropped falls in', async () => {
  const before = (await state()).particles;
  await page.keyboard.press('d');
  await page.locator('.chip', { hasText: 'milk' }).click();
  const box = await page.locator('.stage canvas').first().boundingBox();
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.55 * box.height);
  await until('there is more', async () => (await state()).particles > before);
  await until('its material is in the legend', async () => (await page.locator('.legend').textContent()).includes('milk'));
  await page.keyboard.press('v');
});

test('a recording is a run, and the scene is saved as it is', async () => {
  await page.getByRole('button', { name: /Write frames/ }).click();
  await until('it records', async () => (await state()).recording !== null);
  const out = join(folder, 'work', (await state()).recording);
  await page.keyboard.press(' ');
  await until('frames are there', () => existsSync(join(out, 'frames')) && existsSync(join(out, 'stats.csv')) && readFileSync(join(out, 'stats.csv'), 'utf8').split('\n').length > 3);
  await pause();
  await page.getByRole('button', { name: /Write frames/ }).click();
  await until('it has ended', async () => (await state()).recording === null);
  await page.locator('[data-tab=text]').click();
  await page.getByRole('button', { name: 'Save the scene as a file' }).click();
  await until('the file is there', () => existsSync(join(folder, 'work/out/scene.yaml')));
  assert.match(readFileSync(join(folder, 'work/out/scene.yaml'), 'utf8'), /title: Again/);
  assert.deepEqual(page.faults, []);
});

test('moments stream at the rate they are computed', async () => {
  await page.locator('[data-tab=view]').click();
  await page.keyboard.press('r');
  await until('the beginning', async () => (await state()).time === 0);
  const start = { step: (await state()).step, frames: await page.evaluate(() => window.studio.live.frames) };
  await page.keyboard.press(' ');
  await page.waitForTimeout(2500);
  await pause();
  const steps = (await state()).step - start.step, frames = (await page.evaluate(() => window.studio.live.frames)) - start.frames;
  console.log(`${steps} steps, ${frames} of them on the screen`);
  assert.ok(frames >= Math.min(steps, 10), `${frames} frames of ${steps} steps`);
});

test('the gallery runs a scene with one click, and comes back', async () => {
  const own = await startStudio([], { cwd: root });
  const gallery = await openPage(own.url, { ready: '.gallery' });
  assert.ok((await gallery.locator('.card').count()) > 25);
  await gallery.locator('input[type=search]').fill('dam 2d');
  assert.equal(await gallery.locator('.card:visible').count(), 1);
  await gallery.locator('[data-scene=dam_break_2d]').click();
  await gallery.waitForSelector('.stage[data-frames]', { state: 'attached' });
  await until('the scene is told', async () => (await gallery.evaluate(() => window.studio.show.sides[0]?.name)) === 'dam_break_2d');
  await until('it runs at once', async () => (await state(gallery))?.time > 0);
  await gallery.locator('.brand').click();
  await gallery.waitForSelector('.gallery');
  assert.deepEqual(gallery.faults, []);
  await gallery.close();
  await own.stop();
});
