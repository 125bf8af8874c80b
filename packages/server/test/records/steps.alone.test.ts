import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assertShortSlices } from '../fixtures/longest-slice.ts';
import { ask, newResource, openServer, resources } from '../fixtures/server.ts';

const count = 100_000;
const searches = Array.from({ length: 8 }, (_, n) => `record.text ~ "nothing ${n}"`).join(' || ');

test('no work on 100,000 records blocks the main thread for more than 40 ms', (t) =>
  assertShortSlices(t, () => openWorks(t)));

/** The operations on a new server, in their order. */
async function openWorks(t: TestContext) {
  const server = await openServer('sqlite', { environment: { BARAZA_RECORDS_MAX: String(count) } });
  t.after(server.close);
  const { key } = await server.newOwner();
  const { id: other } = await newResource(server, key, 'data');
  const references = { free: other };
  const { id } = await newResource(server, key, 'data', {
    indexes: ['n', 'state', 'at'],
    references,
  });
  const records = `${resources}/${id}/records`;
  const get = async (query: string, headers = {}) => {
    const response = await fetch(`${server.url}${records}?${query}`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    assert.equal(response.status, 200);
    // Not as text: what a client does with its answer is not the server's work.
    for await (const _ of response.body ?? []);
  };
  const configure = async (indexes: readonly string[]) => {
    const body = { action: 'configure', config: { indexes, references } };
    const { status } = await ask(server, 'PATCH', `${resources}/${id}`, { key, body });
    assert.equal(status, 200);
    await server.platform.recordUpkeep.idle();
  };
  return {
    'importing them': async () => {
      const response = await fetch(`${server.url}${records}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: Readable.toWeb(Readable.from(lines())),
        duplex: 'half',
      } as unknown as RequestInit);
      assert.equal(response.status, 201, await response.text());
    },
    'a filter that finds nothing': () => get('where.free=nobody'),
    'a sort without an index': () => get('sort=-free&limit=100'),
    'a filter of many searches in texts': () =>
      get(`limit=5&filter=${encodeURIComponent(searches)}`),
    'a filter through a reference': () =>
      get(`limit=5&filter=${encodeURIComponent('record.free.state = "a"')}`),
    'a summary of a costly filter': () =>
      get(`count=true&limit=1&filter=${encodeURIComponent('record.text ~ "nothing"')}`),
    'a filter whose matches come last': () => get('where.late=true&sort=n&limit=10'),
    'two indexes that hardly meet': () => get('where.state=rare&where.n.lt=50000&sort=-at'),
    'the last page': () => get('where.state.in=a,b&order=newest&limit=1000'),
    'exporting them': () => get('', { accept: 'application/x-ndjson' }),
    'exporting them in the order of an index': () =>
      get('sort=-state', { accept: 'application/x-ndjson' }),
    'building an index': () => configure(['n', 'state', 'at', 'free']),
    'deleting them': async () => {
      const { status } = await ask(server, 'DELETE', `${resources}/${id}`, { key });
      assert.equal(status, 200);
      await server.platform.recordUpkeep.idle();
    },
  };
}

const small = {
  'a hundred thousand empty ones': { each: '{}', of: count },
  'some with ten thousand values each': {
    each: JSON.stringify({ u: 'é', a: Array.from({ length: 9_000 }, () => 1) }),
    of: 300,
  },
};
for (const [name, { each, of }] of Object.entries(small))
  test(`records of few bytes or many values are read in slices of at most 40 ms: ${name}`, async (t) => {
    const server = await openServer('sqlite', {
      environment: { BARAZA_RECORDS_MAX: String(count) },
    });
    t.after(server.close);
    const { key } = await server.newOwner();
    const { id } = await newResource(server, key, 'data');
    const target = `${resources}/${id}/records`;
    const body = `${each}\n`.repeat(of);
    const headers = { 'content-type': 'application/x-ndjson' };
    assert.equal((await ask(server, 'POST', target, { key, body, headers })).status, 201);
    const queries = ['q=zz&limit=1', 'where.b.exists=true&limit=1', 'sort=b&limit=1'];
    const read = async (query: string) => {
      assert.equal((await ask(server, 'GET', `${target}?${query}`, { key })).status, 200);
    };
    const works = Object.fromEntries(queries.map((query) => [query, () => read(query)]));
    await assertShortSlices(t, async () => works);
  });

/** The lines of an import of about 20 MB, as they arrive. */
async function* lines(): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < count; from += 250) {
    const some = Array.from({ length: 250 }, (_, index) => {
      const n = from + index;
      const record = {
        n,
        state: n % 1_000 === 0 ? 'rare' : n % 2 === 0 ? 'a' : 'b',
        at: new Date(n * 60_000).toISOString(),
        free: `${n % 97}`,
        late: n > count - 20,
        text: 'neno '.repeat(20),
      };
      return `${JSON.stringify(record)}\n`;
    });
    yield Buffer.from(some.join(''));
    await setImmediate();
  }
}
