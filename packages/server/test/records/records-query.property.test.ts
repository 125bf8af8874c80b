import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import {
  engines,
  newResource,
  type Owner,
  openServer,
  resources,
  type TestServer,
} from '../fixtures/server.ts';
import { type Entry, type ModelQuery, modelOf } from './records-model.ts';

const indexes = ['n', 't', 's', 'deep.er.x', 'mixed'];
const pairs = ['n', ['s', 't'], ['mixed', 'n'], ['t', 's'], ['mixed', 'free']];
/** Texts that a careless query would treat as syntax. */
const oddName = `we'ird$na--me`;
const paths = [...indexes, 'tags.0', 'free', oddName, 'nothing', 'deep.er', '__proto__'];

const texts = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      'a',
      'A',
      'b',
      'ab',
      'é',
      'e\u0301',
      'z',
      '🎉',
      '\uffee',
      '\ue000',
      '𝒳',
      'true',
      'null',
      '10',
      '9',
    ],
    ...[
      `'; DROP TABLE records; --`,
      `" OR 1=1`,
      '%',
      '_',
      '\\',
      `x'y"z`,
      '{a}',
      '?',
      '$1',
      'a,b',
      '"q"',
    ],
    'x'.repeat(300),
    `${'x'.repeat(300)}y`,
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }).filter((text) => !text.includes('\0')),
);
const times = fc.constantFrom(
  ...['2026-11-15', '2026-11-15T00:00Z', '2026-11-15T03:00:00+03:00', '2026-11-15T00:00:00.0001Z'],
  ...[
    '2026-11-14T23:59:59.999999999Z',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01T00:00:00+14:00',
    '1969-12-31',
  ],
  ...[
    '2026-11-15 00:00:00',
    '2026-11-15T24:00:00Z',
    '9999-12-31T23:59:59.9-12:00',
    '2026-11-15T00:00:60Z',
  ],
);
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1.5, 10, 9, 100, 1e21, 1e-7, -1e300, 5e-324, 2 ** 53, 0.1 + 0.2),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const compounds = fc.constantFrom<unknown>([], {}, [1], { a: 1 });
const anything = fc.oneof(
  numbers,
  times,
  texts,
  fc.constantFrom<unknown>(true, false, null),
  compounds,
);
const maybe = (values: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: values }, { weight: 1, arbitrary: fc.constant(undefined) });

const records = fc
  .record({
    n: maybe(fc.oneof(numbers, anything)),
    t: maybe(times),
    s: maybe(texts),
    mixed: maybe(anything),
    free: maybe(anything),
    odd: maybe(texts),
    x: maybe(anything),
    tags: maybe(fc.array(anything, { maxLength: 2 })),
    own: maybe(numbers),
  })
  .map(({ odd, x, own, ...rest }): object => {
    const record = { ...rest, [oddName]: odd, deep: { er: { x } } };
    // A field of that name, as JSON has it.
    return JSON.parse(
      JSON.stringify(record).replace(/}$/, own === undefined ? '}' : `,"__proto__":${own}}`),
    );
  });

const operands = fc.oneof(
  anything.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  texts.map((text) => JSON.stringify(text)),
);
const wheres = fc
  .tuple(
    fc.constantFrom(...paths),
    fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'exists'),
    operands,
    fc.array(
      texts.filter((text) => !/[",]/.test(text)),
      { minLength: 1, maxLength: 4 },
    ),
    fc.boolean(),
  )
  .map(([path, operator, operand, items, flag]): readonly [string, string, string] => {
    if (operator === 'in') return [path, operator, items.join(',')];
    return [path, operator, operator === 'exists' ? String(flag) : operand];
  });
const queries: fc.Arbitrary<ModelQuery & { readonly limit: number }> = fc.record({
  wheres: fc.array(wheres, { maxLength: 3 }),
  sort: fc.option(
    fc
      .tuple(fc.boolean(), fc.constantFrom(...paths))
      .map(([isDown, path]) => `${isDown ? '-' : ''}${path}`),
    { nil: undefined },
  ),
  limit: fc.constantFrom(7, 7, 7, 100, 100, 1_000),
});

describe('random filters and sorts', () => {
  let servers: { readonly server: TestServer; readonly owner: Owner }[];
  before(async () => {
    servers = [];
    for (const engine of engines) {
      const server = await openServer(engine, { environment: { BARAZA_RECORDS_MAX: '5000' } });
      servers.push({ server, owner: await server.newOwner() });
    }
  });
  after(async () => {
    for (const { server } of servers) await server.close();
  });

  /** The same records in a collection of each engine, with the entries as they are read there. */
  const fill = async (count: number, config: object, seed: number) => {
    const sample = fc.sample(records, { numRuns: count, seed });
    return Promise.all(
      servers.map(async ({ server, owner }) => {
        const { id } = await newResource(server, owner.key, 'data', config);
        const target = `${resources}/${id}/records`;
        const sent = await owner.send(
          'POST',
          target,
          sample.map((record) => JSON.stringify(record)).join('\n'),
          { 'content-type': 'application/x-ndjson' },
        );
        assert.equal(sent.status, 201, sent.text);
        const lines = await owner.send('GET', target, undefined, {
          accept: 'application/x-ndjson',
        });
        const entries = lines.text.trimEnd().split('\n');
        const parsed = entries.map((line) => JSON.parse(line) as Entry);
        const rankOf = new Map(parsed.map(({ recordId }, rank) => [recordId, rank]));
        return { server, owner, target, entries: parsed, rankOf };
      }),
    );
  };

  const collections: readonly (readonly [string, number, object, number])[] = [
    ['a small collection without indexes', 120, {}, 1],
    ['a small collection with indexes', 120, { indexes }, 2],
    ['a large collection with indexes', 1_200, { indexes }, 3],
    ['a small collection with pairs', 120, { indexes: pairs }, 5],
    ['a large collection with pairs', 1_200, { indexes: pairs }, 6],
  ];
  for (const [name, count, config, seed] of collections)
    test(`${name} gives what the model gives, on both databases, page by page`, async () => {
      const places = await fill(count, config, seed);
      await fc.assert(
        fc.asyncProperty(queries, async (query) => {
          const pages = 3;
          for (const { server, owner, target, entries, rankOf } of places) {
            const wanted = modelOf(entries, query);
            const seen: string[] = [];
            let cursor: string | null = null;
            for (let page = 0; page < pages; page += 1) {
              const reply = await owner.send('GET', `${target}?${textOf(query, cursor)}`);
              assert.equal(reply.status, 200, reply.text);
              const { json } = reply;
              seen.push(...json.records.map(({ recordId }: Entry) => recordId));
              if (json.total !== null) assert.equal(json.total, wanted.length);
              if (count <= 1_000) assert.notEqual(json.total, null);
              cursor = json.nextCursor;
              if (cursor === null) break;
            }
            const expected = cursor === null ? wanted : wanted.slice(0, seen.length);
            assert.deepEqual(
              seen.map((id) => rankOf.get(id)),
              expected.map((id) => rankOf.get(id)),
              server.engine,
            );
          }
        }),
        { numRuns: count > 1_000 ? 36 : 24, seed: 20_261_115 + seed },
      );
    });

  test('an export sorted by an index is whole and in order', async () => {
    for (const { owner, target, entries } of await fill(1_100, { indexes }, 4))
      for (const sort of ['n', '-mixed']) {
        const reply = await owner.send('GET', `${target}?sort=${sort}`, undefined, {
          accept: 'application/x-ndjson',
        });
        const lines = reply.text.trimEnd().split('\n');
        assert.deepEqual(
          lines.map((line) => (JSON.parse(line) as Entry).recordId),
          modelOf(entries, { wheres: [], sort }),
        );
        const unindexed = await owner.send('GET', `${target}?sort=free`, undefined, {
          accept: 'application/x-ndjson',
        });
        assert.equal(unindexed.status, 400);
        assert.match(unindexed.json.error, /config\.indexes/);
      }
  });
});

function textOf(
  { wheres, sort, limit }: ModelQuery & { limit: number },
  cursor: string | null,
): string {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [path, operator, operand] of wheres) {
    const name = `where.${path}${operator === 'eq' ? '' : `.${operator}`}`;
    if (!query.has(name)) query.set(name, operand);
  }
  if (sort !== undefined) query.set('sort', sort);
  if (cursor !== null) query.set('cursor', cursor);
  return query.toString();
}
