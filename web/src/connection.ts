// The WebSocket: numbered requests and their answers. Where the server goes away, it is called again until it is back.
import { Packet } from './packet';
import type { LiveState } from './types';

type Waiting = { resolve: (answer: never) => void; reject: (why: Error) => void };

export class Connection {
  onopen: () => void = () => undefined;
  onlost: () => void = () => undefined;
  onstate: (state: LiveState) => void = () => undefined;
  onshow: () => void = () => undefined;

  private socket: WebSocket | null = null;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private pause = 250;

  constructor(private readonly token: string) {}

  get isOpen(): boolean { return this.socket?.readyState === WebSocket.OPEN; }

  connect(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/talk?token=${encodeURIComponent(this.token)}`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => { this.pause = 250; this.onopen(); };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.receive(event.data);
    socket.onclose = () => this.lost();
    this.socket = socket;
  }

  /** An answer of text. Rejects with the server's own sentence. */
  ask<T = Record<string, unknown>>(what: string, fields: Record<string, unknown> = {}): Promise<T> { return this.send<T>(what, fields); }
  /** An answer of columns. One that was overtaken by a newer request of its kind never comes. */
  fetch(what: string, fields: Record<string, unknown> = {}): Promise<Packet> { return this.send<Packet>(what, fields); }

  private send<T>(what: string, fields: Record<string, unknown>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!this.socket || !this.isOpen) { reject(new Error('the studio does not answer')); return; }
      const id = this.next++;
      this.waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
      this.socket.send(JSON.stringify({ do: what, id, ...fields }));
    });
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      const packet = new Packet(data);
      this.take(packet.header.re)?.resolve(packet as never);
      return;
    }
    const message = JSON.parse(data) as { re?: number; error?: string; state?: LiveState; show?: boolean };
    if (message.state) this.onstate(message.state);
    if (message.show) this.onshow();
    if (message.re === undefined) return;
    const waiting = this.take(message.re);
    if (message.error !== undefined) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message as never);
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private lost(): void {
    for (const { reject } of this.waiting.values()) reject(new Error('the studio does not answer'));
    this.waiting.clear();
    this.onlost();
    window.setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(2 * this.pause, 4000);
  }
}
