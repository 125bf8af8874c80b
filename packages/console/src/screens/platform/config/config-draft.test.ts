import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenField, draftOf, textOf, typedInto } from './config-draft.ts';
import { fieldsOf } from './config-fields.ts';

const [, indexes, schema] = fieldsOf('data', 'Collection');

test('keys that the form does not know are kept', () => {
  assert.ok(indexes !== undefined);
  const draft = typedInto(draftOf({ region: 'local', indexes: ['a'] }), indexes, ' a \n\nb.c ');
  assert.deepEqual(draft.config, { region: 'local', indexes: ['a', 'b.c'] });
  assert.deepEqual(typedInto(draft, indexes, '\n').config, { region: 'local' });
});

test('an incomplete JSON text changes nothing, and its field is reported until the text is valid', () => {
  assert.ok(schema !== undefined);
  const before = draftOf({ schema: { type: 'object' } });
  assert.equal(textOf(before, schema), '{\n  "type": "object"\n}');
  const half = typedInto(before, schema, '{"type":');
  assert.deepEqual(half.config, { schema: { type: 'object' } });
  assert.equal(brokenField(half, [schema]), schema);
  assert.equal(textOf(half, schema), '{"type":');
  const whole = typedInto(half, schema, '{"type":"array"}');
  assert.deepEqual(whole.config, { schema: { type: 'array' } });
  assert.equal(brokenField(whole, [schema]), undefined);
});
