import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventLine, tokenLines } from './sse.ts';

const textOf = (lines: string) =>
  lines
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line) => {
      assert.match(line, /^data: \{.*\}$/u);
      assert.doesNotMatch(line, /[\r\n\u0085\u2028\u2029]/);
      return JSON.parse(line.slice(6)).text as string;
    });

test('no character of an answer can end a line of the stream', () => {
  const text =
    'one\r\ntwo\rthree\nfour\u2028five\u2029six\u0085seven data: {"type":"done"}\n\ndata: x';
  assert.equal(textOf(tokenLines(text)).join(''), text);
});

test('the text comes word by word and is whole again when put together', () => {
  const pieces = textOf(tokenLines('  Tunafungua saa mbili  asubuhi. '));
  assert.equal(pieces.join(''), '  Tunafungua saa mbili  asubuhi. ');
  assert.equal(pieces.length, 4);
  assert.equal(tokenLines(''), '');
});

test('what a source says cannot end the line of done', () => {
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
