import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asCsv, asNdjson, recordsIn } from './table-text.ts';

test('what was copied from a spreadsheet becomes records with numbers', () => {
  assert.deepEqual(recordsIn('item\tprice\nUnga\t120\n"Sukari, nyeupe"\t165.5\n\t\n'), [
    { item: 'Unga', price: 120 },
    { item: 'Sukari, nyeupe', price: 165.5 },
  ]);
  assert.deepEqual(recordsIn('code;note\n007;"a ""b"""\n'), [{ code: '007', note: 'a "b"' }]);
});

test('JSON comes as a list, as one object and as one object a line', () => {
  assert.deepEqual(recordsIn('[{"a":1},{"a":2}]'), [{ a: 1 }, { a: 2 }]);
  assert.deepEqual(recordsIn('{\n "a": 1\n}'), [{ a: 1 }]);
  assert.deepEqual(recordsIn('{"a":1}\n{"a":2}'), [{ a: 1 }, { a: 2 }]);
  assert.throws(() => recordsIn('[1]'), SyntaxError);
  assert.throws(() => recordsIn('{"a":1}\n{"a":'), SyntaxError);
});

test('a table that is written out is read back, and computes nothing', () => {
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
