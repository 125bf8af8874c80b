import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import type { Call } from '../../http/route.ts';
import type { Writer } from '../../store/store.ts';
import { changeOnce } from '../idempotency.response.ts';
import type { Platform } from '../platform.ts';
import type { Generated, Generator, Order } from './generation.ts';
import { type Made, recordGeneration } from './generation-record.ts';

/** One generation request. */
export interface Generation {
  readonly call: Call<Caller>;
  readonly fingerprint: string;
  /** Undefined where the request carries no Idempotency-Key. */
  readonly name: string | undefined;
  /** Throws the refusal where the assistant may not generate. */
  readonly begin: () => Promise<Order>;
  readonly generate: Generator;
}

/** The complete text in one answer. */
export async function answerWhole(platform: Platform, deed: Generation): Promise<TextAnswer> {
  const { call } = deed;
  // A model may think for longer than a connection may be silent; it has a limit of its own.
  call.raw.socket.setTimeout(0);
  return platform.generations.run(deed.name, call.signal, async (signal) => {
    const outcome = await wholeOf(deed, signal).then(
      (made) => ({ made }),
      (error: unknown) => ({ error: signal.aborted ? signal.reason : error }),
    );
    if ('error' in outcome && deed.name === undefined) throw outcome.error;
    return saveAnswer(platform, deed, async (tx) => {
      // Generated before the transaction, which may wait for nothing; a refusal is kept like an answer.
      if ('error' in outcome) throw outcome.error;
      await recordGeneration(platform, tx, outcome.made);
      return { status: 200, body: bodyOf(outcome.made.made) };
    });
  });
}

/** Saves an answer together with its activity entry, in one transaction. */
export async function saveAnswer(
  platform: Platform,
  { call, fingerprint }: Generation,
  change: (tx: Writer) => Promise<TextAnswer>,
): Promise<TextAnswer> {
  const { answer } = await changeOnce(platform, call, fingerprint, async (tx) => ({
    answer: await change(tx),
    result: undefined,
  }));
  return answer;
}

async function wholeOf({ begin, generate }: Generation, signal: AbortSignal): Promise<Made> {
  const order = await begin();
  for await (const piece of generate(order, signal))
    if (piece.type === 'end') return { order, made: piece.made };
  throw new Error('a generation ended without its end');
}

function bodyOf({ answered: _answered, language: _language, ...made }: Generated): string {
  return JSON.stringify(made);
}
