import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { holdRequest } from '../console/held-request.ts';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp } from './users-calls.ts';

const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const file =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nx\r\n--b--\r\n';

describe('bodies of users that arrive late', () => {
  const suite = serverOfSuite();

  async function setUp() {
    const { owner, server } = suite;
    const usersId = await newUsers(suite);
    const rule = 'user.role = "staff"';
    const rules = { list: rule, view: rule, create: rule, update: rule };
    const config = { users: usersId, rules };
    const collection = await newCollection(suite, config);
    const make = async (service: string, kind: string) =>
      (await owner.send('POST', resources, { service, kind, name: kind, config })).json.id;
    const { token, id } = await signUp(suite, usersId, 'juma@example.com');
    const account = `${resources}/${usersId}/records/${id}`;
    const setRole = (role: string) => owner.send('PATCH', account, { role });
    assert.equal((await setRole('staff')).status, 200);
    const records = `${resources}/${collection}/records`;
    const call = { method: 'PUT', path: `${records}/c`, body: { a: 1 } };
    const hold = (method: string, path: string, body: string, headers = {}) =>
      holdRequest(
        `${server.url}${path}`,
        method,
        { authorization: `Bearer ${token}`, ...headers },
        body,
      );
    const form = await make('connect', 'Form');
    const held = [
      await hold('POST', records, '{"a":1}'),
      await hold('PUT', `${records}/b`, '{"a":1}'),
      await hold('POST', '/api/platform/batch', JSON.stringify({ calls: [call] })),
      await hold(
        'POST',
        `/api/platform/storage/${await make('storage', 'Bucket')}`,
        file,
        multipart,
      ),
      await hold('POST', `/forms/${form}`, '{"a":1}'),
    ];
    return { held, setRole, count: () => ask(server, 'GET', records, { key: owner.key }) };
  }

  test('are judged by the role that their user has then', async () => {
    const { held, setRole, count } = await setUp();
    await setRole('guest');
    for (const { finish } of held) {
      const { status, text } = await finish();
      assert.ok(status === 403 || status === 404, `${status} ${text}`);
    }
    assert.equal((await count()).json.total, 0);
  });

  test('are taken while the role lasts', async () => {
    const { held, count } = await setUp();
    for (const { finish } of held) {
      const { status, text } = await finish();
      assert.ok(status === 200 || status === 201, `${status} ${text}`);
    }
    assert.equal((await count()).json.total, 3);
  });
});
