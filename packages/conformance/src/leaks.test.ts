import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leaksOf, type OwnText } from './leaks.ts';
import { replyOf } from './reply.ts';

function found(
  body: unknown,
  headers: { readonly [name: string]: string } = {},
  text: OwnText = 'ours',
): readonly string[] {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const reply = replyOf('GET /', 200, headers, Buffer.from(sent));
  return leaksOf('GET /', reply, text).map((leak) => leak.found);
}

describe('a search for the engine behind an answer', () => {
  for (const [what, body, headers] of [
    ['a model', { text: 'I am gpt-4o-mini' }, {}],
    ['a model with a version', { text: 'qwen2.5-7b' }, {}],
    ['a provider', { error: 'openai answered 500' }, {}],
    ['a speech recogniser', { error: 'whisper-base failed' }, {}],
    ['a score', { answered: true, score: 0.7 }, {}],
    ['vectors', { vectors: [1] }, {}],
    ['a file', { error: 'cannot open /srv/app/data.db' }, {}],
    ['a stack', { error: 'Error at find (site.js:10:3)' }, {}],
    ['a library in a header', {}, { 'x-powered-by': 'Express' }],
    ['a version in a header', {}, { server: 'thing/1.2' }],
    ['a model in the name of a header', {}, { 'x-model': 'a' }],
    ['a provider in the name of a header', {}, { 'openai-version': '1' }],
  ] as const)
    test(`finds ${what}`, () => {
      assert.equal(found(body, headers).length > 0, true);
      assert.equal(found(body, headers, 'unknown').length > 0, true);
    });

  const trades = {
    business: 'Mistral Fans & Transformers',
    greeting: 'Whisper quiet fans with express delivery!',
    suggestions: ['Do you teach ChatGPT?'],
    privacy: 'Ask “Chroma” or postgres people.',
  };
  test('takes the words of an unknown owner for what they are', () => {
    assert.deepEqual(found(trades, {}, 'unknown'), []);
    const stream = `data: {"type":"token","text":"Yes, \\"express\\" to OpenAI Street."}\n\n`;
    assert.deepEqual(found(stream, {}, 'unknown'), []);
    assert.deepEqual(found({ code: 'openai' }, {}, 'unknown'), ['openai']);
  });

  test('finds them where the texts are our own', () => {
    assert.equal(found(trades).length, 1);
  });

  test('passes over ordinary answers, a proxy without a version, and sound', () => {
    assert.deepEqual(
      found({ text: 'Delivery is free in the app. See https://x.example/app/a.', language: 'en' }),
      [],
    );
    assert.deepEqual(found('{}', { server: 'nginx', 'x-request-id': 'req_1' }), []);
    assert.deepEqual(found('gpt-4', { 'content-type': 'audio/wav' }), []);
  });
});
