/**
 * Brings a site from the file of another server. Until everything is here its address is that of the other server, so
 * that nobody takes a part of it for the site; then it is frozen until it is resumed. A killed import is repeated.
 */
import { readFile, stat } from 'node:fs/promises';
import { codeOf } from '../../kernel/fault.ts';
import { conflict, invalid } from '../../kernel/problem.ts';
import { insertMovedItem, type MovedItem } from '../../store/outbox.ts';
import { clearSiteAddress, setSiteAddress, siteAddress } from '../../store/site/site-addresses.ts';
import { putSiteRows } from '../../store/site/site-rows.ts';
import { lockSite, type SiteRow } from '../../store/site/sites.ts';
import { sql } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { movedBytesMax } from './move-out.ts';
import { applyHead, bringOwner, type MovedHead } from './moved-head.ts';
import {
  type MovedRow,
  movedTables,
  outboxItems,
  sealRow,
  waitingQuestions,
} from './moved-rows.ts';
import { removeSite } from './site-removal.ts';
import { commandLine, createSite } from './sites.ts';
import { takeImport } from './transfer.ts';

interface ArrivedSite {
  readonly site: SiteRow;
  readonly from: string;
  readonly plan: string;
}

/** `ownerId`: instead of the owner whom the file names. */
export async function readMovedSite(
  assistant: Assistant,
  file: string,
  ownerId: string | undefined,
): Promise<ArrivedSite> {
  const body = await readWhole(file);
  const caller = { account: 'operator', signal: never, nowMs: assistant.clock() };
  return assistant.imports(body, caller, async (reader) => {
    const valid = await reader.validate();
    const { moved } = valid;
    if (moved === undefined)
      throw invalid(
        `${file} is not of sites export --all; its owner can import it in the console.`,
      );
    const site = await makeSite(assistant, moved, ownerId);
    await takeImport(assistant, site, reader, valid, { arrives: true, signal: never });
    for (;;) {
      const rows = await reader.next('rows');
      if (rows.length === 0) break;
      await putRows(assistant, site, rows);
    }
    await assistant.store.write((tx) => clearSiteAddress(tx, site.id));
    return { site, from: moved.from, plan: moved.site.plan };
  });
}

const never = new AbortController().signal;

async function readWhole(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > movedBytesMax) throw invalid(`${file} is too large for a site.`);
    return await readFile(file);
  } catch (cause) {
    if (codeOf(cause) === '') throw cause;
    throw invalid(`${file} cannot be read: ${codeOf(cause)}.`, { cause });
  }
}

/** A frozen site without content, in the place of what an earlier import or an earlier move left here. */
async function makeSite(
  assistant: Assistant,
  head: MovedHead,
  ownerId: string | undefined,
): Promise<SiteRow> {
  const { store, clock, seal } = assistant;
  const { id, plan } = head.site;
  const left = await store.read((view) => leftOver(view, id));
  if (left !== undefined) await removeSite(store, { id, ownerId: left.owner_id }, clock());
  return store.write(async (tx) => {
    const owner = ownerId ?? (await bringOwner(tx, head, clock()));
    await clearSiteAddress(tx, id);
    const site = await createSite(assistant, tx, owner, { id, plan, by: commandLine });
    await applyHead(tx, seal, site, head);
    await setSiteAddress(tx, id, head.from, clock());
    const made = await lockSite(tx, id);
    if (made === undefined) throw new Error('the site was not made');
    return made;
  });
}

/** The site of this name, if it is not served here: frozen, and at another address. */
async function leftOver(view: Parameters<typeof siteAddress>[0], id: string) {
  const found = await view.get<Pick<SiteRow, 'owner_id' | 'status'>>(
    sql`SELECT owner_id, status FROM sites WHERE id = ${id}`,
  );
  if (found === undefined) return undefined;
  if (found.status === 'frozen' && (await siteAddress(view, id)) !== undefined) return found;
  throw conflict(`There is a site called ${id} already.`);
}

async function putRows({ store, seal }: Assistant, site: SiteRow, lines: readonly MovedRow[]) {
  const byTable = Map.groupBy(lines, ({ table }) => table);
  await store.write(async (tx) => {
    for (const table of movedTables) {
      const rows = (byTable.get(table.name) ?? []).map((line) => sealRow(seal, line));
      if ((await putSiteRows(tx, table, site.id, rows)) !== rows.length)
        throw conflict(`Rows of ${table.name} have ids that others have here.`);
    }
    for (const { row } of byTable.get(outboxItems) ?? []) {
      const item = row as unknown as MovedItem;
      if (!item.receiver.startsWith(`${site.id} `) || !item.about?.startsWith(`${site.id} `))
        throw conflict('An item of the outbox is of another site.');
      if ((await insertMovedItem(tx, site.owner_id, item)) === 0)
        throw conflict('Items of the outbox have ids that others have here.');
    }
    for (const { row } of byTable.get(waitingQuestions) ?? [])
      await tx.run(sql`UPDATE questions SET told = 0
        WHERE site_id = ${site.id} AND id = ${row.id ?? null}`);
  });
}
