import { createPublicKey, verify } from 'node:crypto';
import { isLoopback } from '../../kernel/formats/loopback.ts';
import { CheckSkipped, display, expect, expectEqual } from '../check.ts';
import type { Json } from '../reply.ts';
import type { Wire } from '../wire.ts';

const daysMax = 90;
const skewSeconds = 60;

/** Verifies a node's grant with the operator that it names; CheckFailed with the reason when it does not hold. */
export async function verifyGrant(node: Json, wire: Wire): Promise<void> {
  const [head = '', body = '', signature = '', ...rest] = String(node.grant ?? '').split('.');
  expect(signature !== '' && rest.length === 0, 'the grant is not a JWS');
  const { alg, kid } = decode(head);
  expectEqual(alg, 'ES256', 'the algorithm of the grant');
  const claims = decode(body);
  expect(
    [claims.iat, claims.exp].every(Number.isInteger) &&
      [claims.iss, claims.sub, claims.jti].every((text) => typeof text === 'string') &&
      [claims.sites, claims.caps].every(Array.isArray),
    `the grant says ${display(claims)}`,
  );
  // The examined server names any operator, but must not direct us to a service on our machine.
  expect(isOrigin(node.operator), `its operator is ${display(node.operator)}`);
  expect(
    new URL(node.operator).protocol === 'https:' || new URL(wire.base).protocol === 'http:',
    `its operator is ${display(node.operator)}, which others can listen to`,
  );
  const operator = wire.apart(AbortSignal.timeout(30_000), node.operator);
  const keys = await keysOf(operator);
  const known = keys.filter((key: Json) => kid === undefined || key.kid === kid);
  expect(
    known.some((key: Json) => isSigned(`${head}.${body}`, signature, key)),
    'the grant is not signed by a key of its operator',
  );
  const nowSeconds = Date.now() / 1_000;
  expectEqual(
    new URL(claims.origin).origin,
    new URL(node.origin).origin,
    'the origin of the grant',
  );
  expectEqual(new URL(node.origin).origin, new URL(wire.base).origin, 'the origin of the node');
  expectEqual(claims.sub, node.node_id, 'the node of the grant');
  expect(claims.exp > nowSeconds - skewSeconds, 'the grant has expired');
  expect(claims.iat < nowSeconds + skewSeconds, 'the grant is from the future');
  expect(claims.exp - claims.iat <= daysMax * 86_400, `the grant is for more than ${daysMax} days`);
  const list = (await operator.call('GET', '/v1/revoked')).json();
  const revoked = (list.revoked ?? list) as Json[];
  expect(
    !revoked.some((entry) => entry === claims.jti || entry?.jti === claims.jti),
    'the grant is revoked',
  );
}

async function keysOf(operator: Wire): Promise<readonly Json[]> {
  try {
    return (await operator.call('GET', '/v1/operator')).json().keys;
  } catch {
    throw new CheckSkipped('its operator does not answer');
  }
}

function isSigned(text: string, signature: string, { kty, crv, x, y }: Json): boolean {
  if (kty !== 'EC' || crv !== 'P-256') return false;
  try {
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    // An invalid key verifies nothing.
    return false;
  }
}

/** HTTPS, or plain HTTP on the machine itself. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && isLoopback(hostname);
}

function decode(part: string): Json {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return expect(false, 'the grant holds no JSON');
  }
}
