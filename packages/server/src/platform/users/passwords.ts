/** Passwords as hashes: scrypt in the threads of Node, few at a time, since each takes a fifth of a second. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { hasAtLeast, hasAtMost } from '@baraza/contract';
import type { Mac } from '../../access/mac.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { normalized } from '../../kernel/formats/normalized.ts';
import { Problem } from '../../kernel/problem.ts';

const charactersMin = 8;
const charactersMax = 200;
// As OWASP recommends for 16 MB.
const cost = { N: 2 ** 14, r: 8, p: 5 };
const hashBytes = 32;
const saltBytes = 16;

const turns = createFairQueue(
  { atOnce: 2, ofOneMax: 1, waitingMax: 100, waitingOfOneMax: 10, waitMs: 5_000 },
  { sentence: 'Too many people are signing in; try again shortly.' },
);

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
  throw new Problem(
    'invalid',
    `${field} must have ${charactersMin} to ${charactersMax} characters.`,
  );
}

/** `account` is who takes a turn: the network of the caller. */
export async function hashPassword(mac: Mac, password: string, account: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await turns.run(() => derive(mac, password, salt), { account });
  return stored(salt, hash);
}

/** Takes as long where there is no hash, so that nothing tells whether an account exists. */
export async function isPassword(
  mac: Mac,
  password: string,
  known: string | null | undefined,
  account: string,
): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (known ?? none).split('$');
  const given = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await turns.run(() => derive(mac, password, Buffer.from(salt, 'base64'), given), {
    account,
  });
  return timingSafeEqual(found, Buffer.from(hash, 'base64')) && typeof known === 'string';
}

const none = stored(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

function stored(salt: Buffer, hash: Buffer): string {
  const { N, r, p } = cost;
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

// Keyed with the pepper: a stolen database alone cannot be guessed at.
function derive(mac: Mac, password: string, salt: Buffer, of = cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const peppered = mac.of('user password', password);
    scrypt(peppered, salt, hashBytes, { ...of, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
