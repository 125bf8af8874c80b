import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommands } from './commands.ts';

test('a command must contain every typed word, and titles that begin with the first one come first', () => {
  const all = [
    { title: 'Go to new questions' },
    { title: 'Questions', keywords: 'unanswered' },
    { title: 'Café hours' },
  ];
  const titles = (typed: string) => findCommands(all, typed).map(({ title }) => title);
  assert.deepEqual(titles('quest'), ['Questions', 'Go to new questions']);
  assert.deepEqual(titles('unans'), ['Questions']);
  assert.deepEqual(titles('cafe HOURS'), ['Café hours']);
  assert.deepEqual(titles('quest hours'), []);
  assert.equal(titles('').length, 3);
});
