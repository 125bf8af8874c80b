import {
  type Batch,
  batchMethods,
  batchResultSchema,
  batchSchema,
  isId,
  limits,
  listed,
} from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import type { DiskUse } from '../../kernel/disk/disk-room.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { findResource, type ResourceRow } from '../../store/platform/resources.ts';
import { changeOnce, fingerprintOf } from '../idempotency.response.ts';
import type { Platform, Work } from '../platform.ts';
import { renderRecordDeletion, renderStoredRecord } from '../resources/render.ts';
import { requireResource } from '../resources/resources.ts';
import { keyPolicy, openedBy, type PlatformRoute } from '../route.ts';
import { ruleNames } from '../rules/access-rules.ts';
import { visibleRow } from '../rules/visible-fields.ts';
import { countWrites } from '../users/attempts.ts';
import { lockReferring } from './held-references.ts';
import { endIfDeleted, makeCall, type RecordCall } from './record-calls.ts';
import { requireVisible } from './record-changes.ts';

export function batchRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/platform/batch',
      name: 'runBatch',
      summary: 'Several calls on records in one transaction, all or none',
      headers: ['Idempotency-Key'],
      policy: {
        ...openedBy(keyPolicy('resource', 'write', 'json'), ...ruleNames),
        bodyBytesMax: limits.batchBytesMax,
        disk: diskUseOfBatch,
      },
      body: batchSchema,
      // A record is three levels down: in its call, in the list, in the body.
      bodyDepthMax: limits.jsonDepthMax + 3,
      answers: { 200: batchResultSchema },
      refusals: [412],
      handle: (call) => answerBatch(platform, call),
    },
  ];
}

function diskUseOfBatch({ calls }: Batch): DiskUse {
  return calls.every(({ method }) => method === 'DELETE' || method === 'GET') ? 'frees' : 'writes';
}

async function answerBatch(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const calls = (call.body as Batch).calls.map(readCall);
  await countCalls(platform, call, calls);
  const run = () =>
    changeOnce(platform, call, fingerprintOf('batch', call.bodyBytes), {
      change: (work) => runBatch(work, calls),
      answer: (results) => ({
        status: 200,
        body: `{"results":[${results
          .map(({ status, body }) => `{"status":${status},"body":${body}}`)
          .join(',')}]}`,
      }),
    });
  const isLong = platform.store.engine === 'sqlite' && calls.length > shortCallsMax;
  const account = call.caller.ownerId;
  return (await (isLong ? longTurns.run(run, { account }) : run())).answer;
}

/** Each call of a user counts as one write. */
async function countCalls(
  platform: Platform,
  { caller, raw }: Call<Caller>,
  calls: readonly BatchCall[],
): Promise<void> {
  if (caller.keyless === undefined) return;
  const { store, proxyHops } = platform;
  const ids = [...new Set(calls.map(({ resourceId }) => resourceId))].filter((id) =>
    isId('resource', id),
  );
  const rows = new Map<string, ResourceRow>();
  for (const id of ids) {
    const row = await findResource(store, caller.ownerId, id);
    if (row !== undefined) rows.set(id, row);
  }
  const resources = calls.map(({ resourceId }) => rows.get(resourceId));
  await countWrites(platform, { caller, network: clientNetwork(raw, proxyHops), resources });
}

const shortCallsMax = 8;

/** A batch of large records blocks the writes of SQLite for .2 s: others have their turn before the next one. */
const longTurns = createFairQueue(
  { atOnce: 1, waitingMax: 2_000, waitingOfOneMax: 1_000, waitMs: 30_000 },
  { sentence: 'Too many batches are waiting; try again shortly.' },
);

const pathForm = /^\/api\/platform\/resources\/([^/?#]+)\/records(?:\/([^/?#]+))?\/?$/;

function readCall(given: Batch['calls'][number], index: number): BatchCall {
  const { path, body, ifMatch, ifNoneMatch } = given;
  const refuse = (sentence: string) => atIndex(index, invalid(sentence));
  const method = batchMethods.find((known) => known === given.method);
  if (method === undefined)
    throw refuse(`method of a call must be one of ${listed(batchMethods)}.`);
  const [whole, resourceId = '', recordId] = pathForm.exec(path) ?? [];
  if (whole === undefined)
    throw refuse(
      'path of a call must be /api/platform/resources/{id}/records or …/records/{recordId}.',
    );
  if ((method === 'POST') !== (recordId === undefined))
    throw refuse(
      method === 'POST'
        ? 'POST of a call adds a record: its path ends with /records.'
        : `${method} of a call needs a path that ends with /records/{recordId}.`,
    );
  if (method === 'GET') return { method, resourceId, recordId, index };
  if (method !== 'DELETE' && !isObject(body))
    throw refuse(`${method} of a call needs a body, which is a JSON object.`);
  return {
    method,
    resourceId,
    recordId,
    record: isObject(body) ? body : {},
    ifMatch: readTags(ifMatch),
    onlyCreates: readTags(ifNoneMatch)?.includes('*') === true,
    index,
  };
}

// Several calls on records in one transaction: all or none. The first refusal is the answer, with its index.

/** A change of a record, or a read. */
type BatchCall = (RecordCall | Viewing) & { readonly index: number };

interface Viewing extends Pick<RecordCall, 'resourceId' | 'recordId'> {
  readonly method: 'GET';
}

interface Result {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

async function runBatch(work: Work, calls: readonly BatchCall[]): Promise<readonly Result[]> {
  // Always in the same order, and before the row of the owner, so that transactions do not deadlock.
  const resourcesOf = (some: readonly BatchCall[]) => some.map(({ resourceId }) => resourceId);
  const deletions = calls.filter(({ method }) => method === 'DELETE');
  await lockReferring(work, resourcesOf(deletions), resourcesOf(calls));
  const results: Result[] = [];
  for (const call of calls)
    try {
      results.push(await resultOf(work, call));
    } catch (error) {
      throw atIndex(call.index, error);
    }
  if (calls.some(({ method }) => method === 'DELETE')) await endIfDeleted(work);
  return results;
}

/** The same refusal with the index of its call. */
function atIndex(index: number, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, message, fields, retryAfterSeconds } = error;
  return new Problem(code, message, {
    cause: error,
    fields: { ...fields, index },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

async function resultOf(work: Work, call: BatchCall): Promise<Result> {
  if (call.method === 'GET') {
    const { platform, tx, caller } = work;
    const resource = await requireResource(tx, caller, call.resourceId, 'read', ['view']);
    const record = await requireVisible(platform, tx, caller, resource, call.recordId ?? '');
    return { status: 200, body: renderStoredRecord(record) };
  }
  const { record: stored, resource, isCreated } = await makeCall(work, call);
  const record = visibleRow(work.caller, resource, stored);
  if (call.method === 'DELETE') return { status: 200, body: renderRecordDeletion(record) };
  return { status: isCreated ? 201 : 200, body: renderStoredRecord(record) };
}
