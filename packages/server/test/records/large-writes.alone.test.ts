import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assertShortSlices } from '../fixtures/longest-slice.ts';
import { ask, newResource, openServer, resources } from '../fixtures/server.ts';

const count = 1_000;

for (const [name, fields] of [
  ['one field', ['a']],
  ['five fields', ['a', 'b', 'c', 'd', 'e']],
] as const)
  test(`no write of large records, searched by ${name}, blocks the main thread for more than 40 ms`, (t) =>
    assertShortSlices(t, () => openWorks(t, fields)));

/** The operations on a new server, in their order. */
async function openWorks(t: TestContext, fields: readonly string[]) {
  const server = await openServer('sqlite');
  t.after(server.close);
  const { key } = await server.newOwner();
  const { id } = await newResource(server, key, 'data', { search: fields });
  const target = `${resources}/${id}/records`;
  const record = recordsOf(fields);
  const lines = Buffer.from(
    Array.from({ length: count }, () => JSON.stringify(record())).join('\n'),
  );
  const bodies = Array.from({ length: 50 }, record);
  let ids: string[] = [];
  const send = async (body: Buffer, status: number) => {
    const response = await fetch(`${server.url}${target}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      // In pieces, since the client runs on the same thread.
      body: Readable.toWeb(Readable.from(piecesOf(body))),
      duplex: 'half',
    } as unknown as RequestInit);
    assert.equal(response.status, status, await response.text());
  };
  const batch = async (calls: readonly object[]) => {
    const body = JSON.stringify({ calls });
    const headers = { 'content-type': 'application/json' };
    const options = { key, body, headers };
    const { status, text } = await ask(server, 'POST', '/api/platform/batch', options);
    assert.equal(status, 200, text);
  };
  const configure = async (config: object) => {
    const body = { action: 'configure', config };
    const { status } = await ask(server, 'PATCH', `${resources}/${id}`, { key, body });
    assert.equal(status, 200);
    await server.platform.recordUpkeep.idle();
  };
  return {
    'importing them': () => send(lines, 201),
    'an import that does not fit': () =>
      send(lines.subarray(0, lines.indexOf('\n', lines.length / 3)), 409),
    'replacing 50 in a batch': async () => {
      const { json } = await ask(server, 'GET', `${target}?limit=1000&fields=none`, { key });
      ids = json.records.map(({ recordId }: { readonly recordId: string }) => recordId);
      const calls = bodies.map((body, at) => ({
        method: 'PUT',
        path: `${target}/${ids[at]}`,
        body,
      }));
      await batch(calls);
    },
    'deleting 50 in a batch': () =>
      batch(ids.splice(0, 50).map((one) => ({ method: 'DELETE', path: `${target}/${one}` }))),
    'adding 50 in a batch': () =>
      batch(bodies.map((body) => ({ method: 'POST', path: target, body }))),
    'deleting 100 at once': async () => {
      const some = ids.splice(0, 100);
      await Promise.all(some.map((one) => ask(server, 'DELETE', `${target}/${one}`, { key })));
    },
    'searching nothing': () => configure({}),
    'searching them again': () => configure({ search: fields }),
    'deleting all': async () => {
      const { status } = await ask(server, 'DELETE', `${resources}/${id}`, { key });
      assert.equal(status, 200);
      await server.platform.recordUpkeep.idle();
    },
  };
}

/** Records of 19 KB, of words that are all different. */
function recordsOf(fields: readonly string[]): () => object {
  let words = 0;
  const text = (bytes: number) => {
    let made = '';
    for (; made.length < bytes; words += 1)
      made += `${((words * 2_654_435_761) % 2 ** 32).toString(36).slice(-4)} `;
    return made;
  };
  return () => Object.fromEntries(fields.map((field) => [field, text(19_000 / fields.length)]));
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) {
    yield bytes.subarray(at, at + 64 * 1024);
    await setImmediate();
  }
}
