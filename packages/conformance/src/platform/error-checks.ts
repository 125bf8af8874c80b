import { CheckSkipped, type Checks, display, expect, expectEqual } from '../check.ts';
import { expectStatus, type Reply } from '../reply.ts';
import { type PlatformBench, resources } from './bench.ts';

const statuses = [400, 401, 403, 404, 409, 413, 503];
const task = { service: 'work', kind: 'Task', name: 'x' };

export const platformErrorChecks: Checks<PlatformBench> = {
  'platform-unauthorized': {
    holds: 'A missing, malformed or unknown key is 401 with WWW-Authenticate',
    run: async ({ call, wire }) => {
      await call('GET', '/api/platform/status');
      for (const authorization of [
        '',
        'Basic eA==',
        'Bearer nothing',
        `Bearer rpk_00000000_${'0'.repeat(49)}`,
      ]) {
        const headers = authorization === '' ? {} : { authorization };
        const reply = await wire.call('GET', resources, { headers });
        expectStatus(reply, 401, `the status with “${authorization}”`);
        expect(
          /^Bearer/.test(String(reply.headers['www-authenticate'])),
          'WWW-Authenticate is absent',
        );
      }
    },
  },
  'platform-invalid': {
    holds: 'Broken JSON, unknown services and actions, and an empty name are 400 with a sentence',
    run: async ({ call, make, act }) => {
      const { id } = await make('work', 'Task');
      for (const reply of [
        await call('POST', resources, {
          headers: { 'content-type': 'application/json' },
          body: '{"service":',
        }),
        await call('POST', resources, { body: { ...task, service: 'space' } }),
        await call('POST', resources, { body: { ...task, name: '  ' } }),
        await call('POST', resources, { body: { ...task, config: [] } }),
        await call('POST', resources, { headers: { 'content-type': 'text/plain' }, body: 'x' }),
        await act(id, 'explode'),
        await act(id, 'add-record', { record: {} }),
        await call('GET', `${resources}?limit=0`),
      ]) {
        expectStatus(reply, 400);
        const { error } = reply.json();
        expect(typeof error === 'string' && error.length > 5, `the error is ${display(error)}`);
      }
    },
  },
  'platform-absent': {
    holds: 'Unknown paths, methods and ids are 404, with the same body for all ids',
    run: async ({ call }) => {
      const of = async (path: string, method = 'GET') => {
        const reply = await call(method, path);
        expectStatus(reply, 404, `the status of ${method} ${path}`);
        const { requestId, ...rest } = reply.json();
        expect(typeof requestId === 'string', `the requestId is ${display(requestId)}`);
        return rest;
      };
      await of('/api/platform/nothing');
      await of(resources, 'PUT');
      const [one, other] = [
        await of(`${resources}/res_00000000000000000000000000`),
        await of(`${resources}/nonsense`),
      ];
      expectEqual(one, other, 'the body');
      expect(
        typeof one.error === 'string' && typeof one.code === 'string',
        `it is ${display(one)}`,
      );
    },
  },
  'platform-large': {
    holds: 'A body over 64 KB is 413, and the refusal can be read',
    run: async ({ call }) => {
      const reply = await call('POST', resources, {
        body: { ...task, config: { x: 'x'.repeat(70_000) } },
      });
      expectStatus(reply, 413);
      expect(typeof reply.json().error === 'string', 'there is no sentence');
    },
  },
  'platform-statuses': {
    holds: `Refusals use ${statuses.join(', ')} only, each JSON with an error; 503 with Retry-After`,
    run: async ({ call, wire }) => {
      await call('GET', '/api/platform/status');
      for (const reply of [
        await wire.call('GET', `/${'a'.repeat(20_000)}`),
        await call('GET', resources, { headers: { 'x-long': 'a'.repeat(20_000) } }),
        await call('TRACE', resources),
        await call('POST', '/api/platform/ai', {
          body: { prompt: 'x', assistant: 'res_00000000000000000000000000' },
        }),
      ])
        expectRefusal(reply);
    },
  },
  'platform-expect': {
    holds: 'An unknown Expect is refused like any other bad request',
    run: async ({ call }) => {
      const own = await call('GET', '/api/platform/status');
      const headers = { expect: 'something' };
      const reply = await call('POST', resources, { headers, body: '{}' });
      const isOwn = reply.headers['x-request-id'] !== undefined;
      // Caddy, like every proxy on Go's HTTP server, refuses it by itself.
      if (reply.status === 417 && own.headers['x-request-id'] !== undefined && !isOwn)
        throw new CheckSkipped(
          'a proxy in front answers 417 by itself: its answer has no X-Request-Id',
        );
      expectRefusal(reply);
    },
  },
};

function expectRefusal(reply: Reply): void {
  expect(statuses.includes(reply.status), `a status is ${reply.status}`);
  expect(typeof reply.json().error === 'string', `a ${reply.status} has no error`);
  if (reply.status === 503)
    expect(reply.headers['retry-after'] !== undefined, 'a 503 has no Retry-After');
}
