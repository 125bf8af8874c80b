/** Pictures written by hand that take long to unpack. */
import { crc32, deflateSync } from 'node:zlib';

/** A grey progressive JPEG of this edge; after the first pass all others only say that nothing changes. */
export function jpegOfScans(edge: number, scans: number): Buffer {
  const segment = (marker: number, bytes: readonly number[]) =>
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes]);
  const table = (kind: number, symbol: number) =>
    segment(0xc4, [kind, 1, ...Array<number>(15).fill(0), symbol]);
  const blocks = Math.ceil(edge / 8) ** 2;
  // Each code is the single bit 0: no difference, or a run of 2^14 empty blocks and 14 more bits of it.
  const runs = Math.ceil(blocks / (2 ** 15 - 1));
  const first = Buffer.alloc(Math.ceil(blocks / 8), 0);
  const parts: Buffer[] = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, edge >> 8, edge & 255, edge >> 8, edge & 255, 1, 1, 0x11, 0]),
    table(0x00, 0),
    table(0x10, 0xe0),
    segment(0xda, [1, 1, 0x00, 0, 0, 0]),
    first,
  ];
  // 15 bits for each run, all 0 but the lengths, which are 1: no byte is 0xff but where it is stuffed.
  const bits = Array.from({ length: runs }, () => `0${'1'.repeat(14)}`).join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes: number[] = [];
  for (let at = 0; at < padded.length; at += 8) {
    const byte = Number.parseInt(padded.slice(at, at + 8), 2);
    bytes.push(byte);
    if (byte === 0xff) bytes.push(0);
  }
  const pass = Buffer.concat([segment(0xda, [1, 1, 0x00, 1, 63, 0]), Buffer.from(bytes)]);
  for (let scan = 1; scan < scans; scan += 1) parts.push(pass);
  parts.push(Buffer.from([0xff, 0xd9]));
  return Buffer.concat(parts);
}

/** A grey PNG; `rows` have a filter byte each. */
export function pngOf(width: number, height: number, rows: Buffer): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
