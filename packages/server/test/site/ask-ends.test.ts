import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import type { EngineReply } from '../../src/engine/messages.ts';
import { createLog } from '../../src/kernel/log.ts';
import { Problem } from '../../src/kernel/problem.ts';
import type { AskTimes } from '../../src/site/asks/asks.ts';
import { sql } from '../../src/store/store.ts';
import { plainReply as reply, scriptEngine } from '../fakes/scripted-engine.ts';
import { defaultEngine } from '../fixtures/server.ts';
import {
  askSite,
  asOwner,
  eventsIn,
  openSiteServer,
  type SiteServer,
  shop,
  siteServerOfSuite,
} from '../fixtures/visit-server.ts';

describe('an ask that fails or is cut off', () => {
  const slow = scriptEngine();
  const { server } = siteServerOfSuite(defaultEngine, { engine: slow });
  let site: string;
  let look: () => Promise<{ readonly total: number; readonly used: number }>;

  const newSite = async (from = server) => {
    const owner = await from.newOwner();
    site = await owner.newSite(shop, 'free');
    look = async () => {
      const { json } = await asOwner(from, owner, 'GET', `${site}/questions`);
      const details = await asOwner(from, owner, 'GET', site);
      return { total: json.total, used: details.json.usage.questions.used };
    };
  };
  const hasty = async (t: TestContext, times: Partial<AskTimes>) => {
    const own = await openSiteServer(defaultEngine, { engine: slow, times });
    t.after(own.close);
    await newSite(own);
    return own;
  };
  const oneDone = (events: readonly { readonly type: string }[]) =>
    events.filter(({ type }) => type === 'done').length === 1 && events.at(-1)?.type === 'done';

  test('a failing engine ends in one done event with an error, neither stored nor counted', async () => {
    await newSite();
    slow.replyWith(() => {
      throw new Error('a fault with a secret inside');
    });
    const result = await askSite(server, site, 'Do you deliver?');
    assert.ok(oneDone(result.events));
    assert.deepEqual([result.done.answered, result.done.error.code], [false, 'upstream']);
    assert.doesNotMatch(result.response.text, /secret/);
    assert.deepEqual(await look(), { total: 0, used: 0 });
  });

  test('many questions that cannot be stored are one line of the log', async (t) => {
    const lines: string[] = [];
    const log = createLog('warn', (line) => lines.push(line));
    const own = await openSiteServer('sqlite', { engine: slow, log });
    t.after(own.close);
    await newSite(own);
    slow.replyWith(async () => reply);
    await own.installation.store.write((tx) =>
      tx.run(sql`CREATE TRIGGER full_disk BEFORE INSERT ON questions
        BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`),
    );
    for (let at = 0; at < 20; at += 1) {
      const { done } = await askSite(own, site, 'Do you deliver?');
      assert.equal(done.answered, false);
    }
    assert.equal(lines.length, 1, lines.join(''));
    assert.match(lines[0] ?? '', /a question was not stored.*the disk is full/);
  });

  test('an engine that never answers ends at the time limit, in one done event with an error', async (t) => {
    const own = await hasty(t, { timeoutMs: 50 });
    slow.replyWith(() => new Promise(() => {}));
    const result = await askSite(own, site, 'Do you deliver?');
    assert.ok(oneDone(result.events));
    assert.deepEqual([result.done.answered, result.done.error.code], [false, 'upstream']);
    assert.deepEqual(await look(), { total: 0, used: 0 });
  });

  test('the question of a visitor who leaves is still answered, stored and counted once', async () => {
    await newSite();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<EngineReply>();
    slow.replyWith(() => {
      asked.resolve();
      return answered.promise;
    });
    const socket = await sendAsk(server, site, { question: 'Do you deliver?', request_id: 'left' });
    await asked.promise;
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.destroy();
    });
    answered.resolve(reply);
    // The same id waits for the first ask and gets its answer.
    const result = await askSite(server, site, { question: 'Do you deliver?', request_id: 'left' });
    assert.ok(oneDone(result.events));
    assert.equal(result.text, reply.text);
    assert.deepEqual(await look(), { total: 1, used: 1 });
  });

  test('a store that cannot save the question ends the ask in one done event with an error and no text', async (t) => {
    let writesLeft = Number.POSITIVE_INFINITY;
    const own = await openSiteServer(defaultEngine, {
      engine: slow,
      store: (store) => ({
        ...store,
        write: (job) => {
          writesLeft -= 1;
          return writesLeft < 0 ? Promise.reject(new Problem('busy', 'Full.')) : store.write(job);
        },
      }),
    });
    t.after(own.close);
    await newSite(own);
    slow.replyWith(() => reply);
    // The first write is the visit with the allowance; the second is the question.
    writesLeft = 1;
    const result = await askSite(own, site, 'Do you deliver?');
    assert.ok(oneDone(result.events));
    assert.deepEqual([result.done.answered, result.done.error.code], [false, 'busy']);
    assert.doesNotMatch(result.text, /we deliver/);
    writesLeft = Number.POSITIVE_INFINITY;
    assert.equal((await askSite(own, site, 'Do you deliver?')).done.answered, true);
    assert.equal((await look()).total, 1);
  });

  test('a waiting stream gets comments as a heartbeat', async (t) => {
    const own = await hasty(t, { silenceMs: 5 });
    const answered = Promise.withResolvers<EngineReply>();
    slow.replyWith(() => answered.promise);
    const response = await fetch(`${own.url}/v1/sites/${site}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Do you deliver?' }),
    });
    // The engine answers only after the first heartbeat.
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      if (text.includes('\n\n')) answered.resolve(reply);
    }
    assert.match(text, /^: [^\n]*\n\n/);
    const events = eventsIn(text);
    assert.ok(oneDone(events));
    assert.equal(events.map((event) => event.text ?? '').join(''), reply.text);
  });

  test('a failed ask can be repeated with the same request id', async () => {
    await newSite();
    slow.replyWith(() => {
      throw new Error('once');
    });
    const body = { question: 'Do you deliver?', request_id: 'again' };
    assert.equal((await askSite(server, site, body)).done.answered, false);
    slow.replyWith(() => reply);
    assert.equal((await askSite(server, site, body)).done.answered, true);
    assert.equal((await look()).used, 1);
  });

  test('a stopping server ends every ask in one done event with an error', async (t) => {
    const own = await hasty(t, { drainMs: 10 });
    const asked = Promise.withResolvers<void>();
    let count = 0;
    slow.replyWith(() => {
      count += 1;
      if (count === 5) asked.resolve();
      return new Promise(() => {});
    });
    const streams = Array.from({ length: 5 }, () => askSite(own, site, 'Do you deliver?'));
    await asked.promise;
    await own.assistant.asks.drain();
    for (const result of await Promise.all(streams)) {
      assert.ok(oneDone(result.events));
      assert.equal(result.done.error.code, 'busy');
    }
    assert.deepEqual(await look(), { total: 0, used: 0 });
  });
});

async function sendAsk(server: SiteServer, site: string, body: object): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  const text = JSON.stringify(body);
  socket.on('error', () => {});
  socket.write(
    `POST /v1/sites/${site}/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ` +
      `${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return socket;
}
