import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { createLog } from '../../../src/kernel/log.ts';
import type { LanguageModel } from '../../../src/models/models.ts';
import { openLanguageModel } from '../../../src/models/openai-compatible.ts';
import { claimReader } from '../../fakes/claim-reader.ts';
import { keepVariants } from '../../fakes/kept-variants.ts';
import {
  type Behaviour,
  breaksOff,
  type FakeModelServer,
  fails,
  hangs,
  type Received,
  replays,
  startModelServer,
  streams,
  textEvent,
} from '../../fakes/model-server.ts';
import { askSite, openSiteServer, type SiteServer, shop } from '../../fixtures/visit-server.ts';

const key = 'sk-never-logged';
const ours = 'We deliver in Nairobi for 200 shillings.';
const theirs = 'We bring it to you in Nairobi for 200 shillings.';
const question = 'Do you deliver to Nairobi?';
const cites = (text: string) => (say: string, received: Received) => {
  const { content = '{}' } = received.body.messages?.at(-1) ?? {};
  const { information } = JSON.parse(content) as { information: { id: string; text: string }[] };
  const id = information.find((item) => item.text.includes(text))?.id ?? assert.fail(text);
  return JSON.stringify({ answer: [{ say, from: [id] }] });
};
const cited = cites('200 shillings');
/** Cites the delivery, in pieces of this many characters. */
const answers =
  (say: string, pieceChars = 7): Behaviour =>
  (response, received) => {
    const text = cited(say, received);
    const count = Math.ceil(text.length / pieceChars);
    const pieces = Array.from({ length: count }, (_, at) =>
      text.slice(at * pieceChars, (at + 1) * pieceChars),
    );
    return streams(...pieces)(response, received);
  };
const invalidText = Buffer.concat([
  Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"We deliver '),
  Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
  Buffer.from(' free of charge. [i1]"},"finish_reason":null}]}\n\ndata: [DONE]\n\n'),
]);

describe('an ask with a model server', () => {
  const lines: string[] = [];
  let server: FakeModelServer;
  let model: LanguageModel;
  /** Waits long for the model; `hasty` only for a moment. */
  let siteServer: SiteServer;
  let site: string;
  let hasty: SiteServer;
  let hastySite: string;
  before(async () => {
    server = await startModelServer({ key });
    const log = createLog('debug', (line) => lines.push(line));
    const limits = { retryDelaysMs: [1, 1], failuresMax: 1_000 };
    const { url } = server;
    const variants = keepVariants(Date.now);
    model = openLanguageModel({ url, model: 'small', key, log, clock: Date.now, limits, variants });
    const options = { model, log, read: claimReader((sentence) => sentence === theirs) };
    const patience = { firstMs: 60_000, wholeMs: 60_000 };
    siteServer = await openSiteServer('sqlite', { ...options, writingTimes: patience });
    site = await (await siteServer.newOwner()).newSite(shop);
    const haste = { firstMs: 300, wholeMs: 900 };
    hasty = await openSiteServer('sqlite', { ...options, writingTimes: haste });
    hastySite = await (await hasty.newOwner()).newSite(shop);
  });
  after(async () => {
    await siteServer.close();
    await hasty.close();
    await model.close();
    await server.close();
  });

  test('answers in the model’s words, requested with a schema', async () => {
    server.behaves(answers(theirs));
    const result = await askSite(siteServer, site, question);
    assert.deepEqual([result.text, result.done.answered], [theirs, true]);
    const { response_format: format, messages } = server.received.at(-1)?.body ?? {};
    assert.deepEqual(
      Object.entries(format as object).find(([name]) => name === 'type'),
      ['type', 'json_schema'],
    );
    assert.match(JSON.stringify(format), /"say".*"from"/);
    assert.match(messages?.[0]?.content ?? '', /Write JSON/);
  });

  const failures: { readonly [how: string]: Behaviour } = {
    'never answers': hangs,
    'writes one letter every 100 ms': drips,
    'writes bytes that are no text': replays(invalidText),
    fails: fails(500),
  };
  for (const [how, behaviour] of Object.entries(failures))
    test(`a server that ${how} does not keep the visitor from the engine’s answer`, async () => {
      server.behaves(behaviour);
      const result = await askSite(hasty, hastySite, question);
      assert.deepEqual([result.text, result.done.answered], [ours, true]);
      assert.equal(result.done.error, undefined);
      assert.equal(result.events.filter(({ type }) => type === 'done').length, 1);
      assert.equal(result.events.at(-1)?.type, 'done');
    });

  test('a connection that breaks after a sentence leaves a complete answer', async () => {
    server.behaves((response, received) =>
      breaksOff(`${cited(theirs, received).slice(0, -2)},{"say":"For 9`)(response, received),
    );
    const result = await askSite(siteServer, site, question);
    assert.deepEqual([result.text, result.done.answered], [theirs, true]);
  });

  describe('with a server that rejects schemas', () => {
    /** Answers in lines, and the exam with anything. */
    const inLines: Behaviour = (response, received) => {
      if (received.body.response_format !== undefined)
        return fails(400, {}, 'response_format is not supported here')(response, received);
      if (!received.body.messages?.at(-1)?.content.includes('"information"'))
        return streams('Monday.')(response, received);
      const { from } = JSON.parse(cited(theirs, received)).answer[0];
      return streams(`${theirs} [${from}]`)(response, received);
    };

    test('the exam finds that, and from then on it gets the plain prompt and no schema', async (t) => {
      const { other, own, ask } = await openOther(t);
      other.behaves(inLines);
      await own.examine();
      assert.equal(other.received.length, 2);
      for (const calls of [3, 4]) {
        assert.equal((await ask()).text, theirs);
        assert.equal(other.received.length, calls);
        const { body } = other.received.at(-1) ?? assert.fail();
        assert.equal(body.response_format, undefined);
        assert.match(body.messages?.[0]?.content ?? '', /on a line of its own/);
        assert.doesNotMatch(body.messages?.[0]?.content ?? '', /Write JSON/);
      }
    });

    test('the engine answers until the exam has found that', async (t) => {
      const { other, own, ask } = await openOther(t);
      other.behaves(inLines);
      const { text, done } = await ask();
      assert.deepEqual([text, done.answered, done.error], [ours, true, undefined]);
      const asked = other.received.filter(({ body }) =>
        JSON.stringify(body.messages).includes('information'),
      );
      assert.equal(asked.length, 1);
      await own.examine();
      assert.equal((await ask()).text, theirs);
    });

    async function openOther(t: TestContext) {
      const other = await startModelServer();
      const log = createLog('silent', () => {});
      const variants = keepVariants(Date.now, 'unknown');
      const parts = { url: other.url, model: 'small', key: undefined, log, clock: Date.now };
      const own = openLanguageModel({ ...parts, variants });
      const read = claimReader((sentence) => sentence === theirs);
      const server = await openSiteServer('sqlite', { model: own, read });
      t.after(async () => {
        await server.close();
        await own.close();
        await other.close();
      });
      const place = await (await server.newOwner()).newSite(shop);
      return { other, own, ask: () => askSite(server, place, question) };
    }
  });

  test('no answer names the model; no log has the key, the prompt or the visitor’s words', async () => {
    server.behaves(answers(theirs));
    const result = await askSite(siteServer, site, question);
    const read = `${result.response.text}${JSON.stringify([...result.response.headers])}`;
    assert.doesNotMatch(read, /small|openai|model|prompt|127\.0\.0\.1/i);
    assert.doesNotMatch(lines.join(''), /sk-never|deliver|approved information|Nairobi|bring it/i);
  });
});

/** Sends one letter after the other until the client leaves. */
function drips(...[response]: Parameters<Behaviour>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const letters = [...'We deliver in Nairobi for 200 shillings.'];
  const timer = setInterval(() => response.write(textEvent(letters.shift() ?? ' ')), 100);
  response.on('close', () => clearInterval(timer));
}
