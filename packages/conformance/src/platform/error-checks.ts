import { CheckSkipped, expect, expectEqual, expectShape, is } from '../check.ts';
import { expectReply, expectStatus, type Reply } from '../reply.ts';
import { absent, ai, platformSection, resources, status } from './bench.ts';

const statuses = [400, 401, 403, 404, 409, 413, 503];
const task = { service: 'work', kind: 'Task', name: 'x' };

export const platformErrorSection = platformSection(
  'platform errors',
  {
    'platform-unauthorized': 'A missing, malformed or unknown key is 401 with WWW-Authenticate',
    'platform-invalid':
      'Broken JSON, unknown services and actions, and an empty name are 400 with a sentence',
    'platform-absent': 'Unknown paths, methods and ids are 404, with the same body for all ids',
    'platform-large': 'A body over 64 KB is 413, and the refusal can be read',
    'platform-statuses':
      `Refusals of resources and assistants use ${statuses.join(', ')} only, ` +
      'each JSON with an error; 503 with Retry-After',
    'platform-expect': 'An unknown Expect is refused like any other bad request',
  },
  {
    async 'platform-unauthorized'({ key, wire }) {
      key();
      const unknown = `Bearer rpk_00000000_${'0'.repeat(49)}`;
      for (const authorization of ['', 'Basic eA==', 'Bearer nothing', unknown]) {
        const headers = authorization === '' ? {} : { authorization };
        const reply = await wire.call('GET', resources, undefined, headers);
        expectStatus(reply, 401, `the status with “${authorization}”`);
        expectShape(reply.headers['www-authenticate'], /^Bearer/, 'WWW-Authenticate');
      }
    },
    async 'platform-invalid'({ call, make, act }) {
      const { id } = await make('Task');
      for (const reply of [
        await call('POST', resources, '{"service":', { 'content-type': 'application/json' }),
        await call('POST', resources, { ...task, service: 'space' }),
        await call('POST', resources, { ...task, name: '  ' }),
        await call('POST', resources, { ...task, config: [] }),
        await call('POST', resources, 'x', { 'content-type': 'text/plain' }),
        await act(id, 'explode'),
        await act(id, 'add-record', { record: {} }),
        await call('GET', `${resources}?limit=0`),
      ])
        expectReply(reply, 400, { error: /^.{6}/s });
    },
    async 'platform-absent'({ call }) {
      const bodyOf = async (method: string, path: string) => {
        const reply = expectReply(await call(method, path), 404, { requestId: is.text });
        return { ...reply.body, requestId: undefined };
      };
      await bodyOf('GET', '/api/platform/nothing');
      await bodyOf('PUT', resources);
      const one = await bodyOf('GET', `${resources}/${absent}`);
      expectEqual(one, await bodyOf('GET', `${resources}/nonsense`), 'the body');
      expectShape(one, { error: is.text, code: is.text }, 'the body');
    },
    async 'platform-large'({ call }) {
      const large = { ...task, config: { x: 'x'.repeat(70_000) } };
      expectReply(await call('POST', resources, large), 413, { error: is.text });
    },
    async 'platform-statuses'({ key, call, wire }) {
      key();
      for (const reply of [
        await wire.call('GET', `/${'a'.repeat(20_000)}`),
        await call('GET', resources, undefined, { 'x-long': 'a'.repeat(20_000) }),
        await call('TRACE', resources),
        await call('POST', ai, { prompt: 'x', assistant: absent }),
      ])
        expectRefusal(reply);
    },
    async 'platform-expect'({ call }) {
      const own = await call('GET', status);
      const reply = await call('POST', resources, '{}', { expect: 'something' });
      const isOwn = reply.headers['x-request-id'] !== undefined;
      // Caddy, like every proxy on Go's HTTP server, refuses it by itself.
      if (reply.status === 417 && own.headers['x-request-id'] !== undefined && !isOwn)
        throw new CheckSkipped(
          'a proxy in front answers 417 by itself: its answer has no X-Request-Id',
        );
      expectRefusal(reply);
    },
  },
);

function expectRefusal(reply: Reply): void {
  expect(statuses.includes(reply.status), `a status is ${reply.status}`);
  expectShape(reply.body, { error: is.text }, `a ${reply.status}`);
  if (reply.status === 503)
    expectShape(reply.headers, { 'retry-after': is.present }, 'the head of a 503');
}
