import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findFields, isList, itemsOf } from './json-spans.ts';

const find = (text: string, wanted: readonly string[], depthMax = 64) =>
  findFields(Buffer.from(text), wanted, depthMax);
const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

test('fields are found in a text of millions of values, the last of a name', () => {
  const text = `{"x":[${'[],'.repeat(600_000)}0],"list":[1,{"a":[2]} , "b,]"],"one":"first","one":{"two":2}}`;
  const fields = find(text, ['list', 'one', 'absent']);
  assert.deepEqual([...fields.keys()], ['list', 'one']);
  const [list, one] = [fields.get('list'), fields.get('one')];
  assert.ok(list !== undefined && one !== undefined);
  assert.deepEqual(parse(one), { two: 2 });
  assert.deepEqual([...itemsOf(list)].map(parse), [1, { a: [2] }, 'b,]']);
  assert.deepEqual([isList(list), isList(one)], [true, false]);
});

test('fields and items are those that JSON.parse gives, whatever the space between them', () => {
  const values = fc.dictionary(fc.string({ maxLength: 20 }), fc.array(fc.jsonValue()));
  fc.assert(
    fc.property(values, fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const names = Object.keys(value);
      const fields = find(JSON.stringify(value, null, indent), names);
      for (const name of names) {
        const list = fields.get(name);
        assert.ok(list !== undefined && isList(list));
        assert.equal(JSON.stringify([...itemsOf(list)].map(parse)), JSON.stringify(value[name]));
      }
    }),
  );
});

for (const text of [
  '',
  '[1]',
  '{"a":1} 2',
  '{"a" 1}',
  '{a:1}',
  '{"a":1,}',
  '{,}',
  '{"a":[}',
  '{"a":1',
  '{"a":}',
])
  test(`fields of ${text || 'nothing'} are refused`, () => {
    assert.throws(() => find(text, ['a']), { name: 'Problem', code: 'json' });
  });

test('nesting is counted from the object on', () => {
  assert.equal(find('{"a":[[1]]}', ['a'], 3).size, 1);
  assert.throws(() => find('{"a":[[1]]}', ['a'], 2), { name: 'Problem', code: 'invalid' });
});
