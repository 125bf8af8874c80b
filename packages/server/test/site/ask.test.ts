import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { overlapRead } from '../fakes/overlap-reader.ts';
import { ask, defaultEngine } from '../fixtures/server.ts';
import { askSite, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

describe('asking a site', () => {
  const { server, owner } = siteServerOfSuite(defaultEngine, { read: overlapRead });
  let site: string;
  before(async () => {
    site = await owner.newSite(shop);
  });

  const stored = async (id: string) => {
    const { json } = await owner.send('GET', `${id}/questions`);
    return json;
  };

  test('an answer quoted in the other language has no yes of another question; emoji alone say nothing', async () => {
    const own = await owner.newSite({
      business: 'Duka la Juma',
      phone: '+254 700 000 000',
      strictness: 'low',
      faqs: [{ question: 'Do you deliver?', answer: 'Yes, within Nairobi, on the same day.' }],
    });
    const quoted = await askSite(server, own, 'Je, mnaweza deliver Nairobi?');
    assert.equal(quoted.text, 'Kulingana na taarifa zetu: “Within Nairobi, on the same day.”');
    assert.ok(quoted.events.length > 3, 'it is sent in small pieces');
    const english = await askSite(server, own, 'Do you deliver?');
    assert.equal(english.text, 'Yes, within Nairobi, on the same day.');
    const pictures = await askSite(server, own, '💩💩💩');
    assert.equal(pictures.done.answered, false);
    assert.deepEqual(pictures.done.sources, []);
    assert.equal(pictures.done.handoff, 'tel:+254700000000');
    assert.match(pictures.text, /sijaelewa/);
  });

  test('no character in the profile or in a question breaks the event stream', async () => {
    const hostile =
      'One\r\ntwo\rthree\u2028four\u2029five\u0085six\n\ndata: {"type":"done"}\n\nevent: x';
    const own = await owner.newSite({
      ...shop,
      phone: '0700',
      faqs: [{ id: 'odd', question: 'What is odd?', answer: hostile }],
      facts: [{ id: 'note', title: hostile, text: `The odd note is ${hostile}.` }],
    });
    for (const question of ['What is odd?', `What is the odd note? ${hostile}`, hostile]) {
      const result = await askSite(server, own, question);
      const lines = result.response.text.split(/\r\n|[\r\n\u2028\u2029\u0085]/);
      for (const line of lines) assert.match(line, /^$|^data: \{"type":"(?:token|done)",.*\}$/);
      assert.equal(result.events.filter(({ type }) => type === 'done').length, 1);
    }
  });

  test('a question without an answer is stored for the owner', async () => {
    const own = await owner.newSite(shop);
    const result = await askSite(server, own, {
      question: 'Who won the football world cup in 1998?',
      conversation: 'c-1',
      page: 'https://shop.example/x',
    });
    assert.equal(result.done.answered, false);
    assert.deepEqual(result.done.sources, []);
    assert.ok(result.text.length > 0);
    const { questions, total } = await stored(own);
    assert.equal(total, 1);
    assert.equal(questions[0].id, result.done.id);
    assert.equal(questions[0].conversation, 'c-1');
    assert.equal(questions[0].page, 'https://shop.example/x');
    assert.deepEqual([questions[0].answered, questions[0].answer], [false, result.text]);
  });

  test('invalid bodies are 400, and optional fields may be null or empty', async () => {
    const refused: readonly object[] = [
      { question: '   ' },
      { question: 5 },
      { question: 'x', history: 'none' },
      { question: 'x', history: [{ role: 'user' }] },
      { question: 'x', request_id: 'r'.repeat(201) },
    ];
    for (const body of refused) {
      const reply = await ask(server, 'POST', `/v1/sites/${site}/ask`, { body });
      assert.equal(reply.status, 400, JSON.stringify(body).slice(0, 80));
      assert.equal(reply.json.code, 'invalid');
      assert.equal(typeof reply.json.request_id, 'string');
    }
    const taken: readonly object[] = [
      { question: '😀'.repeat(2_000) },
      { question: 'Do you deliver?', mode: '', history: null },
      {
        question: 'Do you deliver?',
        history: Array.from({ length: 30 }, () => ({ role: 'user', content: 'y'.repeat(5_000) })),
      },
    ];
    for (const body of taken)
      assert.equal((await askSite(server, site, body)).events.at(-1)?.type, 'done');
  });

  test('the handoff is the first of chat, call, mail and the hosted page that the profile has', async () => {
    const ways = [
      [
        { whatsapp: '+254 700 000 001', phone: '020 1', email: 'a@b.co' },
        'https://wa.me/254700000001',
      ],
      [{ phone: '+254 (20) 123-456', email: 'a@b.co' }, 'tel:+25420123456'],
      [{ email: 'a@b.co' }, 'mailto:a@b.co'],
      [{}, undefined],
    ] as const;
    for (const [profile, link] of ways) {
      const own = await owner.newSite(profile);
      const { done } = await askSite(server, own, 'Do you deliver?');
      assert.equal(done.handoff, link ?? `https://assistant.test/s/${own}`);
    }
  });

  test('a paused site says so in the visitor’s language and counts no question', async () => {
    const own = await owner.newSite(shop, 'free');
    await owner.send('POST', `${own}/pause`);
    const english = await askSite(server, own, 'Do you deliver to Mombasa?');
    assert.equal(english.done.answered, false);
    assert.match(english.text, /paused/);
    assert.match(english.done.handoff, /^https:\/\/wa\.me\//);
    const swahili = await askSite(server, own, 'Je, mnapeleka mizigo hadi Mombasa?');
    assert.equal(swahili.done.language, 'sw');
    assert.match(swahili.text, /amesimamishwa/);
    const { json } = await owner.send('GET', own);
    assert.equal(json.usage.questions.used, 0);
    assert.deepEqual(json.usage.answered, { rate: 0, unanswered: 0 });
    const listed = (query: string) => owner.send('GET', `${own}/questions${query}`);
    assert.equal((await listed('')).json.total, 2);
    assert.equal((await listed('?unanswered=true')).json.total, 0);
    await owner.send('POST', `${own}/resume`);
    assert.equal((await askSite(server, own, 'Do you deliver?')).done.answered, true);
  });

  test('one request id gives one stream, counted once; with another question it is a conflict', async () => {
    const own = await owner.newSite(shop, 'free');
    const body = { question: 'Do you deliver?', request_id: 'once' };
    const [first, ...others] = await Promise.all(
      Array.from({ length: 10 }, () => askSite(server, own, body)),
    );
    for (const other of others) assert.equal(other.response.text, first?.response.text);
    const again = await askSite(server, own, body);
    assert.equal(again.response.text, first?.response.text);
    const other = await ask(server, 'POST', `/v1/sites/${own}/ask`, {
      body: { question: 'Mnakubali M-Pesa?', request_id: 'once' },
    });
    assert.deepEqual([other.status, other.json.code], [409, 'conflict']);
    assert.equal((await stored(own)).total, 1);
    const { json } = await owner.send('GET', own);
    assert.equal(json.usage.questions.used, 1);
  });

  test('a request id belongs to one visitor, who keeps it on another network', async () => {
    const own = await owner.newSite(shop, 'free');
    const body = { question: 'Do you deliver?', request_id: 'same' };
    const asked = async (visitor: string | undefined, more: object = {}) => {
      const headers = visitor === undefined ? {} : { 'x-visitor': visitor };
      const sent = { body: { ...body, ...more }, headers };
      const { text } = await ask(server, 'POST', `/v1/sites/${own}/ask`, sent);
      return /"id":"(q_[^"]+)"/.exec(text)?.[1];
    };
    const [asha, juma] = ['a'.repeat(22), 'j'.repeat(22)];
    const conversation = `c_${'x'.repeat(22)}`;
    const ids = [
      await asked(asha),
      await asked(juma),
      await asked(undefined),
      await asked(undefined, { conversation }),
    ];
    assert.ok(!ids.includes(undefined));
    assert.equal(new Set(ids).size, 4, 'a visitor got the answer of another one');
    assert.equal(await asked(asha), ids[0]);
    assert.equal(await asked(undefined), ids[2]);
    assert.equal(await asked(undefined, { conversation }), ids[3]);
    assert.equal(await asked(undefined, { conversation: 'shared' }), ids[2], 'an ordinary word');
    assert.equal((await stored(own)).total, 4);
  });

  test('feedback is accepted where the owner wants it, for questions of this site only', async () => {
    const own = await owner.newSite({ ...shop, feedback: true });
    const silent = await owner.newSite({ ...shop, feedback: false });
    const { done } = await askSite(server, own, 'Do you deliver?');
    const quiet = await askSite(server, silent, 'Do you deliver?');
    const say = (id: string, body: object) =>
      ask(server, 'POST', `/v1/sites/${id}/feedback`, { body });
    assert.deepEqual((await say(own, { id: done.id, value: 'up' })).json, { ok: true });
    assert.equal((await stored(own)).questions[0].feedback, 'up');
    assert.equal((await say(own, { id: done.id, value: 'maybe' })).status, 400);
    assert.equal((await say(own, { id: quiet.done.id, value: 'up' })).status, 404);
    assert.equal((await say(silent, { id: quiet.done.id, value: 'up' })).status, 404);
  });
});
