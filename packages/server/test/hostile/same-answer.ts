import assert from 'node:assert/strict';
import { problemSchema } from '@baraza/contract';
import type { Reply } from '../fixtures/server.ts';

/** The body of a refusal, apart from the id of its request. */
export function bodyOf(reply: Reply): string {
  const { requestId: _, ...rest } = problemSchema.parse(reply.json);
  return JSON.stringify(rest);
}

/** Status, body and headers, apart from what names the request itself. */
export function assertSame(one: Reply, two: Reply, name: string): void {
  assert.equal(one.status, two.status, `${name}: ${one.text} against ${two.text}`);
  assert.equal(bodyOf(one), bodyOf(two), name);
  const comparable = (reply: Reply) =>
    [...reply.headers].filter(([field]) => !/^(date|x-request-id|content-length)$/.test(field));
  assert.deepEqual(comparable(one), comparable(two), name);
}
