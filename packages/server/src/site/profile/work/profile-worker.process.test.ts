import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { silentLog } from '../../../kernel/log.ts';
import { Problem } from '../../../kernel/problem.ts';
import { demoProfile } from '../../../server/demo/demo-profile.ts';
import { readProfileInput } from '../profile.ts';
import type { Change } from './change.ts';
import { createProfileWorker, workHere } from './profile-worker.ts';
import type { ProfileWorks } from './works.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const lesson = { answer: 'No.', url: undefined, language: undefined } as const;
const asked = { question: 'Do you sell aeroplanes?', language: 'en' } as const;

const { profile } = readProfileInput({
  ...demoProfile,
  faqs: [
    ...readProfileInput(demoProfile).profile.faqs,
    { id: 'taught', question: 'Why?', answer: 'So.', taught: true },
  ],
});
const stored = { text: JSON.stringify(profile), version: 7 };
const earlier = JSON.stringify(readProfileInput({ name: 'earlier', parking: 'Yes.' }).profile);

const changes: readonly (readonly [what: string, change: Change])[] = [
  ['the same profile', { kind: 'put', body: bytes({ profile }) }],
  ['invalid JSON', { kind: 'put', body: Buffer.from('{"name":') }],
  ['a patch', { kind: 'patch', body: bytes({ name: 'n', parking: 'Free.', about: null }) }],
  ['a new entry', { kind: 'add', list: 'facts', body: bytes({ title: 't', text: 'x' }) }],
  ['the removal of a taught entry', { kind: 'remove', list: 'faqs', id: 'taught' }],
  ['an earlier version', { kind: 'restore', earlier }],
  ['a taught answer', { kind: 'teach', asked, ...lesson }],
];

type Works = keyof ProfileWorks;
const works: readonly (readonly [what: string, name: Works, input: object])[] = [
  ...changes.map(([what, change]) => [what, 'change', { stored, change, isLast: true }] as const),
  ['the text', 'text', { stored: stored.text }],
  ['the head', 'head', { stored: stored.text }],
  ['the hints', 'hints', { stored: stored.text }],
  ['the known entries', 'known', { stored: stored.text }],
  ['the listed entries', 'entries', { stored: stored.text, wanted: new Set(['taught']) }],
  ['a new site', 'create', { body: bytes({ id: 'duka', profile: { name: 'n' } }) }],
  ['a new site with a wrong name', 'create', { body: bytes({ id: 'No' }) }],
  ['a preview', 'preview', { body: bytes({ question: 'Why?', profile: demoProfile }) }],
  ['a lesson', 'lesson', { body: bytes({ answer: 'Yes.', language: 'en' }) }],
  ['an empty lesson', 'lesson', { body: bytes({ answer: '' }) }],
];

describe('work on profiles', () => {
  const worker = createProfileWorker(silentLog, { hereBytesMax: 0 });
  after(() => worker.close());
  const caller = { account: 'owner' };

  for (const [what, name, input] of works)
    test(`${what}: the same result in this process and in the child`, async () => {
      const [here, there] = await Promise.all(
        [workHere, worker].map((one) => outcomeOf(one.run(name, input as never, caller))),
      );
      assert.deepEqual(there, here);
    });

  test('an aborted request ends with its process, and the next one is served by another', async () => {
    await worker.run('head', { stored: stored.text }, caller);
    const before = runningChildren();
    const leaving = new AbortController();
    const change: Change = { kind: 'put', body: bytes({ facts: ['word '.repeat(100_000)] }) };
    const left = worker.run(
      'change',
      { stored, change, isLast: true },
      { ...caller, signal: leaving.signal },
    );
    await new Promise(setImmediate);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    const head = await worker.run('head', { stored: stored.text }, caller);
    assert.deepEqual(head.name, profile.name);
    if (before !== undefined) assert.notEqual(runningChildren(), before);
  });
});

/** Their ids, where the system lists them. */
function runningChildren(): string | undefined {
  const file = `/proc/self/task/${process.pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, sentence: error.message };
  }
}
