import assert from 'node:assert/strict';

const successes = [200, 201, 204, 206, 303, 304];
const refusals = [400, 401, 403, 404, 409, 413, 503];

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what came back is what is judged here.
  readonly json: any;
  readonly text: string;
}

/** Only the statuses of the contract leave, and every refusal says why, in JSON. */
function assertLawful(reply: Answered, what: string): void {
  assert.ok([...successes, ...refusals].includes(reply.status), `${what}: ${reply.status}`);
  if (reply.status >= 400) assertRefusal(reply, what);
}

/** Lawful, and nothing went wrong on our side. */
export function assertUnharmed(reply: Answered, what: string): void {
  assertLawful(reply, what);
  assert.notEqual(reply.status, 503, `${what}: ${reply.text}`);
}

export function assertRefusal(reply: Answered | undefined, what = '', status?: number): void {
  assert.ok(reply !== undefined, `${what}: no answer`);
  assert.equal(reply.status, status ?? reply.status, `${what}: ${reply.text}`);
  assert.ok(refusals.includes(reply.status), `${what}: ${reply.status}`);
  for (const field of ['error', 'code', 'requestId']) {
    const value: unknown = reply.json?.[field];
    assert.ok(typeof value === 'string' && value !== '', `${what}: ${field} in ${reply.text}`);
  }
}
