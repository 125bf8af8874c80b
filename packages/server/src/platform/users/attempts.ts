/**
 * Limits sign-ups, sign-ins and codes, for each network and for each account, whether it exists or not; and writes
 * that a rule allows without a user, for each network.
 */
import { hourMs, limits, minuteMs } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { assertWithinRate, type Rate } from '../../limits/rate.ts';
import { returnRate } from '../../store/rates.ts';
import type { Platform } from '../platform.ts';

interface Attempt {
  readonly usersId: string;
  readonly email: string;
  readonly network: string;
}

type Limited = (
  attempt: Attempt,
) => readonly (readonly [who: string, max: number, windowMs: number])[];

// An account allows few attempts from one network and more from all networks, so one attacker cannot lock it.
const limited: { readonly [kind in 'sign-in' | 'code' | 'sign-up']: Limited } = {
  'sign-in': ({ usersId, email, network }) => [
    [`${usersId} ${email} ${network}`, 10, 10 * minuteMs],
    [`${usersId} ${email}`, 100, hourMs],
    [network, 100, 10 * minuteMs],
  ],
  code: ({ usersId, email, network }) => [
    [`${usersId} ${email}`, 5, 10 * minuteMs],
    [network, 30, 10 * minuteMs],
  ],
  'sign-up': ({ network }) => [[network, 200, hourMs]],
};

/** Counts an attempt before it is made; the returned function takes it back. */
export async function countAttempt(
  { store, clock, mac }: Platform,
  kind: keyof typeof limited,
  attempt: Attempt,
): Promise<() => Promise<void>> {
  const rates = limited[kind](attempt).map(
    ([who, max, windowMs]): Rate => ({
      bucket: `${kind} ${mac.of('user address', who)}`,
      max,
      windowMs,
    }),
  );
  await spend({ store, clock }, rates, 'Too many attempts; try again later.');
  return () =>
    store.write(async (tx) => {
      for (const { bucket } of rates) await returnRate(tx, bucket);
    });
}

/** Counts a write without a key and without a token, before its body is read: a refused one counts too. */
export function countWrite(platform: Platform, network: string): Promise<void> {
  const rate: Rate = {
    bucket: `write ${platform.mac.of('user address', network)}`,
    max: limits.anonymousWritesPerMinute,
    windowMs: minuteMs,
  };
  return spend(platform, [rate], 'Too many changes without a user; try again shortly.');
}

async function spend(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  rates: readonly Rate[],
  sentence: string,
): Promise<void> {
  try {
    await store.write(async (tx) => {
      for (const rate of rates) await assertWithinRate(tx, rate, clock());
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate') throw error;
    const { retryAfterSeconds = 60 } = error;
    throw new Problem('too_many', sentence, { retryAfterSeconds });
  }
}
