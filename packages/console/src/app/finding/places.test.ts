import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommands } from '../commands.ts';
import { places } from './places.ts';

test('settings and pages are found by everyday words of both languages', () => {
  const all = places.map(({ path, label, words }) => ({
    path,
    title: label[1],
    keywords: `${words} ${label.join(' ')}`,
    isTyped: true,
  }));
  for (const [typed, path] of [
    ['price', 'information/prices'],
    ['bei', 'information/prices'],
    ['hours', 'information/hours'],
    ['masaa', 'information/hours'],
    ['sikukuu', 'information/closed'],
    ['person', 'settings'],
    ['mtu', 'settings'],
    ['pause', 'settings'],
    ['simamisha', 'settings'],
    ['rangi', 'appearance'],
    ['qr', 'install'],
    ['nywila', '/account'],
  ] as const)
    assert.equal(findCommands(all, typed)[0]?.path, path, typed);
});

test('commands that are found only by typing are not listed before something is typed', () => {
  const all = [
    { title: 'Today', isTyped: false },
    { title: 'Simenti', isTyped: true },
  ];
  assert.deepEqual(findCommands(all, ' '), [all[0]]);
  assert.deepEqual(findCommands(all, 'sim'), [all[1]]);
});
