import { type Caller, readAccountOf } from '../access/scopes.ts';
import { type Answer, collectStream, type Sink } from '../http/answer.ts';
import { breathe } from '../kernel/breathe.ts';
import { encodeCursor } from '../store/cursor.ts';
import type { Query, Snapshot } from '../store/store.ts';
import type { Platform } from './platform.ts';

/**
 * An answer from one consistent snapshot. A short one is read at once and sent afterwards; a long one is
 * streamed with backpressure and holds one of its owner's snapshot slots.
 */
export async function snapshotResponse(
  platform: Platform,
  caller: Caller,
  short: boolean,
  write: (sink: Sink, view: Snapshot) => Promise<void>,
): Promise<Answer> {
  if (short) {
    // So that many requests do not share one turn of the event loop. A pause during the read would hold a connection.
    await breathe();
    return collectStream((sink) => platform.store.read((view) => write(sink, view)));
  }
  return {
    stream: (sink) => platform.store.snapshot(readAccountOf(caller), (view) => write(sink, view)),
  };
}

/** Writes a page of rows as JSON and returns the next cursor. One more row is read to know if there is a next page. */
export async function writePage<Row>(
  sink: Sink,
  view: Snapshot,
  limit: number | undefined,
  rows: {
    /** Read one after the other. */
    readonly queries: (limit: number | undefined) => readonly Query[];
    readonly render: (row: Row) => string;
    readonly positionOf: (row: Row) => string;
    /** Few rows are cheaper to read at once than in batches. */
    readonly few?: boolean;
  },
): Promise<string> {
  let written = 0;
  let last: Row | undefined;
  const queries = rows.queries(limit === undefined ? undefined : limit + 1);
  for await (const batch of batchesOf<Row>(view, queries, rows.few)) {
    let text = '';
    for (const row of batch) {
      if (written === limit) {
        await sink.write(text);
        return last === undefined ? 'null' : `"${encodeCursor(rows.positionOf(last))}"`;
      }
      text += written === 0 ? rows.render(row) : `,${rows.render(row)}`;
      written += 1;
      last = row;
    }
    await sink.write(text);
    // A sink with room does not wait, and SQLite reads synchronously: others get their turn here.
    await breathe();
  }
  return 'null';
}

async function* batchesOf<Row>(view: Snapshot, queries: readonly Query[], few = false) {
  for (const query of queries)
    if (few) yield await view.all<Row>(query);
    else yield* view.each<Row>(query);
}
