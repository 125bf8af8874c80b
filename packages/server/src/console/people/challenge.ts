/** Challenges that a passkey has to answer: bound to the browser, and to the session if there is one. */
import { createHash } from 'node:crypto';
import { consoleLimits } from '@baraza/contract';
import type { Keyring } from '../../access/keys.ts';
import { createMac } from '../../access/mac.ts';
import { Problem } from '../../kernel/problem.ts';
import { spendChallenge } from '../../store/passkeys.ts';
import type { Writer } from '../../store/store.ts';

/** What a challenge is for; one for a sign-in registers nothing, and that of a session counts in that session only. */
type ChallengePurpose =
  | { readonly is: 'sign-in' }
  | { readonly is: 'register'; readonly sessionHash: string };

type Context = Pick<Keyring, 'pepper' | 'clock'>;

/** The text of the cookie. Nothing is stored before the challenge is answered, so strangers cannot fill the store. */
export function sealChallenge(
  { pepper, clock }: Context,
  purpose: ChallengePurpose,
  challenge: string,
): string {
  const expiresAt = clock() + consoleLimits.passkeyChallengeMs;
  const code = createMac(pepper).of('passkey challenge', sealed(purpose, challenge, expiresAt));
  return `${challenge}.${expiresAt}.${code}`;
}

interface OpenChallenge {
  readonly challenge: string;
  readonly expiresAt: number;
}

/** The challenge in a cookie; throws the refusal of one that is missing, foreign or too old. */
export function openChallenge(
  { pepper, clock }: Context,
  purpose: ChallengePurpose,
  text: string | undefined,
): OpenChallenge {
  const [challenge = '', until = '', code = ''] = (text ?? '').split('.');
  const expiresAt = Number(until);
  const isOurs = createMac(pepper).isOf(
    'passkey challenge',
    sealed(purpose, challenge, expiresAt),
    code,
  );
  if (!isOurs || expiresAt <= clock()) throw staleChallenge();
  return { challenge, expiresAt };
}

/** Uses a challenge up: of any number of answers in any number of processes only one counts. */
export async function useChallenge(
  tx: Writer,
  { challenge, expiresAt }: OpenChallenge,
): Promise<void> {
  const hash = createHash('sha256').update(challenge).digest('base64url');
  if ((await spendChallenge(tx, hash, expiresAt)) === 0) throw staleChallenge();
}

export function staleChallenge(): Problem {
  return new Problem('unauthorized', 'This took too long or was used before; try again.');
}

function sealed(purpose: ChallengePurpose, challenge: string, expiresAt: number): string {
  const place = purpose.is === 'register' ? purpose.sessionHash : '';
  return `${purpose.is} ${place} ${challenge} ${expiresAt}`;
}
