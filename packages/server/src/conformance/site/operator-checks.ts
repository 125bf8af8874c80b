import { CheckSkipped, type Checks, display, expect, expectEqual } from '../check.ts';
import { expectStatus, type Json } from '../reply.ts';
import type { SiteBench } from './bench.ts';
import { isOrigin, verifyGrant } from './grant.ts';

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
      expect(['operator', 'node'].includes(body.role), `role is ${display(body.role)}`);
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
