import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resource } from '@baraza/contract';
import { boardOf } from './task-list.ts';

const task = (name: string, more: Partial<Resource>) =>
  ({ name, config: {}, state: 'active', ...more }) as Resource;

test('open tasks are sorted by due date, done tasks by completion, and archived tasks are left out', () => {
  const board = boardOf(
    [
      task('some day', {}),
      task('tomorrow', { config: { due: '2026-11-17', assignee: 'Asha' } }),
      task('late', { config: { due: '2026-11-15', assignee: 'Juma' } }),
      task('old', { state: 'archived' }),
      task('did', { state: 'completed', completedAt: '2', config: { due: '2026-11-01' } }),
      task('did later', { state: 'completed', completedAt: '3' }),
    ],
    '2026-11-16',
    undefined,
  );
  assert.deepEqual(
    board.open.map(({ resource, isLate }) => [resource.name, isLate]),
    [
      ['late', true],
      ['tomorrow', false],
      ['some day', false],
    ],
  );
  assert.deepEqual(
    board.done.map(({ resource, isLate }) => [resource.name, isLate]),
    [
      ['did later', false],
      ['did', false],
    ],
  );
  assert.deepEqual(board.assignees, ['Asha', 'Juma']);
});

test('the board of one person has only their tasks, but still lists all assignees', () => {
  const resources = [
    task('a', { config: { assignee: 'Asha' } }),
    task('b', { config: { assignee: 'Juma' } }),
  ];
  const board = boardOf(resources, '2026-11-16', 'Asha');
  assert.deepEqual(board.open.length, 1);
  assert.deepEqual(board.assignees, ['Asha', 'Juma']);
});
