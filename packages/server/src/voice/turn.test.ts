import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { done, floor, names, sent, speaking, windowMs } from '../../test/fixtures/turn-floor.ts';
import type { TurnEvent, TurnRules } from './turn-events.ts';

/** An event, as `play` reads it, and the names of the effects and messages that follow. */
type Step = readonly [event: string, effects: string];

/** `heard t1` is an empty transcript, `peeked t1` a partial transcript that took too long. */
function play(one: ReturnType<typeof floor>, steps: readonly Step[]): void {
  for (const [event, effects] of steps) {
    const [type = '', id = '', ...words] = event.split(' ');
    const text = words.join(' ');
    if (type === 'voice') one.voice(Number(id));
    else if (type === 'quiet') one.quiet(Number(id));
    else if (type === 'heard') one.heard(id, text);
    else if (type === 'peeked')
      one.report({ type: 'peeked', turn: id, text: text === '' ? undefined : text });
    else if (type === 'ask') one.report({ type, question: 'Bei?', speaks: id !== 'text' });
    else if (type === 'answered') one.report({ type, answer: id, done });
    else one.report({ type, answer: id } as TurnEvent);
    assert.equal(names(one.look()).join(' '), effects, event);
  }
}

type Scenario = readonly [name: string, rules: Partial<TurnRules>, ...steps: Step[]];
const spoken = ['voice 1024', 'speech open'] as const;
const ended = ['quiet 640', 'anticipate speech transcribe'] as const;
const paused: readonly Step[] = [
  ['quiet 256', 'anticipate'],
  ['voice 32', 'retract'],
];
const bargedIn = ['voice 512', 'speech open hold interrupted'] as const;

describe('a turn', () => {
  const scenarios: readonly Scenario[] = [
    ['silence changes nothing', {}, ['quiet 60000', '']],
    [
      'clicks are not speech',
      {},
      ...Array.from(
        { length: 100 },
        (_, at): Step => [at % 2 === 0 ? 'voice 96' : 'quiet 160', ''],
      ),
    ],
    [
      'a short gap does not restart the count',
      {},
      ['voice 128', ''],
      ['quiet 64', ''],
      ['voice 96', 'speech open'],
    ],
    [
      'it ends after 60 seconds, and further speech is the next one',
      {},
      ['voice 61000', 'speech open speech transcribe speech open'],
    ],
    [
      'commit ends it at once, also before the speech threshold',
      {},
      spoken,
      ['commit', 'speech transcribe'],
      ['voice 96', ''],
      ['commit', 'open speech transcribe'],
    ],
    [
      'a pause starts its transcription, and further speech retracts that',
      {},
      spoken,
      ['quiet 224', ''],
      ['quiet 32', 'anticipate'],
      ['quiet 256', ''],
      ['voice 32', 'retract'],
      ['quiet 640', 'anticipate speech transcribe'],
    ],
    [
      'its first three pauses start a transcription, later ones none, and the next turn has three again',
      {},
      spoken,
      ...Array.from({ length: 3 }, () => paused).flat(),
      ['quiet 256', ''],
      ['voice 32', ''],
      ['quiet 640', 'speech transcribe'],
      spoken,
      ...paused,
      ended,
    ],
    [
      'a pause in a turn that the client ends starts no transcription',
      { mode: 'manual' },
      ['voice 512', 'open'],
      ['quiet 640', ''],
    ],
    ['clear drops it', {}, spoken, ['clear', 'drop'], ['quiet 2000', '']],
    ['an empty transcript is sent and not asked', {}, spoken, ended, ['heard t1', 'transcript']],
    [
      'a backchannel word is a question where no answer is open',
      {},
      spoken,
      ended,
      ['heard t1 Ndiyo.', 'transcript answer ask'],
    ],
    [
      'a second transcript and one of an unknown turn are ignored',
      {},
      spoken,
      ended,
      ['heard t1', 'transcript'],
      ['heard t1 late', ''],
      ['heard t9 strange', ''],
    ],
    [
      'in manual mode it starts with the first audio and ends with commit',
      { mode: 'manual' },
      ['quiet 5000', 'open'],
      ['voice 1000', ''],
      ['quiet 5000', ''],
      ['commit', 'transcribe'],
    ],
    [
      'in manual mode it ends after 60 seconds, too',
      { mode: 'manual' },
      ['quiet 60032', 'open transcribe open'],
    ],
  ];
  for (const [name, rules, ...steps] of scenarios) test(name, () => play(floor(rules), steps));

  test('starts after 200 ms of voice, with 300 ms of pre-roll', () => {
    const one = floor();
    play(one, [
      ['quiet 1024', ''],
      ['voice 192', ''],
    ]);
    one.voice(32);
    assert.deepEqual(one.look(), [
      { type: 'send', message: { type: 'speech', state: 'start', at_ms: 1_024 } },
      { type: 'open', turn: 't1', fromMs: 724 },
    ]);
  });

  for (const silenceMs of [300, 600, 2_000])
    test(`ends after the requested ${silenceMs} ms of silence, not before`, () => {
      const one = floor({ silenceMs });
      one.voice(992);
      one.quiet(silenceMs - windowMs);
      assert.equal(sent(one.look(), 'speech').at(-1)?.state, 'start');
      one.quiet(2 * windowMs);
      const seen = one.look();
      assert.deepEqual(names(seen).slice(-2), ['speech', 'transcribe']);
      assert.deepEqual(sent(seen, 'speech'), [{ type: 'speech', state: 'end', at_ms: 992 }]);
    });

  test('its transcript is sent and asked; commit without audio gives an empty transcript', () => {
    const one = floor();
    play(one, [spoken, ended]);
    one.heard('t1', 'Do you deliver?');
    const [transcript, answer, ask] = one.look();
    assert.deepEqual(names([transcript, answer].flatMap((effect) => effect ?? [])), [
      'transcript',
      'answer',
    ]);
    const question = { question: 'Do you deliver?', language: 'en' };
    assert.deepEqual(ask, { type: 'ask', answer: 'a2', turn: 't1', ...question });
    const other = floor({ language: 'sw' });
    other.report({ type: 'commit' });
    const empty = { turn: 't1', text: '', language: 'sw', final: true };
    assert.deepEqual(sent(other.look(), 'transcript'), [{ type: 'transcript', ...empty }]);
  });
});

describe('an interruption of a spoken answer', () => {
  const scenarios: readonly Scenario[] = [
    [
      'comes after 350 ms of speech, and the audio is held before the message is sent',
      {},
      ['voice 320', 'speech open'],
      ['voice 32', 'hold interrupted'],
      ['voice 5000', ''],
    ],
    [
      'does not resume while a transcript is pending or the visitor speaks',
      {},
      bargedIn,
      ended,
      ['voice 512', 'speech open'],
      ended,
      ['voice 512', 'speech open'],
      ['heard t2', 'transcript'],
      ['heard t3 mm', 'transcript'],
      ended,
      ['heard t4', 'transcript release'],
    ],
    ['ends with clear', {}, bargedIn, ['clear', 'drop release']],
    [
      'is not made by a short sound, but by its words',
      {},
      ['voice 256', 'speech open'],
      ended,
      ['heard t2 mmh', 'transcript'],
      ['voice 256', 'speech open'],
      ended,
      ['heard t3 Wait', 'transcript hush interrupted done finished answer ask'],
    ],
    [
      'is not made by voice where the client switched that off',
      { interrupt: false },
      ['voice 5000', ''],
      ['sent a1', ''],
      ['over a1', 'done finished'],
      ['voice 512', 'speech open'],
    ],
    [
      'waits for a partial transcript where the transcriber gives one',
      { partials: true },
      ['voice 352', 'speech open peek'],
      ['peeked t2 mmh', ''],
      ['voice 320', ''],
      ['voice 32', 'peek'],
      ['peeked t2 but how much', 'hold interrupted'],
    ],
    [
      'does not wait longer than the limit for a partial transcript',
      { partials: true },
      ['voice 352', 'speech open peek'],
      ['peeked t2', 'hold interrupted'],
    ],
    ['by the client ends the answer', {}, ['interrupt', 'hush interrupted done finished']],
    [
      'by the client after one by voice ends the answer without a second message',
      {},
      bargedIn,
      ['interrupt', 'hush done finished'],
      ['interrupt', ''],
    ],
    [
      'by a typed question replaces the answer',
      {},
      ['ask', 'hush interrupted done finished answer ask'],
    ],
    [
      'is not made by an open manual turn without speech',
      { mode: 'manual' },
      ['quiet 2000', 'open'],
      ['commit', 'transcribe'],
      ['quiet 500', 'open'],
      ['heard t2', 'transcript'],
    ],
    [
      'is over when the session ends: the answer gets its done event, and no turn opens',
      {},
      bargedIn,
      ['end', 'drop hush done finished'],
      ['voice 2000', ''],
      ['quiet 2000', ''],
      ['heard t2 late', ''],
    ],
  ];
  for (const [name, rules, ...steps] of scenarios) test(name, () => play(speaking(rules), steps));

  test('by a backchannel word or nothing is a false alarm: the answer resumes', () => {
    for (const text of ['', 'Mmh.', 'Ndiyo', 'sawa sawa', 'Eeh, haya.', 'OK.', 'Yes, yes']) {
      const one = speaking();
      play(one, [bargedIn, ended]);
      one.heard('t2', text);
      assert.deepEqual(one.look()[1], { type: 'release', answer: 'a1', resumes: true }, text);
      one.report({ type: 'sent', answer: 'a1' }, { type: 'over', answer: 'a1' });
      assert.equal(sent(one.look(), 'done')[0]?.interrupted, undefined);
    }
  });

  test('by other words ends the answer with an interrupted done, and the question is asked', () => {
    for (const text of ['Ndiyo, bei gani?', 'no', 'stop', 'hapana', 'yes yes yes yes yes']) {
      const one = speaking();
      play(one, [bargedIn, ended]);
      one.heard('t2', text);
      const seen = one.look();
      const effects = ['transcript', 'hush', 'done', 'finished', 'answer', 'ask'];
      assert.deepEqual(names(seen), effects, text);
      assert.deepEqual(fieldsOf(sent(seen, 'done'), 'answer', 'interrupted'), [['a1', true]]);
    }
  });

  test('has the reason in its message', () => {
    for (const [event, reason] of [
      ['interrupt', 'client'],
      ['ask', 'ask'],
      ['end', 'end'],
    ] as const) {
      const one = speaking();
      one.report(event === 'ask' ? { type: event, question: 'x', speaks: true } : { type: event });
      assert.equal(sent(one.look(), 'interrupted')[0]?.reason, reason);
    }
  });
});

describe('an answer', () => {
  const asked = ['ask', 'answer ask'] as const;
  const scenarios: readonly Scenario[] = [
    [
      'is held without a message while the visitor speaks before its audio',
      {},
      asked,
      ['voice 224', 'speech open hold'],
      ended,
      ['heard t2', 'transcript release'],
    ],
    [
      'to a question typed while the visitor speaks is held as well',
      {},
      spoken,
      ['ask', 'answer ask hold'],
    ],
    [
      'in text gets its done event with its ask',
      {},
      ['ask text', 'answer ask'],
      ['answered a1', 'done finished'],
    ],
    [
      'that is spoken gets its done event after playback',
      {},
      asked,
      ['speaking a1', ''],
      ['answered a1', ''],
      ['sent a1', ''],
      ['over a1', 'done finished'],
    ],
    ['that cannot be spoken is text', {}, asked, ['answered a1', ''], ['mute a1', 'done finished']],
    [
      'that is interrupted while its ask runs gets its done event when the ask ends',
      {},
      asked,
      ['speaking a1', ''],
      ['interrupt', 'hush interrupted'],
      ['answered a1', 'done finished'],
    ],
  ];
  for (const [name, rules, ...steps] of scenarios) test(name, () => play(floor(rules), steps));

  test('is not started when too many are open', () => {
    const one = floor();
    for (let times = 0; times < liveLimits.answersMax; times += 1) one.ask();
    one.look();
    one.ask();
    assert.equal(names(one.look()).at(-1), 'flood');
  });
});
