/**
 * The records of an import between their arrival and their place in the store: as bytes in packs of one step each.
 * Parsed values, or a string for each of 100,000 records, would take many times the memory.
 */
import type { SubmittedRecord } from './schema.ts';

export interface PackedRecords {
  readonly packs: readonly RecordPack[];
  readonly count: number;
  readonly bytes: number;
}

export interface RecordPack {
  /** JSON texts, one a line: JSON.stringify writes no line feed. */
  readonly texts: Buffer;
  /** For each the number of the line that it came from, where it has one. */
  readonly lines: readonly number[];
}

export interface PackedRecord extends SubmittedRecord {
  readonly line: number;
}

// Storing a pack of this size takes about 10 ms on a slow core, twice that with five indexes.
const packBytesMax = 512 * 1024;
const packRowsMax = 500;

export function createRecordPacker() {
  const packs: RecordPack[] = [];
  let texts: string[] = [];
  let lines: number[] = [];
  let packBytes = 0;
  let count = 0;
  let bytes = 0;
  const close = () => {
    if (texts.length === 0) return;
    packs.push({ texts: Buffer.from(texts.join('\n')), lines });
    texts = [];
    lines = [];
    packBytes = 0;
  };
  return {
    add: (record: SubmittedRecord, line = 0) => {
      if (texts.length === packRowsMax || packBytes + record.bytes > packBytesMax) close();
      texts.push(record.text);
      lines.push(line);
      packBytes += record.bytes;
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

export function unpack({ texts, lines }: RecordPack): readonly PackedRecord[] {
  return texts
    .toString()
    .split('\n')
    .map((text, at) => ({ text, bytes: Buffer.byteLength(text), line: lines[at] ?? 0 }));
}
