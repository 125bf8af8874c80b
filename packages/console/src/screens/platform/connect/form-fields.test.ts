import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formMarkup, schemaFields } from './form-fields.ts';

test('the fields of a form are those of its schema; without a schema there are none', () => {
  const schema = { properties: { name: {}, phone: {} }, required: ['phone'] };
  assert.deepEqual(schemaFields(schema), [
    { name: 'name', isRequired: false },
    { name: 'phone', isRequired: true },
  ]);
  assert.deepEqual(schemaFields(undefined), []);
  assert.deepEqual(schemaFields({ properties: ['name'] }), []);
});

test('field names are escaped in the HTML to copy', () => {
  const markup = formMarkup('https://x/forms/res_1', [{ name: '"><b>', isRequired: true }]);
  assert.ok(markup.includes('name="&quot;>&lt;b>" required'));
});
