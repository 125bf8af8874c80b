import { createHash } from 'node:crypto';
import { limits } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import type { TextAnswer } from '../http/answer.ts';
import { refusalOf } from '../http/refusal.ts';
import type { Call } from '../http/route.ts';
import { Problem } from '../kernel/problem.ts';
import { type AnswerRow, findAnswer, insertAnswer } from '../store/answers.ts';
import type { Writer } from '../store/store.ts';
import type { Platform } from './platform.ts';

/**
 * Runs a change as one transaction that also saves its answer when the request carries an
 * Idempotency-Key: a repeated request gets the first answer, and either both the change and the
 * saved answer exist or neither does.
 */
export async function changeOnce(
  platform: Platform,
  call: Call<Caller>,
  fingerprint: string,
  change: (tx: Writer) => Promise<TextAnswer>,
): Promise<TextAnswer> {
  const key = idempotencyKey(call);
  if (key === undefined) return platform.store.write(change);
  for (;;) {
    try {
      return await platform.store.write(async (tx) => {
        const saved = await savedAnswer(platform, tx, call, key, fingerprint);
        if (saved !== undefined) return saved;
        const answer = await change(tx);
        await save(platform, tx, call, key, fingerprint, answer);
        return answer;
      });
    } catch (error) {
      // Another process was first with the same key: its answer is there now.
      if (error === lostRace) continue;
      if (!(error instanceof Problem) || error.code === 'idempotency') throw error;
      const refusal = refusalOf(error, call.requestId);
      if (refusal.status === 503) throw error;
      await saveRefusal(platform, call, key, fingerprint, refusal);
      throw error;
    }
  }
}

/** Tells one request from another: the same key with other content is a mistake, not a repeat. */
export function fingerprintOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}

const lostRace = new Problem(
  'idempotency',
  'A request with this Idempotency-Key is still running.',
);

function idempotencyKey(call: Call<Caller>): string | undefined {
  const key = call.header('idempotency-key');
  if (key === undefined || key === '') return undefined;
  if (key.length > limits.idempotencyKeyCharactersMax)
    throw new Problem(
      'invalid',
      `Idempotency-Key may have at most ${limits.idempotencyKeyCharactersMax} characters.`,
    );
  return key;
}

async function savedAnswer(
  platform: Platform,
  tx: Writer,
  call: Call<Caller>,
  key: string,
  fingerprint: string,
): Promise<TextAnswer | undefined> {
  const saved = await findAnswer(tx, call.caller.keyId, key, oldestKept(platform));
  if (saved === undefined) return undefined;
  if (saved.fingerprint !== fingerprint)
    throw new Problem('idempotency', 'This Idempotency-Key was used with another request.');
  return {
    status: saved.status,
    headers: { ...(JSON.parse(saved.headers) as object), 'idempotent-replayed': 'true' },
    body: saved.body,
  };
}

async function save(
  platform: Platform,
  tx: Writer,
  call: Call<Caller>,
  key: string,
  fingerprint: string,
  answer: TextAnswer,
): Promise<void> {
  const row: AnswerRow = {
    key_id: call.caller.keyId,
    idempotency_key: key,
    fingerprint,
    status: answer.status,
    headers: JSON.stringify(answer.headers ?? {}),
    body: answer.body ?? '',
    created_at: platform.clock(),
  };
  if ((await insertAnswer(tx, row, oldestKept(platform))) === 0) throw lostRace;
}

// The change itself was rolled back; what is kept is only that this request was refused, and how.
async function saveRefusal(
  platform: Platform,
  call: Call<Caller>,
  key: string,
  fingerprint: string,
  refusal: TextAnswer,
): Promise<void> {
  await platform.store
    .write((tx) => save(platform, tx, call, key, fingerprint, refusal))
    .catch((cause: unknown) => {
      if (cause !== lostRace)
        platform.log.warn('a refusal was not saved', { requestId: call.requestId, cause });
    });
}

function oldestKept(platform: Platform): number {
  return platform.clock() - limits.idempotencyKeptMs;
}
