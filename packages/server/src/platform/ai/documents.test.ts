import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import { splitPages, splitText } from './documents.ts';
import { hiddenFields } from './fields/hidden-fields.ts';

test('Markdown is split at its headings, each section has the headings above it, and code has no headings', () => {
  const text =
    'Intro.\n\n# Shop\n\n## Hours ##\nOpen at nine.\n```\n# not a heading\n```\n# Returns\nWithin 7 days.';
  const { parts } = splitText('markdown', text, 'guide.md');
  assert.deepEqual(fieldsOf(parts, 'title'), ['guide.md', 'Shop – Hours', 'Returns']);
  assert.match(parts[1]?.text ?? '', /Open at nine\.\n```\n# not a heading/);
});

test('a table becomes one part for each row, named by its row, and questions with answers are FAQs', () => {
  const { parts } = splitText('csv', 'Question;Answer\n"Do you deliver?";"Yes; free"\n', 'faq.csv');
  assert.deepEqual(parts, [{ kind: 'faq', title: 'Do you deliver?', text: 'Yes; free', row: 2 }]);
  const goods = splitText('csv', 'name,price,\nKettle,1500,blue\nPot,,\n', 'goods.csv').parts;
  assert.deepEqual(goods, [
    {
      kind: 'fact',
      title: 'Kettle',
      text: 'Kettle: column 3 blue.',
      price: {
        listed: { item: 'Kettle', price: '1500', currency: '' },
        text: { sw: 'Bei ya Kettle ni 1,500.', en: 'Kettle is 1,500.' },
      },
      row: 2,
    },
    { kind: 'fact', title: 'Pot', text: 'Pot', row: 3 },
  ]);
});

test('rows beyond the limit are left out, with a warning', () => {
  const many = splitText('csv', `a\n${'1\n'.repeat(6_000)}`, 'many.csv');
  assert.equal(many.parts.length, 5_000);
  assert.match(many.warning ?? '', /5000 rows/);
});

test('nested JSON is written with its paths, and each object in a list is a separate part', () => {
  const value = {
    shop: { name: 'Amani', address: { city: 'Kisumu', floors: [1, 2] } },
    staff: [{ name: 'Asha', contact: { phone: '0700' } }, 'temporary'],
  };
  const { parts } = splitText('json', JSON.stringify(value), 'shop.json');
  assert.deepEqual(parts, [
    {
      kind: 'document',
      title: 'shop.json',
      text: 'shop.name: Amani\nshop.address.city: Kisumu\nshop.address.floors: 1, 2\nstaff: temporary',
    },
    {
      kind: 'fact',
      title: 'Asha',
      text: 'Asha: contact simu 0700.',
      language: 'sw',
      english: { title: 'Asha', text: 'Asha: contact phone 0700.' },
    },
  ]);
});

test('a list of objects below a hidden name is left out with it', () => {
  const text = JSON.stringify({ staff: [{ name: 'Asha', pay: 1 }], shop: { city: 'Kisumu' } });
  assert.deepEqual(splitText('json', text, 'x', hiddenFields({ hide: ['staff'] })).parts, [
    { kind: 'document', title: 'x', text: 'shop.city: Kisumu' },
  ]);
});

test('JSON that is deep, broken or odd is read as far as it goes and never throws', () => {
  assert.equal(
    splitText('json', '['.repeat(200_000), 'x').warning?.includes('not valid JSON'),
    true,
  );
  const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
  assert.deepEqual(splitText('json', deep, 'x'), { parts: [] });
  assert.deepEqual(splitText('json', '{"__proto__":{"x":"y"},"a":null}', 'x').parts, [
    { kind: 'document', title: 'x', text: '__proto__.x: y' },
  ]);
});

test('lines that were split to fit a page are put together; lists and short lines stay apart', () => {
  const page = [
    'The workshop repairs bicycles and other vehicles on every Satur-',
    'day of the month, and whoever comes early is served with a cup of',
    'tea.',
    '- bring the receipt, which you have got from us when you bought it',
    '- bring the bicycle',
  ].join('\n');
  const [part] = splitPages(['', page], 'manual.pdf');
  assert.deepEqual(part?.page, 2);
  assert.equal(
    part?.text,
    'The workshop repairs bicycles and other vehicles on every Saturday of the month, and whoever comes early is ' +
      'served with a cup of tea.\n- bring the receipt, which you have got from us when you bought it\n- bring the ' +
      'bicycle',
  );
  const address = 'Duka la Amani\nOginga Odinga\nKisumu';
  assert.equal(splitText('plain', address, 'x').parts[0]?.text, address);
});

test('a long text has several parts, so that more than one of them can be found', () => {
  const text = Array.from({ length: 50 }, (_, n) => `${n}. ${'word '.repeat(60)}`).join('\n\n');
  const { parts } = splitText('plain', text, 'long.txt');
  assert.ok(parts.length > 3 && parts.every((part) => part.text.length < 8_000));
});
