/**
 * Limits sign-ups, sign-ins and codes, for each network and for each account, whether it exists or not; and the writes
 * of callers without a key, for each account and each network.
 */
import { hourMs, type JsonObject, limits, minuteMs } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { assertWithinRate, type Rate } from '../../limits/rate.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { returnRate, spendRate } from '../../store/rates.ts';
import type { Writer } from '../../store/store.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Platform } from '../platform.ts';

interface Attempt {
  readonly usersId: string;
  readonly email: string;
  readonly network: string;
}

type Limited = (attempt: Attempt) => readonly (readonly [who: string, max: number, ms: number])[];

// An account allows few attempts from one network and more from all networks, so one attacker cannot lock it.
const limited: { readonly [kind in 'sign-in' | 'code' | 'sign-up']: Limited } = {
  'sign-in': ({ usersId, email, network }) => [
    [`${usersId} ${email} ${network}`, 10, 10 * minuteMs],
    [`${usersId} ${email}`, 100, hourMs],
    [network, 100, 10 * minuteMs],
  ],
  code: ({ usersId, email, network }) => [
    [`${usersId} ${email} ${network}`, 5, 10 * minuteMs],
    [`${usersId} ${email}`, 15, 10 * minuteMs],
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
  await spend({ store, clock }, rates, 'too_many', 'Too many attempts; try again later.');
  return () =>
    store.write(async (tx) => {
      for (const { bucket } of rates) await returnRate(tx, bucket);
    });
}

export const codeMs = 10 * minuteMs;
// From all networks: more than one network has, or its wrong tries would use up the code of the person who got it.
export const codeTries = 30;
const codeTriesOfNetwork = 5;

/** Counts a try of a code in a transaction, and says whether its network had one left. */
export async function takeCodeTry(
  { clock, mac }: Pick<Platform, 'clock' | 'mac'>,
  tx: Writer,
  network: string,
  codeHash: string,
): Promise<boolean> {
  const bucket = `code try ${mac.of('user address', `${codeHash} ${network}`)}`;
  return (await spendRate(tx, bucket, codeTriesOfNetwork, clock(), codeMs)) === undefined;
}

/** A write, or several in a batch, by a caller without a key. */
interface Writes {
  readonly caller: Pick<Caller, 'keyless' | 'ownerId'>;
  readonly network: string;
  /** One for each write; undefined where there is no such resource. */
  readonly resources: readonly (ResourceRow | undefined)[];
}

/**
 * Counts the writes of a user, or of an anonymous caller, before they are made: refused ones count too. A resource with
 * `config.limits.perMinute` has a count of its own for each account. Keys have no limit.
 */
export function countWrites(
  { store, clock, mac }: Platform,
  { caller, network, resources }: Writes,
  code: 'rate' | 'too_many' = 'rate',
): Promise<void> {
  const { keyless, ownerId } = caller;
  if (keyless === undefined) return Promise.resolve();
  const rate = (who: string, max: number, calls: number): Rate => ({
    bucket: `write ${mac.of('user address', who)}`,
    max,
    calls,
    windowMs: minuteMs,
  });
  const { user } = keyless;
  const own = new Map<string, Rate>();
  for (const row of user === undefined ? [] : resources) {
    const perMinute = row?.owner_id === ownerId ? perMinuteOf(row) : undefined;
    const place = perMinute === undefined ? '' : ` ${row?.id}`;
    const calls = (own.get(place)?.calls ?? 0) + 1;
    const who = `account ${user?.usersId} ${user?.recordId}${place}`;
    own.set(place, rate(who, perMinute ?? limits.userWritesPerMinute, calls));
  }
  const { length: calls } = resources;
  // Always in the same order, so that transactions do not deadlock: those of accounts before those of networks.
  const rates = [
    ...[...own.values()].sort((one, other) => (one.bucket < other.bucket ? -1 : 1)),
    ...(user === undefined ? [rate(network, limits.anonymousWritesPerMinute, calls)] : []),
    rate(`all of ${network}`, limits.networkWritesPerMinute, calls),
  ];
  const sentence = 'Too many changes in a minute; try again shortly.';
  return spend({ store, clock }, rates, code, sentence);
}

const perMinuteMax = 6_000;

/** `config.limits`; undefined for the usual limit. What has another form is a setting of the application. */
function perMinuteOf({ config }: Pick<ResourceRow, 'config'>): number | undefined {
  const { limits } = parsedConfig(config);
  return isObject(limits) && areLimits(limits) ? (limits.perMinute as number) : undefined;
}

/** For resources that users reach: a mistake would leave them with another limit than was meant. */
export function assertLimits({ limits }: JsonObject): void {
  if (limits === undefined || limits === null) return;
  if (isObject(limits) && (Object.keys(limits).length === 0 || areLimits(limits))) return;
  throw invalid(
    `config.limits must be like {"perMinute":60}: from 1 to ${perMinuteMax} changes of an account in a minute.`,
  );
}

function areLimits({ perMinute, ...rest }: JsonObject): boolean {
  const isNumber = Number.isInteger(perMinute) && Number(perMinute) >= 1;
  return isNumber && Number(perMinute) <= perMinuteMax && Object.keys(rest).length === 0;
}

/** Counted in a transaction of its own, so that what is refused later counts too. */
async function spend(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  rates: readonly Rate[],
  code: 'rate' | 'too_many',
  sentence: string,
): Promise<void> {
  const count = async (tx: Writer) => {
    for (const rate of rates) await assertWithinRate(tx, rate, clock());
  };
  await store.write(count, { mayBeLost: true }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'rate') throw error;
    const { retryAfterSeconds = 60 } = error;
    throw new Problem(code, sentence, { retryAfterSeconds });
  });
}
