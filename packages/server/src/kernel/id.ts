import { randomFillSync } from 'node:crypto';
import { type IdNoun, idPrefixes } from '@baraza/contract';
import type { Clock } from './clock.ts';

/** Makes identifiers that sort by the time they were made, also within one millisecond of one process. */
export type IdMaker = (noun: IdNoun | 'blob') => string;

// Names of blobs never leave the server, so the contract does not know them.
const prefixes = { ...idPrefixes, blob: 'blob' } as const;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export function createIdMaker(clock: Clock): IdMaker {
  let lastMs = 0;
  let counter = 0;
  return (noun) => {
    const nowMs = clock();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      // Starts low, so that thousands of ids fit into one millisecond before the counter overflows into the next.
      counter = random16() & 0x7ff;
    } else if (++counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
    return `${prefixes[noun]}_${base32(uuidV7(lastMs, counter))}`;
  };
}

/** The millisecond an id was made at; ids order by it. */
export function idTimeMs(id: string): number {
  let value = 0n;
  for (const character of id.slice(id.indexOf('_') + 1))
    value = (value << 5n) | BigInt(alphabet.indexOf(character));
  return Number(value >> 80n);
}

/** The least id of this millisecond. */
export function idFloor(noun: IdNoun, atMs: number): string {
  let text = '';
  for (let rest = atMs, place = 0; place < 10; place += 1, rest = Math.floor(rest / 32))
    text = `${alphabet[rest % 32]}${text}`;
  return `${prefixes[noun]}_${text}`;
}

// One system call fills many ids; a single id then costs a copy.
const pool = new Uint8Array(4096);
let poolUsed = pool.length;

function takeRandom(size: number): Uint8Array {
  if (poolUsed + size > pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += size;
  return pool.subarray(poolUsed - size, poolUsed);
}

function random16(): number {
  const bytes = takeRandom(2);
  return ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
}

const scratch = new Uint8Array(16);

function uuidV7(atMs: number, counter: number): Uint8Array {
  const high = Math.floor(atMs / 0x10000);
  const low = atMs % 0x10000;
  scratch[0] = high >>> 24;
  scratch[1] = high >>> 16;
  scratch[2] = high >>> 8;
  scratch[3] = high;
  scratch[4] = low >>> 8;
  scratch[5] = low;
  scratch[6] = 0x70 | (counter >>> 8);
  scratch[7] = counter;
  scratch.set(takeRandom(8), 8);
  scratch[8] = ((scratch[8] ?? 0) & 0x3f) | 0x80;
  return scratch;
}

function base32(bytes: Uint8Array): string {
  let text = '';
  // 128 bits are 26 groups of five with two zero bits in front.
  let buffer = 0;
  let bits = 2;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >>> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
}
