import { createPublicKey, verify } from 'node:crypto';
import { CheckSkipped, type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectStatus, type Json } from '../reply.ts';
import type { Wire } from '../wire.ts';
import type { SiteBench } from './bench.ts';
import { isLoopback } from './loopback.ts';

export const operatorChecks: Checks<SiteBench> = {
  'operator-described': {
    holds: 'GET /v1/operator describes the server, readable by any page',
    run: async ({ wire }) => {
      const reply = await wire.call('GET', '/v1/operator', {
        headers: { origin: 'https://anywhere.example' },
      });
      expectStatus(reply, 200);
      const body = reply.json();
      expectEqual(body.api, 'v1', 'api');
      expectIs(body.role, ['operator', 'node'], 'role');
      expect(isOrigin(body.origin), `origin is ${display(body.origin)}`);
      expect(isOrigin(body.operator), `operator is ${display(body.operator)}`);
      expect(Array.isArray(body.languages), `languages is ${display(body.languages)}`);
      expect(Array.isArray(body.capabilities), `capabilities is ${display(body.capabilities)}`);
      const allowed = reply.headers['access-control-allow-origin'];
      expect(
        allowed === '*' || allowed === 'https://anywhere.example',
        `Access-Control-Allow-Origin is ${display(allowed)}`,
      );
    },
  },
  'operator-alias': {
    holds: '/.well-known/site-assistant returns the same',
    run: async ({ wire, descriptor }) => {
      const alias = await wire.call('GET', '/.well-known/site-assistant');
      expectStatus(alias, 200);
      const [one, other] = [await descriptor(), alias.json()];
      for (const field of ['api', 'role', 'origin', 'operator', 'node_id'])
        expectEqual(other[field], one[field], field);
    },
  },
  'operator-keys': {
    holds: 'Its keys are public ES256 keys without a private part',
    run: async ({ descriptor }) => {
      const { keys } = await descriptor();
      expect(Array.isArray(keys), `keys is ${display(keys)}`);
      for (const key of keys as Json[]) {
        expect(key.kty === 'EC' && key.crv === 'P-256', `a key is ${display(key)}`);
        expect(!('d' in key), 'a key holds its private part');
      }
    },
  },
  'nodes-listed': {
    holds: 'GET /v1/nodes lists authorised nodes and GET /v1/revoked the revoked grants',
    run: async ({ wire }) => {
      const nodes = (await wire.call('GET', '/v1/nodes')).json();
      expect(Array.isArray(nodes.nodes ?? nodes), `nodes are ${display(nodes)}`);
      const revoked = (await wire.call('GET', '/v1/revoked')).json();
      expect(Array.isArray(revoked.revoked ?? revoked), `revoked is ${display(revoked)}`);
    },
  },
  'node-grant': {
    holds:
      'A node shows a grant that its operator signed, for its own origin, valid now and not revoked',
    run: async ({ descriptor, wire }) => {
      const body = await descriptor();
      if (body.role !== 'node') throw new CheckSkipped('this server is not a node');
      await verifyGrant(body, wire);
    },
  },
  'site-operator': {
    holds: 'GET /v1/sites/{site}/operator names the base of the site, by HTTPS or on this machine',
    run: async ({ visit }) => {
      const reply = await visit('GET', 'operator');
      expectStatus(reply, 200);
      const { base } = reply.json();
      expect(isOrigin(base), `base is ${display(base)}`);
    },
  },
};

const daysMax = 90;
const skewSeconds = 60;

/** Verifies a node's grant with the operator that it names; CheckFailed with the reason when it does not hold. */
async function verifyGrant(node: Json, wire: Wire): Promise<void> {
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
function isOrigin(value: unknown): value is string {
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
