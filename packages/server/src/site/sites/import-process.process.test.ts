import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteLead, SiteQuestion } from '@baraza/contract';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import { createIdMaker } from '../../kernel/id.ts';
import { silentLog } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { noChanges } from '../profile/work/change.ts';
import { createImports, type Imports, importHere } from './import-process.ts';

const makeId = createIdMaker(() => 0);
const time = '2026-11-15T08:00:00.000Z';

const question = (at: number): SiteQuestion => ({
  id: makeId('question'),
  asked_at: time,
  question: `question ${at}`,
  language: 'en',
  mode: 'text',
  answered: true,
  answer: 'Yes. '.repeat(60),
  sources: [],
  conversation: null,
  status: 'new',
  feedback: null,
  page: null,
});

const lead = (at: number): SiteLead => ({
  id: makeId('lead'),
  name: `lead ${at}`,
  contact: '0700 000 000',
  message: '',
  received_at: time,
  language: null,
  page: null,
  question_id: null,
  conversation: null,
  status: 'new',
});

const version = (at: number) => ({
  version: at,
  saved_at: time,
  by: 'test',
  changes: noChanges,
  profile: { name: `version ${at}` },
});

const whole = {
  format: 'baraza-site',
  version: 1,
  profile: { name: 'n', facts: ['One.', 'Two.'] },
  questions: Array.from({ length: 1_200 }, (_, at) => question(at)),
  leads: Array.from({ length: 600 }, (_, at) => lead(at)),
  versions: [version(3), version(2), version(1)],
};

for (const [what, document] of [
  ['an export', whole],
  ['a wrong question', { ...whole, questions: [...whole.questions, { id: 1 }] }],
] as const)
  test(`${what} is read the same in this process and in a child`, async () => {
    const body = Buffer.from(JSON.stringify(document));
    const inChild = createImports(silentLog, { hereBytesMax: 0 });
    assert.deepEqual(await outcomeOf(inChild, body), await outcomeOf(importHere, body));
  });

test('lists may be null or missing', async () => {
  const body = Buffer.from(JSON.stringify({ ...whole, questions: null, leads: undefined }));
  const read = await outcomeOf(importHere, body);
  assert.ok('batches' in read);
  assert.deepEqual(read.batches, []);
});

test('an export is read in batches, each item once and in order', async () => {
  const body = Buffer.from(JSON.stringify(whole));
  const read = await outcomeOf(importHere, body);
  assert.ok('batches' in read);
  assert.deepEqual(read.batches.flat(), [...whole.questions, ...whole.leads]);
  assert.deepEqual(fieldsOf(read.batches, 'length'), [500, 500, 200, 500, 100]);
});

/** All that a reader gives, or its refusal. */
async function outcomeOf(imports: Imports, body: Uint8Array) {
  const signal = new AbortController().signal;
  const caller = { account: 'owner', signal, nowMs: Date.parse(time) };
  try {
    return await imports(body, caller, async (reader) => {
      const { profile, history } = await reader.validate();
      const batches: (readonly object[])[] = [];
      for (const list of ['questions', 'leads'] as const)
        for (;;) {
          const items = await reader.next(list);
          if (items.length === 0) break;
          batches.push(items);
        }
      return { profile: Buffer.from(profile).toString(), history, batches };
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, sentence: error.message };
  }
}
