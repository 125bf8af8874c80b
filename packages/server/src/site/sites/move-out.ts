/** Freezes a site, and writes all of it to a file for another server. */
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../../kernel/fault.ts';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import { itemsOfSiteAfter } from '../../store/outbox.ts';
import { countUnderWay } from '../../store/site/frozen-sites.ts';
import { siteAddress } from '../../store/site/site-addresses.ts';
import { siteRowsAfter } from '../../store/site/site-rows.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { type Reader, type Store, sql } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { finishQuestionChanges } from '../questions/question-changes.ts';
import { readHead } from './moved-head.ts';
import { movedTables, openRow, outboxItems, waitingQuestions } from './moved-rows.ts';
import { freezeSite } from './sites.ts';
import { exportSite } from './transfer.ts';

/** The largest file: it is read into memory. */
export const movedBytesMax = 512 * 1024 * 1024;

const pollMs = 200;
const restMs = 60_000;

/** Resolves when what was under way has an outcome: the export must have it. */
export async function freeze(store: Store, siteId: string): Promise<void> {
  await store.write((tx) => freezeSite(tx, siteId));
  const untilMs = performance.now() + restMs;
  do await wait(pollMs);
  while (!(await isAtRest(store, siteId)) && performance.now() < untilMs);
  await assertAtRest(store, siteId);
}

async function isAtRest(reader: Reader, siteId: string): Promise<boolean> {
  return (await countUnderWay(reader, siteId)) === 0;
}

async function assertAtRest(reader: Reader, siteId: string): Promise<void> {
  if (await isAtRest(reader, siteId)) return;
  throw new Problem(
    'busy',
    `${siteId} is frozen, and messages of it are still being sent or answered; repeat the command while the server ` +
      'runs.',
  );
}

/** Writes the file, which only its owner can read; an unfinished one is removed. Returns its size. */
export async function writeMovedSite(
  assistant: Assistant,
  site: SiteRow,
  file: string,
): Promise<{ readonly bytes: number }> {
  if (site.status !== 'frozen')
    throw conflict(`${site.id} would change meanwhile; first: sites pause ${site.id} --moving.`);
  const base = await siteAddress(assistant.store, site.id);
  if (base !== undefined) throw conflict(`${site.id} is at ${base}, and its data here is old.`);
  await assertAtRest(assistant.store, site.id);
  await finishQuestionChanges(assistant.store, site.id);
  const target = await open(file, 'wx', 0o600).catch((cause: unknown) => {
    throw invalid(`${file} cannot be created: ${codeOf(cause)}.`, { cause });
  });
  let bytes = 0;
  let isWhole = false;
  try {
    const everything = { questions: true, leads: true, conversations: true, versions: true };
    for await (const text of await exportSite(assistant, site, everything, rest(assistant, site))) {
      bytes += Buffer.byteLength(text);
      if (bytes > movedBytesMax)
        throw invalid(`${site.id} is larger than ${movedBytesMax / 1024 / 1024} MB.`);
      await target.writeFile(text);
    }
    await target.sync();
    isWhole = true;
  } finally {
    await target.close();
    if (!isWhole) rmSync(file, { force: true });
  }
  return { bytes };
}

/** What no other export has: the head, and rows as they are. */
async function* rest({ store, seal, publicUrl }: Assistant, site: SiteRow): AsyncGenerator<string> {
  const head = await readHead(store, seal, site, new URL(publicUrl()).origin);
  yield `,"moved":${JSON.stringify(head)},"rows":[`;
  let separator = '';
  for await (const [table, row] of rowsOf(store, site.id)) {
    yield `${separator}${JSON.stringify({ table, row: openRow(seal, table, row) })}`;
    separator = ',';
  }
  yield ']';
}

const rowsAtOnce = 200;

async function* rowsOf(store: Store, siteId: string) {
  for (let after = '', isFull = true; isFull; ) {
    const items = await itemsOfSiteAfter(store, siteId, after, rowsAtOnce);
    for (const item of items) yield [outboxItems, { ...item }] as const;
    isFull = items.length === rowsAtOnce;
    after = items.at(-1)?.id ?? '';
  }
  const questions = {
    name: 'questions',
    columns: ['id'],
    key: 'id',
    only: 'told = 0',
  };
  for (const table of [...movedTables, questions]) {
    const name = table === questions ? waitingQuestions : table.name;
    let after: string | null = null;
    for (let isFull = true; isFull; ) {
      const rows = await siteRowsAfter(store, table, siteId, after, rowsAtOnce);
      for (const row of rows)
        yield [
          name,
          table.name === 'site_usage' ? await settled(store, siteId, row) : row,
        ] as const;
      isFull = rows.length === rowsAtOnce;
      if (table.key !== undefined) after = String(rows.at(-1)?.[table.key] ?? '');
      else isFull = false;
    }
  }
}

/** A question that was reserved and not answered is given back here, and counts nowhere. */
async function settled<Row extends { readonly [column: string]: unknown }>(
  store: Store,
  siteId: string,
  row: Row,
): Promise<Row> {
  const open = await store.get<{ amount: number | string }>(sql`SELECT count(*) AS amount
    FROM reservations WHERE site_id = ${siteId} AND period = ${String(row.period)}`);
  return { ...row, questions: Math.max(0, Number(row.questions) - Number(open?.amount ?? 0)) };
}
