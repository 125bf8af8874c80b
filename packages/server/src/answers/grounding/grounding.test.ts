import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  basisOf,
  freshHonestCases,
  freshHostileCases,
  honestCases,
  hostileCases,
  lastHonestCases,
  lastHostileCases,
  laterHonestCases,
  laterHostileCases,
  type ModelCase,
  seenHonestCases,
  seenHostileCases,
} from '../../../test/grounding/cases.ts';
import type { Basis } from './basis.ts';
import { createGrounding } from './grounding.ts';
import { statementsOf } from './tidy-sentence.ts';

const shop: Basis = {
  language: 'en',
  builtIn: 'We deliver in Nairobi for KES 200 and in Kiambu for KES 400.',
  names: ['Duka la Amani'],
  passages: [
    {
      kind: 'fact',
      title: 'Delivery',
      text:
        'We deliver in Nairobi for KES 200 and in Kiambu for KES 400. Orders above KES 5,000 are delivered free of ' +
        'charge. We do not deliver on Sundays. Write to orders@amani.example or see https://amani.example/delivery ' +
        'for the map.',
      language: 'en',
    },
  ],
};
const duka: Basis = {
  language: 'sw',
  builtIn: 'Ndiyo, tunaleta.',
  names: [],
  passages: [
    {
      kind: 'faq',
      title: 'Mnaleta bidhaa nyumbani?',
      text:
        'Ndiyo, tunaleta kuanzia saa mbili asubuhi hadi saa kumi na moja jioni kwa shilingi mia mbili. Mteja ' +
        'analipa anapopokea.',
      language: 'sw',
    },
  ],
};

const says = (basis: Basis, sentence: string) =>
  createGrounding(basis).check(sentence).kind === 'said';

test('nothing that a hostile model writes about a site passes', () => {
  const passed = hostileCases.filter((one) => verdicts(one).includes('said'));
  assert.ok(hostileCases.length >= 400);
  assert.deepEqual(
    passed.map(({ entry, text }) => `${entry}: ${text}`),
    [],
  );
});

test('nothing untrue of the sets that were written against the rules passes', () => {
  const cases = [
    ...laterHostileCases,
    ...lastHostileCases,
    ...freshHostileCases,
    ...seenHostileCases,
  ];
  const passed = cases.filter((one) => {
    const { check } = createGrounding(basisOf(one));
    return statementsOf(one.text).some(
      (sentence) => check(sentence).kind === 'said' && sentence.includes(one.untrue ?? ''),
    );
  });
  assert.ok(cases.length >= 700);
  assert.deepEqual(
    passed.map(({ entry, text }) => `${entry}: ${text}`),
    [],
  );
});

describe('what an honest model writes freely passes more often than not', () => {
  for (const [name, cases, least] of [
    ['of 118 answers', laterHonestCases, 0.66],
    ['of 44 answers', lastHonestCases, 0.5],
    ['of 80 answers', freshHonestCases, 0.6],
    ['of 172 answers', seenHonestCases, 0.75],
  ] as const)
    test(`at least ${least} ${name}, whole`, () => {
      const whole = cases.filter((one) => !verdicts(one).includes('drift'));
      assert.ok(whole.length / cases.length >= least, `${whole.length} of ${cases.length}`);
    });
});

describe('what an honest model writes passes mostly', () => {
  for (const [name, read, least] of [
    ['of the cases that the rules were made with', true, 0.9],
    ['of a second set', false, 0.8],
  ] as const)
    test(`at least ${least} ${name}`, () => {
      const kinds = honestCases.filter((one) => one.read === read).flatMap(verdicts);
      const share = kinds.filter((kind) => kind !== 'drift').length / kinds.length;
      assert.ok(kinds.length >= 60);
      assert.ok(share >= least, `${share}`);
    });
});

describe('a sentence passes', () => {
  for (const sentence of [
    'We deliver in Kiambu for KES 400.',
    'Delivery is free of charge for orders above KES 5,000.',
    'Orders above 5,000 shillings are delivered free.',
    'At Duka la Amani we deliver in Nairobi for two hundred shillings.',
    'You can write to orders@amani.example.',
    '**We deliver** in Nairobi for KES 200.',
  ])
    test(sentence, () => assert.ok(says(shop, sentence)));
  for (const sentence of [
    'Ndiyo, tunaleta kuanzia saa 2:00 asubuhi hadi 17:00.',
    'Tunaleta nyumbani kwa shilingi 200.',
    'Unalipa unapopokea.',
  ])
    test(sentence, () => assert.ok(says(duka, sentence)));
});

describe('a sentence does not pass', () => {
  for (const [why, sentence] of [
    ['another amount', 'We deliver in Nairobi for KES 250.'],
    ['another currency', 'We deliver in Nairobi for USD 200.'],
    ['the amount of another place', 'We deliver in Kiambu for KES 200.'],
    ['what is denied', 'We deliver on Sundays.'],
    ['what is not denied', 'We do not deliver in Nairobi.'],
    ['a bound left out', 'Orders are delivered free of charge.'],
    ['a bound turned round', 'Orders below KES 5,000 are delivered free of charge.'],
    ['another place', 'We deliver in Thika for KES 400.'],
    ['another address', 'Write to orders@amani.example.evil.test.'],
    ['another page of the same site', 'See https://amani.example/login for the map.'],
    ['a word that nobody approved', 'We deliver quickly in Nairobi for KES 200.'],
    ['who does it', 'You deliver in Nairobi for KES 200.'],
    ['the other language', 'Tunaleta Nairobi kwa KES 200.'],
    ['a question', 'Do we deliver in Nairobi for KES 200?'],
    ['a hidden character', 'We deliver in Nairobi\u200b for KES 200.'],
  ] as const)
    test(`with ${why}: ${sentence}`, () => assert.ok(!says(shop, sentence)));
  test('with the other clock: saa mbili usiku is not in the morning', () => {
    assert.ok(!says(duka, 'Tunaleta kuanzia saa mbili usiku.'));
    assert.ok(!says(duka, 'Tunaleta hadi saa mbili asubuhi.'));
  });
});

test('a yes or no is the engine’s: the same stays, another is left out, the opposite does not pass', () => {
  const { check } = createGrounding(duka);
  assert.deepEqual(check('Ndiyo, tunaleta kwa shilingi 200.'), {
    kind: 'said',
    text: 'Ndiyo, tunaleta kwa shilingi 200.',
  });
  assert.equal(check('Hapana, tunaleta kwa shilingi 200.').kind, 'drift');
  assert.deepEqual(createGrounding(shop).check('Yes, we deliver in Kiambu for KES 400.'), {
    kind: 'said',
    text: 'We deliver in Kiambu for KES 400.',
  });
});

test('what does not name its thing has to follow the sentence that did', () => {
  const basis: Basis = {
    language: 'en',
    builtIn: 'Parking costs KES 500. The pool is free for guests.',
    names: [],
    passages: [
      {
        kind: 'fact',
        title: 'At the hotel',
        text: 'Parking costs KES 500. The pool is free for guests. It is heated at night.',
        language: 'en',
      },
    ],
  };
  assert.ok(!says(basis, 'It is free for guests.'));
  assert.ok(!says(basis, 'KES 500.'));
  assert.ok(!says(basis, 'It is heated.'));
  assert.ok(says(basis, 'The pool is free for guests.'));
  const { check } = createGrounding(basis);
  assert.equal(check('Guests have a free pool.').kind, 'said');
  assert.equal(check('It is heated at night.').kind, 'said');
  const other = createGrounding(basis);
  assert.equal(other.check('Parking costs KES 500.').kind, 'said');
  assert.equal(other.check('It is heated.').kind, 'drift');
});

test('a copied sentence is copied to the letter', () => {
  const [first = ''] = statementsOf(shop.passages[0]?.text ?? '');
  assert.ok(says(shop, first.toUpperCase().replace('KES', 'KES')));
  assert.ok(!says(shop, first.replace('200', '-200')));
  assert.ok(!says(shop, first.replace('200', '200%')));
  const last = statementsOf(shop.passages[0]?.text ?? '').at(-1) ?? '';
  assert.ok(says(shop, last));
  assert.ok(!says(shop, last.replace('orders@amani.example', 'orders.amani.example')));
});

test('the name of a site lets nothing else pass than the name', () => {
  const named = (name: string): Basis => ({ ...shop, names: [name] });
  assert.ok(says(named('Free Thika Foods'), 'Free Thika Foods delivers in Nairobi for KES 200.'));
  assert.ok(!says(named('Free Thika Foods'), 'We deliver in Thika for KES 200.'));
  assert.ok(!says(named('Free Thika Foods'), 'We deliver foods in Nairobi for KES 200.'));
  assert.ok(!says(named('Free'), 'Free delivery in Kiambu.'));
});

test('manners state nothing and are left out', () => {
  const { check } = createGrounding(shop);
  for (const sentence of ['Hello!', 'Great question!', 'Of course.', 'Thank you.'])
    assert.equal(check(sentence).kind, 'empty', sentence);
});

test('a question that is answered by yes or no states nothing until it is', () => {
  const basis = (answer: string): Basis => ({
    language: 'en',
    builtIn: answer,
    names: [],
    passages: [{ kind: 'faq', title: 'Do you repair watches?', text: answer, language: 'en' }],
  });
  assert.ok(says(basis('Yes, at the counter.'), 'We repair watches.'));
  assert.ok(!says(basis('No, only phones.'), 'We repair watches.'));
  assert.ok(says(basis('No. Ask at the market.'), 'We do not repair watches.'));
  assert.ok(!says(basis('Ask Otieno at the counter.'), 'We repair watches.'));
});

test('what is still untold of an answer is found by its words', () => {
  const { untold } = createGrounding(shop);
  const [first = '', second = ''] = statementsOf(shop.passages[0]?.text ?? '');
  assert.deepEqual(untold([first, second], first, 0.8), [second]);
  assert.deepEqual(untold([first, second], `${second} ${first}`, 0.8), []);
});

test('information in the other language is said in the visitor’s, or not by the model', () => {
  const foreign: Basis = { ...shop, language: 'sw', builtIn: '“We do not deliver on Sundays.”' };
  assert.ok(!says(foreign, 'We do not deliver on Sundays.'));
  assert.ok(!says(foreign, 'We deliver in Nairobi for KES 200 and in Kiambu for KES 400.'));
  assert.ok(!says(foreign, 'Tunaleta Nairobi kwa KES 400.'));
  assert.ok(!says(foreign, 'Tunaleta Jumapili.'));
});

test('a long sentence is looked at in a moment, however it is made', () => {
  const { check } = createGrounding(shop);
  const before = process.cpuUsage();
  for (const piece of ['KES 200, ', 'na ', 'We deliver and ', '1.', 'saa '])
    check(piece.repeat(400 / piece.length));
  assert.ok(process.cpuUsage(before).user < 1_000_000);
});

function verdicts(one: ModelCase): readonly string[] {
  const { check } = createGrounding(basisOf(one));
  return statementsOf(one.text).map((sentence) => check(sentence).kind);
}
