/** Validation of the grant that a node publishes, as far as the node itself can check it. */
import { readFile, stat } from 'node:fs/promises';
import { type GrantClaims, grantClaimsSchema, nodeLimits, type PublicKey } from '@baraza/contract';
import { isoTime } from '../kernel/clock.ts';
import { invalid, Problem } from '../kernel/problem.ts';
import { nodeIdOf } from './origin.ts';
import { algorithm, assertSigned, loadJose } from './signing.ts';

/** Decodes a grant without verifying it; undefined if it is malformed. */
export async function readGrant(grant: string): Promise<GrantClaims | undefined> {
  const { decodeJwt, decodeProtectedHeader } = await loadJose();
  try {
    if (decodeProtectedHeader(grant).alg !== algorithm) return undefined;
    return grantClaimsSchema.safeParse(decodeJwt(grant)).data;
  } catch {
    return undefined;
  }
}

/** One sentence that says what is wrong, or undefined when the grant is valid. */
export async function grantFault(
  grant: string,
  known: {
    readonly origin: string;
    readonly operator: string;
    readonly nowMs: number;
    /** The keys of the operator; undefined when it could not be reached. */
    readonly keys: readonly PublicKey[] | undefined;
  },
): Promise<string | undefined> {
  const claims = await readGrant(grant);
  if (claims === undefined) return 'The grant of this node is malformed.';
  const { origin, operator, nowMs, keys } = known;
  if (claims.origin !== origin)
    return (
      `The grant of this node is for ${claims.origin}, and this is ${origin}; BARAZA_PUBLIC_SITE_URL sets ` +
      'the address of this node.'
    );
  if (claims.sub !== nodeIdOf(origin))
    return `The grant of this node was given to ${claims.sub}, and this is ${nodeIdOf(origin)}.`;
  if (claims.exp * 1000 <= nowMs)
    return `The grant of this node ended at ${isoTime(claims.exp * 1000)}; its operator can issue another.`;
  if (claims.iat * 1000 > nowMs + nodeLimits.clockAheadMs)
    return (
      `The grant of this node begins at ${isoTime(claims.iat * 1000)}: the clock here or at its operator is ` +
      'wrong.'
    );
  if (keys !== undefined && !(await isSigned(grant, keys)))
    return `The grant of this node is not signed by ${operator}, which BARAZA_OPERATOR_URL names.`;
  return undefined;
}

async function isSigned(grant: string, keys: readonly PublicKey[]): Promise<boolean> {
  try {
    await assertSigned(grant, keys, (cause) => invalid('The grant is not signed.', { cause }));
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Content of the file of BARAZA_GRANT_FILE. */
export type GrantText =
  | { readonly text: string; readonly fault?: undefined }
  /** In a few words, after the name of the file. */
  | { readonly text: null; readonly fault: string };

// For the JSON around the grant.
const jsonBytesMax = 1_024;

/** Checks the file at each call, and reads it again when it has changed. */
export function createGrantFile(file: string): () => Promise<GrantText> {
  let cached: { readonly mark: string; readonly grant: GrantText } | undefined;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (cached?.mark !== mark) {
        const isSmall = size <= nodeLimits.grantCharactersMax + jsonBytesMax;
        cached = { mark, grant: isSmall ? grantIn(await readFile(file, 'utf8')) : noGrant };
      }
      return cached.grant;
    } catch (cause) {
      cached = undefined;
      return { text: null, fault: `cannot be read: ${(cause as Error).message}` };
    }
  };
}

const noGrant: GrantText = {
  text: null,
  fault: 'has no grant in the form that nodes authorize prints',
};

/** The grant alone, or the JSON that `nodes authorize --json` prints. */
function grantIn(content: string): GrantText {
  const text = content.trim();
  const grant = text.startsWith('{') ? jsonGrant(text) : text;
  // Only a well-formed grant may be copied from a file into a public answer.
  return /^[\w-]+(?:\.[\w-]*)+$/.test(grant) ? { text: grant } : noGrant;
}

function jsonGrant(text: string): string {
  try {
    const { grant } = JSON.parse(text) as { readonly grant?: unknown };
    return typeof grant === 'string' ? grant : '';
  } catch {
    return '';
  }
}
