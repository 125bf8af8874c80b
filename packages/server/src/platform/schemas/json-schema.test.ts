import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { compileSchema, createCompileAllowance } from './json-schema.ts';
import { bytesOfEngine } from './patterns.ts';

const enough = 250_000;

function errorsOf(schema: unknown, record: unknown, steps = enough) {
  return compileSchema(schema).check(record, steps).misfit?.errors ?? [];
}

function messagesOf(schema: unknown, record: unknown): readonly string[] {
  return errorsOf(schema, record).map(({ path: place, message }) => `${place} ${message}`.trim());
}

const suite = '/usr/share/json-schema-test-suite/tests/draft7';

interface SuiteGroup {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** What these groups ask for is not promised: other documents, or what draft 2020-12 has changed. */
const notPromised = new RegExp(
  String.raw`remote|base URI|metaschema|Location-independent|\$ref prevents|overrides any sibling` +
    String.raw`|\$ref siblings|root pointer ref with|relative pointer ref to array|refs with relative` +
    '|refs with quote|Recursive references between|naive replacement|sibling keywords' +
    String.raw`|\$id inside|ECMA|Unicode|unknown \$id|definitions|when items is schema|float overflow` +
    '|additionalItems',
  'i',
);

describe('the common tests of JSON Schema', {
  skip: existsSync(suite)
    ? false
    : 'needs the tests of JSON Schema (apt-get install -y json-schema-test-suite)',
}, () => {
  const files = existsSync(suite)
    ? readdirSync(suite).filter((name) => name.endsWith('.json'))
    : [];
  for (const file of files.filter((name) => !['refRemote.json', 'definitions.json'].includes(name)))
    test(file, () => {
      const groups: readonly SuiteGroup[] = JSON.parse(
        readFileSync(path.join(suite, file), 'utf8'),
      );
      for (const { description, schema, tests } of groups) {
        if (notPromised.test(description)) continue;
        const compiled = compileSchema(inNewForm(schema));
        for (const { description: what, data, valid } of tests)
          assert.equal(
            compiled.check(data, enough).misfit === undefined,
            valid,
            `${description}: ${what}`,
          );
      }
    });
});

/** Draft 2020-12 has `prefixItems` and `items` where earlier ones had `items` and `additionalItems`. */
function inNewForm(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value !== 'object' || value === null || !Array.isArray(value.items)) return value;
    const { items, additionalItems, ...others } = value;
    return {
      ...others,
      prefixItems: items,
      ...(additionalItems !== undefined && { items: additionalItems }),
    };
  });
}

/** What is new in draft 2020-12: a schema, values that fit, values that do not, with what is said. */
const cases: readonly (readonly [
  schema: unknown,
  fits: readonly unknown[],
  misfits: readonly (readonly [value: unknown, ...messages: string[]])[],
])[] = [
  [
    { prefixItems: [{ type: 'string' }], items: false },
    [['a'], []],
    [[['a', 1], 'must NOT have more than 1 items']],
  ],
  [
    { contains: { type: 'number' }, minContains: 2, maxContains: 3 },
    [
      [1, 'a', 2],
      [1, 2, 3],
    ],
    [
      [[1], 'must contain at least 2 and no more than 3 valid item(s)'],
      [[1, 2, 3, 4], 'must contain at least 2 and no more than 3 valid item(s)'],
    ],
  ],
  [
    { dependentRequired: { card: ['name', 'date'] } },
    [{}, { card: 1, name: 2, date: 3 }],
    [[{ card: 1, date: 3 }, '/name must have properties name, date when property card is present']],
  ],
  [
    { dependentSchemas: { card: { required: ['name'] } } },
    [{ name: 1 }, { card: 1, name: 1 }],
    [[{ card: 1 }, "/name must have required property 'name'"]],
  ],
  [
    {
      allOf: [{ properties: { a: true } }],
      if: { properties: { kind: { const: 'b' } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: the name of a keyword.
      then: { properties: { b: true } },
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { kind: 'b', a: 1, b: 2 }],
    [
      [{ a: 1, c: 1 }, '/c must NOT have unevaluated properties'],
      [
        { kind: 'c', b: 1 },
        '/kind must NOT have unevaluated properties',
        '/b must NOT have unevaluated properties',
      ],
    ],
  ],
  [
    {
      anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: true } }],
      unevaluatedProperties: false,
    },
    [{ a: 'x', b: 1 }],
    [[{ a: 1, b: 1 }, '/a must NOT have unevaluated properties']],
  ],
  [
    { prefixItems: [true], contains: { type: 'number' }, unevaluatedItems: false },
    [['a', 1, 2]],
    [[['a', 1, 'b'], 'must NOT have more than 1 items']],
  ],
  [
    { $defs: { a: { $anchor: 'here', type: 'number' } }, properties: { a: { $ref: '#here' } } },
    [{ a: 1 }],
    [[{ a: 'x' }, '/a must be number']],
  ],
  [
    {
      $id: 'https://example.com/root',
      $defs: { inner: { $id: 'inner', $defs: { n: { type: 'number' } }, $ref: '#/$defs/n' } },
      properties: { a: { $ref: 'inner' } },
    },
    [{ a: 1 }],
    [[{ a: 'x' }, '/a must be number']],
  ],
];

describe('what draft 2020-12 added', () => {
  for (const [schema, fits, misfits] of cases)
    test(JSON.stringify(schema), () => {
      for (const value of fits)
        assert.deepEqual(messagesOf(schema, value), [], JSON.stringify(value));
      for (const [value, ...messages] of misfits)
        assert.deepEqual(messagesOf(schema, value), messages, JSON.stringify(value));
    });

  test('the outermost resource decides what a dynamic reference means', () => {
    const strict = {
      $id: 'https://example.com/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'https://example.com/tree',
          $dynamicAnchor: 'node',
          properties: { data: true, children: { items: { $dynamicRef: '#node' } } },
        },
      },
    };
    assert.deepEqual(messagesOf(strict, { children: [{ data: 1 }] }), []);
    const [first] = messagesOf(strict, { children: [{ daat: 1 }] });
    assert.equal(first, '/children/0/daat must NOT have unevaluated properties');
  });
});

describe('steps', () => {
  const tooMany = [{ path: '', message: 'this record needs too many steps of the schema' }];

  test('a schema that refers to itself without end is refused', () => {
    assert.deepEqual(errorsOf({ $ref: '#' }, {}), tooMany);
  });

  test('a schema whose work doubles with each level is refused', () => {
    const $defs: { [name: string]: unknown } = { l0: { required: ['nothing'] } };
    for (let level = 1; level <= 40; level += 1) {
      const below = { $ref: `#/$defs/l${level - 1}` };
      $defs[`l${level}`] = { anyOf: [below, below] };
    }
    assert.deepEqual(errorsOf({ $defs, $ref: '#/$defs/l40' }, {}), tooMany);
  });

  test('no schema that was found to be slow takes more than a few times 25 ms of CPU', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => 'ab x1é'[(at * 7_919) % 6]).join('');
    const long = Array.from({ length: 5_000 }, (_, at) => at % 4_999);
    const empty = range(6_000).map(() => ({}));
    const many = Object.fromEntries(range(2_000).map((at) => [`n${at}`, 1]));
    const fourHundred = (keyword: object) => ({
      $defs: { one: { allOf: range(400).map(() => keyword) } },
      allOf: range(200).map(() => ({ $ref: '#/$defs/one' })),
    });
    const slow: readonly (readonly [unknown, unknown])[] = [
      [fourHundred({ minLength: 15_000 }), text],
      [fourHundred({ maxProperties: 5_000 }), many],
      [fourHundred({ const: {} }), many],
      [{ enum: empty }, many],
      [{ ...fourHundred({ contains: true }), unevaluatedItems: false }, long],
      [fourHundred({ format: 'url' }), `http://a${':'.repeat(2_030)}`],
      [{ items: { anyOf: [{ required: ['x'.repeat(19_000)] }] } }, empty],
      [{ uniqueItems: true }, [1, 1, ...range(9_000)]],
      [manyReferences(), 1],
      ...worstPatterns.map((pattern) => [{ pattern }, text] as const),
      [{ uniqueItems: true }, long.map((at) => [at])],
      [{ items: { enum: Array.from({ length: 4_000 }, (_, at) => `${at}x`) } }, long],
      [
        { patternProperties: Object.fromEntries(worstPatterns.map((one) => [one, true])) },
        Object.fromEntries(long.map((at) => [`name${at}`, 1])),
      ],
    ];
    for (const [schema, value] of slow) {
      const compiled = compileSchema(schema);
      compiled.check(value, 1_000);
      const before = process.threadCpuUsage();
      const { misfit } = compiled.check(value, enough);
      const { user, system } = process.threadCpuUsage(before);
      const what = JSON.stringify(schema).slice(0, 80);
      assert.ok(misfit === undefined || misfit.errors.length > 0, what);
      assert.ok(user + system < 120_000, `${what}: ${user + system} µs`);
    }
  });

  test('a large pattern reads only short texts, and says so when it is saved', () => {
    const schema = compileSchema({ pattern: '^(?:[a-z]{1,60}-){0,9}[a-z]{1,60}$' });
    assert.match(
      schema.warnings[0] ?? '',
      /^The pattern .* compiles to \d+ instructions, more than 256/,
    );
    assert.equal(schema.check('a-b', enough).misfit, undefined);
    const { misfit } = schema.check('a'.repeat(201), enough);
    assert.match(misfit?.sentence ?? '', /must NOT have more than 200 characters/);
  });

  test('a pattern that would be huge is refused before it is compiled', () => {
    for (const pattern of [
      '(a{1000}){1000}',
      '(?:abcdefgh{50}){900}',
      '((((a{9}){9}){9}){9}){9}',
    ]) {
      const startedMs = performance.now();
      assert.throws(
        () => compileSchema({ pattern }),
        /takes too long to read|invalid repeat count/,
      );
      assert.ok(performance.now() - startedMs < 200);
    }
    assert.throws(
      () => compileSchema({ allOf: range(200).map((at) => ({ pattern: `x${at}[a-z]{200}` })) }),
      /takes too long to read/,
    );
  });
});

describe('what reading a schema takes', () => {
  test('a pattern of large sets or of open brackets is refused or read, without long work', () => {
    const sources = [
      `(?i:[${'\\u0100-\\ufffe'.repeat(1_000)}])`,
      `[${'\\p{L}'.repeat(3_500)}]`,
      '['.repeat(18_000),
      '[\\'.repeat(9_000),
      '\\p{'.repeat(6_000),
    ];
    for (const pattern of sources) {
      const before = process.threadCpuUsage();
      assert.throws(() => compileSchema({ pattern }), pattern.slice(0, 20));
      const { user, system } = process.threadCpuUsage(before);
      assert.ok(user + system < 60_000, `${pattern.slice(0, 20)}: ${user + system} µs`);
    }
  });

  test('several schemas can share what they may take', () => {
    const allowance = createCompileAllowance();
    const one = () => compileSchema({ pattern: '^.{0,1000}$' }, allowance);
    assert.throws(() => range(100).forEach(one), /takes too long to read/);
    assert.ok(compileSchema({ pattern: '^.{0,1000}$' }));
  });

  test('an anchor that no schema has is not refused in a dynamic reference: stored schemas may have one', () => {
    assert.deepEqual(errorsOf({ properties: { a: { $dynamicRef: '#none' } } }, { a: {} }), []);
  });

  test('a schema of which one value can need more steps than a request has says so', () => {
    const endless = {
      properties: { a: { anyOf: [{ type: 'string' }, { $ref: '#/properties/a' }] } },
    };
    for (const schema of [endless, { $ref: '#' }, manyReferences()])
      assert.match(compileSchema(schema).warnings[0] ?? '', /^Some records need more steps/);
    const tree = { properties: { children: { items: { $ref: '#' } } } };
    assert.deepEqual(compileSchema(tree).warnings, []);
  });
});

describe('what a pattern costs', () => {
  test('ordinary patterns cost what they take, not what they could: long imports have them', () => {
    const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
    const name = '^[\\p{L}\\p{M} .-]{1,100}$';
    const schema = compileSchema({
      properties: { id: { pattern: uuid }, name: { pattern: name } },
    });
    const record = {
      id: '0b6e9a51-7a4c-4c86-9c1d-0f6f3a1b2c3d',
      name: 'Wanjikũ wa Thiong’o'.repeat(3),
    };
    const steps = range(200).map(() => schema.check(record, enough).steps);
    assert.ok(Math.min(...steps) < 400, `${Math.min(...steps)} steps`);
  });

  test('the memory of its automaton is known', () => {
    const pattern = '(?:a|b)*a(?:a|b){13}$';
    const schema = compileSchema({ pattern });
    const before = bytesOfEngine(pattern) ?? 0;
    const letters = range(2_000).map((at) => 'ab'[(Math.imul(at * at + at, 40_503) >>> 9) & 1]);
    schema.check(letters.join(''), enough);
    assert.ok((bytesOfEngine(pattern) ?? 0) > before + 50_000);
  });
});

/** A chain of references, at whose end every reference that is dynamic looks at the whole chain. */
function manyReferences() {
  const $defs: { [name: string]: unknown } = {
    end: { allOf: range(300).map(() => ({ $dynamicRef: '#here' })) },
    here: { $dynamicAnchor: 'here' },
  };
  for (let at = 300; at > 0; at -= 1)
    $defs[`d${at}`] = { $ref: at === 300 ? '#/$defs/end' : `#/$defs/d${at + 1}` };
  return { $defs, allOf: range(300).map(() => ({ $ref: '#/$defs/d1' })) };
}

const range = (length: number) => Array.from({ length }, (_, at) => at);

/** Found by trying random patterns: the engine leaves its automaton for them. */
const worstPatterns = [
  '\\B+[\\s\\S]{30}([\\s\\S]*|[\\s\\S]{1,20}){2}$',
  '(([^a]{0,60}[^a]{0,9}(b|\\p{L}{100})*)*)+$',
  '\\b{100}.{0,60}$',
  '\\W+\\p{L}{30}$',
  '(?i:k)+\\p{L}{13}(.?)*$',
  '.+[^a]{1,100}.{20}\\w*$',
];
