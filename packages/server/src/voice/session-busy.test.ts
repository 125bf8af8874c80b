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
    'busy in its done event',
    async (_, onToken) => {
      onToken(sentence);
      const error = { code: 'busy' as const, error: sentence };
      return { answered: false, language: 'en', sources: [], handoff: 'tel:2', id: '', error };
    },
  ],
];

describe('a question that meets a busy server', () => {
  for (const [form, ask] of busyForms) {
    test(`${form}: the sentence is sent and spoken, its done event has the error, the session goes on`, async () => {
      const stage = await askTwice(ask);
      assert.equal(stage.sent('token')[0]?.text, sentence);
      assert.equal(stage.speech.spoken[0]?.text, sentence);
      const [done, next] = stage.sent('done');
      assert.deepEqual(
        [done?.answered, done?.error, done?.handoff, done?.turn],
        [false, { code: 'busy', error: sentence }, 'tel:2', 't1'],
      );
      assert.equal(next?.answered, true);
      assert.deepEqual([stage.closed(), stage.sent('error')], [undefined, []]);
      const history = [{ role: 'user', content: 'Do you deliver?' }];
      assert.deepEqual(stage.questions[1]?.history, history, 'the refusal is not part of it');
    });

    test(`${form}: without speech the sentence is sent as text`, async () => {
      const stage = await askTwice(ask, { speech: false });
      assert.equal(stage.sent('token')[0]?.text, sentence);
      assert.equal(stage.soundMs(), 0);
      assert.equal(stage.sent('done').length, 2);
    });
  }

  for (const code of ['busy', 'upstream'] as const)
    test(`${code} without a handoff is not spoken to visitors, and the session continues`, async () => {
      const stage = await askTwice(() => Promise.reject(new Problem(code, 'Too many writes.')));
      assert.equal(stage.sent('token')[0]?.text, 'Yes, we deliver.');
      assert.deepEqual(
        stage.sent('done').map((done) => [done.answered, done.error?.code]),
        [
          [false, code],
          [true, undefined],
        ],
      );
    });
});
