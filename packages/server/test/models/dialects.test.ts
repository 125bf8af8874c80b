import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { replays } from '../fakes/model-server.ts';
import { collect, openModelSetup } from '../fixtures/model-setup.ts';

const folder = new URL('../model-dialects/', import.meta.url);
const words = 'Tunafungua saa mbili asubuhi — karibu sana 🙂.';

const dialects: {
  readonly [name: string]: {
    readonly model: string;
    readonly usage: readonly [number, number] | undefined;
    readonly reason?: 'length';
  };
} = {
  azure: { model: 'gpt-4.1', usage: [21, 10] },
  'llama-cpp': { model: 'gpt-oss-20b.gguf', usage: [70, 14] },
  localai: { model: 'gpt', usage: undefined },
  mistral: { model: 'mistral-small-latest', usage: [28, 139], reason: 'length' },
  'no-choices': { model: 'Qwen/Qwen2.5-7B-Instruct', usage: [33, 10] },
  ollama: { model: 'qwen3:8b', usage: [26, 298] },
  openai: { model: 'gpt-5-mini-2025-08-07', usage: [19, 10] },
  'thinking-aloud': { model: 'deepseek-r1:1.5b', usage: undefined },
  vllm: { model: 'Qwen/Qwen2.5-7B-Instruct', usage: [33, 10] },
};

test('every fixture has its dialect here, and names its source', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sse'));
  const names = Object.keys(dialects).toSorted();
  assert.deepEqual(
    files,
    names.map((name) => `${name}.sse`),
  );
  for (const file of files)
    assert.match(
      readFileSync(new URL(file, folder), 'utf8'),
      /^: The shape of .*the words are ours\.\n/,
    );
});

for (const [name, { model, usage, reason = 'stop' }] of Object.entries(dialects))
  test(`the dialect of ${name} gives the same words without reasoning, however its bytes arrive`, async (t) => {
    const setup = await openModelSetup(t);
    // In parts once: each costs a packet, and how they are joined does not depend on the dialect.
    for (const partBytes of name === 'openai' ? [undefined, 1, 7] : [undefined]) {
      setup.server.behaves(replays(readFileSync(new URL(`${name}.sse`, folder)), partBytes));
      const { text, error, end } = await collect(setup.model);
      assert.deepEqual([text, error], [words, undefined]);
      assert.deepEqual(end, {
        type: 'end',
        reason,
        model,
        usage: usage && { inputTokens: usage[0], outputTokens: usage[1] },
      });
    }
  });

test('a request is sent in the format of the API, with the key in its header and nowhere else', async (t) => {
  const setup = await openModelSetup(t, {}, { models: ['small', 'large'] });
  await collect(setup.model, {
    model: 'large',
    temperature: 0.2,
    maxTokens: 300,
    messages: [
      { role: 'user', content: 'Habari' },
      { role: 'assistant', content: 'Nzuri' },
      { role: 'user', content: 'Bei?' },
    ],
  });
  const { authorization, body, path } = await setup.server.chat(0);
  assert.equal(path, 'POST /v1/chat/completions');
  assert.equal(authorization, 'Bearer sk-hush-1234567890');
  assert.deepEqual(body, {
    model: 'large',
    max_tokens: 300,
    temperature: 0.2,
    messages: [
      { role: 'system', content: 'Answer from these passages only: Zawadi Mrembo 4500.' },
      { role: 'user', content: 'Habari' },
      { role: 'assistant', content: 'Nzuri' },
      { role: 'user', content: 'Bei?' },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});
