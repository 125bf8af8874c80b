/** Passwords as hashes: scrypt in the threads of Node, few at a time, since each takes a fifth of a second. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { hasAtLeast, hasAtMost } from '@baraza/contract';
import type { Mac } from '../../access/mac.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { normalized } from '../../kernel/formats/normalized.ts';
import { invalid } from '../../kernel/problem.ts';

const charactersMin = 8;
const charactersMax = 200;
// As OWASP recommends for 16 MB.
const usualCost = { N: 2 ** 14, r: 8, p: 5 };
const hashBytes = 32;
const saltBytes = 16;

export type Passwords = ReturnType<typeof createPasswords>;

/** Only tests give a cost. */
export function createPasswords(mac: Mac, cost = usualCost) {
  const turns = createFairQueue(
    { atOnce: 2, ofOneMax: 1, waitingMax: 100, waitingOfOneMax: 10, waitMs: 5_000 },
    { sentence: 'Too many people are signing in; try again shortly.' },
  );
  const stored = (salt: Buffer, hash: Buffer) => {
    const { N, r, p } = cost;
    return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${hash.toString('base64')}`;
  };
  const none = stored(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
  return {
    /** `account` is who takes a turn: the network of the caller. */
    hash: async (password: string, account: string) => {
      const salt = randomBytes(saltBytes);
      const hash = await turns.run(() => derive(mac, password, salt, cost), { account });
      return stored(salt, hash);
    },
    /** Takes as long if there is no hash, so that the time does not reveal whether an account exists. */
    isRight: async (password: string, known: string | null | undefined, account: string) => {
      const [, N, r, p, salt = '', hash = ''] = (known ?? none).split('$');
      const given = { N: Number(N), r: Number(r), p: Number(p) };
      const derived = () => derive(mac, password, Buffer.from(salt, 'base64'), given);
      const found = await turns.run(derived, { account });
      return timingSafeEqual(found, Buffer.from(hash, 'base64')) && typeof known === 'string';
    },
  };
}

/** The password in the form that is hashed. */
export function checkedPassword(value: unknown, field = 'password'): string {
  const text = typeof value === 'string' ? normalized(value, 'NFKC') : '';
  if (
    hasAtLeast(text, charactersMin) &&
    hasAtMost(text, charactersMax) &&
    text.isWellFormed() &&
    !text.includes('\0')
  )
    return text;
  throw invalid(`${field} must have ${charactersMin} to ${charactersMax} characters.`);
}

// Keyed with the pepper: a stolen database alone cannot be guessed at.
function derive(mac: Mac, password: string, salt: Buffer, cost: typeof usualCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const peppered = mac.of('user password', password);
    scrypt(peppered, salt, hashBytes, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
