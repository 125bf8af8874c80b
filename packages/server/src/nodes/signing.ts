/** The key by which a server is known: made once for an installation, sealed in its store. */
import type { PublicKey } from '@baraza/contract';
import type { Clock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import {
  currentSigningKey,
  insertSigningKey,
  listedSigningKeys,
  retireSigningKey,
  type SigningKeyRow,
} from '../store/nodes.ts';
import type { Store } from '../store/store.ts';

export const algorithm = 'ES256';

/** With the first signature: who never looks for nodes does not pay 10 MB for them. */
export const loadJose = () => import('jose');

/** What a signed text is, said in its head: one kind never passes for the other. */
export type SignedType = 'node-grant+jwt' | 'node-report+jwt';

export interface SigningParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Keeps the private half unreadable in the store. */
  readonly seal: {
    readonly close: (text: string) => string;
    readonly open: (sealed: string) => string;
  };
}

/** What is verified with: the key that signs, and older ones by which a grant still runs. */
export async function publicKeys(parts: SigningParts): Promise<readonly PublicKey[]> {
  await signingKey(parts);
  const rows = await listedSigningKeys(parts.store, parts.clock());
  return rows.map((row) => JSON.parse(row.public) as PublicKey);
}

export async function signClaims(
  parts: SigningParts,
  type: SignedType,
  claims: object,
): Promise<{ readonly jws: string; readonly kid: string }> {
  const row = await signingKey(parts);
  const { CompactSign, importJWK } = await loadJose();
  const key = await importJWK(JSON.parse(openPrivateKey(parts, row)), algorithm);
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: algorithm, kid: row.kid, typ: type })
    .sign(key);
  return { jws, kid: row.kid };
}

/** From now on another key signs; what the old one signed holds until its own end. */
export async function rotateSigningKey(parts: SigningParts): Promise<string> {
  const made = await makeKey(parts);
  await parts.store.write(async (tx) => {
    await retireSigningKey(tx);
    if ((await insertSigningKey(tx, made)) === 0)
      throw new Problem('conflict', 'The key is being changed by another command; look again.');
  });
  return made.kid;
}

// Of several processes that start together one makes the key, and the others use it.
async function signingKey(parts: SigningParts): Promise<SigningKeyRow> {
  const found = await currentSigningKey(parts.store);
  if (found !== undefined) return found;
  const made = await makeKey(parts);
  await parts.store.write((tx) => insertSigningKey(tx, made));
  return (await currentSigningKey(parts.store)) ?? made;
}

async function makeKey({ seal, clock }: SigningParts) {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await loadJose();
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const { kty, crv, x, y } = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(pair.publicKey);
  const privateKey = await exportJWK(pair.privateKey);
  return {
    kid,
    public: JSON.stringify({ kty, crv, x, y, kid, alg: algorithm, use: 'sig' }),
    private: seal.close(JSON.stringify(privateKey)),
    created_at: clock(),
  };
}

function openPrivateKey({ seal }: SigningParts, row: SigningKeyRow): string {
  try {
    return seal.open(row.private ?? '');
  } catch (cause) {
    throw new Problem(
      'unavailable',
      'The key that signs was sealed with another pepper; nodes rotate-key makes a new one.',
      { cause },
    );
  }
}
