// Those who mean the studio no good: refused or bounded, and the simulation goes on.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { startStudio, until, writeScene } from './studio.mjs';

let studio;
before(async () => { studio = await startStudio([writeScene('scene', '', '8 cm')]); });
after(async () => studio?.stop());

const get = (path, headers = {}, method = 'GET') => new Promise((resolve, reject) => {
  const request = http.request({ host: '127.0.0.1', port: studio.port, path, headers, method, agent: false }, (answer) => {
    let body = '';
    answer.on('data', (d) => { body += d; });
    answer.on('end', () => resolve({ status: answer.statusCode, body, headers: answer.headers }));
  });
  request.on('error', reject);
  request.end();
});

/** A WebSocket by hand, so that it can misbehave. */
class Talk {
  messages = [];
  closed = false;
  static open(path, headers = {}) {
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port: studio.port, path, agent: false, headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64'), ...headers } });
      request.on('upgrade', (_, socket, head) => resolve(new Talk(socket, head)));
      request.on('response', (answer) => { answer.resume(); resolve(answer.statusCode); });
      request.on('error', reject);
      request.end();
    });
  }
  constructor(socket, head) {
    this.socket = socket;
    this.data = head;
    socket.on('data', (d) => { this.data = Buffer.concat([this.data, d]); this.read(); });
    socket.on('close', () => { this.closed = true; });
    socket.on('error', () => { this.closed = true; });
  }
  read() {
    for (;;) {
      if (this.data.length < 2) return;
      let length = this.data[1] & 127, at = 2;
      if (length === 126) { if (this.data.length < 4) return; length = this.data.readUInt16BE(2); at = 4; }
      else if (length === 127) { if (this.data.length < 10) return; length = Number(this.data.readBigUInt64BE(2)); at = 10; }
      if (this.data.length < at + length) return;
      if ((this.data[0] & 15) === 1) this.messages.push(this.data.subarray(at, at + length).toString());
      this.data = this.data.subarray(at + length);
    }
  }
  frame(payload, opcode = 1) {
    const body = Buffer.from(payload), mask = randomBytes(4);
    const head = body.length < 126 ? Buffer.from([128 | opcode, 128 | body.length]) : Buffer.alloc(body.length < 65536 ? 4 : 10);
    if (head.length === 4) { head[0] = 128 | opcode; head[1] = 254; head.writeUInt16BE(body.length, 2); }
    if (head.length === 10) { head[0] = 128 | opcode; head[1] = 255; head.writeBigUInt64BE(BigInt(body.length), 2); }
    for (let k = 0; k < body.length; ++k) body[k] ^= mask[k % 4];
    this.socket.write(Buffer.concat([head, mask, body]));
  }
  say(message) { this.frame(typeof message === 'string' ? message : JSON.stringify(message)); }
  async answer(message) {
    const before = this.messages.length;
    this.say(message);
    let found;
    await until('it answers', () => { found = this.messages.slice(before).map((m) => JSON.parse(m)).find((m) => m.re === message.id || m.error); return found || this.closed; });
    return found;
  }
  close() { this.socket.destroy(); }
}
const talk = () => Talk.open(`/talk?token=${studio.token}`);

/** The studio still talks, and steps when it is told to. */
async function goesOn() {
  const friend = await talk();
  const before = (await friend.answer({ do: 'hello', id: 1 })).state.step;
  await friend.answer({ do: 'step', id: 2 });
  await until('a step is taken', async () => (await friend.answer({ do: 'hello', id: 3 })).state.step > before);
  friend.close();
}

test('the page and its data want the token', async () => {
  assert.equal((await get('/')).status, 403);
  assert.equal((await get('/?token=wrong')).status, 403);
  assert.equal((await get(`/?token=${studio.token}x`)).status, 403);
  assert.equal((await get(`/?token=${studio.token}`)).status, 200);
  assert.equal(await Talk.open('/talk?token=wrong'), 403);
  assert.equal(await Talk.open('/talk'), 403);
  assert.equal(await Talk.open(`/other?token=${studio.token}`), 403);
});

test('foreign origins and names are refused', async () => {
  const path = `/talk?token=${studio.token}`;
  assert.equal(await Talk.open(path, { Origin: 'http://evil.example' }), 403);
  assert.equal(await Talk.open(path, { Origin: `http://127.0.0.1:${studio.port + 1}` }), 403);
  assert.equal(await Talk.open(path, { Origin: 'null' }), 403);
  assert.equal((await get(`/?token=${studio.token}`, { Host: 'evil.example' })).status, 403);
  const own = await Talk.open(path, { Origin: `http://127.0.0.1:${studio.port}` });
  assert.ok(own instanceof Talk);
  own.close();
});

test('no path leads out of the page', async () => {
  for (const path of ['/../../etc/passwd', '/assets/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2fscene.yaml', '//etc/passwd', '/index.html/../x', '/\\..\\x', `/?token=${studio.token}/../`, `/${'a'.repeat(8000)}`]) {
    const { status, body } = await get(path);
    assert.ok([403, 404].includes(status), `${path}: ${status}`);
    assert.ok(!body.includes('root:'));
  }
  assert.equal((await get('/', {}, 'POST')).status, 405);
  const { headers } = await get(`/?token=${studio.token}`);
  assert.match(headers['content-security-policy'], /default-src 'none'/);
});

test('what is too large or makes no sense is refused', async () => {
  const raw = (bytes) => new Promise((resolve) => {
    const socket = net.connect(studio.port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (d) => { answer += d; });
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
    setTimeout(() => socket.destroy(), 4000);
  });
  assert.doesNotMatch(await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100000)}\r\n\r\n`), / 200 /);
  assert.doesNotMatch(await raw('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n'), / 200 /);
  assert.doesNotMatch(await raw('\x16\x03\x01\x02\x00\x01\x00\x01\xfc'), / 200 /);
  assert.doesNotMatch(await raw('GET / HTTP/9.9\r\n\r\n'), / 200 /);
  const big = await talk();
  big.frame('x'.repeat((1 << 20) + 1));
  await until('a message that is too large ends the talk', () => big.closed);
  const binary = await talk();
  binary.frame(randomBytes(100), 2);
  await until('a binary one too', () => binary.closed);
  await goesOn();
});

test('nonsense gets a sentence', async () => {
  const t = await talk();
  for (const nonsense of ['', '{', 'null', '[]', '"hello"', '{"do":1,"id":1}', '{"do":"hello"}', '{"id":1}', '['.repeat(200000), '{"do":"hello","id":1e999}']) {
    const before = t.messages.length;
    t.say(nonsense);
    await until('an answer', () => t.messages.slice(before).some((m) => m.includes('error')));
  }
  const bad = [
    { do: 'frame' }, { do: 'dance' }, { do: 'set', path: 1, value: 2 }, { do: 'set', path: 'a.b', value: 'x' }, { do: 'set', path: '', value: '' }, { do: 'set', path: 'materials.water.viscosity', value: '[[[[' },
    { do: 'next', after: -1 }, { do: 'next', after: 'x' }, { do: 'next', after: 0, colour: 7 }, { do: 'pick', index: 4294967295 }, { do: 'pick', index: 1.5 }, { do: 'form', path: 'no.such' }, { do: 'form', path: '....' },
    { do: 'touch', at: [1, 2] }, { do: 'touch', at: [1e300, 0, 0], velocity: [0, 0, 0], reach: 1 }, { do: 'touch', at: [0, 0, 0], velocity: [0, 0, 0], reach: -1 }, { do: 'drop', preset: 'wine', shape: 'ball', at: [0, 0.5, 0], size: 0.5 },
    { do: 'drop', preset: 'water', shape: 'ball', at: [0, 0.5, 0], size: 1e5 }, { do: 'drop', preset: 'water}, x: {', shape: 'ball', at: [0, 0.5, 0], size: 0.5 }, { do: 'open', scene: '../../etc/passwd' }, { do: 'pace', times: 1e30 },
  ];
  for (const [k, message] of bad.entries()) {
    const answer = await t.answer({ ...message, id: 100 + k });
    assert.ok(answer?.error, `${JSON.stringify(message)}: ${JSON.stringify(answer)}`);
    assert.ok(!t.closed);
  }
  const { fault } = await t.answer({ do: 'restart', id: 7, text: 'spacing: [' });
  assert.ok(fault.sentence.length > 5 && fault.line > 0);
  t.close();
  await goesOn();
});

test('a browser that does not read is bounded', async () => {
  const lazy = await talk();
  lazy.socket.pause();
  for (let k = 0; k < 4000 && !lazy.closed; ++k) lazy.say({ do: 'hello', id: k });
  await goesOn();
  lazy.close();
});

test('a thousand idle connections keep nobody out', async () => {
  const idle = [];
  for (let k = 0; k < 1000; ++k) {
    const socket = net.connect(studio.port, '127.0.0.1');
    socket.on('error', () => undefined);
    idle.push(socket);
  }
  await new Promise((go) => setTimeout(go, 500));
  assert.equal((await get(`/?token=${studio.token}`)).status, 200);
  await goesOn();
  idle.forEach((s) => s.destroy());
  const many = await Promise.all(Array.from({ length: 60 }, () => talk().catch(() => 503)));
  const let_in = many.filter((t) => t instanceof Talk).length;
  assert.ok(let_in <= 32, `${let_in} browsers were let in`);
  many.forEach((t) => t instanceof Talk && t.close());
  await until('there is room again', async () => { const t = await talk(); if (t instanceof Talk) t.close(); return t instanceof Talk; });
  await goesOn();
});
