import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonFault } from './json-fault.ts';

test('a text that is not JSON is refused with its line and column', () => {
  assert.equal(jsonFault('{"a": 1}'), undefined);
  assert.match(jsonFault('{\n  "a": 1,\n  b: 2\n}') ?? '', /3, \D*3: /);
  assert.match(jsonFault('{\n  "a": [1') ?? '', /2, \D*10: /);
});
