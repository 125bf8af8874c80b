/**
 * Rows of a table in the order of its key, cut into chunks at positions that depend on the rows alone: a changed row
 * changes only the chunks around it. An increment stores the chunks that earlier backups do not have.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Value } from '../store/store.ts';
import type { Row } from '../store/tables.ts';

interface Chunk {
  readonly sha256: string;
  /** A JSON list of values for each row, in the order of the columns. */
  readonly lines: readonly string[];
}

// A chunk has 128 rows on average; one of long rows ends earlier.
const cutMask = 127;
const lengthMax = 256 * 1024;

/** Takes rows one by one and reports each complete chunk; `end` reports the last one. */
export function createChunker(columns: readonly string[], onChunk: (chunk: Chunk) => void) {
  let lines: string[] = [];
  let length = 0;
  const end = () => {
    if (lines.length === 0) return;
    // The columns are part of the hash: the same values in other columns are another chunk.
    const hash = createHash('sha256').update(JSON.stringify(columns));
    for (const line of lines) hash.update('\n').update(line);
    onChunk({ sha256: hash.digest('hex'), lines });
    lines = [];
    length = 0;
  };
  return {
    add: (row: Row): void => {
      const line = JSON.stringify(columns.map((column) => row[column] ?? null));
      lines.push(line);
      length += line.length;
      if ((crc32(line) & cutMask) === 0 || length >= lengthMax) end();
    },
    end,
  };
}

export function rowOfLine(columns: readonly string[], line: string): Row {
  const values = JSON.parse(line) as Value[];
  return Object.fromEntries(columns.map((column, place) => [column, values[place] ?? null]));
}
