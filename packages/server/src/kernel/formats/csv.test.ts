import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRows } from './csv.ts';

const rows = (text: string) => [...csvRows(text)];

test('cells are separated by comma, semicolon or tab, whichever the first line has most of', () => {
  assert.deepEqual(rows('a,b\n1,2\n'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.deepEqual(rows('bei;jina\n1,50;Unga, mweupe\n'), [
    ['bei', 'jina'],
    ['1,50', 'Unga, mweupe'],
  ]);
  assert.deepEqual(rows('a\tb\r\n1\t2'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
  assert.deepEqual(rows('"a;b;c",d\n1,2'), [
    ['a;b;c', 'd'],
    ['1', '2'],
  ]);
});

test('quoted cells contain separators, line ends and quotes; a byte order mark is dropped', () => {
  assert.deepEqual(rows('\ufeff"a","b"\r\n"1, ""2""\nand 3","x"\r\n'), [
    ['a', 'b'],
    ['1, "2"\nand 3', 'x'],
  ]);
  assert.deepEqual(rows('a,b\nsize 5",x\n'), [
    ['a', 'b'],
    ['size 5"', 'x'],
  ]);
});

test('empty rows are left out, and an unclosed quote ends with the text', () => {
  assert.deepEqual(rows(''), []);
  assert.deepEqual(rows('\n,,\n \n'), []);
  assert.deepEqual(rows('a,b\n"1,2\n3,4'), [['a', 'b'], ['1,2\n3,4']]);
});
