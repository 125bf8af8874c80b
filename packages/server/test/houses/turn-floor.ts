import { type LiveServerMessage, liveLimits } from '@baraza/contract';
import { initialState, step } from '../../src/voice/turn.ts';
import type { AskDone, TurnEffect, TurnEvent, TurnRules } from '../../src/voice/turn-events.ts';

export const done: AskDone = {
  answered: true,
  language: 'en',
  sources: [],
  handoff: 'tel:1',
  id: 'q_1',
};
export const windowMs = 32;

/** A floor to speak on: keeps the state, and what was done since the last look. */
export function floor(rules: Partial<TurnRules> = {}) {
  let state = initialState({
    mode: 'auto',
    silenceMs: liveLimits.silenceMsDefault,
    interrupt: true,
    partials: false,
    language: 'en',
    ...rules,
  });
  let effects: TurnEffect[] = [];
  let atMs = 0;
  const report = (...events: readonly TurnEvent[]) => {
    for (const event of events) {
      const next = step(state, event);
      state = next.state;
      effects.push(...next.effects);
    }
  };
  const sound = (voiced: boolean, ms: number) => {
    for (let heardMs = 0; heardMs < ms; heardMs += windowMs) {
      atMs += windowMs;
      report({ type: 'window', voiced, endMs: atMs, ms: windowMs });
    }
  };
  return {
    report,
    voice: (ms: number) => sound(true, ms),
    quiet: (ms: number) => sound(false, ms),
    nowMs: () => atMs,
    state: () => state,
    /** What happened since the last look. */
    look: () => {
      const seen = effects;
      effects = [];
      return seen;
    },
    heard: (turn: string, text: string) =>
      report({ type: 'heard', turn, text, language: 'en', speaks: true }),
    ask: (question = 'Do you deliver?') => report({ type: 'ask', question, speaks: true }),
  };
}

export const names = (effects: readonly TurnEffect[]) =>
  effects.map((effect) => (effect.type === 'send' ? effect.message.type : effect.type));
export const sent = <Type extends LiveServerMessage['type']>(
  effects: readonly TurnEffect[],
  type: Type,
): Extract<LiveServerMessage, { type: Type }>[] =>
  effects.flatMap((effect) =>
    effect.type === 'send' && effect.message.type === type
      ? [effect.message as Extract<LiveServerMessage, { type: Type }>]
      : [],
  );

/** A floor on which an answer is being spoken. */
export function speaking(rules: Partial<TurnRules> = {}) {
  const one = floor(rules);
  one.ask();
  one.report({ type: 'speaking', answer: 'a1' }, { type: 'answered', answer: 'a1', done });
  one.look();
  return one;
}
