/**
 * Who has the floor: events in, effects out, and nothing else. The session hears, speaks, asks and
 * sends as it is told here, and reports what came of it.
 */
import { type Language, type LiveServerMessage, liveLimits } from '@baraza/contract';
import { isBackchannel } from './backchannel.ts';
import { listen, quiet, type SpeechSegments, type Window } from './sound/speech-segments.ts';
import type { AskDone, TurnEffect, TurnEvent, TurnRules } from './turn-events.ts';

interface Answer {
  readonly id: string;
  readonly turn: string;
  readonly voice: 'none' | 'waiting' | 'speaking' | 'sent' | 'over';
  /** `quiet`: its sound waits for whoever speaks; `interrupted`: it was stopped, perhaps by mistake. */
  readonly hold: 'no' | 'quiet' | 'interrupted';
  /** Stopped for good. */
  readonly isOver: boolean;
  readonly done: AskDone | undefined;
}

export interface TurnState {
  readonly rules: TurnRules;
  readonly listening: SpeechSegments;
  /** The turn being spoken; `beside` when an answer was under way beside it. */
  readonly open:
    | { readonly id: string; readonly fromMs: number; readonly beside: boolean }
    | undefined;
  /** Turns whose words are not known yet. */
  readonly pending: readonly { readonly id: string; readonly beside: boolean }[];
  /** Answers without their `done`, the newest last. */
  readonly answers: readonly Answer[];
  /** Looks at the open turn: whether one is under way, and after how much voice the next is due. */
  readonly peek: { readonly isUnderWay: boolean; readonly atVoicedMs: number };
  readonly counted: number;
  readonly lastEndMs: number;
  readonly isEnding: boolean;
}

interface Step {
  readonly state: TurnState;
  readonly effects: readonly TurnEffect[];
}

const noPeek: TurnState['peek'] = { isUnderWay: false, atVoicedMs: liveLimits.bargeInMs };
const nothing: readonly TurnEffect[] = [];

export function firstState(rules: TurnRules): TurnState {
  return {
    rules,
    listening: quiet,
    open: undefined,
    pending: [],
    answers: [],
    peek: noPeek,
    counted: 0,
    lastEndMs: 0,
    isEnding: false,
  };
}

export function step(before: TurnState, event: TurnEvent): Step {
  // Most sound is silence, and there is nothing to decide about it.
  if (event.type === 'window' && isNothing(before, event))
    return { state: before, effects: nothing };
  const effects: TurnEffect[] = [];
  const state = next(before, event, (effect) => effects.push(effect));
  return { state: settled(state, (effect) => effects.push(effect)), effects };
}

type Emit = (effect: TurnEffect) => void;

/** Whether a window changes nothing at all, as most do. */
export function isNothing(
  { open, listening, rules, isEnding }: TurnState,
  { voiced }: Window,
): boolean {
  if (isEnding) return true;
  return !voiced && open === undefined && listening.voicedMs === 0 && rules.mode === 'auto';
}

function next(state: TurnState, event: TurnEvent, emit: Emit): TurnState {
  switch (event.type) {
    case 'window':
      return onWindow(state, event, emit);
    case 'recording':
      return onRecording(state, emit);
    case 'commit':
      return onCommit(state, emit);
    case 'clear':
      return released(dropped(state, emit), emit);
    case 'ask':
      return asked(state, { ...event, language: undefined, reason: 'ask' }, emit);
    case 'interrupt':
      return stopped(state, 'client', emit);
    case 'heard':
      return onHeard(state, event, emit);
    case 'peeked':
      return onPeeked(state, event, emit);
    case 'speaking':
    case 'sent':
    case 'over':
      return changed(state, event.answer, { voice: event.type });
    case 'mute':
      return changed(state, event.answer, { voice: 'none' });
    case 'answered':
      return changed(state, event.answer, { done: event.done });
    case 'abandon':
      return abandoned(state, event.done);
    case 'end':
      return { ...stopped(dropped(state, emit), 'end', emit), pending: [], isEnding: true };
  }
}

function onWindow(state: TurnState, window: Window, emit: Emit): TurnState {
  const current = currentOf(state);
  if (!state.rules.interrupt && isAudible(current) && state.open === undefined)
    return { ...state, listening: quiet };
  const listening = listen(state.listening, window);
  const heard = opened({ ...state, listening }, window, emit);
  const { open } = heard;
  if (open === undefined) return heard;
  const isLong = window.endMs - open.fromMs >= liveLimits.turnMsMax;
  const isQuiet = listening.gapMs >= state.rules.silenceMs && state.rules.mode === 'auto';
  if (isLong || isQuiet) return closed(heard, emit);
  return bargedIn(heard, emit);
}

function opened(state: TurnState, { endMs, ms }: Window, emit: Emit): TurnState {
  const { rules, listening } = state;
  if (state.open !== undefined) return state;
  if (rules.mode === 'manual') return openTurn(state, endMs - ms, emit);
  if (!listening.isTalking) return state;
  send(emit, { type: 'speech', state: 'start', at_ms: Math.round(listening.beganMs) });
  const fromMs = Math.max(state.lastEndMs, listening.beganMs - liveLimits.preRollMs);
  const talking = openTurn(state, fromMs, emit);
  const current = currentOf(talking);
  // What has not been heard yet waits without a word; it may never have to be taken back.
  if (current?.voice !== 'waiting' || current.hold !== 'no') return talking;
  emit({ type: 'hold', answer: current.id });
  return changed(talking, current.id, { hold: 'quiet' });
}

function openTurn(state: TurnState, fromMs: number, emit: Emit): TurnState {
  const id = `t${state.counted + 1}`;
  emit({ type: 'open', turn: id, fromMs });
  const beside = currentOf(state) !== undefined;
  return { ...state, counted: state.counted + 1, open: { id, fromMs, beside }, peek: noPeek };
}

function bargedIn(state: TurnState, emit: Emit): TurnState {
  const { open, peek, listening, rules } = state;
  const current = currentOf(state);
  const isDue = listening.voicedMs >= peek.atVoicedMs && !peek.isUnderWay;
  if (open === undefined || !rules.interrupt || !isAudible(current) || !isDue) return state;
  if (!rules.partials) return interrupted(state, emit);
  emit({ type: 'peek', turn: open.id });
  const atVoicedMs = listening.voicedMs + liveLimits.bargeInMs;
  return { ...state, peek: { isUnderWay: true, atVoicedMs } };
}

function onPeeked(
  state: TurnState,
  { turn, text }: Extract<TurnEvent, { type: 'peeked' }>,
  emit: Emit,
): TurnState {
  if (state.open?.id !== turn || !state.peek.isUnderWay) return state;
  const looked = { ...state, peek: { ...state.peek, isUnderWay: false } };
  const isHarmless = text !== undefined && (text.trim() === '' || isBackchannel(text));
  return isHarmless || !isAudible(currentOf(state)) ? looked : interrupted(looked, emit);
}

/** At once, and not yet for good: the words decide. */
function interrupted(state: TurnState, emit: Emit): TurnState {
  const current = currentOf(state);
  if (current === undefined) return state;
  emit({ type: 'hold', answer: current.id });
  send(emit, { type: 'interrupted', answer: current.id, reason: 'speech' });
  return changed(state, current.id, { hold: 'interrupted' });
}

function onCommit(state: TurnState, emit: Emit): TurnState {
  if (state.open !== undefined) return closed(state, emit);
  const { listening, counted, rules } = state;
  if (listening.voicedMs > 0) {
    const fromMs = Math.max(state.lastEndMs, listening.beganMs - liveLimits.preRollMs);
    return closed(openTurn(state, fromMs, emit), emit);
  }
  const turn = `t${counted + 1}`;
  send(emit, { type: 'transcript', turn, text: '', language: rules.language, final: true });
  return { ...state, counted: counted + 1 };
}

function onRecording(state: TurnState, emit: Emit): TurnState {
  const id = `t${state.counted + 1}`;
  emit({ type: 'transcribe', turn: id });
  const beside = currentOf(state) !== undefined;
  return { ...state, counted: state.counted + 1, pending: [...state.pending, { id, beside }] };
}

function closed(state: TurnState, emit: Emit): TurnState {
  const { open, listening, rules } = state;
  if (open === undefined) return state;
  if (rules.mode === 'auto')
    send(emit, { type: 'speech', state: 'end', at_ms: Math.round(listening.lastVoicedMs) });
  emit({ type: 'transcribe', turn: open.id });
  return {
    ...state,
    open: undefined,
    listening: quiet,
    lastEndMs: Math.max(state.lastEndMs, listening.lastVoicedMs),
    // A microphone may have been open long before the answer that is spoken into.
    pending: [
      ...state.pending,
      { id: open.id, beside: open.beside || currentOf(state) !== undefined },
    ],
  };
}

function dropped(state: TurnState, emit: Emit): TurnState {
  if (state.open !== undefined) emit({ type: 'drop', turn: state.open.id });
  return { ...state, open: undefined, listening: quiet };
}

function onHeard(
  state: TurnState,
  { turn, text, language, speaks }: Extract<TurnEvent, { type: 'heard' }>,
  emit: Emit,
): TurnState {
  const found = state.pending.find(({ id }) => id === turn);
  if (found === undefined) return state;
  const rest = { ...state, pending: state.pending.filter(({ id }) => id !== turn) };
  const said = { language: language ?? state.rules.language, text, turn };
  send(emit, { type: 'transcript', ...said, final: true });
  const isAside = found.beside && currentOf(state) !== undefined && isBackchannel(text);
  if (text.trim() === '' || isAside) return released(rest, emit);
  return asked(rest, { question: text, language, speaks, turn, reason: 'speech' }, emit);
}

/** An answer that was held goes on, when nobody has the floor and nothing said is still unknown. */
function released(state: TurnState, emit: Emit): TurnState {
  const current = currentOf(state);
  const isWaited = hasFloor(state) || state.pending.length > 0;
  if (current === undefined || current.hold === 'no' || isWaited) return state;
  emit({ type: 'release', answer: current.id, resumes: current.hold === 'interrupted' });
  return changed(state, current.id, { hold: 'no' });
}

// A microphone that is open by hand may stay open without a word.
function hasFloor({ open, rules, listening }: TurnState): boolean {
  return open !== undefined && (rules.mode === 'auto' || listening.isTalking);
}

interface Question {
  readonly question: string;
  readonly language: Language | undefined;
  readonly speaks: boolean;
  readonly reason: 'speech' | 'ask';
  readonly turn?: string;
}

function asked(before: TurnState, question: Question, emit: Emit): TurnState {
  const state = settled(stopped(before, question.reason, emit), emit);
  if (state.answers.length >= liveLimits.answersMax) {
    emit({ type: 'flood' });
    return state;
  }
  const counted = state.counted + 1;
  const id = `a${counted}`;
  const turn = question.turn ?? `t${counted}`;
  send(emit, { type: 'answer', turn, answer: id });
  emit({ type: 'ask', answer: id, turn, question: question.question, language: question.language });
  // Whoever speaks now has not heard it, and is not to be talked over.
  const isHeld = question.speaks && hasFloor(state);
  if (isHeld) emit({ type: 'hold', answer: id });
  const answer: Answer = {
    id,
    turn,
    voice: question.speaks ? 'waiting' : 'none',
    hold: isHeld ? 'quiet' : 'no',
    isOver: false,
    done: undefined,
  };
  return { ...state, counted, answers: [...state.answers, answer] };
}

/** Whatever is being answered is so no more. */
function stopped(
  state: TurnState,
  reason: Extract<LiveServerMessage, { type: 'interrupted' }>['reason'],
  emit: Emit,
): TurnState {
  const answers = state.answers.map((answer): Answer => {
    if (answer.isOver) return answer;
    emit({ type: 'hush', answer: answer.id });
    if (answer.hold !== 'interrupted')
      send(emit, { type: 'interrupted', answer: answer.id, reason });
    return { ...answer, isOver: true, hold: 'no' };
  });
  return { ...state, answers };
}

function abandoned(state: TurnState, done: AskDone): TurnState {
  const answers = state.answers.map((one) => ({ ...one, isOver: true, done: one.done ?? done }));
  return { ...state, answers };
}

/** Every answer that has come to its end gets its one `done`. */
function settled(state: TurnState, emit: Emit): TurnState {
  if (!state.answers.some(isSettled)) return state;
  for (const { id, turn, done, isOver } of state.answers.filter(isSettled)) {
    if (done === undefined) continue;
    const fields = { answer: id, turn, ...done, ...(isOver ? { interrupted: true as const } : {}) };
    send(emit, { type: 'done', ...fields });
    emit({ type: 'finished', answer: id });
  }
  return { ...state, answers: state.answers.filter((answer) => !isSettled(answer)) };
}

function isSettled({ done, isOver, voice, hold }: Answer): boolean {
  if (done === undefined) return false;
  return isOver || ((voice === 'none' || voice === 'over') && hold !== 'interrupted');
}

function changed(state: TurnState, id: string, change: Partial<Answer>): TurnState {
  const answers = state.answers.map((answer) =>
    answer.id === id ? { ...answer, ...change } : answer,
  );
  return { ...state, answers };
}

function currentOf({ answers }: TurnState): Answer | undefined {
  return answers.findLast(({ isOver }) => !isOver);
}

function isAudible(answer: Answer | undefined): boolean {
  if (answer === undefined || answer.hold !== 'no') return false;
  return answer.voice === 'speaking' || answer.voice === 'sent';
}

function send(emit: Emit, message: LiveServerMessage): void {
  emit({ type: 'send', message });
}
