import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveServerMessage } from '@baraza/contract';
import fc from 'fast-check';
import { done } from '../../test/fixtures/turn-floor.ts';
import { initialState, step, type TurnState } from './turn.ts';
import type { TurnEffect, TurnEvent } from './turn-events.ts';

/** Events; the answer or turn that each is about is chosen from the current state. */
const happenings = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ is: fc.constant('voice'), ms: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('quiet'), ms: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      is: fc.constantFrom(
        'ask',
        'commit',
        'clear',
        'interrupt',
        'recording',
        'heard',
        'aside',
        'unheard',
        'peeked',
        'speaking',
        'sent',
        'over',
        'mute',
        'answered',
      ),
      ms: fc.nat(20),
    }),
  },
);
const rules = fc.record({
  mode: fc.constantFrom('auto' as const, 'manual' as const),
  silenceMs: fc.constantFrom(300, 600, 2_000),
  interrupt: fc.boolean(),
  partials: fc.boolean(),
  language: fc.constant('sw' as const),
});

test('in any order of events, every answer gets one done event, and held audio is not released too early', () => {
  fc.assert(
    fc.property(rules, fc.array(happenings, { maxLength: 120 }), (given, script) => {
      const world = createWorld(initialState(given));
      for (const { is, ms } of script) world.happen(is, ms);
      world.happen('end', 0);
      for (const { id } of world.state().answers)
        world.report({ type: 'answered', answer: id, done });
      assert.deepEqual(world.dones.toSorted(), world.answers.toSorted());
      assert.equal(world.state().answers.length, 0);
      assert.equal(world.state().open, undefined);
    }),
    { numRuns: 2_000 },
  );
});

/** Plays the session: reports only events that a session could report, and checks every effect. */
function createWorld(first: TurnState) {
  let state = first;
  let atMs = 0;
  const answers: string[] = [];
  const dones: string[] = [];
  const silenced = new Set<string>();
  const hushed = new Set<string>();
  const interrupted = new Set<string>();
  const pending = new Set<string>();
  let open: string | undefined;
  let anticipated: string | undefined;

  const onMessage = (message: LiveServerMessage) => {
    if (message.type === 'answer') answers.push(message.answer);
    if (message.type === 'done') {
      assert.ok(!dones.includes(message.answer), 'a second done');
      assert.equal(message.interrupted === true, hushed.has(message.answer));
      dones.push(message.answer);
    }
    if (message.type === 'interrupted') {
      assert.ok(silenced.has(message.answer), 'sent before the audio was held');
      assert.ok(!interrupted.has(message.answer), 'interrupted twice without resuming');
      interrupted.add(message.answer);
    }
    if (message.type === 'transcript') pending.delete(message.turn);
  };

  const watch = (effect: TurnEffect) => {
    switch (effect.type) {
      case 'send':
        return onMessage(effect.message);
      case 'open':
        assert.equal(open, undefined, 'two turns at once');
        open = effect.turn;
        return;
      case 'anticipate':
        assert.equal(open, effect.turn, 'not the open turn');
        assert.equal(anticipated, undefined, 'transcribed twice at once');
        anticipated = effect.turn;
        return;
      case 'retract':
        assert.equal(anticipated, open, 'nothing was begun');
        anticipated = undefined;
        return;
      case 'drop':
        assert.equal(open, effect.turn);
        open = undefined;
        anticipated = undefined;
        return;
      case 'transcribe':
        if (open === effect.turn) {
          open = undefined;
          anticipated = undefined;
        }
        pending.add(effect.turn);
        return;
      case 'hold':
        assert.ok(!hushed.has(effect.answer));
        silenced.add(effect.answer);
        return;
      case 'release':
        assert.ok(!hushed.has(effect.answer), 'a stopped answer resumes');
        assert.equal(pending.size, 0, 'resumes while a transcript is pending');
        assert.ok(open === undefined || first.rules.mode === 'manual', 'talks over the visitor');
        assert.equal(effect.resumes, interrupted.delete(effect.answer));
        silenced.delete(effect.answer);
        return;
      case 'hush':
        silenced.add(effect.answer);
        hushed.add(effect.answer);
        return;
      default:
        return;
    }
  };

  const report = (event: TurnEvent) => {
    const next = step(state, event);
    state = next.state;
    for (const effect of next.effects) watch(effect);
  };

  const happen = (is: string, ms: number) => {
    const answer = state.answers[ms % Math.max(1, state.answers.length)];
    const id = answer?.id ?? 'a0';
    const turn = state.pending[ms % Math.max(1, state.pending.length)]?.id ?? 't0';
    const isFree = answer !== undefined && !silenced.has(id);
    const heard = (text: string) =>
      report({ type: 'heard', turn, text, language: 'sw', speaks: ms % 3 > 0 });
    if (is === 'voice' || is === 'quiet')
      for (let windows = 0; windows < ms; windows += 1) {
        atMs += 32;
        report({ type: 'window', voiced: is === 'voice', endMs: atMs, ms: 32 });
      }
    else if (is === 'ask') report({ type: 'ask', question: 'Bei gani?', speaks: ms % 4 > 0 });
    else if (is === 'heard') heard('Bei gani?');
    else if (is === 'aside') heard('sawa');
    else if (is === 'unheard') heard('');
    else if (is === 'peeked')
      report({ type: 'peeked', turn: open ?? 't0', text: ['mm', 'bei', undefined][ms % 3] });
    else if (is === 'answered') report({ type: 'answered', answer: id, done });
    else if (is === 'mute' && answer?.voice === 'waiting') report({ type: 'mute', answer: id });
    // A session reports these only in this order.
    else if (is === 'speaking' && isFree && answer?.voice !== 'none')
      report({ type: is, answer: id });
    else if (is === 'sent' && isFree && answer?.voice === 'speaking')
      report({ type: is, answer: id });
    else if (is === 'over' && isFree && answer?.voice === 'sent') report({ type: is, answer: id });
    else if (
      is === 'commit' ||
      is === 'clear' ||
      is === 'interrupt' ||
      is === 'recording' ||
      is === 'end'
    )
      report({ type: is });
  };

  return { happen, report, state: () => state, answers, dones };
}
