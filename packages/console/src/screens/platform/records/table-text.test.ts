import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asCsv, asNdjson, recordsIn } from './table-text.ts';

test('cells copied from a spreadsheet become records, with numbers as numbers', () => {
  assert.deepEqual(recordsIn('item\tprice\nUnga\t120\n"Sukari, nyeupe"\t165.5\n\t\n'), [
    { item: 'Unga', price: 120 },
    { item: 'Sukari, nyeupe', price: 165.5 },
  ]);
  assert.deepEqual(recordsIn('code;note\n007;"a ""b"""\n'), [{ code: '007', note: 'a "b"' }]);
});

test('JSON can be a list, one object, or one object per line', () => {
  assert.deepEqual(recordsIn('[{"a":1},{"a":2}]'), [{ a: 1 }, { a: 2 }]);
  assert.deepEqual(recordsIn('{\n "a": 1\n}'), [{ a: 1 }]);
  assert.deepEqual(recordsIn('{"a":1}\n{"a":2}'), [{ a: 1 }, { a: 2 }]);
  assert.throws(() => recordsIn('[1]'), SyntaxError);
  assert.throws(() => recordsIn('{"a":1}\n{"a":'), SyntaxError);
});

test('an exported table can be imported again, and its cells are not formulas', () => {
  const records = [{ item: '=1+1', note: 'a,"b"' }];
  assert.equal(asCsv(['item', 'note'], records), 'item,note\r\n\'=1+1,"a,""b"""\r\n');
  assert.deepEqual(recordsIn(asNdjson([{ a: [1] }, { a: '2' }])), [{ a: [1] }, { a: '2' }]);
});

test('a field called constructor or __proto__ is empty where a record does not have it', () => {
  const records = recordsIn('[{"__proto__":{"a":1},"constructor":"x","toString":2},{"a":3}]');
  const columns = ['__proto__', 'constructor', 'toString', 'a'];
  assert.equal(
    asCsv(columns, records),
    '__proto__,constructor,toString,a\r\n"{""a"":1}",x,2,\r\n,,,3\r\n',
  );
});
