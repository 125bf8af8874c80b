import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verbRoots } from './swahili-verbs.ts';

const share = (one: string, other: string) =>
  verbRoots(one).some((root) => verbRoots(other).includes(root));

test('the forms of a verb share a root, whoever does it, whenever, to whatever', () => {
  for (const [one, other] of [
    ['tunapokea', 'huwapokea'],
    ['anapoupokea', 'anapopokea'],
    ['tuma', 'tutumie'],
    ['tunajibu', 'tutakujibu'],
    ['wanaoonyesha', 'ukionyesha'],
    ['inarudishwa', 'unarudishiwa'],
    ['hawaingii', 'kuingia'],
    ['lipa', 'utalipa'],
  ] as const)
    assert.ok(share(one, other), `${one} ${other}`);
});

test('other verbs do not', () => {
  for (const [one, other] of [
    ['tunauza', 'tunanunua'],
    ['analipa', 'analala'],
    ['hufunguliwa', 'hufungwa'],
    ['tunatuma', 'tunapokea'],
  ] as const)
    assert.ok(!share(one, other), `${one} ${other}`);
});

test('a word of any length costs no more than reading it', () => {
  assert.ok(Array.isArray(verbRoots(`${'kuni'.repeat(10_000)}a`)));
});
