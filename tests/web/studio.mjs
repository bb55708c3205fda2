// What the tests share: a studio to look at, a browser to look with, and a run to look at.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const program = process.env.MOTE_PROGRAM, root = process.env.MOTE_ROOT;
export const folder = mkdtempSync(join(tmpdir(), 'mote-web-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A scene of a few thousand particles: water beside honey that is warm. */
export function writeScene(name, extra = '', spacing = '4 cm', duration = '200 s') {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `# two columns
title: Two columns
spacing: ${spacing}
duration: ${duration}
materials:
  water: {preset: water}   # thin
  honey: {preset: honey}
objects:
  left: {box: [0.4, 0.6, 0.6], at: [-0.6, 0.3, 0], material: water}
  right: {box: [0.4, 0.4, 0.6], at: [0.6, 0.2, 0], material: honey, temperature: 330}
boundaries:
  tank: {box: [1.6, 1, 0.6], at: [0, 0.5, 0], inside: true}
  post: {cylinder: {radius: 0.08, height: 0.5}, at: [0, 0.25, 0]}
${extra}`);
  return file;
}

export function makeRun(name, frames, extra = '', spacing = '6 cm') {
  const out = join(folder, name);
  if (existsSync(join(out, 'run.json'))) return out;
  const ended = spawnSync(program, ['run', writeScene(name, extra, spacing, '2 s'), '-o', out, '--frames', String(frames), '--quiet'], { encoding: 'utf8' });
  assert.equal(ended.status, 0, ended.stderr);
  return out;
}

/** Starts `mote view` and waits for its address. */
export async function startStudio(args, options = {}) {
  mkdirSync(join(folder, 'work'), { recursive: true });
  const child = spawn(program, ['view', ...args, '--no-open', '--quiet', ...(options.port ? ['--port', String(options.port)] : []), ...(options.token ? ['--token', options.token] : [])], { cwd: options.cwd ?? join(folder, 'work'), stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '', err = '';
  child.stderr.on('data', (d) => { err += d; });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (d) => { out += d; if (out.includes('\n')) resolve(out.split('\n')[0]); });
    child.on('exit', (code) => reject(new Error(`mote view ended with ${code}: ${err}`)));
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return {
    url, port: Number(new URL(url).port), token: new URL(url).searchParams.get('token'), pid: child.pid,
    isRunning: () => child.exitCode === null,
    async stop() { child.kill('SIGTERM'); return ended; },
  };
}

let browser;
export async function openPage(url, { size = [1280, 720], scheme = 'dark', ready = '.stage[data-frames]' } = {}) {
  const { chromium } = await import(join(root, 'web/node_modules/playwright-core/index.mjs'));
  browser ??= await chromium.launch({
    executablePath: process.env.MOTE_CHROMIUM,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
  const page = await browser.newPage({ viewport: { width: size[0], height: size[1] }, colorScheme: scheme });
  const faults = [], foreign = [];
  page.on('console', (m) => { if (m.type() === 'error') faults.push(m.text()); });
  page.on('pageerror', (e) => faults.push(e.message));
  page.on('request', (r) => { if (!r.url().startsWith(new URL(url).origin) && !/^(blob|data):/.test(r.url())) foreign.push(r.url()); });
  await page.goto(url);
  if (ready) await page.waitForSelector(ready, { state: 'attached', timeout: 30000 });
  return Object.assign(page, { faults, foreign });
}
export const closeBrowser = () => browser?.close();

/** Polls until it is true. */
export async function until(what, test, seconds = 20) {
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end) {
    if (await test()) return;
    await new Promise((go) => setTimeout(go, 25));
  }
  assert.fail(`waited ${seconds} s in vain until ${what}`);
}

/** The same picture, small enough to be kept. */
export async function shrunk(page, picture, width = 320) {
  const judge = await page.context().browser().newPage();
  const bytes = await judge.evaluate(async ([a, w]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${a}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [w, Math.round((w * image.height) / image.width)];
    const to = canvas.getContext('2d');
    to.imageSmoothingQuality = 'high';
    to.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1];
  }, [picture.toString('base64'), width]);
  await judge.close();
  return Buffer.from(bytes, 'base64');
}

/** The mean difference of two pictures, 0 to 255, both made small: how much they differ to somebody who squints. */
export async function difference(page, one, other) {
  const judge = await page.context().browser().newPage();
  const result = await judge.evaluate(async ([a, b]) => {
    const pixels = async (bytes) => {
      const image = new Image();
      image.src = `data:image/png;base64,${bytes}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [64, 36];
      const to = canvas.getContext('2d');
      to.imageSmoothingQuality = 'high';
      to.drawImage(image, 0, 0, 64, 36);
      return to.getImageData(0, 0, 64, 36).data;
    };
    const [x, y] = [await pixels(a), await pixels(b)];
    let sum = 0;
    for (let k = 0; k < x.length; ++k) sum += Math.abs(x[k] - y[k]);
    return sum / (x.length * 0.75);
  }, [one.toString('base64'), other.toString('base64')]);
  await judge.close();
  return result;
}
