import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { floor, names, sent, speaking, windowMs } from '../../test/fixtures/turn-floor.ts';

describe('a turn in auto mode', () => {
  test('silence is nothing, however long', () => {
    const one = floor();
    const before = one.state();
    one.quiet(60_000);
    assert.deepEqual(one.look(), []);
    assert.equal(one.state(), before);
  });

  test('speech starts after 200 ms of a voice, with 300 ms from before it', () => {
    const one = floor();
    one.quiet(1_024);
    one.voice(192);
    assert.deepEqual(one.look(), []);
    one.voice(32);
    const seen = one.look();
    assert.deepEqual(names(seen), ['speech', 'open']);
    assert.deepEqual(sent(seen, 'speech'), [{ type: 'speech', state: 'start', at_ms: 1_024 }]);
    assert.deepEqual(seen[1], { type: 'open', turn: 't1', fromMs: 724 });
  });

  test('a click is no speech, and many clicks are none', () => {
    const one = floor();
    for (let times = 0; times < 50; times += 1) {
      one.voice(96);
      one.quiet(160);
    }
    assert.deepEqual(one.look(), []);
  });

  test('the gap of a consonant does not begin the counting anew', () => {
    const one = floor();
    one.voice(128);
    one.quiet(64);
    one.voice(96);
    assert.deepEqual(names(one.look()), ['speech', 'open']);
  });

  for (const silenceMs of [300, 600, 2_000])
    test(`it ends after ${silenceMs} ms of silence where that was asked for`, () => {
      const one = floor({ silenceMs });
      one.voice(992);
      one.quiet(silenceMs - windowMs);
      assert.equal(sent(one.look(), 'speech').at(-1)?.state, 'start');
      one.quiet(2 * windowMs);
      const seen = one.look();
      assert.deepEqual(names(seen), ['speech', 'transcribe']);
      assert.deepEqual(sent(seen, 'speech'), [{ type: 'speech', state: 'end', at_ms: 992 }]);
    });

  test('a pause shorter than that does not', () => {
    const one = floor();
    for (let times = 0; times < 10; times += 1) {
      one.voice(512);
      one.quiet(512);
    }
    assert.deepEqual(names(one.look()), ['speech', 'open']);
  });

  test('60 seconds are the longest turn; who goes on has another', () => {
    const one = floor();
    one.voice(61_000);
    assert.deepEqual(names(one.look()), [
      'speech',
      'open',
      'speech',
      'transcribe',
      'speech',
      'open',
    ]);
  });

  test('commit ends it at once, also before it was speech', () => {
    const one = floor();
    one.voice(1_024);
    one.look();
    one.report({ type: 'commit' });
    assert.deepEqual(names(one.look()), ['speech', 'transcribe']);
    one.voice(96);
    one.report({ type: 'commit' });
    assert.deepEqual(names(one.look()), ['open', 'speech', 'transcribe']);
  });

  test('commit after nothing is answered by an empty transcript', () => {
    const one = floor({ language: 'sw' });
    one.report({ type: 'commit' });
    const empty = { text: '', language: 'sw', final: true };
    assert.deepEqual(sent(one.look(), 'transcript'), [
      { type: 'transcript', turn: 't1', ...empty },
    ]);
  });

  test('clear forgets what was said', () => {
    const one = floor();
    one.voice(1_024);
    one.look();
    one.report({ type: 'clear' });
    assert.deepEqual(one.look(), [{ type: 'drop', turn: 't1' }]);
    one.quiet(2_000);
    assert.deepEqual(one.look(), []);
  });

  test('what was recognised is told and asked; nothing recognised is only told', () => {
    const one = floor();
    one.voice(1_024);
    one.quiet(640);
    one.look();
    one.heard('t1', 'Do you deliver?');
    const seen = one.look();
    assert.deepEqual(names(seen), ['transcript', 'answer', 'ask']);
    const [asked] = seen.filter(({ type }) => type === 'ask');
    assert.deepEqual(asked, {
      type: 'ask',
      answer: 'a2',
      turn: 't1',
      question: 'Do you deliver?',
      language: 'en',
    });
    const other = floor();
    other.voice(1_024);
    other.quiet(640);
    other.look();
    other.heard('t1', '');
    assert.deepEqual(names(other.look()), ['transcript']);
  });

  test('a word of assent is a question like any other where nothing is being answered', () => {
    const one = floor();
    one.voice(512);
    one.quiet(640);
    one.look();
    one.heard('t1', 'Ndiyo.');
    assert.deepEqual(names(one.look()), ['transcript', 'answer', 'ask']);
  });

  test('a transcript that comes twice, or of no turn, is nothing', () => {
    const one = floor();
    one.voice(512);
    one.quiet(640);
    one.heard('t1', '');
    one.look();
    one.heard('t1', 'late');
    one.heard('t9', 'strange');
    assert.deepEqual(one.look(), []);
  });
});

describe('a turn by hand', () => {
  test('begins with the first sound and ends with commit, whatever it sounds like', () => {
    const one = floor({ mode: 'manual' });
    one.quiet(5_000);
    assert.deepEqual(one.look(), [{ type: 'open', turn: 't1', fromMs: 0 }]);
    one.voice(1_000);
    one.quiet(5_000);
    assert.deepEqual(one.look(), []);
    one.report({ type: 'commit' });
    assert.deepEqual(one.look(), [{ type: 'transcribe', turn: 't1' }]);
  });

  test('has 60 seconds too', () => {
    const one = floor({ mode: 'manual' });
    one.quiet(60_032);
    assert.deepEqual(names(one.look()).slice(0, 2), ['open', 'transcribe']);
  });

  test('an open microphone without a word does not hold up an answer', () => {
    const one = speaking({ mode: 'manual' });
    one.quiet(2_000);
    one.report({ type: 'commit' });
    one.quiet(500);
    one.look();
    one.heard('t2', '');
    assert.deepEqual(names(one.look()), ['transcript']);
  });
});
