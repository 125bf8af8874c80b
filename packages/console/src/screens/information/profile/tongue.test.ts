import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tongueOf } from './tongue.ts';

for (const [text, tongue] of [
  ['White bread 400g', 'en'],
  ['Do you deliver?', 'en'],
  ['Yes, within 10 km of Westlands, not on Sundays.', 'en'],
  ['Birthday cake', 'en'],
  ['Mnapeleka bidhaa nyumbani?', 'sw'],
  ['Unga wa ngano 2kg', 'sw'],
  ['Ndiyo, ndani ya Nairobi, isipokuwa Jumapili.', 'sw'],
] as const)
  test(`“${text}” is written in ${tongue}`, () => assert.equal(tongueOf(text), tongue));

for (const text of [
  '',
  'Chapati',
  'Coca-Cola 500ml',
  'M-Pesa',
  'Njeri Salon',
  'Nondo 12mm',
  'Simcard',
])
  test(`“${text}” may be of either language`, () => assert.equal(tongueOf(text), undefined));

const folder = new URL('../../../../../../training/businesses/', import.meta.url);
const lines = readdirSync(folder)
  .filter((name) => /^set-\d+\.txt$/.test(name))
  .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
  .map((line) => ({
    mark: line[0],
    parts: line
      .slice(1)
      .split('|')
      .map((part) => part.trim()),
  }));

interface Written {
  readonly language: string;
  readonly text: string;
}

/** The texts of the entries of businesses that write in one language. */
function entryTexts(): readonly Written[] {
  let spoken = '';
  return lines.flatMap(({ mark, parts }) => {
    if (mark === '#') spoken = parts[3] ?? '';
    const [kind = ''] = parts[0]?.split(' ').slice(1) ?? [];
    if (mark !== '@' || !['faq', 'fact', 'doc', 'price'].includes(kind)) return [];
    const texts = kind === 'price' ? parts.slice(1, 2) : parts.slice(1);
    return spoken === 'both' ? [] : texts.map((text) => ({ language: spoken, text }));
  });
}

test('at most 1 text in 100 raises a false alarm, and of those of five words 9 in 10 are known', () => {
  const all = entryTexts();
  for (const language of ['sw', 'en']) {
    const texts = all.filter((one) => one.language === language);
    const long = texts.filter(({ text }) => (text.match(/\p{L}[\p{L}'’]*/gu) ?? []).length >= 5);
    assert.ok(long.length > 5_000, `${long.length} ${language}`);
    const alarms = texts.filter(({ text }) => ![language, undefined].includes(tongueOf(text)));
    const found = long.filter(({ text }) => tongueOf(text) === language);
    assert.ok(alarms.length <= texts.length / 100, `${alarms.length} of ${texts.length}`);
    assert.ok(found.length >= long.length * 0.9, `${found.length} of ${long.length}`);
  }
});

test('Sheng raises an alarm among Swahili texts at most once in 100', () => {
  const mixed = lines.flatMap(({ mark = '', parts }) =>
    '?!~'.includes(mark) && parts[0] === 'mix' ? [parts.at(-1) ?? ''] : [],
  );
  assert.ok(mixed.length > 10_000);
  const alarms = mixed.filter((text) => tongueOf(text) === 'en');
  assert.ok(alarms.length <= mixed.length / 100, alarms.slice(0, 20).join(' | '));
});
