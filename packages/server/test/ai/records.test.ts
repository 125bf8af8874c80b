import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoAssistant, demoProducts } from '../../src/server/demo/demo-content.ts';
import { overlapRead } from '../fakes/overlap-reader.ts';
import {
  defaultEngine,
  form,
  newResource,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';

const raw = /[A-Z]{2,}-\d|inStock|priceKes|Code:|unit:/;

const demoQuestions: readonly (readonly [string, RegExp])[] = [
  ['How much is sugar?', /^Sugar is KES 165 per kg\.$/],
  ['Sukari ni bei gani?', /^Bei ya sukari ni KES 165 kwa kilo\.$/],
  ['how much are the candles', /Candles are KES 120 per packet of 6 \(out of stock now\)/],
  ['Mshumaa ni bei gani?', /mishumaa ni KES 120 kwa pakiti ya 6 \(imeisha kwa sasa\)/],
  ['price of suger', /Sugar is KES 165 per kg/],
  ['bei ya maharage', /maharagwe ya Nyayo ni KES 180 kwa kilo/],
  ['Do you sell cooking oil?', /Cooking oil is KES 320 per litre/],
  ['Mnauza mchele?', /mchele wa Pishori ni KES 1,150 kwa kilo 5/],
  ['bananas price?', /Cooking bananas are KES 250 per bunch/],
  [
    'How much are salt and sugar?',
    /Salt: KES 30 per 500 g\n• Sugar: KES 165|Sugar: KES 165 per kg\n• Salt/,
  ],
];

describe('answers of an assistant from records', () => {
  const { server, owner } = serverOfSuite(defaultEngine, { read: overlapRead });

  const generate = async (assistant: string, prompt: string) =>
    (await owner.send('POST', '/api/platform/ai', { assistant, prompt })).json;
  const collectionOf = async (records: readonly object[]) => {
    const { id } = await newResource(server, owner.key, 'data');
    for (const record of records) {
      const body = { action: 'add-record', record };
      const { status } = await owner.send('PATCH', `${resources}/${id}`, body);
      assert.equal(status, 200);
    }
    return id;
  };

  test('the demo assistant sells the demo goods in the language of the question', async () => {
    const data = await collectionOf(demoProducts.records);
    const { config = {} } = demoAssistant([data]);
    const { id } = await newResource(server, owner.key, 'ai', config);
    for (const [question, expected] of demoQuestions) {
      const { output, sources } = await generate(id, question);
      assert.match(output, expected, question);
      assert.doesNotMatch(`${output} ${JSON.stringify(sources[0]?.quote)}`, raw, question);
      assert.match(sources[0].recordId, /^rec_/);
      assert.equal(sources[0].resourceId, data);
    }
    // Hidden in the demo: asked for directly, it is not known.
    for (const question of ['What is the code of sugar?', 'Msimbo wa sukari ni upi?'])
      assert.doesNotMatch((await generate(id, question)).output, /SKR/, question);
  });

  test('a field is answered when asked for, and a hidden one is declined', async () => {
    const goods = [
      {
        name: 'Kettle',
        price: 1500,
        currency: 'KES',
        costPrice: 911,
        colour: 'blue',
        supplier: { name: 'Ramtons', phone: '0733 000 111' },
      },
      {
        name: 'Pot',
        price: 800,
        currency: 'KES',
        costPrice: 422,
        colour: 'green',
        supplier: { name: 'Kaluworks', phone: '0733 000 222' },
      },
    ];
    const knowledge = [await collectionOf(goods)];
    const open = await newResource(server, owner.key, 'ai', { knowledge });
    assert.match((await generate(open.id, 'What colour is the kettle?')).output, /blue/);
    assert.match((await generate(open.id, 'Who is the supplier of the pot?')).output, /Kaluworks/);
    const hide = ['costPrice', 'supplier'];
    const shut = await newResource(server, owner.key, 'ai', { knowledge, hide });
    for (const question of [
      'What is the cost price of the kettle?',
      'Bei ya kununulia kettle ni ngapi?',
      'Who is the supplier of the pot?',
      'What is the phone number of the supplier of the pot?',
    ]) {
      const { output, sources } = await generate(shut.id, question);
      assert.doesNotMatch(output, /911|422|Kaluworks|Ramtons|0733/, question);
      assert.deepEqual(sources, [], question);
    }
    assert.match((await generate(shut.id, 'How much is the kettle?')).output, /KES 1,500/);
  });

  test('a table in a bucket is read the same way, and hides the same columns', async () => {
    const bucket = await newResource(server, owner.key, 'storage');
    const bytes = 'name,price,costPrice\nKettle,KES 1500,911\nPot,KES 800,422\n';
    const body = form({ bytes, name: 'goods.csv', type: 'text/csv' });
    const up = await owner.send('POST', `${storage}/${bucket.id}`, body);
    assert.equal(up.status, 201, up.text);
    const config = { knowledge: [bucket.id], hide: ['costPrice'] };
    const { id } = await newResource(server, owner.key, 'ai', config);
    const { output, sources } = await generate(id, 'How much is the kettle?');
    assert.match(output, /Kettle is KES 1,?500/);
    assert.deepEqual([sources[0].key, sources[0].row], ['goods.csv', 2]);
    assert.doesNotMatch((await generate(id, 'kettle costPrice 911')).output, /911/);
  });

  test('an invalid list of hidden fields is refused when it is configured', async () => {
    const body = { service: 'ai', kind: 'Assistant', name: 'A', config: { hide: 'costPrice' } };
    const { status, json } = await owner.send('POST', resources, body);
    assert.equal(status, 400);
    assert.match(json.error, /config\.hide/);
  });
});
