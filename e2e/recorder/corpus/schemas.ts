/** Schemas of all keywords of JSON Schema 2020-12 that are promised, and records that nearly fit them. */
import { type Case, create, numbered, range, records, type World } from './case.ts';
import { createRandom, type Random } from './random.ts';

type Schema = { [keyword: string]: unknown } | boolean;

export function schemaWorlds(seed: string, count: number): World[] {
  return range(count / 10).map((at) => {
    const name = numbered('schema', at);
    const random = createRandom(`${seed} ${name}`);
    return { name, setup: [], cases: range(10).map((number) => schemaCase(random, number)) };
  });
}

function schemaCase(random: Random, number: number): Case {
  const schema = random.chance(0.1) ? oddSchema(random) : recordSchema(random);
  const add = (body: unknown) => ({ method: 'POST', path: records(), body });
  return {
    name: `case-${number}`,
    steps: [
      create('main', { schema }),
      ...range(5).map(() => add(fitting(random, schema, schema, random.pick([0, 0.04, 0.15])))),
      add({}),
    ],
  };
}

function recordSchema(random: Random): Schema {
  const schema = objectSchema(random, 0);
  if (random.chance(0.25)) {
    schema.$defs = {
      small: scalarSchema(random),
      node: treeSchema(),
      'odd/na~me': { type: 'string' },
    };
    const properties = schema.properties as Record<string, Schema>;
    properties.linked = {
      $ref: random.pick([
        '#/$defs/small',
        '#/$defs/node',
        '#/$defs/odd~1na~0me',
        '#/properties/name',
      ]),
    };
  }
  if (random.chance(0.15))
    schema[random.pick(['allOf', 'anyOf', 'oneOf'])] = range(2 + random.below(2)).map(() => ({
      ...objectSchema(random, 2),
      additionalProperties: true,
    }));
  if (random.chance(0.1))
    Object.assign(schema, {
      if: { properties: { name: scalarSchema(random) }, required: ['name'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: [random.pick(names)] },
      else: { properties: { rank: { type: 'integer' } } },
    });
  if (random.chance(0.1)) schema.not = { required: random.some(names, 2) };
  if (random.chance(0.1)) {
    delete schema.additionalProperties;
    schema.unevaluatedProperties = random.pick([false, { type: 'number' }]);
  }
  return schema;
}

const names = ['name', 'rank', 'state', 'tags', 'place', 'when', 'linked', 'ünï'];

function objectSchema(random: Random, depth: number): Record<string, unknown> {
  const chosen = random.some(names.slice(0, 6), 5);
  const schema: Record<string, unknown> = {
    type: 'object',
    properties: Object.fromEntries(chosen.map((name) => [name, valueSchema(random, depth + 1)])),
  };
  const may = (share: number, keyword: string, value: unknown) => {
    if (random.chance(share)) schema[keyword] = value;
  };
  may(0.6, 'required', random.some(chosen, 3));
  may(0.4, 'additionalProperties', random.pick([false, true, { type: 'string' }]));
  may(0.1, 'patternProperties', { '^x-': { type: 'number' }, n$: { minLength: 2 } });
  may(0.1, 'propertyNames', { pattern: random.pick(['^[a-z-]+$', '^.{1,5}$']) });
  may(0.1, 'minProperties', 1 + random.below(3));
  may(0.1, 'maxProperties', 2 + random.below(4));
  may(0.1, 'dependentRequired', { [random.pick(chosen)]: random.some(names, 2) });
  may(0.1, 'dependentSchemas', { [random.pick(chosen)]: { minProperties: 2 } });
  may(0.1, 'title', 'An order');
  return schema;
}

function valueSchema(random: Random, depth: number): Schema {
  if (depth < 3 && random.chance(0.15)) return objectSchema(random, depth);
  if (depth < 3 && random.chance(0.25)) return listSchema(random, depth);
  if (random.chance(0.04)) return random.chance(0.5);
  if (random.chance(0.08))
    return { [random.pick(['anyOf', 'oneOf'])]: [scalarSchema(random), scalarSchema(random)] };
  if (random.chance(0.04)) return { not: scalarSchema(random) };
  return scalarSchema(random);
}

function listSchema(random: Random, depth: number): Schema {
  const schema: Record<string, unknown> = { type: 'array' };
  const may = (share: number, keyword: string, value: unknown) => {
    if (random.chance(share)) schema[keyword] = value;
  };
  may(0.3, 'prefixItems', [scalarSchema(random), scalarSchema(random)]);
  may(0.7, 'items', random.chance(0.1) ? false : valueSchema(random, depth + 1));
  may(0.2, 'contains', scalarSchema(random));
  if (schema.contains !== undefined) {
    may(0.5, 'minContains', random.below(3));
    may(0.5, 'maxContains', 1 + random.below(2));
  }
  may(0.3, 'uniqueItems', true);
  may(0.3, 'minItems', random.below(3));
  may(0.3, 'maxItems', 1 + random.below(3));
  if (schema.items === undefined) may(0.2, 'unevaluatedItems', false);
  return schema;
}

const formats = [
  ...['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'],
  ...['uri-reference', 'uuid', 'json-pointer', 'regex', 'byte', 'int32', 'nonsense'],
];
const patterns = ['^[A-Z]{2}\\d+$', 'a|b', '^\\p{L}+$', '^(ab)*c?$', '\\.example$', '^.{2,4}$'];

function scalarSchema(random: Random): Record<string, unknown> {
  const number = () => random.pick([-3, -0.5, 0, 1, 2.5, 10, 1e3]);
  return random.pick<() => Record<string, unknown>>([
    () => ({ type: 'string', minLength: random.below(4), maxLength: 2 + random.below(6) }),
    () => ({ type: 'string', pattern: random.pick(patterns) }),
    () => ({ type: 'string', format: random.pick(formats) }),
    () => ({ type: 'number', minimum: number(), maximum: number() + 5 }),
    () => ({ type: 'number', exclusiveMinimum: number(), exclusiveMaximum: number() + 9 }),
    () => ({ type: 'integer', multipleOf: random.pick([1, 2, 5, 0.5]) }),
    () => ({ type: 'number', multipleOf: random.pick([0.01, 0.1, 3]) }),
    () => ({ type: 'boolean' }),
    () => ({ type: 'null' }),
    () => ({ type: random.some(['string', 'number', 'null', 'boolean', 'object'], 3) }),
    () => ({ enum: random.some(['draft', 'sent', 1, null, false, [1], { a: 1 }], 4) }),
    () => ({ const: random.pick(['draft', 7, null, { a: [1] }]) }),
    () => ({
      type: 'string',
      default: 'x',
      examples: ['y'],
      description: 'A text',
      readOnly: true,
    }),
  ])();
}

function treeSchema(): Schema {
  const children = { type: 'array', items: { $ref: '#/$defs/node' }, maxItems: 2 };
  return {
    type: 'object',
    properties: { label: { type: 'string' }, children },
    required: ['label'],
  };
}

/** What cannot be used, or only just. */
function oddSchema(random: Random): Schema {
  return random.pick<Schema>([
    { type: 'text' },
    { required: 'name' },
    { properties: { a: { pattern: '(?=a)' } } },
    { properties: { a: { pattern: '(a' } } },
    { $ref: 'https://example.com/schema' },
    { $ref: '#/$defs/missing' },
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    {
      $id: 'https://example.com/own',
      $ref: '#part',
      $defs: { p: { $anchor: 'part', minProperties: 1 } },
    },
    { $dynamicRef: '#node', $dynamicAnchor: 'node', type: 'object' },
    { $async: true },
    { enum: [] },
    { minLength: -1 },
    { properties: { a: 5 } },
    { propertees: { a: { type: 'string' } } },
    { items: [{ type: 'string' }] },
    { dependencies: { name: ['rank'] } },
    { multipleOf: 0 },
    false,
    true,
    { properties: JSON.parse('{"__proto__":{"type":"string"}}'), required: ['constructor'] },
    { contentMediaType: 'text/plain', deprecated: true, $comment: 'kept', 'x-own': 1 },
  ]);
}

const texts = [
  ...[
    '',
    'a',
    'ab',
    'AB12',
    'draft',
    'Ünï',
    '😀😀',
    'x.example',
    'abababc',
    '2026-02-29',
    '12:00:00Z',
  ],
  ...[
    '2026-11-15',
    '2026-11-15T08:00:00Z',
    'P3D',
    'asha@example.com',
    '10.0.0.300',
    '10.0.0.1',
    '::1',
  ],
  ...['https://example.com/a', '/a/b', '5f0c2c6e-0b5d-4a57-9a5e-5b6d0c6b7c11', '(', 'aGk='],
];
const strays: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 0.07, 2, 7, 10, 1e21, 'a', 'draft', 'long text here'],
  ...[[], [1, 1], [1, 2, 3], ['a', 'a'], [{ a: 1 }, { a: 1 }], {}, { a: [1] }, { label: 'x' }],
];

/** A value that fits the schema, but for faults with the given share. */
function fitting(
  random: Random,
  schema: Schema,
  whole: Schema,
  faults: number,
  depth = 0,
): unknown {
  if (typeof schema !== 'object' || Array.isArray(schema) || (depth > 0 && random.chance(faults))) {
    const stray = random.pick(strays);
    return depth > 0 ? stray : { stray };
  }
  const { properties, $ref, prefixItems, items, type, minimum, exclusiveMinimum, multipleOf } =
    schema;
  const inner = (part: unknown) => fitting(random, part as Schema, whole, faults, depth + 1);
  if (typeof $ref === 'string' && depth > 0) {
    const parts = $ref
      .slice(2)
      .split('/')
      .map((part) => part.replace('~1', '/').replace('~0', '~'));
    // biome-ignore lint/suspicious/noExplicitAny: a path through the schema.
    const target = parts.reduce((at: any, part) => at?.[part], whole);
    return depth > 4 || target === undefined ? 'x' : inner(target);
  }
  if (properties !== undefined || depth === 0) {
    const known = Object.entries((properties ?? {}) as Record<string, Schema>);
    const kept = known.filter(
      ([name]) => !random.chance(isRequired(schema, name) ? faults / 3 : 0.3),
    );
    const extra = random.chance(0.1)
      ? { [random.pick(['x-1', 'span', 'ünï'])]: random.pick(strays) }
      : {};
    return { ...Object.fromEntries(kept.map(([name, part]) => [name, inner(part)])), ...extra };
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return inner(random.pick(choices));
  if (type === 'array')
    return [
      ...((prefixItems ?? []) as Schema[]).map(inner),
      ...range(random.below(3)).map(() => inner(items ?? true)),
    ];
  if (type === 'string') return textFor(random, schema);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  if (type === 'number' || type === 'integer')
    return (
      Number(multipleOf ?? 0) * 3 + Number(minimum ?? exclusiveMinimum ?? 0) + random.pick(steps)
    );
  return random.pick(strays);
}

const steps = [0, 0, 1, 2, 5, 0.5, 0.01];

const ofFormat: { readonly [format: string]: string } = {
  'date-time': '2026-11-15T08:00:00Z',
  date: '2026-11-15',
  time: '12:00:00Z',
  duration: 'P3D',
  email: 'asha@example.com',
  hostname: 'x.example',
  ipv4: '10.0.0.1',
  ipv6: '::1',
  uri: 'https://example.com/a',
  uuid: '5f0c2c6e-0b5d-4a57-9a5e-5b6d0c6b7c11',
  'json-pointer': '/a/b',
  byte: 'aGk=',
};

function textFor(random: Random, schema: { [keyword: string]: unknown }): string {
  const { format, pattern = '', minLength = 0, maxLength = 99 } = schema;
  const sample = ofFormat[String(format)];
  if (sample !== undefined && random.chance(0.7)) return sample;
  const fits = texts.filter(
    (text) =>
      [...text].length >= Number(minLength) &&
      [...text].length <= Number(maxLength) &&
      new RegExp(String(pattern), 'u').test(text),
  );
  return random.pick(fits.length > 0 && random.chance(0.9) ? fits : texts);
}

function isRequired({ required }: { [keyword: string]: unknown }, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}
