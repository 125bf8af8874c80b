import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { done, floor, names, sent, speaking } from '../../test/fixtures/turn-floor.ts';

describe('an interruption', () => {
  test('comes after 350 ms of speech, and the audio is held before the message is sent', () => {
    const one = speaking();
    one.voice(320);
    assert.deepEqual(names(one.look()), ['speech', 'open']);
    one.voice(32);
    assert.deepEqual(one.look(), [
      { type: 'hold', answer: 'a1' },
      { type: 'send', message: { type: 'interrupted', answer: 'a1', reason: 'speech' } },
    ]);
    one.voice(5_000);
    assert.deepEqual(one.look(), []);
  });

  test('by words ends the answer: one interrupted done, and the new question is asked', () => {
    const one = speaking();
    one.voice(1_024);
    one.quiet(640);
    one.look();
    one.heard('t2', 'No, how much is it?');
    const seen = one.look();
    assert.deepEqual(names(seen), ['transcript', 'hush', 'done', 'finished', 'answer', 'ask']);
    assert.equal(sent(seen, 'done')[0]?.interrupted, true);
    assert.equal(sent(seen, 'done')[0]?.answer, 'a1');
  });

  test('by a backchannel word or nothing is a false alarm: the answer resumes and has its done in the end', () => {
    for (const text of ['', 'Mmh.', 'Ndiyo', 'sawa sawa', 'Eeh, haya.', 'OK.', 'Yes, yes']) {
      const one = speaking();
      one.voice(512);
      one.quiet(640);
      one.look();
      one.heard('t2', text);
      const seen = one.look();
      assert.deepEqual(names(seen), ['transcript', 'release'], text);
      assert.deepEqual(seen[1], { type: 'release', answer: 'a1', resumes: true });
      one.report({ type: 'sent', answer: 'a1' }, { type: 'over', answer: 'a1' });
      assert.equal(sent(one.look(), 'done')[0]?.interrupted, undefined);
    }
  });

  test('by more than a backchannel word is a question', () => {
    for (const text of ['Ndiyo, bei gani?', 'no', 'stop', 'hapana', 'yes yes yes yes yes']) {
      const one = speaking();
      one.voice(512);
      one.quiet(640);
      one.look();
      one.heard('t2', text);
      assert.ok(names(one.look()).includes('ask'), text);
    }
  });

  test('the answer does not resume while a transcript is pending or the visitor speaks', () => {
    const one = speaking();
    one.voice(512);
    one.quiet(640);
    one.voice(512);
    one.quiet(640);
    one.voice(512);
    one.look();
    one.heard('t2', '');
    assert.deepEqual(names(one.look()), ['transcript']);
    one.heard('t3', 'mm');
    assert.deepEqual(names(one.look()), ['transcript']);
    one.quiet(640);
    one.look();
    one.heard('t4', '');
    assert.deepEqual(names(one.look()), ['transcript', 'release']);
  });

  test('clear resumes the answer', () => {
    const one = speaking();
    one.voice(512);
    one.look();
    one.report({ type: 'clear' });
    assert.deepEqual(names(one.look()), ['drop', 'release']);
  });

  test('a short sound does not interrupt, but its words may', () => {
    const one = speaking();
    one.voice(256);
    one.quiet(640);
    one.look();
    one.heard('t2', 'mmh');
    assert.deepEqual(names(one.look()), ['transcript']);
    one.voice(256);
    one.quiet(640);
    one.look();
    one.heard('t3', 'Wait');
    assert.deepEqual(names(one.look()).slice(0, 3), ['transcript', 'hush', 'interrupted']);
  });

  test('does not happen by voice where the client switched it off', () => {
    const one = speaking({ interrupt: false });
    one.voice(5_000);
    assert.deepEqual(one.look(), []);
    one.report({ type: 'sent', answer: 'a1' }, { type: 'over', answer: 'a1' });
    one.look();
    one.voice(512);
    assert.deepEqual(names(one.look()), ['speech', 'open']);
  });

  test('waits for a partial transcript where the transcriber gives one', () => {
    const one = speaking({ partials: true });
    one.voice(352);
    assert.deepEqual(names(one.look()), ['speech', 'open', 'peek']);
    one.report({ type: 'peeked', turn: 't2', text: 'mmh' });
    assert.deepEqual(one.look(), []);
    one.voice(320);
    assert.deepEqual(one.look(), []);
    one.voice(32);
    assert.deepEqual(names(one.look()), ['peek']);
    one.report({ type: 'peeked', turn: 't2', text: 'but how much' });
    assert.deepEqual(names(one.look()), ['hold', 'interrupted']);
  });

  test('happens when the partial transcript takes too long', () => {
    const one = speaking({ partials: true });
    one.voice(352);
    one.look();
    one.report({ type: 'peeked', turn: 't2', text: undefined });
    assert.deepEqual(names(one.look()), ['hold', 'interrupted']);
  });

  test('by the client ends the answer, also after an interruption by voice', () => {
    const one = speaking();
    one.report({ type: 'interrupt' });
    assert.deepEqual(names(one.look()), ['hush', 'interrupted', 'done', 'finished']);
    const other = speaking();
    other.voice(512);
    other.look();
    other.report({ type: 'interrupt' });
    assert.deepEqual(names(other.look()), ['hush', 'done', 'finished']);
    other.report({ type: 'interrupt' });
    assert.deepEqual(other.look(), []);
  });

  test('of an answer whose ask still runs sends the done when the ask ends', () => {
    const one = floor();
    one.ask();
    one.report({ type: 'speaking', answer: 'a1' }, { type: 'interrupt' });
    assert.ok(!names(one.look()).includes('done'));
    one.report({ type: 'answered', answer: 'a1', done });
    assert.equal(sent(one.look(), 'done')[0]?.interrupted, true);
  });

  test('a typed question replaces the open answer', () => {
    const one = speaking();
    one.ask('How much?');
    const seen = one.look();
    assert.deepEqual(names(seen), ['hush', 'interrupted', 'done', 'finished', 'answer', 'ask']);
    assert.equal(sent(seen, 'interrupted')[0]?.reason, 'ask');
  });
});

describe('an answer', () => {
  test('is held without a message while the visitor speaks', () => {
    const one = floor();
    one.ask();
    one.look();
    one.voice(224);
    assert.deepEqual(names(one.look()), ['speech', 'open', 'hold']);
    one.quiet(640);
    one.look();
    one.heard('t2', '');
    assert.deepEqual(one.look().at(-1), { type: 'release', answer: 'a1', resumes: false });
  });

  test('to a question typed while the visitor speaks is held as well', () => {
    const one = floor();
    one.voice(512);
    one.look();
    one.ask();
    assert.deepEqual(names(one.look()), ['answer', 'ask', 'hold']);
  });

  test('in text has its done with its ask, a spoken one after playback', () => {
    const one = floor();
    one.report({ type: 'ask', question: 'x', speaks: false });
    one.look();
    one.report({ type: 'answered', answer: 'a1', done });
    assert.deepEqual(names(one.look()), ['done', 'finished']);
    const other = speaking();
    other.report({ type: 'sent', answer: 'a1' });
    assert.deepEqual(other.look(), []);
    other.report({ type: 'over', answer: 'a1' });
    assert.deepEqual(names(other.look()), ['done', 'finished']);
  });

  test('that cannot be spoken is text', () => {
    const one = floor();
    one.ask();
    one.report({ type: 'answered', answer: 'a1', done });
    one.look();
    one.report({ type: 'mute', answer: 'a1' });
    assert.deepEqual(names(one.look()), ['done', 'finished']);
  });

  test('is not started when too many are open', () => {
    const one = floor();
    for (let times = 0; times < liveLimits.answersMax; times += 1) one.ask();
    one.look();
    one.ask();
    assert.deepEqual(names(one.look()).at(-1), 'flood');
  });

  test('gets its done when the session ends, and no turn opens after that', () => {
    const one = speaking();
    one.voice(512);
    one.look();
    one.report({ type: 'end' });
    assert.deepEqual(names(one.look()), ['drop', 'hush', 'done', 'finished']);
    one.voice(2_000);
    one.quiet(2_000);
    one.heard('t2', 'late');
    assert.deepEqual(one.look(), []);
  });
});
