// Binary messages: "MOTE", the length of a JSON header, the header, and columns after it.

interface Part {
  name: string;
  type: 'f32' | 'u16' | 'u32';
  components: number;
  at: number;
  bytes: number;
  [about: string]: unknown;
}

export interface Header {
  re: number;
  frame?: number;
  number?: number;
  time?: number;
  count?: number;
  followed?: number | null;
  poses?: { boundary: number; matrix: number[] }[];
  walls?: unknown[];
  parts: Part[];
}

export class Packet {
  readonly header: Header;
  private readonly start: number;

  constructor(private readonly buffer: ArrayBuffer) {
    const head = new DataView(buffer);
    if (buffer.byteLength < 8 || head.getUint32(0, true) !== 0x45544f4d) throw new Error('a message of the server makes no sense');
    const length = head.getUint32(4, true);
    this.start = 8 + length;
    this.header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length))) as Header;
  }

  get bytes(): number { return this.buffer.byteLength; }

  find(name: string): Part | undefined { return this.header.parts.find((part) => part.name === name); }
  all(name: string): Part[] { return this.header.parts.filter((part) => part.name === name); }

  floats(part: Part): Float32Array { return new Float32Array(this.buffer, this.start + part.at, part.bytes / 4); }
  words(part: Part): Uint32Array { return new Uint32Array(this.buffer, this.start + part.at, part.bytes / 4); }
  shorts(part: Part): Uint16Array { return new Uint16Array(this.buffer, this.start + part.at, part.bytes / 2); }
}
