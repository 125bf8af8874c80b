import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { demoProfile } from '../../../cli/demo/demo-profile.ts';
import { silentLog } from '../../../kernel/log.ts';
import { Problem } from '../../../kernel/problem.ts';
import { readProfileInput } from '../profile.ts';
import type { Change } from './change.ts';
import { createProfileWorker, workHere } from './profile-worker.ts';

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
  ['a profile that is too large', { kind: 'put', body: bytes(large()), sentBytes: 1e9 }],
  ['a patch', { kind: 'patch', body: bytes({ name: 'n', parking: 'Free.', about: null }) }],
  ['a new entry', { kind: 'add', list: 'facts', body: bytes({ title: 't', text: 'x' }) }],
  ['the removal of a taught entry', { kind: 'remove', list: 'faqs', id: 'taught' }],
  ['an earlier version', { kind: 'restore', earlier }],
  ['a taught answer', { kind: 'teach', asked, ...lesson }],
];

describe('work on profiles', () => {
  const worker = createProfileWorker(silentLog, { hereBytesMax: 0 });
  after(() => worker.close());
  const caller = { account: 'owner' };

  for (const [what, change] of changes)
    test(`${what} has the same result in this process and in the child`, async () => {
      const [here, there] = await Promise.all(
        [workHere, worker].map((one) =>
          outcomeOf(one.run('change', { stored, change, isLast: true }, caller)),
        ),
      );
      assert.deepEqual(there, here);
    });

  for (const name of ['text', 'head', 'hints', 'known'] as const)
    test(`the ${name} of a profile is the same in this process and in the child`, async () => {
      const [here, there] = await Promise.all(
        [workHere, worker].map((one) => one.run(name, { stored: stored.text }, caller)),
      );
      assert.deepEqual(there, here);
    });

  test('the entries of a profile are the same in this process and in the child', async () => {
    const wanted = new Set(['taught']);
    const [here, there] = await Promise.all(
      [workHere, worker].map((one) => one.run('entries', { stored: stored.text, wanted }, caller)),
    );
    assert.deepEqual(there, here);
  });

  for (const [name, body] of [
    ['create', { id: 'duka', profile: { name: 'n' } }],
    ['create', { id: 'No' }],
    ['preview', { question: 'Why?', profile: demoProfile }],
    ['lesson', { answer: 'Yes.', language: 'en' }],
    ['lesson', { answer: '' }],
  ] as const)
    test(`${name} of ${JSON.stringify(body).slice(0, 40)} is the same in this process and in the child`, async () => {
      const [here, there] = await Promise.all(
        [workHere, worker].map((one) => outcomeOf(one.run(name, { body: bytes(body) }, caller))),
      );
      assert.deepEqual(there, here);
    });

  test('an aborted request is dropped, and the next one is served', async () => {
    const leaving = new AbortController();
    const change: Change = { kind: 'put', body: bytes(large()) };
    const left = worker.run(
      'change',
      { stored, change, isLast: true },
      { ...caller, signal: leaving.signal },
    );
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    const head = await worker.run('head', { stored: stored.text }, caller);
    assert.deepEqual(head.name, profile.name);
  });
});

function large() {
  const text = 'word and more '.repeat(60_000);
  return { facts: Array.from({ length: 11 }, (_, at) => ({ title: `fact ${at}`, text })) };
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, sentence: error.message };
  }
}
