import {
  type Batch,
  batchMethods,
  batchResultSchema,
  batchSchema,
  limits,
  listed,
} from '@baraza/contract';
import type { Caller } from '../../../access/scopes.ts';
import type { TextAnswer } from '../../../http/answer.ts';
import { readTags } from '../../../http/preconditions.ts';
import type { Call } from '../../../http/route.ts';
import { createFairQueue } from '../../../kernel/fair-queue.ts';
import { isObject } from '../../../kernel/json/is-object.ts';
import { invalid } from '../../../kernel/problem.ts';
import { changeOnce, fingerprintOf } from '../../idempotency.response.ts';
import type { Platform } from '../../platform.ts';
import { keyPolicy, openedBy, type PlatformRoute } from '../../route.ts';
import { ruleNames } from '../../rules/access-rules.ts';
import { atIndex, type BatchCall, expectBatchChecks, runBatch } from './batch.ts';

export function batchRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/platform/batch',
      summary: 'Several calls on records in one transaction, all or none',
      headers: ['Idempotency-Key'],
      policy: {
        ...openedBy(keyPolicy('resource', 'write', 'json'), ...ruleNames),
        bodyBytesMax: limits.batchBytesMax,
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

async function answerBatch(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const calls = (call.body as Batch).calls.map(readCall);
  const run = () =>
    changeOnce(platform, call, fingerprintOf('batch', call.bodyBytes), {
      expect: () => expectBatchChecks(platform, call.caller, calls),
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
