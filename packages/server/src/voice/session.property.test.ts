import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openStage, type Stage } from '../../test/fixtures/live-stage.ts';

const texts = ['', 'mmh', 'Sawa.', 'And in Mombasa?', 'How much is it?'];
// Long enough, mostly, to be an interruption or the end of a turn.
const lengths = fc.integer({ min: 1, max: 40 });
const happenings = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('voice', 'quiet', 'wait'), ms: lengths }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('ask'), ms: lengths }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('commit', 'clear', 'interrupt', 'played', 'start', 'ping', 'recording'),
      ms: lengths,
    }),
  },
);
const stages = fc.record({
  speaks: fc.boolean(),
  partials: fc.boolean(),
  startsEarly: fc.boolean(),
  answer: fc.constantFrom(
    'Yes.',
    'Yes, we deliver in all of Nairobi. It costs two hundred shillings. Call us before noon.',
  ),
  mode: fc.constantFrom('auto', 'manual'),
});

test('in any order of input, audio stays in its place, answers get one done event, and nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(
      stages,
      fc.array(happenings, { minLength: 10, maxLength: 30, size: 'max' }),
      async (given, script) => {
        const stage = openStage(given);
        stage.say({ type: 'start', turn: { mode: given.mode } });
        for (const [at, { does, ms }] of script.entries()) {
          stage.speech.texts.push(texts[(at + ms) % texts.length] ?? '');
          await happen(stage, does, ms);
        }
        stage.say({ type: 'end' });
        await stage.time.pass(10_000);
        assertSoundInPlace(stage);
        const answers = stage.sent('answer').map(({ answer }) => answer);
        assert.deepEqual(
          stage
            .sent('done')
            .map(({ answer }) => answer)
            .toSorted(),
          answers.toSorted(),
        );
        assert.ok(stage.closed() !== undefined);
        assert.equal(stage.ends(), 1);
        assert.equal(stage.time.waiting(), 0);
        assert.equal(stage.turnBytes.usedBytes(), 0);
        assert.deepEqual(stage.faults, []);
      },
    ),
    { numRuns: 60 },
  );
});

async function happen(stage: Stage, does: string, ms: number): Promise<void> {
  if (does === 'voice') await stage.voice(ms * 40);
  else if (does === 'quiet') await stage.quiet(ms * 40);
  else if (does === 'wait') await stage.time.pass(ms * 40);
  else if (does === 'recording') stage.session.onBinary(Buffer.from('OggS00000000'));
  else if (does === 'played')
    stage.say({ type: 'played', answer: `a${ms % 9}`, ms: ms * 100, ended: ms % 5 === 0 });
  else stage.say({ type: does, question: 'Do you deliver?', t: ms });
  await stage.time.settle();
}

function assertSoundInPlace(stage: Stage): void {
  let isOpen = false;
  for (const entry of stage.log)
    if (entry instanceof Uint8Array) assert.ok(isOpen, 'audio outside of an answer');
    else if (entry.type === 'audio') isOpen = true;
    else if (entry.type === 'interrupted' || entry.type === 'audio_end') isOpen = false;
}
