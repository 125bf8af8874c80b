/** Files that say what the profile says already, and hours as people write them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { proposalsSchema } from '@baraza/contract';
import { pdfOf } from '../fakes/pdf-file.ts';
import { openSiteHouse, type SiteHouse, type TestSite } from '../fixtures/site-house.ts';
import { entriesOf, proposalsOf, type SentSource, sendSource } from './source-house.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];

describe('files beside a profile', () => {
  let house: SiteHouse;
  let site: TestSite;
  before(async () => {
    house = await openSiteHouse('sqlite');
    site = await house.newSite({});
  });
  after(() => house.close());
  const read = (source: SentSource) => proposalsOf(house, site, source);

  test('hours under a line that names them, and hours of a PDF in one line', async () => {
    const lines = ['Monday - Friday: 8:00 am - 5:30 pm', 'Saturday: 9:00 am - 1:00 pm'];
    const expected = [
      { days: weekdays, open: '08:00', close: '17:30' },
      { days: ['sat'], open: '09:00', close: '13:00' },
    ];
    const plain = await read({
      bytes: ['Amani Clinic', 'Opening hours', ...lines, ''].join('\n'),
      type: 'text/plain',
    });
    assert.deepEqual([entriesOf(plain, 'hours'), plain.left_out], [expected, []]);
    const pdf = await read({ bytes: pdfOf([['Opening hours', lines.join(' ')]]) });
    assert.deepEqual([entriesOf(pdf, 'hours'), pdf.left_out], [expected, []]);
  });

  test('what the profile says already is left out and named; what differs is proposed', async () => {
    const shop = await house.newSite({
      languages: ['en'],
      prices: [
        { item: { sw: 'Chapati', en: 'Flat bread' }, price: 20, currency: 'KES' },
        { item: 'Tea', price: 30, currency: 'KES' },
      ],
      faqs: [{ question: 'Do you deliver?', answer: 'Yes, in Nairobi.' }],
      facts: [{ title: 'Parking', text: 'Parking is free for everybody who buys here.' }],
    });
    const send = async (bytes: string, type: string) =>
      proposalsSchema.parse((await sendSource(house, shop, { bytes, type })).json);
    const sheet = await send('item,price\nCHAPATI,20\nTea,35\n', 'text/csv');
    assert.deepEqual(entriesOf(sheet, 'prices'), [{ item: 'Tea', price: 35, currency: 'KES' }]);
    assert.deepEqual(
      sheet.left_out.map(({ why }) => why),
      ['"CHAPATI" is already in your profile.'],
    );
    const text = await send(
      '# Parking\n\nParking is free for everybody who buys here.\n\n## Do you deliver?\n\nYes, in Nairobi.\n',
      'text/markdown',
    );
    assert.deepEqual(text.proposals, []);
    assert.deepEqual(text.left_out.map(({ why }) => why).toSorted(), [
      '"Do you deliver?" is already in your profile.',
      '"Parking" is already in your profile.',
    ]);
  });
});
