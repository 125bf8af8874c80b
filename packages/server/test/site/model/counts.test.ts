import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { createLog } from '../../../src/kernel/log.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { overlapRead } from '../../fakes/overlap-reader.ts';
import { type Script, says, scriptModel } from '../../fakes/scripted-model.ts';
import { ask as call } from '../../fixtures/server.ts';
import { askSite, openSiteServer, type SiteServer } from '../../fixtures/visit-server.ts';

const [first, second] = [
  'We deliver in Nairobi for KES 200.',
  'Orders above KES 5,000 are delivered free of charge.',
];
const answer = `${first} ${second}`;
const question = 'Do you deliver to Nairobi?';
const profile = {
  name: 'Amani',
  business: 'Duka la Amani',
  languages: ['en'],
  hours: [{ days: ['mon'], open: '08:00', close: '17:00' }],
  faqs: [{ id: 'delivery', question: 'Do you deliver?', answer, language: 'en' }],
};
const written = says([first, answer], [second, answer]);
const drifting = says(['We deliver to Mombasa for KES 900.', answer]);
const none = { written: 0, mended: 0, built_in: 0, failed: 0 };

describe('the outcomes of written answers', () => {
  const lines: string[] = [];
  const model = scriptModel();
  let server: SiteServer;
  let site: string;
  beforeEach(async () => {
    model.setPaused(false);
    model.letGo();
    lines.length = 0;
    await server?.close();
    const log = createLog('warn', (line) => lines.push(line));
    server = await openSiteServer('sqlite', {
      model,
      log,
      read: overlapRead,
      times: { drainMs: 10 },
    });
    site = await (await server.newOwner()).newSite(profile);
  });
  after(() => server.close());

  const metrics = async (of: SiteServer = server) => (await call(of, 'GET', '/metrics')).text;
  const counts = async (of: SiteServer = server) =>
    Object.fromEntries(
      [
        ...(await metrics(of)).matchAll(
          /^baraza_written_answers_total\{outcome="(\w+)"\} (\d+)$/gm,
        ),
      ].map(([, outcome, count]) => [outcome, Number(count)]),
    );
  const afterScript = async (script: Script) => {
    model.plays(script);
    await askSite(server, site, question);
    return counts();
  };
  const warnings = () => lines.filter((line) => line.includes('BARAZA_MODEL'));
  const askTimes = async (times: number) => {
    for (let index = 0; index < times; index += 1) await askSite(server, site, question);
  };

  test('are in /metrics from the start, as a counter with four labels', async () => {
    assert.deepEqual(await counts(), none);
    assert.match(await metrics(), /^# TYPE baraza_written_answers_total counter$/m);
  });

  test('written: all sentences passed, or the model said that nothing answers', async () => {
    assert.deepEqual(await afterScript(written), { ...none, written: 1 });
    assert.deepEqual(await afterScript(says()), { ...none, written: 2 });
  });

  test('mended: some sentences passed before one was rejected or the stream broke', async () => {
    await afterScript(says([first, answer], ['We also sell cars.', answer]));
    const torn = says([first, answer], new Error('torn'));
    assert.deepEqual(await afterScript(torn), { ...none, mended: 2 });
  });

  test('built_in: no sentence passed', async () => {
    await afterScript(drifting);
    await afterScript(says(['Hello! Of course. Thank you!', answer]));
    const cut: Script = ['{"answer":[{"say":"We deliver', { reason: 'length' }];
    assert.deepEqual(await afterScript(cut), { ...none, built_in: 3 });
  });

  test('failed: the model was unreachable, busy or in backoff', async () => {
    await afterScript([new Problem('upstream', 'It did not work.')]);
    await afterScript([new Problem('busy', 'Too many.')]);
    await afterScript(['We deliver', new Error('torn')]);
    model.setPaused(true);
    assert.deepEqual(await afterScript(written), { ...none, failed: 4 });
  });

  test('failed: nothing came in time', async (t) => {
    const hasty = await openSiteServer('sqlite', {
      model,
      read: overlapRead,
      writingTimes: { firstMs: 20 },
    });
    t.after(hasty.close);
    const other = await (await hasty.newOwner()).newSite(profile);
    model.plays(['wait', answer]);
    await askSite(hasty, other, question);
    assert.deepEqual(await counts(hasty), { ...none, failed: 1 });
    model.letGo();
  });

  test('not counted: the engine was certain, or the server stopped', async () => {
    const asked = model.requests.length;
    model.plays(written);
    await askSite(server, site, 'Do you deliver?');
    await askSite(server, site, 'Hello');
    assert.equal(model.requests.length, asked);
    model.plays(['wait', answer]);
    const pending = askSite(server, site, question);
    await model.waits();
    await server.assistant.asks.drain();
    await pending;
    assert.deepEqual(await counts(), none);
    model.letGo();
  });

  test('not counted: the server has no model', async (t) => {
    const plain = await openSiteServer('sqlite');
    t.after(plain.close);
    const other = await (await plain.newOwner()).newSite(profile);
    await askSite(plain, other, question);
    assert.deepEqual(await counts(plain), none);
  });

  test('twenty useless answers in a row are logged once an hour, without their text', async () => {
    model.plays(drifting);
    await askTimes(19);
    assert.deepEqual(warnings(), []);
    model.plays([new Problem('upstream', 'It did not work.')]);
    await askTimes(5);
    assert.equal(warnings().length, 1);
    const { level, message, rejected, failed } = JSON.parse(warnings()[0] ?? '');
    assert.deepEqual({ level, rejected, failed }, { level: 'warn', rejected: 19, failed: 1 });
    assert.match(message, /BARAZA_MODEL.*docs\/operating\/models\.md/);
    assert.doesNotMatch(lines.join(''), /deliver|Mombasa|scripted/i);
    server.clock.advance(3_600_000);
    await askTimes(1);
    assert.equal(warnings().length, 2);
  });

  test('an answer that was used, in whole or in part, restarts that count', async () => {
    const partly = says([first, answer], ['We also sell cars.', answer]);
    for (const good of [written, partly]) {
      model.plays(drifting);
      await askTimes(19);
      model.plays(good);
      await askTimes(1);
    }
    model.plays(drifting);
    await askTimes(19);
    assert.deepEqual(warnings(), []);
    await askTimes(1);
    assert.equal(warnings().length, 1);
  });
});
