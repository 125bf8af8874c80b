/** The moves of sites that leave this server: begun, resumed, cancelled and listed. */
import { setTimeout as wait } from 'node:timers/promises';
import { isSiteSlug, nodeLimits } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import type { IdMaker } from '../../kernel/id.ts';
import type { Log } from '../../kernel/log.ts';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import { coversSite } from '../../nodes/grants.ts';
import type { Nodes } from '../../nodes/nodes.ts';
import { runningGrants } from '../../store/nodes.ts';
import { unwatchSites } from '../../store/site/move-triggers.ts';
import {
  allTransfers,
  findTransfer,
  insertTransfer,
  noteTransferFault,
  type TransferRow,
  transferOfSite,
  unfinishedTransfers,
} from '../../store/site/site-moves.ts';
import { findSite } from '../../store/site/sites.ts';
import { createMoveSender } from './move-sender.ts';
import {
  beginMove,
  cancelMove,
  isOpen,
  type MoveContext,
  MoveLost,
  stepMove,
} from './move-steps.ts';

interface MovesParts extends Pick<MoveContext, 'store' | 'clock' | 'seal'> {
  readonly makeId: IdMaker;
  readonly log: Log;
  readonly nodes: Nodes;
}

type MoveView = ReturnType<typeof viewOf>;

const triesMax = 6;
const firstDelayMs = 200;
const listedMax = 1_000;
// Another process that works on a move changes its row more often than this.
const stalledMs = 45_000;

export function createMoves(
  parts: MovesParts,
  given: Partial<Pick<MoveContext, 'send' | 'pause' | 'nowMs' | 'pageRows'>> = {},
) {
  const { store, clock, log, nodes, makeId } = parts;
  const context: MoveContext = {
    ...parts,
    send: createMoveSender(nodes.moveCalls),
    pause: (ms, signal) => wait(ms, undefined, { signal }),
    nowMs: () => performance.now(),
    ...given,
  };
  const working = new Map<string, Promise<TransferRow>>();
  const stopping = new AbortController();

  const unwatch = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    await unwatchSites(store).catch((cause: unknown) => {
      log.warn('triggers of moves could not be dropped', { cause });
    });
  };

  /** Works on a move until it ends; one at a time in this process. */
  const work = (id: string): Promise<TransferRow> => {
    const known = working.get(id);
    if (known !== undefined) return known;
    const begun = drive(context, id, stopping.signal)
      .finally(unwatch)
      .finally(() => working.delete(id));
    working.set(id, begun);
    return begun;
  };

  return {
    /** Moves a site, or continues its open move. Resolves when the other server serves it. */
    move: async (siteId: string, to: string): Promise<MoveView> => {
      const last = await transferOfSite(store, siteId);
      const origin = await originOf(parts, siteId, to, last);
      if (last !== undefined && (isOpen(last) || last.state === 'handed over')) {
        if (last.origin !== origin)
          throw conflict(
            `${siteId} is being moved to ${last.origin}; cancel that first with --cancel.`,
          );
        return viewOf(await work(last.id));
      }
      if ((await findSite(store, siteId)) === undefined)
        throw new Problem('site', `There is no site ${siteId}; see sites list.`);
      const id = makeId('move');
      const row = { id, site_id: siteId, origin, created_at: clock() };
      if ((await store.write((tx) => insertTransfer(tx, row))) === 0)
        throw conflict(`${siteId} is being moved already; see sites moves.`);
      return viewOf(await work(id));
    },
    /** Ends the open move of a site, which stays here. */
    cancel: async (siteId: string): Promise<MoveView> => {
      const last = await transferOfSite(store, siteId);
      if (last === undefined || last.state === 'finished')
        throw new Problem('not_found', `${siteId} is not being moved; see sites moves.`);
      if (last.state === 'handed over')
        throw conflict(`${siteId} was handed to ${last.origin}; move it back from there.`);
      const ended = last.state === 'cancelled' ? last : await cancelNow(context, last.id);
      // The other server may be down; it is notified later, and serves nothing meanwhile.
      const notified = await work(ended.id).catch((cause: unknown) => {
        log.warn('the other server does not know yet that a move was cancelled', { cause });
        return ended;
      });
      return viewOf(notified);
    },
    list: async (): Promise<readonly MoveView[]> =>
      (await allTransfers(store, listedMax)).map(viewOf),
    /** Continues the moves of killed processes; `stalled` if other processes may be working on some of them. */
    resume: async (which: 'all' | 'stalled'): Promise<void> => {
      for (const row of await unfinishedTransfers(store)) {
        const isOurs = which === 'all' || row.updated_at < clock() - stalledMs;
        if (!isOurs || stopping.signal.aborted) continue;
        await work(row.id).catch((cause: unknown) => {
          if (!stopping.signal.aborted)
            log.warn('a move of a site failed and is tried again later', {
              site: row.site_id,
              cause,
            });
        });
      }
      // Triggers of killed processes, and those that could not be dropped before.
      await unwatch();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.allSettled(working.values());
    },
  };
}

async function drive(context: MoveContext, id: string, signal: AbortSignal): Promise<TransferRow> {
  const { store, clock } = context;
  for (let failures = 0; ; ) {
    try {
      let move = await beginMove(context, id, signal);
      while (move !== undefined && hasWork(move)) {
        signal.throwIfAborted();
        move = await stepMove(context, move, signal);
        if (move.state === 'copying') failures = 0;
      }
      if (move !== undefined) return move;
      throw new Problem('not_found', 'There is no such move; see sites moves.');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof MoveLost) return requireMove(context, id, error);
      failures += 1;
      const fault = error instanceof Problem ? error.message : 'Something failed; see the log.';
      await store.write((tx) => noteTransferFault(tx, id, fault, clock()));
      if (failures === triesMax || isFinal(error)) throw error;
      await context.pause(firstDelayMs * 2 ** failures, signal);
    }
  }
}

/** Retried, since a step of the work may commit in between. */
async function cancelNow(context: MoveContext, id: string): Promise<TransferRow> {
  for (;;) {
    const move = await findTransfer(context.store, id);
    if (move === undefined || !isOpen(move)) throw conflict('The site was handed over meanwhile.');
    try {
      return await cancelMove(context, move);
    } catch (error) {
      if (!(error instanceof MoveLost)) throw error;
    }
  }
}

async function requireMove({ store }: MoveContext, id: string, cause: Error): Promise<TransferRow> {
  const move = await findTransfer(store, id);
  if (move !== undefined && !isOpen(move)) return move;
  throw conflict(cause.message);
}

function hasWork(move: TransferRow): boolean {
  if (move.state === 'finished') return false;
  return move.state !== 'cancelled' || move.notified === 0;
}

// Waiting does not help.
function isFinal(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'conflict' || error.code === 'invalid');
}

/** The origin of the authorised node that `to` names by origin, host or id; a node can name only its operator. */
async function originOf(
  { store, clock, nodes }: MovesParts,
  siteId: string,
  to: string,
  last: TransferRow | undefined,
): Promise<string> {
  if (!isSiteSlug(siteId)) throw new Problem('site', `There is no site ${siteId}; see sites list.`);
  const { operator, origin } = await nodes.describe();
  if (nodes.role === 'node') {
    const home = new URL(operator).origin;
    if (isNamed(to, home) || to === 'operator') return home;
    throw invalid(`A node moves sites back to its operator only, ${home}.`);
  }
  const grants = await runningGrants(store, clock(), nodeLimits.nodesListedMax);
  const named = grants.filter((grant) => to === grant.node_id || isNamed(to, grant.origin));
  // A move that has begun is finished even if the grant has ended.
  if (named.length === 0 && last !== undefined && isNamed(to, last.origin)) return last.origin;
  const [first] = named;
  if (first === undefined)
    throw invalid(`${to.slice(0, 200)} is not an authorised node; see nodes list.`);
  if (first.origin === origin) throw invalid('The site is already on this server.');
  if (!named.some((grant) => coversSite(JSON.parse(grant.sites) as string[], siteId)))
    throw invalid(`The grant of ${first.origin} does not cover ${siteId}.`);
  return first.origin;
}

function isNamed(text: string, origin: string): boolean {
  return text === origin || text === `${origin}/` || text === new URL(origin).host;
}

function viewOf(row: TransferRow) {
  return {
    id: row.id,
    site: row.site_id,
    to: row.origin,
    state: row.state,
    rows: row.rows_sent,
    frozenMs: row.frozen_ms,
    fault: row.fault,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
