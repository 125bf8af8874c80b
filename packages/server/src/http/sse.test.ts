import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventLine } from './sse.ts';

test('no character of a text can end a line of the stream', () => {
  const text =
    'one\r\ntwo\rthree\nfour\u2028five\u2029six\u0085seven data: {"type":"done"}\n\ndata: x';
  const line = eventLine({ type: 'token', text });
  assert.match(line, /^data: [^\r\n\u0085\u2028\u2029]+\n\n$/);
  assert.equal(JSON.parse(line.slice(6)).text, text);
});

test('text of a source cannot end the line of an event', () => {
  const source = {
    id: 'a',
    title: 'x\u2028y',
    url: null,
    quote: 'a\r\n\r\nb',
    kind: 'faq',
    language: 'en',
  } as const;
  const line = eventLine({
    type: 'done',
    answered: true,
    language: 'en',
    sources: [source],
    handoff: 'https://example.com/\u2029',
    id: 'q_1',
  });
  assert.match(line, /^data: [^\r\n\u0085\u2028\u2029]+\n\n$/);
  assert.deepEqual(JSON.parse(line.slice(6)).sources, [source]);
});
