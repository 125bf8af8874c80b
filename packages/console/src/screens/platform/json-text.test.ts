import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonFault, jsonFaultInLines } from './json-text.ts';

test('a text that is not JSON is refused with its line and column', () => {
  assert.equal(jsonFault('{"a": 1}'), undefined);
  assert.match(jsonFault('{\n  "a": 1,\n  b: 2\n}') ?? '', /3, \D*3: /);
  assert.match(jsonFault('{\n  "a": [1') ?? '', /2, \D*10: /);
  assert.match(jsonFault('[1, "a\nb"]') ?? '', /1, \D*5: /);
  assert.match(jsonFault('{"a": 1} x') ?? '', /1, \D*10: /);
  assert.match(jsonFault('') ?? '', /1, \D*1: /);
});

test('in a text with one object per line, the message names the line that is not JSON', () => {
  assert.equal(jsonFaultInLines('{"a":1}\n{"a":2}\n'), undefined);
  assert.match(jsonFaultInLines('{"a":1}\n\n{"a" 2}') ?? '', /3, \D*6: /);
  assert.match(jsonFaultInLines('[\n{"a":1},\n]') ?? '', /3, \D*1: /);
});
