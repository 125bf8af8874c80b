/**
 * The steps of a site that leaves this server. The state is in the store; each step reads it, does its work at the
 * other server, and commits the next state, so that it can be repeated after a kill at any point. The commit to
 * `handed over` decides who has the site: before it this server, after it the other one.
 */
import type { Seal } from '../../access/seal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { membersOf } from '../../store/members.ts';
import { dataVersion } from '../../store/migrations/data-version.ts';
import { findOwner } from '../../store/owners.ts';
import { awaitWriters, watchSites } from '../../store/site/move-triggers.ts';
import {
  beginRun,
  changeTransfer,
  countChanges,
  forgetAllChanges,
  forgetChanges,
  holdOutboxes,
  isSending,
  mailboxesOfSite,
  releaseOutboxes,
  setSiteAddress,
  setSiteHidden,
  setSitePhase,
  sitePhase,
  someChanges,
  type TransferRow,
} from '../../store/site/site-moves.ts';
import { countSiteRows, siteTables } from '../../store/site/site-rows.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Store, Writer } from '../../store/store.ts';
import { removeLeftSite } from '../sites/site-removal.ts';
import type { Opening } from './move-bodies.ts';
import { changePage, copyPage } from './move-pages.ts';
import type { SendMove } from './move-sender.ts';
import { encryptFor, type Reseal } from './secrets.ts';

export interface MoveContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly send: SendMove;
  /** Waits before another attempt; rejects when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The rows of one page of the copy; by default as many as one call may have. */
  readonly pageRows?: number;
  /** Milliseconds that only grow. */
  readonly nowMs: () => number;
}

/** Another process works on the move, or it was cancelled. */
export class MoveLost extends Error {}

// The time limit for all work while the site is frozen, also at the other server: visitors wait two seconds at most.
const frozenMs = 1_200;
// Fewer changes than this are sent while the site is frozen.
const changesAtFreezeMax = 100;
const changesAtOnce = 200;
const sendingWaitMs = 100;
const sendingTries = 600;

/** Begins a run: undoes a freeze that a killed process left, and agrees with the other server on what it has. */
export async function beginMove(
  context: MoveContext,
  id: string,
  signal: AbortSignal,
): Promise<TransferRow | undefined> {
  const { store, clock } = context;
  let move = await store.write((tx) => beginRun(tx, id, clock()));
  if (move === undefined) return undefined;
  if (isOpen(move) || move.state === 'handed over')
    await watchSites(store, (ms) => context.pause(ms, signal));
  if (move.state === 'frozen') move = await unfreeze(context, move);
  if (!isOpen(move)) return move;
  const site = await findSite(store, move.site_id);
  // The site was deleted meanwhile.
  if (site === undefined) return cancelMove(context, move);
  const phase = await sitePhase(store, move.site_id);
  // Without its phase, as after a restore, changes were not recorded.
  const goesOn = move.state !== 'planned' && phase === 'copying';
  const line = await openingLine(context, site.owner_id, !goesOn);
  const receipt = await context.send(move, 'open', [line], signal);
  if (receipt.state === 'cancelled') return cancelMove(context, move);
  if (goesOn && !receipt.fresh) return move;
  const begun = {
    ...move,
    state: 'copying',
    place: null,
    sealing_key: JSON.stringify(receipt.key),
    fault: null,
  } as const;
  return commit(context, move, begun, async (tx) => {
    await awaitWriters(tx, move.site_id);
    if (phase !== undefined) await setSitePhase(tx, move.site_id, null);
    await forgetAllChanges(tx, move.site_id);
    await setSitePhase(tx, move.site_id, 'copying');
  });
}

type Step = (context: MoveContext, move: TransferRow, signal: AbortSignal) => Promise<TransferRow>;

/** One step; the state of what it returns is the same or a later one. */
export const stepMove: Step = async (context, move, signal) => {
  const step = steps[move.state];
  if (step === undefined) throw new MoveLost(`A move cannot go on from ${move.state}.`);
  return step(context, move, signal);
};

/** Whether this server has the site, and the move has not ended. */
export function isOpen({ state }: Pick<TransferRow, 'state'>): boolean {
  return state !== 'handed over' && state !== 'finished' && state !== 'cancelled';
}

/** Ends a move; the site stays here. The other server is notified by a later step. */
export function cancelMove(context: MoveContext, move: TransferRow): Promise<TransferRow> {
  const ended = {
    ...move,
    state: 'cancelled',
    place: null,
    sealing_key: null,
    notified: 0,
  } as const;
  return commit(context, move, ended, async (tx) => {
    await setSitePhase(tx, move.site_id, null);
    await releaseOutboxes(tx, move.site_id);
    await forgetAllChanges(tx, move.site_id);
  });
}

const copyStep: Step = async (context, move, signal) => {
  const { store, pageRows } = context;
  const { lines, next } = await copyPage(store, move, resealFor(context, move), pageRows);
  if (lines.length > 0) await context.send(move, 'rows', lines, signal);
  const rows_sent = move.rows_sent + lines.length;
  return commit(context, move, {
    ...move,
    rows_sent,
    state: next === null ? 'catching up' : 'copying',
    place: next === null ? null : JSON.stringify(next),
  });
};

const catchUpStep: Step = async (context, move, signal) => {
  if ((await countChanges(context.store, move.site_id)) > changesAtFreezeMax)
    return sendChanges(context, move, signal);
  // Prepared before the freeze, which then has little left to do.
  const ready = await sendChanges(context, move, signal);
  const frozen = await freeze(context, ready, signal);
  const startedMs = context.nowMs();
  const until = AbortSignal.any([signal, AbortSignal.timeout(frozenMs)]);
  try {
    return await handOver(context, frozen, startedMs, until);
  } catch (error) {
    if (error instanceof MoveLost) throw error;
    await unfreeze(context, { ...frozen, frozen_ms: longest(context, frozen, startedMs) });
    throw error;
  }
};

/** Sends one page of recorded changes, if there are any. */
const sendChanges: Step = async (context, move, signal) => {
  const { store } = context;
  const changes = await someChanges(store, move.site_id, changesAtOnce);
  if (changes.length === 0) return move;
  const { lines, sent } = await changePage(store, move.site_id, changes, resealFor(context, move));
  if (lines.length > 0) await context.send(move, 'rows', lines, signal);
  const next = { ...move, rows_sent: move.rows_sent + lines.length };
  return commit(context, move, next, (tx) => forgetChanges(tx, move.site_id, sent));
};

/** Waits for senders that are at work: what they have sent must be settled before it is copied. */
const freeze: Step = async (context, move, signal) => {
  for (let tries = 0; tries < sendingTries; tries += 1) {
    const frozen = await context.store.write(async (tx) => {
      await awaitWriters(tx, move.site_id);
      if (await isSending(tx, move.site_id)) return undefined;
      await holdOutboxes(tx, move.site_id);
      await setSitePhase(tx, move.site_id, 'frozen');
      return change(context, tx, move, { ...move, state: 'frozen' });
    });
    if (frozen !== undefined) return frozen;
    await context.pause(sendingWaitMs, signal);
  }
  throw new MoveLost('Messages of this site are being sent all the time; try again later.');
};

function unfreeze(context: MoveContext, move: TransferRow): Promise<TransferRow> {
  return commit(context, move, { ...move, state: 'catching up' }, async (tx) => {
    await setSitePhase(tx, move.site_id, 'copying');
    await releaseOutboxes(tx, move.site_id);
  });
}

/** With the last changes the other server has everything; then one commit here hands the site over. */
async function handOver(
  context: MoveContext,
  move: TransferRow,
  startedMs: number,
  signal: AbortSignal,
): Promise<TransferRow> {
  const { store, clock } = context;
  let current = move;
  for (let left = 1; left > 0; left = await countChanges(store, move.site_id))
    current = await sendChanges(context, current, signal);
  const counts: Record<string, number> = {};
  for (const table of await siteTables(store))
    counts[table.name] = await countSiteRows(store, table, move.site_id);
  const mailboxes = await mailboxesOfSite(store, move.site_id);
  await context.send(current, 'prepare', [JSON.stringify({ counts, mailboxes })], signal);
  signal.throwIfAborted();
  const frozen_ms = longest(context, current, startedMs);
  const place = (await findSite(store, move.site_id))?.owner_id ?? null;
  const handed = { ...current, state: 'handed over', place, frozen_ms, fault: null } as const;
  return commit(context, current, handed, async (tx) => {
    // Hidden, and not changed until it is deleted.
    await setSitePhase(tx, move.site_id, null);
    await setSiteHidden(tx, move.site_id, clock());
    await setSitePhase(tx, move.site_id, 'moved');
    await setSiteAddress(tx, move.site_id, move.origin, clock());
  });
}

function longest({ nowMs }: MoveContext, { frozen_ms }: TransferRow, startedMs: number): number {
  return Math.max(frozen_ms, Math.round(nowMs() - startedMs));
}

/** Lets the other server serve the site, and deletes it here when that is certain. */
const finishStep: Step = async (context, move, signal) => {
  await context.send(move, 'activate', [], signal);
  await removeLeftSite(context.store, move.site_id);
  const finished = { ...move, state: 'finished', sealing_key: null, notified: 1 } as const;
  return commit(context, move, finished, (tx) => setSitePhase(tx, move.site_id, null));
};

const tellCancelled: Step = async (context, move, signal) => {
  await context.send(move, 'cancel', [], signal);
  return commit(context, move, { ...move, notified: 1, fault: null });
};

const steps: { readonly [state in TransferRow['state']]?: Step } = {
  copying: copyStep,
  'catching up': catchUpStep,
  'handed over': finishStep,
  cancelled: tellCancelled,
};

async function openingLine(
  context: MoveContext,
  ownerId: string,
  restart: boolean,
): Promise<string> {
  const owner = await findOwner(context.store, ownerId);
  const members = (await membersOf(context.store, ownerId)).map(
    ({ id, name, confirmed_email: email, role, created_at }) => ({
      id,
      name,
      email,
      role,
      created_at,
    }),
  );
  return JSON.stringify({
    version: dataVersion,
    owner: { id: ownerId, name: owner?.name ?? ownerId },
    members,
    restart,
  } satisfies Opening);
}

function resealFor({ seal }: MoveContext, { sealing_key: key }: TransferRow): Reseal {
  const publicKey = JSON.parse(key ?? '{}') as { readonly [name: string]: unknown };
  return (text) => encryptFor(publicKey, seal.open(text));
}

/** The next state with what belongs to it, in one transaction. */
function commit(
  context: MoveContext,
  move: TransferRow,
  to: TransferRow,
  also: (tx: Writer) => Promise<unknown> = async () => {},
): Promise<TransferRow> {
  return context.store.write(async (tx) => {
    const changed = await change(context, tx, move, to);
    await also(tx);
    return changed;
  });
}

async function change(
  { clock }: MoveContext,
  tx: Writer,
  from: TransferRow,
  to: TransferRow,
): Promise<TransferRow> {
  if ((await changeTransfer(tx, from, to, clock())) === 0)
    throw new MoveLost('Another process works on this move, or it was cancelled.');
  return to;
}
