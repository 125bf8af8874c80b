import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { costOf, isCheap } from './schema-cost.ts';

const isQuick = (schema: unknown, bytes = 500) => {
  const cost = costOf(schema);
  return cost !== undefined && isCheap(cost, bytes);
};

describe('the bound of a schema', () => {
  test('what honest forms are made of is proven to be quick', () => {
    const text = { type: 'string', minLength: 1, maxLength: 200 };
    const person = {
      type: 'object',
      required: ['name', 'email'],
      properties: {
        name: text,
        email: { type: 'string', format: 'email' },
        phone: { type: 'string', pattern: '^\\+?[0-9 ]{7,15}$' },
        tags: { type: 'array', items: text, uniqueItems: true },
        address: { $ref: '#/$defs/address' },
        billing: { $ref: '#/$defs/address' },
      },
      additionalProperties: false,
      $defs: { address: { type: 'object', properties: { street: text, city: text } } },
    };
    assert.ok(isQuick(person));
    assert.ok(isQuick(true));
  });

  const unproven: { readonly [name: string]: unknown } = {
    'definitions that double': {
      $defs: Object.fromEntries(
        Array.from({ length: 22 }, (_, level) => [
          `l${level}`,
          level === 0
            ? { required: ['a'] }
            : { anyOf: [{ $ref: `#/$defs/l${level - 1}` }, { $ref: `#/$defs/l${level - 1}` }] },
        ]),
      ),
      $ref: '#/$defs/l21',
    },
    'a reference to itself': { properties: { child: { $ref: '#' } } },
    'references in a circle': {
      $defs: { a: { items: { $ref: '#/$defs/b' } }, b: { items: { $ref: '#/$defs/a' } } },
      $ref: '#/$defs/a',
    },
    'a reference by a name of its own': { $defs: { a: { $anchor: 'x' } }, $ref: '#x' },
    'a reference that follows the caller': { $dynamicRef: '#node' },
    'a reference to nowhere': { $ref: '#/$defs/absent' },
    'very many checks': {
      properties: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, true])),
    },
    'a pattern of very many states': { properties: { a: { pattern: '(abc{100}){100}' } } },
    'names of properties that are such patterns': {
      patternProperties: { '(abc{100}){100}': true },
    },
  };
  for (const [name, schema] of Object.entries(unproven))
    test(`${name}: not proven`, () => assert.equal(isQuick(schema), false));

  test('what is quick for a small record need not be for a large one', () => {
    const schema = { properties: { a: { uniqueItems: true } } };
    assert.ok(isQuick(schema, 1_000));
    assert.equal(isQuick(schema, 20_000), false);
  });
});
