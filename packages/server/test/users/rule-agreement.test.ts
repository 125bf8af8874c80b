import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseRule } from '../../src/platform/rules/parse-rule.ts';
import { bindRule } from '../../src/platform/rules/rule.ts';
import { conditionQuery } from '../../src/store/platform/condition-query.ts';
import { joinQueries, sql } from '../../src/store/store.ts';
import { engines, openServer } from '../fixtures/server.ts';
import { modelHolds } from './condition-model.ts';

/** 100,000 with `BARAZA_RULES=100000`. */
const runs = Number(process.env.BARAZA_RULES ?? 1_500);
const rulesAtOnce = 25;

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'ab',
    'B',
    'é',
    'É',
    'e\u0301',
    '🎉',
    '\uffee',
    '10',
    'true',
    'null',
    '%',
    "x'y",
  ),
  fc.constantFrom(
    'x'.repeat(201),
    'x'.repeat(200),
    '"q"',
    '\\',
    '$1',
    '?',
    '2026-11-17T06:00:00.000Z',
    // The texts of lists and objects.
    '{}',
    '[]',
    '{"a":1}',
    '[[1]]',
  ),
  fc.string({ unit: 'grapheme', maxLength: 3 }).filter((text) => !text.includes('\0')),
);
const numbers = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    10,
    1.5,
    0.1 + 0.2,
    1e21,
    1e-7,
    -1e300,
    5e-324,
    2 ** 53,
    2 ** 63,
    1e19,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const scalars = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));
const anything = fc.oneof(
  { weight: 5, arbitrary: scalars },
  { weight: 2, arbitrary: fc.array(scalars, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({}, { a: 1 }, [[1]], [{}]) },
);
const names = ['a', 'b', 'deep', 'é', '__proto__', 'id'];
const records = fc
  .dictionary(fc.constantFrom(...names.slice(0, 4)), anything)
  .chain((record) =>
    fc.constantFrom(record, { ...record, deep: record }, { ...record, id: 'spoof' }),
  );

const operands = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...names.map((name) => `record.${name}`),
      'record.deep.a',
      'record.a.b',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('user.a', 'user.b', 'user.deep.a', 'user.id', 'now') },
  { weight: 2, arbitrary: texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`) },
  { weight: 1, arbitrary: numbers.map((number) => String(number).replace('+', '')) },
  { weight: 1, arbitrary: fc.constantFrom('true', 'false') },
);
const paths = fc.constantFrom('record.a', 'record.b', 'user.a', 'user.b', 'record.deep');
const comparisons = fc.oneof(
  fc
    .tuple(operands, fc.constantFrom('=', '!=', '<', '<=', '>', '>=', '~'), operands)
    .map((parts) => parts.join(' ')),
  fc.tuple(operands, paths).map(([left, list]) => `${left} in ${list}`),
  fc
    .tuple(operands, fc.array(operands, { minLength: 1, maxLength: 3 }))
    .map(([left, items]) => `${left} in [${items}]`),
  operands.map((operand) => `${operand} = null`),
  operands,
);
const { rule: rules } = fc.letrec<{ rule: string }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3 },
    comparisons,
    fc
      .tuple(tie('rule'), fc.constantFrom('&&', '||'), tie('rule'))
      .map((parts) => `(${parts.join(' ')})`),
    tie('rule').map((rule) => `!(${rule})`),
  ),
}));

const source = { columns: { id: sql`'rec_1'` }, json: sql`sample.record` };
const nowMs = Date.parse('2026-11-17T06:00:00.000Z');

/** A record as it is read back from the store. */
function stored(record: object): { readonly [name: string]: unknown } {
  return JSON.parse(JSON.stringify(record));
}

function lookupIn(record: { readonly [name: string]: unknown }) {
  return (path: readonly string[]) => {
    if (path.length === 1 && path[0] === 'id') return 'rec_1';
    return path.reduce<unknown>((value, name) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject && Object.hasOwn(value, name) ? (value as typeof record)[name] : undefined;
    }, record);
  };
}

for (const engine of engines)
  describe(`rules on ${engine}`, () => {
    test('decide in SQL as they do in memory, for any rule, user and record', async (t) => {
      const server = await openServer(engine);
      t.after(server.close);
      const { store } = server.platform;
      const batch = fc.array(fc.tuple(rules, records, records), {
        minLength: rulesAtOnce,
        maxLength: rulesAtOnce,
      });
      const property = fc.asyncProperty(batch, async (cases) => {
        const bound = cases.map(([rule, user, record]) => ({
          rule,
          user,
          record: stored(record),
          condition: bindRule(parseRule(rule), { user: stored({ ...user, id: 'rec_1' }), nowMs }),
        }));
        const queries = bound.map(
          ({ condition, record }, at) => sql`SELECT CAST(${at} AS BIGINT) AS place,
            CASE WHEN ${conditionQuery(condition, source)} THEN 1
              WHEN NOT (${conditionQuery(condition, source)}) THEN 0 END AS decision
            FROM (SELECT CAST(${JSON.stringify(record)} AS TEXT) AS record) AS sample`,
        );
        const rows = await store.all<{ place: number; decision: number | null }>(
          joinQueries(queries, ' UNION ALL '),
        );
        for (const { place, decision } of rows) {
          const { rule, user, record, condition } = bound[Number(place)] as (typeof bound)[number];
          const wanted = modelHolds(condition, lookupIn(record)) ? 1 : 0;
          assert.equal(Number(decision), wanted, JSON.stringify({ rule, user, record, decision }));
        }
        assert.equal(rows.length, cases.length);
      });
      await fc.assert(property, { numRuns: Math.ceil(runs / rulesAtOnce), endOnFailure: true });
    });
  });
