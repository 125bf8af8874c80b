import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptReader } from '../fakes/scripted-reader.ts';
import { ask, newResource, openServer } from '../fixtures/server.ts';

async function open() {
  const reader = scriptReader();
  const server = await openServer('sqlite', { read: reader.read });
  const { key } = await server.newOwner();
  const description = 'Bicycles are mended on Saturdays in the yard behind the market.';
  const { id: assistant } = await newResource(server, key, 'ai', { description });
  const generate = async (prompt: string) =>
    (await ask(server, 'POST', '/api/platform/ai', { key, body: { assistant, prompt } })).json;
  return { server, reader, generate };
}

// No word of the question is in the information: only the reader model finds that it answers it.
const prompt = 'Where should I bring my broken tandem at the weekend?';

test('an assistant answers what the reader finds in its knowledge, whatever the words', async (t) => {
  const { server, reader, generate } = await open();
  t.after(() => server.close());
  const { sources, output } = await generate(prompt);
  assert.match(output, /Saturdays in the yard/);
  assert.equal(sources.length, 1);
  assert.equal(reader.given[0]?.question, prompt);
});

test('the same prompt on the same knowledge is read once', async (t) => {
  const { server, reader, generate } = await open();
  t.after(() => server.close());
  const first = await generate(prompt);
  assert.equal((await generate(prompt)).output, first.output);
  assert.equal(reader.given.length, 1);
});

test('a reader that fails is an error, not a missing answer', async (t) => {
  const { server, reader, generate } = await open();
  t.after(() => server.close());
  reader.behave('fails');
  assert.equal((await generate(prompt)).code, 'unavailable');
});
