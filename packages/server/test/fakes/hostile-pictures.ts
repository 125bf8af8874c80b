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
function pngOf(width: number, height: number, rows: Buffer): Buffer {
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

type Kind = 'noise' | 'blots' | 'letters' | 'stripes';

/** A square picture of what looks like text to a machine. */
export function pictureOf(kind: Kind, edge: number): Buffer {
  return pngOf(edge, edge, rowsOf(kind, edge));
}

/** Rows of a grey picture, each with its filter byte. */
function rowsOf(kind: Kind, edge: number): Buffer {
  const rows = Buffer.alloc(edge * (edge + 1), 255);
  let state = 1;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
  for (let y = 0; y < edge; y += 1) rows[y * (edge + 1)] = 0;
  const ink = (x: number, y: number) => {
    if (x < edge && y < edge) rows[y * (edge + 1) + 1 + x] = 0;
  };
  if (kind === 'noise')
    for (let at = 0; at < (edge * edge) / 10; at += 1)
      ink(Math.floor(random() * edge), Math.floor(random() * edge));
  if (kind === 'stripes')
    for (let y = 0; y < edge; y += 12)
      for (let x = 0; x < edge; x += 1)
        if (x % 90 < 60) for (let h = 0; h < 6; h += 1) ink(x, y + h);
  const cell = kind === 'letters' ? 9 : 14;
  if (kind === 'letters' || kind === 'blots')
    for (let y = 0; y + cell < edge; y += cell + 3)
      for (let x = 0; x + cell < edge; x += cell)
        for (let part = 0; part < 3; part += 1) {
          const [fromX, fromY] = [
            x + Math.floor(random() * (cell - 4)),
            y + Math.floor(random() * (cell - 4)),
          ];
          const isFlat = random() < 0.5;
          for (let along = 0; along < cell - 3; along += 1)
            for (let across = 0; across < 2; across += 1)
              ink(fromX + (isFlat ? along : across), fromY + (isFlat ? across : along));
        }
  return rows;
}
