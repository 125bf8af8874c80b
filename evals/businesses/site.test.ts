import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../packages/server/src/answers/knowledge.ts';
import { readQuestionSet } from '../../training/question-sets.ts';
import { judge } from './judge.ts';
import { siteOf } from './site.ts';

const { businesses, faults } = readQuestionSet(`# Duka | shop | Nakuru, Kenya | en
@ i1 hours | Mon-Fri 08:00-17:00; leak line all day
@ i2 price | Small bag | KES 50
@ i3 price | Large bag | KES 500
@ i4 contact | phone 0700 11; Moi Avenue, Nakuru
@ i5 doc | Returns | Bags go back within a day. Food stays sold.
? en | i2 | how much for the little one
? en | i5.2 | can I bring the bread back
! en | i5 | can I bring shoes back
~ en | hello`);
const [set] = businesses;
assert.ok(set && faults.length === 0);
const site = siteOf(set);

test('sources from fields are distinguished by their content', () => {
  assert.deepEqual(site.linesIn(from('Opening hours', 'Mon–Fri 08:00–17:00')), [['i1']]);
  assert.deepEqual(site.linesIn(from('Prices', 'It is KES 500.')), [['i3']]);
  assert.deepEqual(site.linesIn(from('Prices', 'KES 500; KES 50')), [['i2', 'i3']]);
  assert.deepEqual(site.linesIn(from('Prices', 'small bag: bei nafuu')), [['i2']]);
  assert.deepEqual(site.linesIn(from('Where we are', 'Moi Avenue, Nakuru')), [['i4']]);
  assert.deepEqual(site.linesIn(from('About us', 'A shop')), [[]]);
});

test('an answer is right if the entry is right, and whole if it has the labelled sentence', () => {
  const verdicts = (reply: Reply) =>
    set.questions.map((question) => {
      const { verdict, isWhole } = judge(set, site, question, reply);
      return isWhole ? `${verdict}, whole` : verdict;
    });
  const nothing: Reply = { ...from('', ''), answered: false, sources: [] };
  assert.deepEqual(verdicts(nothing), ['refused', 'refused', 'right', 'missed']);
  assert.deepEqual(verdicts(from('Returns', 'Food stays sold!', 'i5')), [
    'wrong entry',
    'right, whole',
    'false',
    'missed',
  ]);
  assert.equal(verdicts(from('Returns', 'Bags go back.', 'i5'))[1], 'right');
  assert.equal(verdicts({ ...from('', 'Hello!'), sources: [] })[3], 'right');
});

test('parts that the fields cannot express become a fact', () => {
  const fact = site.knowledge.entries.find(({ id }) => id === 'i1');
  assert.equal(fact?.text, 'leak line all day');
  assert.deepEqual(site.linesAsFacts, { hours: 1, contact: 0 });
});

function from(title: string, quote: string, id = 'profile'): Reply {
  const kind = id === 'profile' ? 'profile' : 'document';
  const source = { id, title, url: null, quote, kind, language: 'en' } as const;
  return {
    answered: true,
    language: 'en',
    text: quote,
    sources: [source],
    made: [],
    confidence: 1,
  };
}
