import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformRefusals } from '../http/refusal.ts';
import { silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { answerOf } from './endpoint.ts';

test('what was read for a key that ended meanwhile is kept back; a change is answered', async () => {
  const callerNow = async () => {
    throw new Problem('unauthorized', 'This key was revoked or has expired meanwhile.');
  };
  const answer = (readOnlyHint: boolean) =>
    answerOf(
      { annotations: { readOnlyHint, destructiveHint: false, openWorldHint: false } },
      async () => ({ secret: 'gold' }),
      { call: { requestId: 'req_1', callerNow }, refusals: platformRefusals, log: silentLog },
    );
  const read = await answer(true);
  assert.deepEqual([read.isError, read.data.code], [true, 'unauthorized']);
  assert.doesNotMatch(JSON.stringify(read), /gold/);
  assert.deepEqual((await answer(false)).data, { secret: 'gold' });
});
