import { setTimeout } from 'node:timers/promises';
import type { Reply } from './reply.ts';

const triesMax = 2;
const waitMsMax = 65_000;

/** Repeats a call over a rate limit after its Retry-After: the contract does not promise any rate. */
export async function retryOverRate(
  call: () => Promise<Reply>,
  isTooMany: (reply: Reply) => boolean,
  signal: AbortSignal,
): Promise<Reply> {
  for (let tried = 1; ; tried += 1) {
    const reply = await call();
    const waitMs = Number(reply.headers['retry-after']) * 1_000;
    if (!isTooMany(reply) || tried > triesMax || !(waitMs <= waitMsMax)) return reply;
    await setTimeout(waitMs, undefined, { signal });
  }
}
