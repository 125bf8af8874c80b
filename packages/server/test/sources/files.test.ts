/** Files of owners, and the proposals that are read from them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { docxOf, xlsxOf } from '../fakes/office-file.ts';
import { pdfOf } from '../fakes/pdf-file.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { entriesOf, readHere as read } from './sent-source.ts';

const fixture = (name: string) => readFileSync(new URL(`../source-pages/${name}`, import.meta.url));
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];

describe('files of owners', () => {
  test('an Excel price list: items, prices, units, and the currency of its number format', async () => {
    const rows = [
      ['Juma Hardware – price list'],
      ['Item', 'Price', 'Unit', 'Notes'],
      ['Cement 50 kg', 780, 'bag', 'Bamburi'],
      ['Building materials'],
      ['Iron sheet 2 m', 1150.5, 'piece', ''],
      ['Nails', '', 'kg', ''],
    ];
    const found = await read({
      bytes: xlsxOf([{ name: 'Sheet1', rows }], '"KES" #,##0'),
      name: 'prices.xlsx',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    assert.deepEqual(entriesOf(found, 'prices'), [
      { item: 'Cement 50 kg', price: 780, currency: 'KES', unit: 'bag', note: 'Bamburi' },
      {
        item: 'Iron sheet 2 m',
        price: 1150.5,
        currency: 'KES',
        unit: 'piece',
        note: 'Building materials',
      },
    ]);
    assert.equal(
      found.proposals.find(({ list }) => list === 'prices')?.from,
      'sheet Sheet1, row 3',
    );
    assert.deepEqual(fieldsOf(found.left_out, 'from'), ['sheet Sheet1, row 6']);
  });

  test('an Excel sheet of questions in both languages', async () => {
    const rows = [
      ['Swali', 'Jibu', 'Question', 'Answer'],
      ['Mnafungua lini?', 'Kila siku saa mbili.', 'When do you open?', 'Every day at eight.'],
    ];
    const found = await read({ bytes: xlsxOf([{ name: 'FAQ', rows }]) });
    assert.deepEqual(entriesOf(found, 'faqs'), [
      {
        question: { sw: 'Mnafungua lini?', en: 'When do you open?' },
        answer: { sw: 'Kila siku saa mbili.', en: 'Every day at eight.' },
      },
    ]);
  });

  test('a CSV price list with commas, quotes and line ends within cells', async () => {
    const bytes =
      '\ufeffproduct,price,currency\r\n"Bread, white",65,KES\r\n"Cake\nlarge","1,200",KES\r\n';
    const found = await read({ bytes, type: 'text/csv' });
    assert.deepEqual(entriesOf(found, 'prices'), [
      { item: 'Bread, white', price: 65, currency: 'KES' },
      { item: 'Cake large', price: 1200, currency: 'KES' },
    ]);
    assert.deepEqual(fieldsOf(found.proposals, 'from'), ['row 2', 'row 3']);
  });

  test('a CSV with semicolons, Swahili column names and Windows-1252 letters', async () => {
    const text =
      'Bidhaa;Bei (TSh);Kipimo\r\nKahawa ya caf\xe9;3.500;kikombe\r\nChai – mchuzi;1500,50;kikombe\r\n';
    const found = await read({
      bytes: Buffer.from(text.replace('–', '\x96'), 'latin1'),
      type: 'application/vnd.ms-excel',
      name: 'bei.csv',
    });
    assert.deepEqual(entriesOf(found, 'prices'), [
      { item: 'Kahawa ya café', price: 3500, currency: 'TZS', unit: 'kikombe' },
      { item: 'Chai – mchuzi', price: 1500.5, currency: 'TZS', unit: 'kikombe' },
    ]);
  });

  test('questions separated by tabs, in Swahili', async () => {
    const bytes =
      'swali\tjibu\nMnapeleka mizigo nyumbani?\tNdiyo, tunapeleka popote mjini kwa bei nafuu.\n';
    const found = await read({ bytes, name: 'maswali.tsv', type: 'application/octet-stream' });
    assert.deepEqual(entriesOf(found, 'faqs'), [
      {
        question: 'Mnapeleka mizigo nyumbani?',
        answer: 'Ndiyo, tunapeleka popote mjini kwa bei nafuu.',
        language: 'sw',
      },
    ]);
  });

  test('a PDF with school fees: a table by term, lines with prices, office hours', async () => {
    const found = await read({ bytes: fixture('fees.pdf'), type: 'application/pdf' });
    const prices = entriesOf(found, 'prices');
    assert.equal(prices.length, 11);
    assert.deepEqual(prices[0], { item: 'PP1 and PP2 – Term 1', price: 12500, currency: 'KES' });
    assert.deepEqual(prices[8], { item: 'Grade 4 to 6 – Term 3', price: 16000, currency: 'KES' });
    assert.deepEqual(prices[9], {
      item: 'Within 5 km',
      price: 6000,
      currency: 'KES',
      unit: 'term',
      note: 'Transport',
    });
    assert.deepEqual(entriesOf(found, 'hours'), [
      { days: weekdays, open: '07:30', close: '16:30' },
      { days: ['sat'], open: '08:00', close: '12:00' },
    ]);
    assert.match(
      entriesOf(found, 'facts').find(({ title }) => title === 'How to pay')?.text ?? '',
      /^Pay by M-Pesa to the pay bill number of the school .* third term\.$/,
    );
    assert.ok(found.proposals.every(({ from }) => from === 'page 1'));
  });

  test('a PDF leaflet in two columns is read column by column, in both languages', async () => {
    const found = await read({ bytes: fixture('leaflet.pdf') });
    const facts = entriesOf(found, 'facts');
    assert.deepEqual(fieldsOf(facts, 'title', 'language'), [
      ['Who we are', 'en'],
      ['Vaccination of children', 'en'],
      ['Laboratory', 'en'],
      ['Huduma ya mama na mtoto', 'sw'],
      ['Malipo', 'sw'],
      ['In an emergency', 'en'],
    ]);
    assert.equal(
      facts[0]?.text,
      'Afya Bora is a small clinic near the market of Mwanza. Two doctors and five nurses see about eighty ' +
        'patients every day. Most of them come without an appointment and are seen within one hour.',
    );
  });

  test('a PDF menu with photos: its dishes are prices', async () => {
    const found = await read({ bytes: fixture('menu.pdf') });
    assert.deepEqual(entriesOf(found, 'prices'), [
      { item: 'Chai ya maziwa', price: 60, currency: 'KES' },
      { item: 'Mandazi (2 pieces)', price: 40, currency: 'KES' },
      { item: 'Ugali and fried tilapia', price: 650, currency: 'KES' },
      { item: 'Pilau with kachumbari', price: 420, currency: 'KES' },
    ]);
    assert.match(entriesOf(found, 'facts')[0]?.text ?? '', /^All dishes can be packed/);
  });

  test('a PDF of 300 pages is read without its repeated footer', async () => {
    const pages = Array.from({ length: 300 }, (_, page) => [
      `Rule number ${page + 1} of the house is on this page in one sentence.`,
      `Handbook of the house`,
    ]);
    const found = await read({ bytes: pdfOf(pages, true), name: 'house rules.pdf' });
    const documents = entriesOf(found, 'documents');
    const text = documents.map((document) => document.text).join('\n');
    for (const page of [1, 150, 300]) assert.match(text, new RegExp(`Rule number ${page} of`));
    assert.doesNotMatch(text, /Handbook of the house/);
    assert.equal(documents[0]?.title, 'house rules');
    assert.match(found.proposals[0]?.from ?? '', /^pages 1–\d+$/);
    assert.deepEqual(found.left_out, []);
  });

  test('Markdown: headings become titles, lists stay lists, questions become FAQs', async () => {
    const bytes = [
      '# Bicycle repair',
      'We repair bicycles of every make.',
      '## What we need from you',
      '- the bicycle itself',
      '- the key of its lock',
      '  - and the spare one',
      '## How long does a repair take?',
      'Two days at the most.',
    ].join('\n\n');
    const found = await read({ bytes, type: 'text/markdown' });
    assert.deepEqual(fieldsOf(entriesOf(found, 'facts'), 'title', 'text'), [
      ['Bicycle repair', 'We repair bicycles of every make.'],
      [
        'What we need from you',
        '- the bicycle itself\n- the key of its lock\n  - and the spare one',
      ],
    ]);
    assert.deepEqual(entriesOf(found, 'faqs'), [
      { question: 'How long does a repair take?', answer: 'Two days at the most.', language: 'en' },
    ]);
  });

  test('a Word file: headings, a table of prices, a list, a bold line as a heading', async () => {
    const found = await read({
      bytes: docxOf([
        { heading: 'Saluni ya Neema' },
        { text: 'We braid and wash hair in the centre of Arusha since 2011.' },
        { heading: 'Bei', level: 2 },
        {
          rows: [
            ['Huduma', 'Bei'],
            ['Kusuka', 'TSh 25,000'],
            ['Kuosha nywele', '8,000/='],
          ],
        },
        { text: 'What to bring', isBold: true },
        { items: ['your own hair extensions', 'a photo of what you like'] },
      ]),
      name: 'saluni.docx',
    });
    assert.deepEqual(entriesOf(found, 'prices'), [
      { item: 'Kusuka', price: 25000, currency: 'TZS' },
      { item: 'Kuosha nywele', price: 8000, currency: 'TZS' },
    ]);
    const facts = entriesOf(found, 'facts');
    assert.deepEqual(fieldsOf(facts, 'title'), ['Saluni ya Neema', 'What to bring']);
    assert.equal(facts[1]?.text, '- your own hair extensions\n- a photo of what you like');
    assert.equal(found.proposals.find(({ list }) => list === 'prices')?.from, 'section “Bei”');
  });

  test('a Word file with macros: only its text is read', async () => {
    const found = await read({
      bytes: docxOf([{ heading: 'Notice' }, { text: 'The shop moves to Moi Avenue in March.' }], {
        'word/vbaProject.bin': new Uint8Array(2_000).fill(7),
        'word/embeddings/oleObject1.bin': new Uint8Array(2_000).fill(8),
      }),
      type: 'application/vnd.ms-word.document.macroEnabled.12',
      name: 'notice.docm',
    });
    assert.deepEqual(fieldsOf(found.proposals, 'entry'), [
      { title: 'Notice', text: 'The shop moves to Moi Avenue in March.', language: 'en' },
    ]);
  });

  test('a page saved from a website: no menus, no footer, no cookie bar, no scripts', async () => {
    const bytes = `<!doctype html><html><head><title>Fees | Amani</title><style>p{color:red}</style>
      <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"FAQPage","mainEntity":[
        {"@type":"Question","name":"Is there a bus?",
          "acceptedAnswer":{"@type":"Answer","text":"<p>Yes, three buses.</p>"}}]},
        {"@type":"School","openingHoursSpecification":[{"@type":"OpeningHoursSpecification",
          "dayOfWeek":["https://schema.org/Monday","Tuesday"],"opens":"08:00","closes":"16:00"}]}]}</script></head>
      <body><header><nav><a href="/">Home</a><a href="/fees">Fees menu entry</a></nav></header>
      <div class="cookie-banner">We use cookies to improve your experience.</div>
      <main><h1>Welcome to Amani</h1><p>Amani is a school for two hundred children between the lake and the hills,
      with a garden of its own and nine teachers who have been here for many years.</p>
      <script>alert('never')</script><p hidden>Secret</p>
      <details><summary>Do you take boarders?</summary><p>No, only day pupils.</p></details></main>
      <aside>Latest news</aside><footer>Copyright of the footer</footer></body></html>`;
    const found = await read({ bytes, type: 'text/html; charset=utf-8' });
    const [fact, ...others] = entriesOf(found, 'facts');
    assert.equal(others.length, 0);
    assert.equal(fact?.title, 'Welcome to Amani');
    assert.match(fact?.text ?? '', /^Amani is a school .* many years\.$/s);
    assert.deepEqual(fieldsOf(entriesOf(found, 'faqs'), 'question', 'answer'), [
      ['Is there a bus?', 'Yes, three buses.'],
      ['Do you take boarders?', 'No, only day pupils.'],
    ]);
    assert.deepEqual(entriesOf(found, 'hours'), [
      { days: ['mon', 'tue'], open: '08:00', close: '16:00' },
    ]);
  });

  test('a text in two languages becomes one entry for each', async () => {
    const bytes = [
      'KARIBU – WELCOME',
      '',
      'Hoteli yetu iko karibu na ufuo wa bahari na ina vyumba kumi na viwili vya kulala wageni wa kila aina.',
      '',
      'Our hotel stands close to the beach and has twelve rooms for guests of every kind who want to rest.',
    ].join('\r\n');
    const found = await read({ bytes, type: 'text/plain', name: 'hotel.txt' });
    assert.deepEqual(
      entriesOf(found, 'facts').map(({ language, text }) => [language, text.slice(0, 10)]),
      [
        ['sw', 'Hoteli yet'],
        ['en', 'Our hotel '],
      ],
    );
  });

  test('plain text: underlined headings, hours in Swahili, a price list with leader dots', async () => {
    const bytes = [
      'Duka la Mwanga',
      '==============',
      'Tunauza vyombo vya nyumbani na vifaa vya shule kwa bei ya jumla na rejareja.',
      '',
      'Saa za kazi:',
      'Jumatatu - Ijumaa: saa 2 asubuhi - saa 11 jioni',
      'Jumamosi: saa 3 asubuhi hadi saa 7 mchana',
      'Jumapili: imefungwa',
      '',
      'Orodha ya bei:',
      'Sufuria ndogo ............ 450',
      'Ndoo ya lita 20 .......... 300/=',
      '',
      'Swali: Mnakubali M-Pesa?',
      'Jibu: Ndiyo, tunakubali M-Pesa na pesa taslimu.',
    ].join('\n');
    const found = await read({ bytes, type: 'text/plain' });
    assert.deepEqual(entriesOf(found, 'hours'), [
      { days: weekdays, open: '08:00', close: '17:00' },
      { days: ['sat'], open: '09:00', close: '13:00' },
    ]);
    assert.deepEqual(entriesOf(found, 'prices'), [
      { item: 'Sufuria ndogo', price: 450, currency: '' },
      { item: 'Ndoo ya lita 20', price: 300, currency: '' },
    ]);
    assert.deepEqual(entriesOf(found, 'faqs'), [
      {
        question: 'Mnakubali M-Pesa?',
        answer: 'Ndiyo, tunakubali M-Pesa na pesa taslimu.',
        language: 'sw',
      },
    ]);
    assert.equal(entriesOf(found, 'facts')[0]?.title, 'Duka la Mwanga');
  });

  test('prices without a currency get the currency of the site', async () => {
    const shop = { prices: [{ item: 'Tea', price: 5, currency: 'UGX' }] };
    const found = await read({ bytes: 'item,price\nMilk,7\n', type: 'text/csv' }, shop);
    assert.deepEqual(entriesOf(found, 'prices'), [{ item: 'Milk', price: 7, currency: 'UGX' }]);
  });

  test('ambiguous hours are left out and stay in the text', async () => {
    const found = await read({
      bytes: '# Opening hours\n\nMonday to Friday 8 - 5\n\nSaturday 09:00 - 13:00\n',
      type: 'text/markdown',
    });
    assert.deepEqual(entriesOf(found, 'hours'), []);
    assert.match(found.left_out[0]?.why ?? '', /enter them yourself/);
    assert.match(entriesOf(found, 'facts')[0]?.text ?? '', /8 - 5\nSaturday 09:00/);
  });

  test('hours below a heading line, and hours of a PDF in one line', async () => {
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

  test('entries that the profile already has are left out and named; changed ones are proposed', async () => {
    const shop = {
      languages: ['en'],
      prices: [
        { item: { sw: 'Chapati', en: 'Flat bread' }, price: 20, currency: 'KES' },
        { item: 'Tea', price: 30, currency: 'KES' },
      ],
      faqs: [{ question: 'Do you deliver?', answer: 'Yes, in Nairobi.' }],
      facts: [{ title: 'Parking', text: 'Parking is free for everybody who buys here.' }],
    };
    const sheet = await read({ bytes: 'item,price\nCHAPATI,20\nTea,35\n', type: 'text/csv' }, shop);
    assert.deepEqual(entriesOf(sheet, 'prices'), [{ item: 'Tea', price: 35, currency: 'KES' }]);
    assert.deepEqual(fieldsOf(sheet.left_out, 'why'), ['"CHAPATI" is already in your profile.']);
    const bytes =
      '# Parking\n\nParking is free for everybody who buys here.\n\n## Do you deliver?\n\nYes, in Nairobi.\n';
    const text = await read({ bytes, type: 'text/markdown' }, shop);
    assert.deepEqual(text.proposals, []);
    assert.deepEqual(text.left_out.map(({ why }) => why).toSorted(), [
      '"Do you deliver?" is already in your profile.',
      '"Parking" is already in your profile.',
    ]);
  });
});
