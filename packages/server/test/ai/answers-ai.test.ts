import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, newResource, serverOfSuite } from '../fixtures/server.ts';

describe('generation without a model server', () => {
  const { server, owner } = serverOfSuite();

  const generate = (body: object, key = owner.key) =>
    ask(server, 'POST', '/api/platform/ai', { key, body });
  const assistant = async (key = owner.key) => (await newResource(server, key, 'ai')).id;

  test('an assistant without knowledge or model is 503 with the setting and Retry-After', async () => {
    const id = await assistant();
    for (const body of [
      { assistant: id, prompt: 'hello' },
      { assistantId: id, input: 'hello' },
      { assistant: id, messages: [{ role: 'user', content: 'hello' }] },
      { assistant: id, prompt: 'hello', stream: true, maxTokens: 5, unknown: 1 },
    ]) {
      const reply = await generate(body);
      assert.equal(reply.status, 503, reply.text);
      assert.match(reply.json.error, /BARAZA_MODEL_URL/);
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
    }
  });

  test('without a name the only assistant answers; with none or several a name is required', async () => {
    const lonely = await server.newOwner();
    const ask = () => generate({ prompt: 'hello' }, lonely.key);
    assert.equal((await ask()).status, 400);
    await assistant(lonely.key);
    assert.equal((await ask()).status, 503);
    await assistant(lonely.key);
    const several = await ask();
    assert.equal(several.status, 400);
    assert.match(several.json.error, /assistant/);
  });

  test('a prompt of 20,480 bytes is accepted, one more byte is 413, an empty one 400', async () => {
    const id = await assistant();
    const sizes = [
      ['x'.repeat(20_480), 503],
      ['é'.repeat(10_240), 503],
      ['x'.repeat(20_481), 413],
      ['é'.repeat(10_241), 413],
      ['', 400],
      [' \n ', 400],
    ] as const;
    for (const [text, status] of sizes)
      for (const body of [
        { prompt: text },
        { input: text },
        { messages: [{ role: 'user', content: text }] },
      ])
        assert.equal((await generate({ assistant: id, ...body })).status, status, text.slice(0, 5));
    const half = { role: 'user', content: 'x'.repeat(10_240) };
    assert.equal((await generate({ assistant: id, messages: [half, half] })).status, 413);
  });

  test('an invalid request is refused before the assistant is looked up', async () => {
    for (const body of [
      {},
      { prompt: 5 },
      { prompt: null },
      { messages: 'hello' },
      { messages: [] },
      { messages: ['hello'] },
      { messages: [{ role: 'robot', content: 'x' }] },
      { messages: [{ role: 'user' }] },
      { prompt: 'x', stream: 'yes' },
      { prompt: 'x', maxTokens: 0 },
      { prompt: 'x', maxTokens: 1.5 },
      { prompt: 'x', assistant: 5 },
    ])
      assert.equal((await generate(body)).status, 400, JSON.stringify(body));
  });
});
