import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelHolds } from '../../../test/users/condition-model.ts';
import { Problem } from '../../kernel/problem.ts';
import { parseRule } from './parse-rule.ts';
import { bindRule } from './rule.ts';

const user = { id: 'rec_1', role: 'staff', clinics: ['a', 'b'], age: 30, isVip: true, none: null };
const record = {
  owner: 'rec_1',
  tags: ['x', 1, null],
  n: 5,
  title: 'Open House',
  deep: { x: 'é' },
};
const nowMs = Date.parse('2026-11-17T06:00:00.000Z');

function decide(rule: string, of: object = record): boolean {
  const read = (path: readonly string[]) =>
    path.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      of,
    );
  return modelHolds(bindRule(parseRule(rule), { user, nowMs, body: read }), read);
}

const decisions: { readonly [rule: string]: boolean } = {
  'record.owner = user.id || user.role = "nurse"': true,
  'record.owner != user.id': false,
  'record.owner = user.id && (record.n > 5 || record.n <= 5)': true,
  "record.title ~ 'HOUSE'": true,
  'record.title ~ ""': true,
  'record.tags ~ "x" && record.tags ~ 1 && !(record.tags ~ "1")': true,
  'user.id in [record.owner, "else"]': true,
  'record.n in (1, 5)': true,
  '"a" in user.clinics && !("c" in user.clinics)': true,
  'record.n = "5" || record.title > 3': false,
  'record.missing = null && record.none = null && user.none = null': true,
  'record.missing = user.missing': false,
  'record.missing != user.missing': true,
  'record.tags = record.tags || record.deep = record.deep': false,
  'record.deep.x = "é"': true,
  'user.isVip && !user.age': true,
  '!!user.isVip': true,
  'now > "2026-11-17T05" && now = "2026-11-17T06:00:00.000Z"': true,
  'record.n > -1.5e1': true,
  'body.n = record.n': true,
  'true || false && false': true,
  '"it\\"s" = \'it"s\'': true,
  '"a\\\\b" ~ "\\\\b" && !("a\\\\b" = "ab")': true,
};

test('a rule decides by its operators, from the weakest to the strongest', () => {
  for (const [rule, wanted] of Object.entries(decisions)) assert.equal(decide(rule), wanted, rule);
});

test('texts are in the order of code points', () => {
  assert.equal(decide('record.a < record.b', { a: '\uffee', b: '🎉' }), true);
});

const faults: readonly (readonly [rule: string, position: number])[] = [
  ['', 1],
  ['   ', 4],
  ['record.owner =', 15],
  ['record.owner == user.id', 15],
  ['owner = 1', 1],
  ['record = 1', 1],
  ['record.a = "x', 12],
  ['record.a = 1 record.b = 2', 14],
  ['(record.a = 1', 14],
  ['record.a = 1)', 13],
  ['record.a & record.b', 10],
  ['record.list.0 = 1', 12],
  ['record.a < null', 10],
  ['null', 1],
  ['record.a in "abc"', 10],
  ['record.a in []', 14],
  ['record.a = 1.2.3', 12],
  ['record.a = "\\n"', 13],
  [`true || record.${'a.'.repeat(64)}a = 1`, 9],
  [`record.a = "${'x'.repeat(2_000)}"`, 2_001],
  [`${'('.repeat(21)}true${')'.repeat(21)}`, 21],
  [`${'true || '.repeat(101)}true`, 801],
  [Array(9).fill('record.a ~ "x"').join(' || '), 154],
];

test('a rule that does not parse is refused with its position', () => {
  for (const [rule, position] of faults)
    assert.throws(
      () => parseRule(rule),
      (error: unknown) => error instanceof Problem && error.fields?.position === position,
      rule.slice(0, 60),
    );
});

test('a word or sign of another language is answered with the one that rules have', () => {
  for (const [rule, wanted] of [
    ['record.a = 1 and record.b = 2', '"and" is not known in rules: write && (position 14).'],
    ['record.a = 1 OR record.b = 2', '"OR" is not known in rules: write || (position 14).'],
    ['record.a & record.b', '& is not known in rules: write && (position 10).'],
    ['record.a | record.b', '| is not known in rules: write || (position 10).'],
    ['not record.a', '"not" is not known in rules: write ! (position 1).'],
    ['record.a IN ["x"]', '"IN" is not known in rules: write in (position 10).'],
    ['record.a like "x"', '"like" is not known in rules: write ~ (position 10).'],
    ['record.a contains "x"', '"contains" is not known in rules: write ~ (position 10).'],
    ['record.a is null', '"is" is not known in rules: write = (position 10).'],
    ['record.a = "x" && record.b eq 1', '"eq" is not known in rules: write = (position 28).'],
  ] as const)
    assert.throws(() => parseRule(rule), { message: wanted }, rule);
  // In quotes they are texts, and as names of fields they are names.
  parseRule('record.and = "a and b & not c" && record.like = user.is');
});

test('no text of the longest rule takes more than 50 ms of CPU', () => {
  const parts = ['(', '!', '"', 'a.', '-1', '&&', 'record.a', '\\', "'", 'in [', ' ', '1.'];
  for (const part of parts) {
    const rule = part.repeat(2_000).slice(0, 2_000);
    const tookMs = Math.min(...[1, 2, 3, 4, 5].map(() => cpuMsOf(rule)));
    assert.ok(tookMs < 50, part);
  }
});

/** CPU time, since the machine may be busy. */
function cpuMsOf(rule: string): number {
  const before = process.cpuUsage();
  try {
    parseRule(rule);
  } catch (error) {
    assert.ok(error instanceof Problem);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
