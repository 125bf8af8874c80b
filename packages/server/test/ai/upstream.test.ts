import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLog } from '../../src/kernel/log.ts';
import {
  beginsOnly,
  fails,
  type ModelServerStandIn,
  startModelServer,
  streams,
} from '../fakes/model-server.ts';
import { ask, newResource, type Owner, openServer, type TestServer } from '../fixtures/server.ts';

const secret = 'the prompt that nobody else may read';
const key = 'sk-the-key-of-the-server';

describe('generation by a model server, over the wire', () => {
  let server: ModelServerStandIn;
  let platformServer: TestServer;
  let owner: Owner;
  let logged = '';
  const open = async () => {
    platformServer = await openServer('sqlite', {
      environment: { BARAZA_MODEL_URL: server.url, BARAZA_MODEL: 'small', BARAZA_MODEL_KEY: key },
      log: createLog('debug', (line) => {
        logged += line;
      }),
    });
    owner = await platformServer.newOwner();
  };
  before(async () => {
    server = await startModelServer({ key, models: ['small', 'large'] });
    await open();
  });
  after(async () => {
    await platformServer.close();
    await server.close();
  });
  /** A server whose model calls have not failed yet: after five failures it stops calling for a while. */
  const openAnew = async () => {
    await platformServer.close();
    await open();
  };
  const generate = async (body: object, config: object = {}) => {
    const { id } = await newResource(platformServer, owner.key, 'ai', config);
    return ask(platformServer, 'POST', '/api/platform/ai', {
      key: owner.key,
      body: { assistant: id, prompt: secret, ...body },
    });
  };

  test('the server gets the messages and settings, and its own count is the usage', async () => {
    server.behaves(streams('Karibu', ' sana.'));
    const config = { instructions: 'Be kind.', model: 'large', temperature: 0.5, maxTokens: 9 };
    const reply = await generate({}, config);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.json.output, 'Karibu sana.');
    assert.deepEqual(reply.json.usage, { inputTokens: 11, outputTokens: 2 });
    const { body } = await server.chat(0);
    assert.deepEqual(body.messages, [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: secret },
    ]);
    assert.deepEqual([body.model, body.temperature, body.max_tokens], ['large', 0.5, 9]);
  });

  test('an unknown model is 503 with its name and Retry-After', async () => {
    const reply = await generate({}, { model: 'unheard-of' });
    assert.equal(reply.status, 503);
    assert.match(reply.json.error, /"unheard-of"/);
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
  });

  test('when the caller leaves, the call to the server is cancelled', {
    timeout: 100_000,
  }, async () => {
    await openAnew();
    server.behaves(beginsOnly);
    const chats = server.received.length;
    const { id: assistant } = await newResource(platformServer, owner.key, 'ai');
    const gone = new AbortController();
    const asked = fetch(`${platformServer.url}/api/platform/ai`, {
      method: 'POST',
      signal: gone.signal,
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ assistant, prompt: secret, stream: true }),
    });
    while (server.received.length === chats) await new Promise(setImmediate);
    gone.abort();
    await assert.rejects(asked);
    await server.received.at(-1)?.left;
  });

  test('after five failures the server is not called for a while, and status shows it', async () => {
    await openAnew();
    server.behaves(fails(500));
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await generate({})).status, 503);
    const calls = server.received.length;
    assert.equal((await generate({})).status, 503);
    assert.equal(server.received.length, calls);
    const status = await ask(platformServer, 'GET', '/api/platform/status', { key: owner.key });
    assert.deepEqual(status.json.checks.ai, { status: 'failing', engine: 'model-server' });
    assert.equal(status.status, 200);
  });

  test('neither the prompt nor the key is in the log', () => {
    assert.notEqual(logged, '');
    assert.ok(!logged.includes(secret));
    assert.ok(!logged.includes(key));
  });
});
