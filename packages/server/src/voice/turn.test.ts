import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { floor, names, sent, speaking, windowMs } from '../../test/fixtures/turn-floor.ts';

describe('a turn in auto mode', () => {
  test('silence changes nothing', () => {
    const one = floor();
    const before = one.state();
    one.quiet(60_000);
    assert.deepEqual(one.look(), []);
    assert.equal(one.state(), before);
  });

  test('speech starts after 200 ms of voice, with 300 ms of pre-roll', () => {
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

  test('clicks are not speech', () => {
    const one = floor();
    for (let times = 0; times < 50; times += 1) {
      one.voice(96);
      one.quiet(160);
    }
    assert.deepEqual(one.look(), []);
  });

  test('a short gap does not restart the count', () => {
    const one = floor();
    one.voice(128);
    one.quiet(64);
    one.voice(96);
    assert.deepEqual(names(one.look()), ['speech', 'open']);
  });

  for (const silenceMs of [300, 600, 2_000])
    test(`it ends after the requested ${silenceMs} ms of silence, not before`, () => {
      const one = floor({ silenceMs });
      one.voice(992);
      one.quiet(silenceMs - windowMs);
      assert.equal(sent(one.look(), 'speech').at(-1)?.state, 'start');
      one.quiet(2 * windowMs);
      const seen = one.look();
      assert.deepEqual(names(seen), ['speech', 'transcribe']);
      assert.deepEqual(sent(seen, 'speech'), [{ type: 'speech', state: 'end', at_ms: 992 }]);
    });

  test('a turn ends after 60 seconds, and further speech is the next one', () => {
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

  test('commit ends it at once, also before the speech threshold', () => {
    const one = floor();
    one.voice(1_024);
    one.look();
    one.report({ type: 'commit' });
    assert.deepEqual(names(one.look()), ['speech', 'transcribe']);
    one.voice(96);
    one.report({ type: 'commit' });
    assert.deepEqual(names(one.look()), ['open', 'speech', 'transcribe']);
  });

  test('commit without audio gives an empty transcript', () => {
    const one = floor({ language: 'sw' });
    one.report({ type: 'commit' });
    const empty = { text: '', language: 'sw', final: true };
    assert.deepEqual(sent(one.look(), 'transcript'), [
      { type: 'transcript', turn: 't1', ...empty },
    ]);
  });

  test('clear drops the turn', () => {
    const one = floor();
    one.voice(1_024);
    one.look();
    one.report({ type: 'clear' });
    assert.deepEqual(one.look(), [{ type: 'drop', turn: 't1' }]);
    one.quiet(2_000);
    assert.deepEqual(one.look(), []);
  });

  test('a transcript is sent and asked; an empty one is only sent', () => {
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

  test('a second transcript of a turn and one of an unknown turn are ignored', () => {
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

describe('a turn in manual mode', () => {
  test('starts with the first audio and ends with commit', () => {
    const one = floor({ mode: 'manual' });
    one.quiet(5_000);
    assert.deepEqual(one.look(), [{ type: 'open', turn: 't1', fromMs: 0 }]);
    one.voice(1_000);
    one.quiet(5_000);
    assert.deepEqual(one.look(), []);
    one.report({ type: 'commit' });
    assert.deepEqual(one.look(), [{ type: 'transcribe', turn: 't1' }]);
  });

  test('ends after 60 seconds', () => {
    const one = floor({ mode: 'manual' });
    one.quiet(60_032);
    assert.deepEqual(names(one.look()).slice(0, 2), ['open', 'transcribe']);
  });

  test('an open turn without speech does not hold an answer', () => {
    const one = speaking({ mode: 'manual' });
    one.quiet(2_000);
    one.report({ type: 'commit' });
    one.quiet(500);
    one.look();
    one.heard('t2', '');
    assert.deepEqual(names(one.look()), ['transcript']);
  });
});
