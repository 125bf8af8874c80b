import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chosenAt,
  errorsAt,
  isBroken,
  recordDraft,
  shownKind,
  textAt,
  typedAt,
} from './record-draft.ts';
import { type PlainField, type RecordField, recordFields, startOf } from './record-fields.ts';

const schema = {
  type: 'object',
  required: ['name', 'isOpen', 'customer'],
  properties: {
    name: { type: 'string', title: 'Full name' },
    note: { type: ['string', 'null'], maxLength: 5_000 },
    age: { type: 'integer' },
    isOpen: { type: 'boolean' },
    state: { enum: ['new', 'paid', 3] },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'number' } },
    lines: { type: 'array', items: { type: 'object' } },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    customer: {
      type: 'object',
      required: ['isKnown'],
      properties: { phone: { $ref: '#/$defs/phone' }, isKnown: { type: 'boolean' } },
    },
  },
  $defs: { phone: { type: 'string', description: 'With its country code.' } },
};
const fields = recordFields(schema) ?? [];

function at(name: string, inside: readonly RecordField[] = fields): PlainField {
  const found = inside.find(({ path }) => path.at(-1) === name);
  assert.ok(found !== undefined && found.kind !== 'group', name);
  return found;
}

test('each type of a schema has a control; any other type is edited as JSON', () => {
  assert.deepEqual(
    fields.map(({ kind }) => kind),
    [
      ...['text', 'lines', 'number', 'switch', 'choice', 'date', 'moment', 'list', 'list'],
      ...['json', 'json', 'group'],
    ],
  );
  const [name] = fields;
  assert.deepEqual([name?.label, name?.isRequired], ['Full name', true]);
  const customer = fields.at(-1);
  assert.ok(customer?.kind === 'group');
  assert.equal(at('phone', customer.fields).hint, 'With its country code.');
  for (const none of [undefined, true, { type: 'object' }])
    assert.equal(recordFields(none), undefined);
  assert.deepEqual(startOf(fields, schema), { isOpen: false, customer: { isKnown: false } });
});

test('fields that the form does not know are kept, in the same order', () => {
  const before = { legacy: [1, { a: null }], name: 'Asha', customer: { phone: '1', vip: true } };
  let draft = recordDraft(before);
  draft = typedAt(draft, at('name'), 'Juma');
  const customer = fields.at(-1);
  assert.ok(customer?.kind === 'group');
  draft = typedAt(draft, at('phone', customer.fields), '');
  assert.equal(
    JSON.stringify(draft.record),
    '{"legacy":[1,{"a":null}],"name":"Juma","customer":{"vip":true}}',
  );
});

test('typed texts become values of their type; an empty one removes the field', () => {
  let draft = recordDraft({ name: 'x' });
  draft = typedAt(draft, at('age'), '42');
  draft = typedAt(draft, at('tags'), 'a\n\n b \n');
  draft = typedAt(draft, at('sizes'), '1\n2.5');
  draft = typedAt(draft, at('lines'), '[{"n":1}]');
  draft = chosenAt(draft, ['state'], 3);
  draft = typedAt(draft, at('at'), '2026-11-17T10:30');
  draft = typedAt(draft, at('name'), '');
  assert.deepEqual(draft.record, {
    age: 42,
    tags: ['a', ' b '],
    sizes: [1, 2.5],
    lines: [{ n: 1 }],
    state: 3,
    at: new Date('2026-11-17T10:30').toISOString(),
  });
  assert.equal(textAt(draft, at('tags')), 'a\n\n b \n');
  assert.ok(!isBroken(draft));
});

test('a text that is not a valid value changes nothing and is reported until it is one', () => {
  const before = recordDraft({ age: 1 });
  for (const [name, text] of [
    ['age', '1.5'],
    ['age', 'many'],
    ['sizes', '1\nx'],
    ['lines', '[{'],
  ] as const) {
    const draft = typedAt(before, at(name), text);
    assert.ok(isBroken(draft), text);
    assert.deepEqual(draft.record, { age: 1 });
    assert.equal(textAt(draft, at(name)), text);
    assert.ok(!isBroken(typedAt(draft, at(name), '')));
  }
});

test('a value of a different type than the schema says is edited as JSON, and kept', () => {
  const draft = recordDraft({ age: 'many', tags: [{ a: 1 }], day: 'tomorrow', isOpen: 'yes' });
  assert.deepEqual(
    ['age', 'tags', 'day', 'isOpen'].map((name) => shownKind(draft, at(name))),
    ['json', 'json', 'text', 'json'],
  );
  assert.equal(textAt(draft, at('age')), '"many"');
});

test('errors are shown at the innermost field that has them', () => {
  const errors = ['/tags/1', '/customer/phone', '/customer/vip', '/nameless'].map((path) => ({
    path,
  }));
  const shown = (field: RecordField) => errorsAt(errors, field).map(({ path }) => path);
  const customer = fields.at(-1);
  assert.ok(customer?.kind === 'group');
  assert.deepEqual(shown(at('tags')), ['/tags/1']);
  assert.deepEqual(shown(customer), ['/customer/vip']);
  assert.deepEqual(shown(at('phone', customer.fields)), ['/customer/phone']);
  assert.deepEqual(shown(at('name')), []);
});
