/** The signing key of an installation, generated once and stored encrypted; and texts that others have signed. */
import type { PublicKey } from '@baraza/contract';
import type { z } from 'zod';
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

/** Loaded with the first signature: it takes 10 MB of memory that servers without nodes do not need. */
export const loadJose = () => import('jose');

/** The `typ` header of a signed text, so that one kind cannot be used as another. */
export type SignedType = 'node-grant+jwt' | 'node-report+jwt';

export interface SigningParts {
  readonly store: Store;
  readonly clock: Clock;
  /** Encrypts the private key in the store. */
  readonly seal: {
    readonly close: (text: string) => string;
    readonly open: (sealed: string) => string;
  };
}

/** The keys to verify with: the current one, and older ones while a grant signed with them is valid. */
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

/** The claims of a signed text and the id of its key, before the signature is verified. Throws the refusal. */
export async function readClaims<Claims>(
  jws: string,
  type: SignedType,
  schema: z.ZodType<Claims>,
  refusal: (cause?: unknown) => Problem,
): Promise<{ readonly claims: Claims; readonly kid: string }> {
  const { decodeJwt, decodeProtectedHeader } = await loadJose();
  try {
    const { alg, kid, typ } = decodeProtectedHeader(jws);
    if (alg === algorithm && kid !== undefined && typ === type)
      return { claims: schema.parse(decodeJwt(jws)), kid };
  } catch (cause) {
    throw refusal(cause);
  }
  throw refusal();
}

/** Throws the refusal if none of the keys has signed the text. */
export async function assertSigned(
  jws: string,
  keys: readonly PublicKey[],
  refusal: (cause: unknown) => Problem,
): Promise<void> {
  const { compactVerify, createLocalJWKSet, errors } = await loadJose();
  try {
    await compactVerify(jws, createLocalJWKSet({ keys: [...keys] }), { algorithms: [algorithm] });
  } catch (cause) {
    throw cause instanceof errors.JOSEError ? refusal(cause) : cause;
  }
}

/** Replaces the signing key; what the old one signed stays valid until it expires. */
export async function rotateSigningKey(parts: SigningParts): Promise<string> {
  const made = await makeKey(parts);
  await parts.store.write(async (tx) => {
    await retireSigningKey(tx);
    if ((await insertSigningKey(tx, made)) === 0)
      throw new Problem('conflict', 'The key is being changed by another command; try again.');
  });
  return made.kid;
}

// Of several processes that start together, one creates the key and the others use it.
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
      'The signing key was encrypted with another pepper; nodes rotate-key creates a new one.',
      { cause },
    );
  }
}
