import { createPublicKey, verify } from 'node:crypto';
import { CheckSkipped, display, expect, expectEqual, expectShape, is, skipIf } from '../check.ts';
import { expectReply, type Json } from '../reply.ts';
import type { Wire } from '../wire.ts';
import { siteSection } from './bench.ts';

const page = 'https://anywhere.example';

export const operatorSection = siteSection(
  'operators and nodes',
  {
    'operator-described': 'GET /v1/operator describes the server, readable by any page',
    'operator-alias': '/.well-known/site-assistant returns the same',
    'operator-keys': 'Its keys are public ES256 keys without a private part',
    'nodes-listed': 'GET /v1/nodes lists authorised nodes and GET /v1/revoked the revoked grants',
    'node-grant':
      'A node shows a grant that its operator signed, for its own origin, valid now and not revoked',
    'site-operator':
      'GET /v1/sites/{site}/operator names the base of the site, by HTTPS or on this machine',
  },
  {
    async 'operator-described'({ wire }) {
      const reply = await wire.call('GET', '/v1/operator', undefined, { origin: page });
      const body = {
        api: 'v1',
        role: is.oneOf('operator', 'node'),
        origin: isOrigin,
        operator: isOrigin,
        languages: is.list,
        capabilities: is.list,
      };
      expectReply(reply, 200, body, { 'access-control-allow-origin': is.oneOf('*', page) });
    },
    async 'operator-alias'({ wire, descriptor }) {
      const alias = await wire.call('GET', '/.well-known/site-assistant');
      const { api, role, origin, operator, node_id } = await descriptor();
      expectReply(alias, 200, { api, role, origin, operator, node_id });
    },
    async 'operator-keys'({ descriptor }) {
      const key = { kty: 'EC', crv: 'P-256', d: undefined };
      const { keys } = await descriptor();
      expect(is.list(keys), `keys is ${display(keys)}`);
      for (const one of keys) expectShape(one, key, 'a key');
    },
    async 'nodes-listed'({ wire }) {
      for (const name of ['nodes', 'revoked']) {
        const { body } = await wire.call('GET', `/v1/${name}`);
        expectShape(body[name] ?? body, is.list, name);
      }
    },
    async 'node-grant'({ descriptor, wire }) {
      const body = await descriptor();
      skipIf(body.role !== 'node', 'this server is not a node');
      await verifyGrant(body, wire);
    },
    async 'site-operator'({ visit }) {
      expectReply(await visit('GET', 'operator'), 200, { base: isOrigin });
    },
  },
);

const daysMax = 90;
const skewSeconds = 60;

/** Verifies a node's grant with the operator that it names; CheckFailed with the reason when it does not hold. */
async function verifyGrant(node: Json, wire: Wire): Promise<void> {
  const [head = '', body = '', signature = '', ...rest] = String(node.grant ?? '').split('.');
  expect(signature !== '' && rest.length === 0, 'the grant is not a JWS');
  const { alg, kid } = decode(head);
  expectEqual(alg, 'ES256', 'the algorithm of the grant');
  const claims = decode(body);
  const texts = { iss: is.text, sub: is.text, jti: is.text };
  const others = { iat: is.whole, exp: is.whole, sites: is.list, caps: is.list };
  expectShape(claims, { ...texts, ...others }, 'the grant');
  // The examined server names any operator, but must not direct us to a service on our machine.
  expect(isOrigin(node.operator), `its operator is ${display(node.operator)}`);
  expect(
    new URL(node.operator).protocol === 'https:' || new URL(wire.base).protocol === 'http:',
    `its operator is ${display(node.operator)}, which others can listen to`,
  );
  const operator = wire.apart(AbortSignal.timeout(30_000), node.operator);
  const keys = await keysOf(operator);
  const known = keys.filter((key: Json) => kid === undefined || key.kid === kid);
  const isByOperator = known.some((key: Json) => isSigned(`${head}.${body}`, signature, key));
  expect(isByOperator, 'the grant is not signed by a key of its operator');
  const nowSeconds = Date.now() / 1_000;
  const { origin } = new URL(node.origin);
  expectEqual(new URL(claims.origin).origin, origin, 'the origin of the grant');
  expectEqual(origin, new URL(wire.base).origin, 'the origin of the node');
  expectEqual(claims.sub, node.node_id, 'the node of the grant');
  expect(claims.exp > nowSeconds - skewSeconds, 'the grant has expired');
  expect(claims.iat < nowSeconds + skewSeconds, 'the grant is from the future');
  expect(claims.exp - claims.iat <= daysMax * 86_400, `the grant is for more than ${daysMax} days`);
  const list = (await operator.call('GET', '/v1/revoked')).body;
  const revoked = (list.revoked ?? list) as Json[];
  const isRevoked = revoked.some((one) => one === claims.jti || one?.jti === claims.jti);
  expect(!isRevoked, 'the grant is revoked');
}

async function keysOf(operator: Wire): Promise<readonly Json[]> {
  try {
    return (await operator.call('GET', '/v1/operator')).body.keys;
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
  if (!is.text(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

function decode(part: string): Json {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return expect(false, 'the grant holds no JSON');
  }
}
