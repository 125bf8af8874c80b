import { createHash } from 'node:crypto';
import { limits } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import type { TextAnswer } from '../http/answer.ts';
import { refusalOf } from '../http/refusal.ts';
import type { Call } from '../http/route.ts';
import { invalid, Problem } from '../kernel/problem.ts';
import { findAnswer, insertAnswer, type NewAnswer } from '../store/platform/idempotent-answers.ts';
import type { Reader, Writer } from '../store/store.ts';
import type { Platform, Work } from './platform.ts';
import { createSchemaSteps } from './schemas/config-schema.ts';

interface Change<Result> {
  readonly change: (work: Work) => Promise<Result>;
  readonly answer: (result: Result) => TextAnswer;
}

interface Changed<Result> {
  readonly answer: TextAnswer;
  /** Undefined when the answer is replayed from an earlier request. */
  readonly result: Result | undefined;
}

/**
 * Runs a change as one transaction that also saves its answer when the request carries an
 * Idempotency-Key: a repeated request gets the first answer, and either both the change and the
 * saved answer exist or neither does. The result is of the run that was committed: another process
 * can be first with the same key, and then what this one did was rolled back.
 */
export async function changeOnce<Result>(
  platform: Platform,
  call: Call<Caller>,
  fingerprint: Fingerprint,
  { change, answer: answerOf }: Change<Result>,
): Promise<Changed<Result>> {
  const run = (tx: Writer) =>
    change({ platform, tx, caller: call.caller, schemaSteps: createSchemaSteps() });
  const key = idempotencyKey(call);
  if (key === undefined) {
    const result = await platform.store.write(run);
    return { answer: answerOf(result), result };
  }
  const request = { platform, call, key, fingerprint: fingerprint() };
  const changeAndSave = async (tx: Writer): Promise<Changed<Result>> => {
    const saved = await savedAnswer(request, tx);
    if (saved !== undefined) return { answer: saved, result: undefined };
    const result = await run(tx);
    const answer = answerOf(result);
    await save(request, tx, answer);
    return { answer, result };
  };
  for (;;) {
    try {
      return await platform.store.write(changeAndSave);
    } catch (error) {
      if (error === lostRace) continue;
      if (!(error instanceof Problem) || error.code === 'idempotency') throw error;
      const refusal = refusalOf(error, call.requestId);
      // Other refusals are of the request or of the moment: once mended, it may succeed with the same key.
      if (refusal.status !== 409) throw error;
      // Lost a race against the same request: its answer is replayed.
      if (!(await saveRefusal(request, refusal))) continue;
      throw error;
    }
  }
}

/** The saved answer of the same request, if it has a key and one was saved. */
export async function earlierAnswer(
  platform: Platform,
  call: Call<Caller>,
  fingerprint: Fingerprint,
) {
  const key = idempotencyKey(call);
  if (key === undefined) return undefined;
  return savedAnswer({ platform, call, key, fingerprint: fingerprint() }, platform.store);
}

/** Whether a request repeats one that was already answered. */
export async function isRepeated(
  platform: Platform,
  call: Call<Caller>,
  fingerprint?: Fingerprint,
) {
  const key = idempotencyKey(call);
  if (key === undefined || (fingerprint === undefined && isAnonymous(call))) return false;
  const owner = ownerOfAnswer(call, fingerprint?.());
  return (await findAnswer(platform.store, owner, key, oldestKept(platform))) !== undefined;
}

/** Hash of a request: the same key with other content is an error, not a repeat. Without a key it is not calculated. */
export type Fingerprint = () => string;

export function fingerprintOf(...parts: readonly (string | Uint8Array)[]): Fingerprint {
  return () => createFingerprint(...parts).text();
}

/** A fingerprint that is computed incrementally, for a streamed body. */
export function createFingerprint(...parts: readonly (string | Uint8Array)[]) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return {
    add: (chunk: Uint8Array) => void hash.update(chunk),
    text: () => hash.digest('base64url'),
  };
}

const lostRace = new Problem(
  'idempotency',
  'A request with this Idempotency-Key is still running.',
);

/** The key of a request, refused when it is too long. */
export function idempotencyKey(call: Pick<Call<Caller>, 'header'>): string | undefined {
  const key = call.header('idempotency-key');
  if (key === undefined || key === '') return undefined;
  if (key.length > limits.idempotencyKeyCharactersMax)
    throw invalid(
      `Idempotency-Key may have at most ${limits.idempotencyKeyCharactersMax} characters.`,
    );
  return key;
}

/**
 * Whose answers they are: those of a key, or of a user. Anonymous callers cannot be distinguished, so only the same
 * request is a repeat: another one with this key neither gets the answer nor learns that there is one.
 */
function ownerOfAnswer(
  { caller: { keyId, keyless } }: Pick<Call<Caller>, 'caller'>,
  fingerprint = '',
) {
  if (keyless === undefined) return keyId;
  const { user } = keyless;
  return user === undefined ? `anybody ${fingerprint}` : `user ${user.usersId} ${user.recordId}`;
}

function isAnonymous({ caller: { keyless } }: Pick<Call<Caller>, 'caller'>): boolean {
  return keyless !== undefined && keyless.user === undefined;
}

/** A request with an Idempotency-Key. */
interface KeyedRequest {
  readonly platform: Platform;
  readonly call: Call<Caller>;
  readonly key: string;
  readonly fingerprint: string;
}

async function savedAnswer({ platform, call, key, fingerprint }: KeyedRequest, reader: Reader) {
  const owner = ownerOfAnswer(call, fingerprint);
  const saved = await findAnswer(reader, owner, key, oldestKept(platform));
  if (saved === undefined) return undefined;
  if (saved.fingerprint !== fingerprint)
    throw new Problem('idempotency', 'This Idempotency-Key was used with another request.');
  return {
    status: saved.status,
    headers: { ...(JSON.parse(saved.headers) as object), 'idempotent-replayed': 'true' },
    body: saved.body,
  };
}

async function save(request: KeyedRequest, tx: Writer, answer: TextAnswer): Promise<void> {
  const { platform, call, key, fingerprint } = request;
  const row: NewAnswer = {
    owner_id: call.caller.ownerId,
    key_id: ownerOfAnswer(call, fingerprint),
    idempotency_key: key,
    fingerprint,
    status: answer.status,
    headers: JSON.stringify(answer.headers ?? {}),
    body: answer.body ?? '',
    created_at: platform.clock(),
  };
  const room = {
    answersMax: limits.idempotentAnswersPerOwnerMax,
    bytesMax: platform.ownerBytesMax,
  };
  if (!(await insertAnswer(tx, row, oldestKept(platform), room))) throw lostRace;
}

// The change was rolled back; only the refusal is saved, to be replayed. False when there is a saved answer
// already.
async function saveRefusal(request: KeyedRequest, refusal: TextAnswer): Promise<boolean> {
  const { platform, call } = request;
  try {
    await platform.store.write((tx) => save(request, tx, refusal));
  } catch (cause) {
    if (cause === lostRace) return false;
    const { requestId } = call;
    platform.log.warn('a refusal could not be saved for repeated requests', { requestId, cause });
  }
  return true;
}

function oldestKept(platform: Platform): number {
  return platform.clock() - limits.idempotencyKeptMs;
}
