import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { profileFields, profileSchema } from '@baraza/contract';
import { demoProfile } from '../../server/demo/demo-profile.ts';
import { readProfileInput } from './profile.ts';

const hours = (days: readonly string[], open: string, close: string) => ({
  hours: [{ days, open, close }],
});
const saved = (input: object) => readProfileInput(input as { readonly [field: string]: unknown });

describe('the normalised profile', () => {
  test('has every field, and none is required', () => {
    const { profile, warnings } = saved({});
    assert.deepEqual(profileSchema.parse(profile), profile);
    assert.deepEqual(Object.keys(profile), profileFields);
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      [profile.colour, profile.position, profile.timezone, profile.retention_days],
      ['#0a7d5a', 'right', 'Africa/Nairobi', 180],
    );
    assert.deepEqual([profile.languages, profile.allowed_origins], [['sw', 'en'], []]);
    assert.deepEqual([profile.require_key, profile.allow_apps], [false, false]);
  });

  test('is read from the body or from its field profile, whatever else is in the body', () => {
    const inside = saved({ profile: { name: 'Asha' }, site: { id: 'x' }, plan: 'free' });
    assert.deepEqual(inside, saved({ name: 'Asha' }));
  });

  test('normalising it again changes nothing', () => {
    for (const input of [
      {},
      demoProfile,
      { name: ' Asha ', allowed_origins: ['Shop.Example/x', 'https://shop.example'] },
      { parking: 'Free.', rules: ['No dogs.', { sw: 'Hapana', en: 'No' }], about: { sw: 'Sisi' } },
      {
        faqs: [
          { question: 'A?', answer: 'B.' },
          { question: 'A?', answer: 'C.' },
        ],
        facts: ['x'],
      },
      { position: 'bottom-left', colour: '#FFF', whatsapp: '00254 700-000-000' },
      { hours: [{ days: ['SUN', 'mon', 'mon'], open: '8:00', close: '24:00' }], __proto__: {} },
    ]) {
      const { profile } = saved(input);
      const again = saved(JSON.parse(JSON.stringify(profile))).profile;
      assert.equal(JSON.stringify(again), JSON.stringify(profile));
    }
  });

  const same: readonly (readonly [field: string, given: unknown, kept: unknown])[] = [
    ['name', '  Asha ', 'Asha'],
    ['name', null, ''],
    ['name', { sw: 'Msaidizi', en: '' }, { sw: 'Msaidizi' }],
    ['name', { sw: '', en: '' }, ''],
    ['greeting', { en: 'Hi', fr: 'Salut' }, { en: 'Hi' }],
    ['colour', '#ABC', '#abc'],
    ['colour', '#0A7D5A', '#0a7d5a'],
    ['position', 'bottom-left', 'left'],
    ['position', 'RIGHT', 'right'],
    ['whatsapp', '+254 700 000 000', 'https://wa.me/254700000000'],
    ['whatsapp', '254700000000', 'https://wa.me/254700000000'],
    ['whatsapp', 254700000000, 'https://wa.me/254700000000'],
    ['whatsapp', 'https://wa.me/254700000000', 'https://wa.me/254700000000'],
    [
      'whatsapp',
      'wa.me/254700000000?text=Habari yako',
      'https://wa.me/254700000000?text=Habari%20yako',
    ],
    [
      'whatsapp',
      'https://api.whatsapp.com/send?phone=%2B254700000000',
      'https://wa.me/254700000000',
    ],
    ['whatsapp', 'https://wa.me/message/ABC123', 'https://wa.me/message/ABC123'],
    ['phone', '0700 000 000', '0700 000 000'],
    ['phone', '0700 000 000 / 0711 000 000 au 020-123', '0700 000 000 / 0711 000 000 au 020-123'],
    ['name', '🌍'.repeat(200), '🌍'.repeat(200)],
    [
      'facts',
      [{ id: 'a', text: 'x', url: 'https://example.com' }],
      [{ id: 'a', title: '', text: 'x', url: 'https://example.com' }],
    ],
    [
      'facts',
      [{ id: 'a', text: 'x', url: 'HTTPS:example.com/a b"c' }],
      [{ id: 'a', title: '', text: 'x', url: 'https://example.com/a%20b%22c' }],
    ],
    ['email', ' duka@example.com ', 'duka@example.com'],
    ['email', 'mailto:du\u0001ka@example.com\u200b', 'duka@example.com'],
    ['timezone', 'Europe/Berlin', 'Europe/Berlin'],
    ['languages', ['en', 'en'], ['en']],
    ['languages', [], ['sw', 'en']],
    ['allowed_origins', null, []],
    ['allowed_origins', ['Example.com:443/x', 'https://example.com'], ['https://example.com']],
    ['suggestions', ['A?', '', { sw: 'B?' }], ['A?', { sw: 'B?' }]],
    ['closed', [{ date: '2028-02-29' }], [{ date: '2028-02-29' }]],
    [
      'prices',
      [{ item: 'Unga', price: 0, currency: 'KES', id: ' unga ' }],
      [{ id: 'unga', item: 'Unga', price: 0, currency: 'KES' }],
    ],
    [
      'prices',
      [{ item: 'Kazi', price: 'kwa makubaliano' }],
      [{ id: 'price_62ba01ba3f83baf5', item: 'Kazi', price: 'kwa makubaliano', currency: '' }],
    ],
    [
      'hours',
      [{ days: ['tue', 'mon'], open: '8:00', close: '17:30' }],
      [{ days: ['mon', 'tue'], open: '08:00', close: '17:30' }],
    ],
    [
      'notify',
      { email: '', webhook: 'https://example.com/hook', other: 1 },
      { webhook: 'https://example.com/hook' },
    ],
    ['retention_days', 1, 1],
    ['voice', false, false],
  ];
  for (const [field, given, kept] of same)
    test(`${field}: ${JSON.stringify(given)} becomes ${JSON.stringify(kept)}`, () => {
      assert.deepEqual(saved({ [field]: given }).profile[field], kept);
    });

  const wrong: readonly (readonly [input: object, sentence: RegExp])[] = [
    [{ name: 5 }, /^name must be text, or an object with sw and en\.$/],
    [{ name: ['a'] }, /^name must be text/],
    [{ name: { fr: 'a' } }, /^name must be text, or an object/],
    [{ name: { sw: 5 } }, /^name\.sw must be text\.$/],
    [{ name: 'x'.repeat(201) }, /^name must have at most 200 characters\.$/],
    [{ colour: 'green' }, /^colour must be a colour like/],
    [{ colour: '#12345' }, /^colour must be/],
    [{ position: 'top' }, /^position must be left or right\.$/],
    [{ suggestions: 'A?' }, /^suggestions must be a list\.$/],
    [{ suggestions: [5] }, /^suggestions\[0\] must be text/],
    [{ suggestions: Array(21).fill('A?') }, /^suggestions must have at most 20 entries\.$/],
    [{ whatsapp: '0700 000 000' }, /^whatsapp must be a number with its country code/],
    [{ whatsapp: 'https://evil.test/254700000000' }, /^whatsapp must be/],
    [{ whatsapp: 'https://wa.me.evil.test/254700000000' }, /^whatsapp must be/],
    [{ whatsapp: 'https://wa.me@evil.test/254700000000' }, /^whatsapp must be/],
    [{ whatsapp: 'javascript:alert(1)' }, /^whatsapp must be/],
    [{ phone: 'call us' }, /^phone must be a telephone number/],
    [{ email: 'duka' }, /^email must be an address/],
    [{ email: 'a@b' }, /^email must be an address/],
    [{ email: 'a@b.c\nBcc: x@y.z' }, /^email must be an address/],
    [{ timezone: 'Mars/Olympus' }, /^timezone must be a time zone like/],
    [{ hours: {} }, /^hours must be a list\.$/],
    [{ hours: ['mon'] }, /^hours\[0\] must be an object with days, open and close\.$/],
    [hours([], '08:00', '09:00'), /^hours\[0\]\.days must name a day\.$/],
    [hours(['monday'], '08:00', '09:00'), /^hours\[0\]\.days\[0\] must be one of mon/],
    [hours(['mon'], '8', '09:00'), /^hours\[0\]\.open must be a time like 08:00\.$/],
    [hours(['mon'], '25:00', '09:00'), /^hours\[0\]\.open must/],
    [hours(['mon'], '08:00', '24:01'), /^hours\[0\]\.close must/],
    [hours(['mon'], '24:00', '06:00'), /^hours\[0\]\.open must be before 24:00\.$/],
    [
      { hours: [{ days: ['mon'], open: '08:00', close: '09:00', nextDay: 1 }] },
      /nextDay must be true or false\.$/,
    ],
    [{ prices: [{ item: 'a' }] }, /^prices\[0\]\.price must be a number/],
    [{ prices: [{ item: 'a', price: ' ' }] }, /^prices\[0\]\.price must be a number/],
    [{ closed: [{ date: '2026-02-30' }] }, /^closed\[0\]\.date must be a date like/],
    [{ closed: [{ date: '25.12.2026' }] }, /^closed\[0\]\.date must/],
    [{ closed: ['2026-12-25'] }, /^closed\[0\] must be an object/],
    [{ prices: [{ price: 5, currency: 'KES' }] }, /^prices\[0\]\.item must not be empty\.$/],
    [{ prices: [{ item: 'a', price: -1 }] }, /^prices\[0\]\.price must be a number/],
    [{ prices: [{ item: 'a', price: true }] }, /^prices\[0\]\.price must/],
    [{ prices: [{ item: 'a', price: 1, currency: 5 }] }, /^prices\[0\]\.currency must be text\.$/],
    [{ languages: ['fr'] }, /^languages\[0\] must be sw or en\.$/],
    [{ allowed_origins: 'https://a.example' }, /^allowed_origins must be a list\.$/],
    [{ allowed_origins: ['https://a.example', 'ftp://b.example'] }, /"ftp:\/\/b\.example"/],
    [{ allowed_origins: [5] }, /^allowed_origins\[0\] must be text\.$/],
    [
      { allowed_origins: Array.from({ length: 51 }, (_, n) => `a${n}.example`) },
      /^allowed_origins must have at most 50 entries\.$/,
    ],
    [{ voice: 'yes' }, /^voice must be true or false\.$/],
    [{ require_key: 1 }, /^require_key must be true or false\.$/],
    [{ retention_days: 0 }, /^retention_days must be a whole number from 1/],
    [{ retention_days: '30' }, /^retention_days must/],
    [{ sources: 'some' }, /^sources must be one of full, titles, none\.$/],
    [{ strictness: 'max' }, /^strictness must be one of/],
    [{ notify: 'me@example.com' }, /^notify must be an object/],
    [{ notify: { webhook: 'javascript:x' } }, /^notify\.webhook must be an address/],
    [{ notify: { webhook: 'https://u:p@example.com' } }, /^notify\.webhook must/],
    [{ about: [] }, /^about must be text/],
    [{ facts: {} }, /^facts must be a list\.$/],
    [{ facts: [5] }, /^facts\[0\] must be an object/],
    [{ facts: [{ title: 'T' }] }, /^facts\[0\]\.text must not be empty\.$/],
    [{ facts: [{ text: 'x', url: 'javascript:alert(1)' }] }, /^facts\[0\]\.url must be an address/],
    [{ facts: [{ text: 'x', language: 'fr' }] }, /^facts\[0\]\.language must be sw or en\.$/],
    [{ facts: [{ id: 'a\nb', text: 'x' }] }, /^facts\[0\]\.id must be text of at most 100/],
    [{ facts: [{ id: true, text: 'x' }] }, /^facts\[0\]\.id must be/],
    [{ facts: [{ id: 'x'.repeat(101), text: 'x' }] }, /^facts\[0\]\.id must be/],
    [
      {
        facts: [
          { id: 5, text: 'x' },
          { id: '5', text: 'y' },
        ],
      },
      /^facts\[1\]\.id must differ/,
    ],
    [
      { facts: [{ id: 'a', text: 'x' }], faqs: [{ id: 'a', question: 'q', answer: 'a' }] },
      /^faqs\[0\]\.id must differ/,
    ],
    [{ faqs: ['What?'] }, /^faqs\[0\] must be an object with question and answer\.$/],
    [{ faqs: [{ question: 'q' }] }, /^faqs\[0\]\.answer must not be empty\.$/],
    [{ faqs: [{ question: '', answer: 'a' }] }, /^faqs\[0\]\.question must not be empty\.$/],
    [
      { faqs: [{ question: 'q', answer: 'a', alternatives: 'b' }] },
      /^faqs\[0\]\.alternatives must be a list\.$/,
    ],
    [{ documents: [{ title: 'T', text: 5 }] }, /^documents\[0\]\.text must be text/],
    [{ profile: null }, /^profile must be an object\.$/],
    [{ profile: 'Duka' }, /^profile must be an object\.$/],
    [
      { facts: [{ text: 'x', url: 'https://a.example/\tb' }] },
      /^facts\[0\]\.url must be an address/,
    ],
    [{ parking: 'Free.', facts: [{ id: 'parking', text: 'x' }] }, /^facts\[0\]\.id must differ/],
    [{ name: '🌍'.repeat(201) }, /^name must have at most 200 characters\.$/],
    [{ phone: '0700 000 000, call us' }, /^phone must be a telephone number/],
  ];
  for (const [input, sentence] of wrong)
    test(`${JSON.stringify(input).slice(0, 80)} is refused with the name of the field`, () => {
      assert.throws(() => saved(input), { code: 'invalid', message: sentence });
    });
});

describe('ids of entries', () => {
  test('are kept when given, else made from the content, always the same', () => {
    const input = {
      facts: [
        { id: 'my.fact', text: 'x' },
        { title: 'T', text: 'y' },
      ],
      faqs: [{ question: 'A?', answer: 'B' }],
      documents: [{ title: 'T', text: 'y' }],
    };
    const { profile } = saved(input);
    assert.equal(profile.facts[0]?.id, 'my.fact');
    const ids = [...profile.facts, ...profile.faqs, ...profile.documents].map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual(saved(input).profile, profile);
  });

  test('stay when an answer changes, and differ for entries with the same question', () => {
    const idsOf = (...answers: string[]) =>
      saved({ faqs: answers.map((answer) => ({ question: 'A?', answer })) }).profile.faqs.map(
        ({ id }) => id,
      );
    const [first, second] = idsOf('B', 'C');
    assert.notEqual(first, second);
    assert.deepEqual(idsOf('changed'), [first]);
  });

  test('are made in linear time for thousands of entries with the same title', () => {
    const facts = Array.from({ length: 5_000 }, (_, at) => ({ title: 'T', text: `x${at}` }));
    const before = process.cpuUsage();
    const ids = saved({ facts }).profile.facts.map(({ id }) => id);
    assert.equal(new Set(ids).size, facts.length);
    // A hundred times what it needs; a quadratic algorithm needs three times as much.
    assert.ok(process.cpuUsage(before).user < 1_000 * 1_000);
  });

  test('that are made never collide with an id given further down', () => {
    const [made] = saved({ faqs: [{ question: 'A?', answer: 'B' }] }).profile.faqs;
    const { profile } = saved({
      faqs: [
        { question: 'A?', answer: 'B' },
        { id: made?.id, question: 'C?', answer: 'D' },
      ],
    });
    assert.equal(profile.faqs[1]?.id, made?.id);
    assert.notEqual(profile.faqs[0]?.id, made?.id);
  });
});

describe('unknown fields', () => {
  test('give the same profile in any order', () => {
    const fields = [
      ['b', 'Two.'],
      ['a', 'One.'],
    ] as const;
    assert.equal(
      JSON.stringify(saved(Object.fromEntries(fields)).profile),
      JSON.stringify(saved(Object.fromEntries(fields.toReversed())).profile),
    );
  });

  test('are kept with a warning where they are texts or lists of texts, else ignored with a warning', () => {
    const { profile, warnings } = saved({
      parking_rules: 'Free.',
      rules: ['One.', '', { sw: 'Mbili.' }],
      motto: { sw: 'Karibu' },
      staff: 5,
      open: true,
      tree: { a: 'b' },
      mixed: ['a', 5],
      nothing: null,
      empty: '',
    });
    assert.equal(profile.parking_rules, 'Free.');
    assert.deepEqual(profile.rules, ['One.', { sw: 'Mbili.' }]);
    assert.deepEqual(profile.motto, { sw: 'Karibu' });
    for (const field of ['staff', 'open', 'tree', 'mixed', 'nothing', 'empty'])
      assert.ok(!Object.hasOwn(profile, field), field);
    for (const field of ['parking_rules', 'rules', 'motto'])
      assert.ok(warnings.some((text) => text.startsWith(`"${field}" is not a known field`)));
    for (const field of ['staff', 'open', 'tree', 'mixed'])
      assert.ok(
        warnings.some((text) => text.startsWith(`"${field}" was ignored`)),
        field,
      );
  });

  test('named like a property of Object do no harm', () => {
    const input = JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}');
    const { profile } = saved(input);
    assert.equal(Object.getPrototypeOf(profile), Object.prototype);
    assert.ok(!Object.hasOwn(profile, '__proto__'));
    assert.equal(profile.constructor, 'y');
  });
});
