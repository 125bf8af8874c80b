/** Verifies the grant that lets a node act for an operator, using only the operator's keys. */
import type { GrantClaims, PublicKey } from '@baraza/contract';

type GrantFacts = {
  /** Fetched from the configured operator. */
  readonly keys: readonly PublicKey[];
  readonly revoked: readonly string[];
  /** The id that the node reports, and the origin where it was reached. */
  readonly nodeId: string;
  readonly origin: string;
  readonly site: string;
  readonly nowMs: number;
};

/** Why the grant is refused, as the end of a sentence; undefined if it is valid. */
export async function grantRefusal(grant: unknown, facts: GrantFacts): Promise<string | undefined> {
  if (typeof grant !== 'string' || grant === '') return 'it presents no grant';
  const [head, body, signature, ...rest] = grant.split('.');
  const header = jsonIn<{ readonly alg?: unknown; readonly kid?: unknown }>(head);
  if (header !== undefined && header.alg !== 'ES256') return 'its grant is not signed by ES256';
  const claims = claimsIn(body);
  const bytes = bytesIn(signature);
  if (header === undefined || claims === undefined || bytes?.length !== 64 || rest.length > 0)
    return 'its grant is malformed';
  // Older servers do not name the key; then each is tried.
  const keys = facts.keys.filter(({ kid }) => header.kid === undefined || header.kid === kid);
  if (!(await isSignedByOne(keys, `${head}.${body}`, bytes)))
    return 'its grant is not signed by the operator';
  return claimsRefusal(claims, facts);
}

function claimsRefusal(claims: GrantClaims, facts: GrantFacts): string | undefined {
  const { site, origin, nowMs } = facts;
  if (claims.sub !== facts.nodeId) return 'its grant is for another node';
  if (claims.origin !== origin) return `its grant is for ${claims.origin}, not for ${origin}`;
  if (!claims.sites.includes('*') && !claims.sites.includes(site))
    return `its grant is not for the site ${site}`;
  if (claims.iat * 1000 > nowMs + aheadMs)
    return `its grant begins at ${timeOf(claims.iat)}, so one of the clocks is wrong`;
  if (claims.exp * 1000 <= nowMs) return `its grant ended at ${timeOf(claims.exp)}`;
  if (claims.exp - claims.iat > longestSeconds) return 'its grant is valid for more than 90 days';
  if (facts.revoked.includes(claims.jti)) return 'its grant was revoked';
  return undefined;
}

// The operator's clock may be ahead by this much.
const aheadMs = 60_000;
const longestSeconds = 90 * 86_400;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function isSignedByOne(
  keys: readonly PublicKey[],
  signed: string,
  signature: Bytes,
): Promise<boolean> {
  const data = new TextEncoder().encode(signed);
  for (const { kty, crv, x, y } of keys) {
    try {
      // Only the key itself: other properties from a server, such as `key_ops`, are ignored.
      const jwk = { kty, crv, x, y };
      const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
      if (await crypto.subtle.verify(algorithm, key, signature, data)) return true;
    } catch {
      // An invalid key is skipped.
    }
  }
  return false;
}

function claimsIn(part: string | undefined): GrantClaims | undefined {
  const claims = jsonIn<{ readonly [name in keyof GrantClaims]?: unknown }>(part);
  if (claims === undefined || !Array.isArray(claims.sites)) return undefined;
  const { sub, origin, jti, iat, exp } = claims;
  const isComplete =
    [sub, origin, jti].every((text) => typeof text === 'string') &&
    [iat, exp].every((time) => Number.isFinite(time) && Math.abs(Number(time)) < 1e11);
  return isComplete ? (claims as GrantClaims) : undefined;
}

function jsonIn<Value extends object>(part: string | undefined): Value | undefined {
  const bytes = bytesIn(part);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

function bytesIn(part: string | undefined): Bytes | undefined {
  // atob accepts more than base64url.
  if (part === undefined || !/^[\w-]*$/.test(part)) return undefined;
  try {
    const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
