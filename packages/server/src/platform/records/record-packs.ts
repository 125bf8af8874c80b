/**
 * The records of an import from their arrival until they are stored: as bytes, in packs of one step each.
 * Parsed values, or a string for each of 100,000 records, would take many times the memory.
 */
import type { SubmittedRecord } from './schema.ts';

export interface PackedRecords {
  readonly packs: readonly RecordPack[];
  readonly count: number;
  readonly bytes: number;
}

export interface RecordPack {
  /** JSON texts, each with a line feed behind it: JSON.stringify writes none. */
  readonly texts: Buffer;
  /** For each the number of the line that it came from, where it has one. */
  readonly lines: readonly number[];
  /** For each the id that it keeps, where it keeps one. */
  readonly ids: readonly (string | undefined)[];
}

export interface PackedRecord extends SubmittedRecord {
  readonly line: number;
  readonly id?: string | undefined;
}

// Storing a pack of this size takes about 10 ms on a slow core, twice that with five indexes.
const packBytesMax = 512 * 1024;
const packRowsMax = 250;
const lineFeed = 0x0a;

export function createRecordPacker() {
  const packs: RecordPack[] = [];
  let page = Buffer.alloc(0);
  let from = 0;
  let to = 0;
  let lines: number[] = [];
  let ids: (string | undefined)[] = [];
  let count = 0;
  let bytes = 0;
  const close = () => {
    if (lines.length > 0) packs.push({ texts: page.subarray(from, to), lines, ids });
    lines = [];
    ids = [];
    from = to;
  };
  return {
    add: (record: SubmittedRecord & Partial<PackedRecord>) => {
      const room = record.bytes + 1;
      if (lines.length === packRowsMax || to + room > page.length) close();
      if (to + room > page.length) {
        page = Buffer.allocUnsafeSlow(packBytesMax);
        from = 0;
        to = 0;
      }
      // At once: a text that waits for others would be moved to the old generation, and stay there as garbage.
      to += page.write(record.text, to);
      page[to] = lineFeed;
      to += 1;
      lines.push(record.line ?? 0);
      ids.push(record.id);
      bytes += record.bytes;
      count += 1;
    },
    count: () => count,
    finish: (): PackedRecords => {
      close();
      return { packs, count, bytes };
    },
  };
}

export function* unpack({ texts, lines, ids }: RecordPack): Generator<PackedRecord, void> {
  let from = 0;
  for (const [index, line] of lines.entries()) {
    const to = texts.indexOf(lineFeed, from);
    yield { text: texts.toString('utf8', from, to), bytes: to - from, line, id: ids[index] };
    from = to + 1;
  }
}
