/**
 * The server that a site comes to. The site is hidden until the server that it leaves says that it was handed over;
 * every call may be repeated, and what an earlier run sent late is refused.
 */
import type { MemberRole, MoveClaims, MoveReceipt } from '@baraza/contract';
import type { z } from 'zod';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import { insertMember } from '../../store/members.ts';
import { dataVersion } from '../../store/migrations/data-version.ts';
import { countKept, findOwner, insertOwner } from '../../store/owners.ts';
import {
  type ArrivalRow,
  changeMoveArrival,
  clearSiteAddress,
  dropRunningAsks,
  findMoveArrival,
  forgetArrivalKey,
  heldRow,
  insertMailbox,
  insertMoveArrival,
  keptBytesOfSite,
  lockArrival,
  lockSiteOrHidden,
  openArrivals,
  ownerBeforeMove,
  releaseOutboxes,
  setSiteHidden,
  setSitePhase,
} from '../../store/site/site-moves.ts';
import {
  countSiteRows,
  deleteSiteRow,
  putSiteRows,
  type SiteTable,
  siteTables,
} from '../../store/site/site-rows.ts';
import type { Writer } from '../../store/store.ts';
import type { Row } from '../../store/tables.ts';
import type { Assistant } from '../assistant.ts';
import { removeRows } from '../sites/site-removal.ts';
import { lineSchema, type Opening, openingSchema, preparedSchema } from './move-bodies.ts';
import { decryptWith, makeSealingKey, resealRow } from './secrets.ts';

type ArrivalContext = Pick<
  Assistant,
  'store' | 'clock' | 'seal' | 'noticeWakeup' | 'channelWakeup'
>;

/** Does what a verified call asks for. */
export function takeMoveCall(
  context: ArrivalContext,
  claims: MoveClaims,
  from: string,
  lines: readonly unknown[],
): Promise<MoveReceipt> {
  switch (claims.act) {
    case 'open':
      return openArrival(context, claims, from, parsed(openingSchema, lines[0]));
    case 'rows':
      return takeRows(context, claims, lines);
    case 'prepare':
      return prepare(context, claims, parsed(preparedSchema, lines[0]));
    case 'activate':
      return activate(context, claims);
    case 'cancel':
      return cancel(context, claims);
  }
}

async function openArrival(
  context: ArrivalContext,
  claims: MoveClaims,
  from: string,
  opening: Opening,
): Promise<MoveReceipt> {
  const { store, clock, seal } = context;
  if (opening.version !== dataVersion)
    throw conflict(
      `The data here is of version ${dataVersion}, there of ${opening.version}; both servers must have the same.`,
    );
  const known = await findMoveArrival(store, claims.move);
  if (known?.state === 'active' || known?.state === 'cancelled') return receiptOf(known, false);
  // Rows of an earlier move of the site, or of this one if it starts from the beginning.
  for (const left of await openArrivals(store, claims.site))
    if (left.origin === from && (left.id !== claims.move || opening.restart))
      await discard(context, left);
  const key = await makeSealingKey();
  return store.write(async (tx) => {
    const arrival = await lockArrival(tx, claims.move);
    const isHere = (await lockSiteOrHidden(tx, claims.site)) !== undefined;
    if (arrival !== undefined) {
      assertRun(arrival, claims);
      await changeMoveArrival(tx, arrival.id, { state: 'arriving', run: claims.run }, clock());
      return receiptOf({ ...arrival, state: 'arriving' }, !isHere);
    }
    if (isHere) throw conflict(`There is a site called ${claims.site} already.`);
    // The other server names the owner, and must not give a site of this one to somebody else.
    const ownerBefore = await ownerBeforeMove(tx, claims.site);
    if (ownerBefore !== undefined && ownerBefore !== opening.owner.id)
      throw conflict(
        `${claims.site} had another owner here when it left; it can only come back to that one.`,
      );
    await bringOwner(tx, opening, clock());
    const row: ArrivalRow = {
      id: claims.move,
      site_id: claims.site,
      origin: from,
      state: 'arriving',
      run: claims.run,
      owner_id: opening.owner.id,
      public_key: JSON.stringify(key.public),
      private_key: seal.close(JSON.stringify(key.private)),
      created_at: clock(),
    };
    await insertMoveArrival(tx, row);
    return receiptOf(row, true);
  });
}

/**
 * The owner keeps the id, so that later sites get the same owner. Members are copied only with a new owner: an owner
 * who exists here has members here. Keys and passkeys are never copied. They come after the members who are here, and
 * an address belongs to one of them: a person of another owner with the same address still finds theirs.
 */
async function bringOwner(tx: Writer, { owner, members }: Opening, nowMs: number): Promise<void> {
  if ((await findOwner(tx, owner.id))?.id === owner.id) return;
  const made = { id: owner.id, createdAt: nowMs };
  if ((await insertOwner(tx, { ...made, name: owner.name })) === 0)
    await insertOwner(tx, { ...made, name: `${owner.name} ${owner.id}` });
  const taken = new Set<string>();
  for (const [index, { id, name, role, email: given }] of members.entries()) {
    const email = given === null || taken.has(given) ? null : given;
    if (email !== null) taken.add(email);
    await insertMember(tx, {
      ...{ id, name, email, confirmed_email: email, role: role as MemberRole },
      owner_id: owner.id,
      created_at: nowMs + index,
      joined_at: null,
    });
  }
}

async function takeRows(
  context: ArrivalContext,
  claims: MoveClaims,
  lines: readonly unknown[],
): Promise<MoveReceipt> {
  const { store, clock, seal } = context;
  const tables = new Map((await siteTables(store)).map((table) => [table.name, table]));
  const known = await findMoveArrival(store, claims.move);
  if (known === undefined || known.private_key === '') throw unknownMove();
  const privateKey = JSON.parse(seal.open(known.private_key)) as { [name: string]: unknown };
  const gone: { table: SiteTable; key: string }[] = [];
  const rows = new Map<SiteTable, Row[]>();
  for (const given of lines) {
    const line = parsed(lineSchema, given);
    const table = tables.get(line.table);
    if (table === undefined) throw invalid(`No table ${line.table} moves.`);
    if ('gone' in line) {
      gone.push({ table, key: line.gone });
      continue;
    }
    const own = ownRow(table, line.row, known);
    const resealed = await resealRow(table.name, own, async (text) =>
      seal.close(await decryptWith(privateKey, text)),
    );
    const list = rows.get(table) ?? [];
    list.push(heldRow(table.name, resealed));
    rows.set(table, list);
  }
  return store.write(async (tx) => {
    const arrival = await requireRun(tx, claims);
    if (arrival.state === 'active' || arrival.state === 'cancelled')
      return receiptOf(arrival, false);
    for (const { table, key } of gone.toReversed())
      await deleteSiteRow(tx, table, arrival.site_id, key);
    for (const [table, list] of rows) {
      if ((await putSiteRows(tx, table, list)) !== list.length)
        throw conflict(`Rows of ${table.name} have ids that others have here.`);
      if (table.name === 'sites') await setSitePhase(tx, arrival.site_id, 'arriving');
    }
    await changeMoveArrival(tx, arrival.id, { state: 'arriving', run: claims.run }, clock());
    return receiptOf(arrival, false);
  });
}

/** A row can be about the moved site only; until it is active it is hidden, and belongs to the owner here. */
function ownRow(table: SiteTable, given: Row, arrival: ArrivalRow): Row {
  const row = { ...given, [table.site]: arrival.site_id };
  if (table.name !== 'sites') return row;
  return { ...row, owner_id: arrival.owner_id, removed_at: arrival.created_at };
}

async function prepare(
  { store, clock }: ArrivalContext,
  claims: MoveClaims,
  { counts, mailboxes }: z.output<typeof preparedSchema>,
): Promise<MoveReceipt> {
  const tables = await siteTables(store);
  return store.write(async (tx) => {
    const arrival = await requireRun(tx, claims);
    if (arrival.state === 'active' || arrival.state === 'cancelled')
      return receiptOf(arrival, false);
    for (const table of tables) {
      const here = await countSiteRows(tx, table, arrival.site_id);
      if (here !== counts[table.name])
        throw conflict(`${table.name} has ${here} rows here and ${counts[table.name]} there.`);
    }
    for (const mailbox of mailboxes) await insertMailbox(tx, arrival.owner_id, mailbox);
    await changeMoveArrival(tx, arrival.id, { state: 'ready', run: claims.run }, clock());
    return receiptOf({ ...arrival, state: 'ready' }, false);
  });
}

/** From this commit on the site is served here. */
async function activate(context: ArrivalContext, claims: MoveClaims): Promise<MoveReceipt> {
  const { store, clock } = context;
  return store.write(async (tx) => {
    const arrival = await requireArrival(tx, claims);
    if (arrival.state === 'active') return receiptOf(arrival, false);
    if (arrival.state !== 'ready')
      throw conflict('This site has not arrived whole, so it is not served here.');
    const { site_id: siteId } = arrival;
    await lockSiteOrHidden(tx, siteId);
    await setSitePhase(tx, siteId, null);
    await setSiteHidden(tx, siteId, null);
    await releaseOutboxes(tx, siteId);
    await dropRunningAsks(tx, siteId);
    await clearSiteAddress(tx, siteId);
    await countKept(tx, arrival.owner_id, await keptBytesOfSite(tx, siteId));
    await forgetArrivalKey(tx, arrival.id);
    await changeMoveArrival(tx, arrival.id, { state: 'active', run: claims.run }, clock());
    tx.afterCommit(context.noticeWakeup.wake);
    tx.afterCommit(context.channelWakeup.wake);
    return receiptOf({ ...arrival, state: 'active' }, false);
  });
}

async function cancel(context: ArrivalContext, claims: MoveClaims): Promise<MoveReceipt> {
  const arrival = await findMoveArrival(context.store, claims.move);
  // The move was never opened here.
  if (arrival === undefined) return { state: 'cancelled', fresh: true, key: null };
  if (arrival.state === 'active')
    throw conflict('This site is served here, so its move cannot be cancelled.');
  if (arrival.state !== 'cancelled') {
    await discard(context, arrival);
    await context.store.write((tx) =>
      changeMoveArrival(tx, arrival.id, { state: 'cancelled', run: claims.run }, context.clock()),
    );
  }
  return receiptOf({ ...arrival, state: 'cancelled' }, true);
}

/** Deletes what has arrived. Its bytes are counted first, since deleting gives them back. */
async function discard({ store, clock }: ArrivalContext, arrival: ArrivalRow): Promise<void> {
  const isOurs = await store.write(async (tx) => {
    const held = await lockArrival(tx, arrival.id);
    if (held === undefined || held.state === 'active') return false;
    await changeMoveArrival(tx, arrival.id, { state: 'arriving', run: held.run }, clock());
    const site = await lockSiteOrHidden(tx, arrival.site_id);
    if (site === undefined || site.removed_at === null) return false;
    if ((await setSitePhase(tx, arrival.site_id, null)) > 0)
      await countKept(tx, site.owner_id, await keptBytesOfSite(tx, arrival.site_id));
    return true;
  });
  if (isOurs) await removeRows(store, arrival.site_id);
}

async function requireRun(tx: Writer, claims: MoveClaims): Promise<ArrivalRow> {
  const arrival = await requireArrival(tx, claims);
  assertRun(arrival, claims);
  return arrival;
}

async function requireArrival(tx: Writer, claims: MoveClaims): Promise<ArrivalRow> {
  const arrival = await lockArrival(tx, claims.move);
  if (arrival === undefined || arrival.site_id !== claims.site) throw unknownMove();
  return arrival;
}

function assertRun({ run }: ArrivalRow, claims: MoveClaims): void {
  if (claims.run < run) throw conflict('A later run of this move has begun.');
}

function unknownMove(): Problem {
  return new Problem('not_found', 'This move is not known here.');
}

function receiptOf({ state, public_key: key }: ArrivalRow, fresh: boolean): MoveReceipt {
  return { state, fresh, key: JSON.parse(key) as { [name: string]: unknown } };
}

function parsed<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw invalid('This is not the body of a move.');
}
