import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../../../api/problem.ts';
import { language } from '../../../words/language.ts';
import { explainedFailure } from './failure.ts';

const about = { code: 'invalid', status: 503, requestId: 'req_1', cause: undefined };
const said = (sentence: string) => explainedFailure(new ApiProblem(sentence, about));

const sentences: readonly (readonly [server: string, english: RegExp, swahili: RegExp])[] = [
  [
    'intranet.example is not a public address: send the page as a file.',
    /^intranet\.example is not on the public internet/,
    /^intranet\.example haiko kwenye mtandao wa umma/,
  ],
  [
    'https://duka.example/bei answers 404: check the address.',
    /no page at duka\.example\/bei/,
    /Hakuna ukurasa kwenye anwani duka\.example\/bei/,
  ],
  [
    'This takes too much time or memory to read: send it in smaller parts, or as plain text.',
    /takes too long.*page with your prices/,
    /muda mrefu mno/,
  ],
  [
    'https://a.example leads from one address to the next without an end.',
    /never arrives at a page/,
    /inazunguka/,
  ],
];

test('why a website is not read is said in both languages, with what to do, and without a number of a request', (t) => {
  const before = language.peek();
  t.after(() => {
    language.value = before;
  });
  for (const [server, english, swahili] of sentences) {
    language.value = 'en';
    assert.match(said(server).message, english);
    assert.equal(said(server).status, 400);
    language.value = 'sw';
    assert.match(said(server).message, swahili);
  }
});

test('any other sentence of the server stays as it is', () => {
  const problem = new ApiProblem('Several large files are being sent; try again shortly.', about);
  assert.equal(explainedFailure(problem), problem);
});
