import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveServerMessages } from '@baraza/contract';
import { openStage, type StageOptions } from '../../test/fixtures/live-stage.ts';
import { Problem } from '../kernel/problem.ts';
import type { AskDone } from './turn-events.ts';

const sentence = 'Many people are asking right now.';
const answered: AskDone = {
  answered: true,
  language: 'en',
  sources: [],
  handoff: 'tel:1',
  id: 'q_2',
};

/** Asks by voice twice; the first question meets the failure, the second is answered. */
async function askTwice(fail: NonNullable<StageOptions['ask']>, start = {}) {
  let isFirst = true;
  const stage = openStage({
    ask: async (question, onToken, signal) => {
      if (isFirst) {
        isFirst = false;
        return fail(question, onToken, signal);
      }
      onToken('Yes, we deliver.');
      return answered;
    },
  });
  stage.say({ type: 'start', version: 1, ...start });
  for (let turn = 0; turn < 2; turn += 1) {
    await stage.voice(800);
    await stage.quiet(800);
    await stage.time.pass(5_000);
  }
  for (const entry of stage.log)
    if (!(entry instanceof Uint8Array)) liveServerMessages[entry.type].parse(entry);
  return stage;
}

const busyForms: readonly (readonly [string, NonNullable<StageOptions['ask']>])[] = [
  [
    'refused as busy',
    () => Promise.reject(new Problem('busy', sentence, { fields: { handoff: 'tel:2' } })),
  ],
  [
    'busy in its done',
    async (_, onToken) => {
      onToken(sentence);
      const error = { code: 'busy' as const, error: sentence };
      return { answered: false, language: 'en', sources: [], handoff: 'tel:2', id: '', error };
    },
  ],
];

describe('a question that meets a busy server', () => {
  for (const [form, ask] of busyForms) {
    test(`${form}: the sentence is written and spoken, and its done carries the error`, async () => {
      const stage = await askTwice(ask);
      assert.equal(stage.sent('token')[0]?.text, sentence);
      assert.equal(stage.speech.spoken[0]?.text, sentence);
      const [done] = stage.sent('done');
      assert.deepEqual(
        [done?.answered, done?.error, done?.handoff, done?.turn],
        [false, { code: 'busy', error: sentence }, 'tel:2', 't1'],
      );
    });

    test(`${form}: the session goes on listening, and the apology is no context`, async () => {
      const stage = await askTwice(ask);
      assert.equal(stage.closed(), undefined);
      assert.deepEqual(stage.sent('error'), []);
      assert.deepEqual(stage.questions[1]?.history, [{ role: 'user', content: 'Do you deliver?' }]);
      assert.deepEqual(
        stage.sent('done').map((done) => done.answered),
        [false, true],
      );
    });

    test(`${form}: a client that wants no speech reads the sentence`, async () => {
      const stage = await askTwice(ask, { speech: false });
      assert.equal(stage.sent('token')[0]?.text, sentence);
      assert.equal(stage.soundMs(), 0);
      assert.equal(stage.sent('done').length, 2);
    });
  }

  test('a sentence that was not written for visitors is not spoken to them', async () => {
    const stage = await askTwice(() => Promise.reject(new Problem('busy', 'Too many writes.')));
    assert.equal(stage.sent('token')[0]?.text, 'Yes, we deliver.');
    assert.equal(stage.sent('done')[0]?.error?.code, 'busy');
  });

  test('any other failure has an error in its done too, and the session goes on', async () => {
    const stage = await askTwice(() => Promise.reject(new Problem('upstream', 'It failed.')));
    assert.deepEqual(
      stage.sent('done').map((done) => [done.answered, done.error?.code]),
      [
        [false, 'upstream'],
        [true, undefined],
      ],
    );
  });
});
