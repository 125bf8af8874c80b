import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLog } from '../../src/kernel/log.ts';
import { type FakeModelServer, startModelServer, streams } from '../fakes/model-server.ts';
import { ask, newResource, type Owner, openServer, type TestServer } from '../fixtures/server.ts';

const secret = 'the prompt of one caller';
const key = 'sk-the-key-of-the-server';

describe('generation by a model server, over the wire', () => {
  let server: FakeModelServer;
  let platformServer: TestServer;
  let owner: Owner;
  let logged = '';
  before(async () => {
    server = await startModelServer({ key, models: ['small', 'large'] });
    platformServer = await openServer('sqlite', {
      environment: { BARAZA_MODEL_URL: server.url, BARAZA_MODEL: 'small', BARAZA_MODEL_KEY: key },
      log: createLog('debug', (line) => {
        logged += line;
      }),
    });
    owner = await platformServer.newOwner();
  });
  after(async () => {
    await platformServer.close();
    await server.close();
  });
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

  test('neither the prompt nor the key is in the log', () => {
    assert.notEqual(logged, '');
    assert.ok(!logged.includes(secret));
    assert.ok(!logged.includes(key));
  });
});
