import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { type TestContext, test } from 'node:test';
import { newResource, openServer, resources } from '../fixtures/server.ts';

const architecture = new URL('../../../../ARCHITECTURE.md', import.meta.url);

test('a write of a record passes as many files of the platform as ARCHITECTURE.md says', async (t) => {
  const files = await filesOfWrite(t);
  t.diagnostic(files.join('\n'));
  const [, said] =
    /passes (\d+) files of `platform\/`/.exec(readFileSync(architecture, 'utf8')) ?? [];
  assert.equal(files.length, Number(said), files.join('\n'));
});

/** The files of the platform with a function that is called while a record is added by a key. */
async function filesOfWrite(t: TestContext): Promise<readonly string[]> {
  const server = await openServer('sqlite');
  t.after(server.close);
  const { key } = await server.newOwner();
  const config = { schema: { type: 'object', required: ['n'] }, unique: ['n'] };
  const { id } = await newResource(server, key, 'data', config);
  const add = async (n: number) => {
    const response = await fetch(`${server.url}${resources}/${id}/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ n }),
    });
    assert.equal(response.status, 201, await response.text());
  };
  // What is made once and kept, such as the nodes of the schema, is not part of every write.
  await add(1);
  await add(2);
  const session = new Session();
  session.connect();
  t.after(() => session.disconnect());
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await add(3);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .flatMap(({ url }) => url.split('/server/src/platform/').slice(1))
    .toSorted();
}
