import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isHeldOut, readQuestionSet, sentencesOfEntry } from './question-sets.ts';

const folder = new URL('businesses/', import.meta.url);
const business = '# Duka | shop | Nakuru, Kenya | en\n@ i1 fact | One is here. Two is there.\n';

test('every question set has the format described in the README', () => {
  const files = readdirSync(folder).filter((file) => file.startsWith('set-'));
  assert.ok(files.length > 0);
  for (const file of files)
    assert.deepEqual(readQuestionSet(readFileSync(new URL(file, folder), 'utf8')).faults, [], file);
});

test('a label names an existing entry and sentence', () => {
  for (const [line, fault] of [
    ['? en | i1.2 | where is two?', undefined],
    ['? en | i2.1 | where is two?', /no entry for the label i2\.1/],
    ['? en | i1.3 | where is two?', /i1 has 2 sentences, not 3/],
    ['? fr | i1.1 | où est un ?', /fr is not a language/],
    ['? en | i1.1', /a question is/],
    ['! en | - | do you sell cars?', undefined],
    ['~ sw | habari', undefined],
    ['@ i1 fact | again', /i1 is defined twice/],
    ['@ i2 price | Unga', /price has 2 parts after its head, not 1/],
    ['where?', /a line begins with/],
  ] as const) {
    const { faults } = readQuestionSet(business + line);
    if (fault === undefined) assert.deepEqual(faults, [], line);
    else assert.match(faults.join(), fault, line);
  }
});

test('a follow-up is parsed separately from the previous turn', () => {
  const line = '? en | i1.2 | Where is one? >> and two?';
  const [read] = readQuestionSet(business + line).businesses;
  const { before, question, labels } = read?.questions[0] ?? assert.fail();
  assert.deepEqual([before, question], ['Where is one?', 'and two?']);
  assert.deepEqual(labels, [{ entry: 'i1', sentence: 2 }]);
  const entry = read?.entries.get('i1') ?? assert.fail();
  assert.deepEqual(sentencesOfEntry(entry), ['One is here.', 'Two is there.']);
});

test('about a tenth of the businesses are held out, by name', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `Business ${index}`);
  const share = names.filter(isHeldOut).length / names.length;
  assert.ok(share > 0.07 && share < 0.13, String(share));
});
