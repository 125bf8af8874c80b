import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '@baraza/contract';
import fc from 'fast-check';
import { anyText } from '../fixtures/hostile-values.ts';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';

// Any JSON value that a store has to return unchanged; sizes and depths are tested elsewhere.
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  anyText({ maxLength: 20 }).map((value) => value.replaceAll('\0', '')),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '\u2028',
    '\u{1f980}',
  ),
  fc.nat(2_000).map((length) => 'long '.repeat(length / 5)),
);
const name = text.filter((one) => !/["\\\p{Cc}]/u.test(one));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  fc.integer(),
  fc.constantFrom(0, 1e21, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0.1),
);
const { object } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('object'),
  ),
  // From entries and not from literals: `__proto__` has to be a key like any other.
  object: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 6 })
    .map((entries) =>
      JSON.parse(
        `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
      ),
    ),
}));

describe('values of records', () => {
  const { server, owner } = serverOfSuite();

  test('any JSON object comes back equal, in the answer and in every later reading', async () => {
    let { id } = await newResource(server, owner.key, 'data');
    let count = 0;
    await fc.assert(
      fc.asyncProperty(object, async (record) => {
        const sent = JSON.stringify(record);
        fc.pre(Buffer.byteLength(sent) <= limits.recordBytesMax);
        if (count === limits.recordsPerResourceMax) {
          ({ id } = await newResource(server, owner.key, 'data'));
          count = 0;
        }
        const reply = await owner.send(
          'PATCH',
          `${resources}/${id}`,
          `{"action":"add-record","record":${sent}}`,
          { 'content-type': 'application/json' },
        );
        assert.equal(reply.status, 200, reply.text);
        count += 1;
        const read = await owner.send('GET', `${resources}/${id}?order=newest&limit=1`);
        for (const answer of [reply.json.record, read.json.records[0]])
          assert.equal(JSON.stringify(answer.record), sent);
      }),
      { numRuns: 30 },
    );
  });

  test('any JSON object is kept as a config, with keys that mean something elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(object, async (given) => {
        const config = withoutMeaning(given);
        const sent = JSON.stringify(config);
        fc.pre(Buffer.byteLength(sent) <= limits.configBytesMax);
        const made = await owner.send(
          'POST',
          resources,
          `{"service":"ai","kind":"Assistant","name":"x","config":${sent}}`,
          { 'content-type': 'application/json' },
        );
        assert.equal(made.status, 201, made.text);
        const read = await owner.send('GET', `${resources}/${made.json.id}`);
        assert.equal(JSON.stringify(read.json.config), sent);
      }),
      { numRuns: 20 },
    );
  });
});

function withoutMeaning(config: object): object {
  const { description: _, region: __, ...rest } = config as { description?: 1; region?: 1 };
  return Object.hasOwn(config, 'description') || Object.hasOwn(config, 'region') ? rest : config;
}
