/**
 * Turn-taking as a pure state machine: events in, effects out. `conversation.ts` executes the
 * effects and reports their results as events.
 */
import { type Language, type LiveServerMessage, liveLimits } from '@baraza/contract';
import { isBackchannel } from './backchannel.ts';
import {
  addWindow,
  noSpeech,
  type SpeechSegments,
  type SpeechWindow,
} from './sound/speech-segments.ts';
import type { AskDone, TurnEffect, TurnEvent, TurnRules } from './turn-events.ts';

interface Answer {
  readonly id: string;
  readonly turn: string;
  readonly voice: 'none' | 'waiting' | 'speaking' | 'sent' | 'over';
  /** `quiet`: its audio waits while the visitor speaks; `interrupted`: barged in on, until the words decide. */
  readonly hold: 'no' | 'quiet' | 'interrupted';
  /** Stopped, never resumed. */
  readonly isOver: boolean;
  readonly done: AskDone | undefined;
}

export interface TurnState {
  readonly rules: TurnRules;
  readonly segments: SpeechSegments;
  /** The turn being spoken; `duringAnswer` when an answer was active at its start. */
  readonly open:
    | { readonly id: string; readonly fromMs: number; readonly duringAnswer: boolean }
    | undefined;
  /** Turns whose transcript is pending. */
  readonly pending: readonly { readonly id: string; readonly duringAnswer: boolean }[];
  /** Answers without their `done`, the newest last. */
  readonly answers: readonly Answer[];
  /** Partial transcription of the open turn: whether one is running, and after how much speech the next is due. */
  readonly peek: { readonly isRunning: boolean; readonly atVoicedMs: number };
  /** Whether the open turn is being transcribed, in a pause that is not yet its end. */
  readonly isAnticipated: boolean;
  /** How often the open turn was transcribed in a pause. */
  readonly anticipations: number;
  readonly idCount: number;
  readonly lastEndMs: number;
  readonly isEnding: boolean;
}

const noPeek: TurnState['peek'] = { isRunning: false, atVoicedMs: liveLimits.bargeInMs };
/** A pause between words is shorter than most pauses at the end of a question. */
const anticipateMs = 240;
/** In one turn: a visitor with many pauses must not keep the recogniser from others. */
const anticipationsMax = 3;
const noEffects: readonly TurnEffect[] = [];

export function initialState(rules: TurnRules): TurnState {
  return {
    rules,
    segments: noSpeech,
    open: undefined,
    pending: [],
    answers: [],
    peek: noPeek,
    isAnticipated: false,
    anticipations: 0,
    idCount: 0,
    lastEndMs: 0,
    isEnding: false,
  };
}

interface Step {
  readonly state: TurnState;
  readonly effects: readonly TurnEffect[];
}

export function step(before: TurnState, event: TurnEvent): Step {
  // Fast path: most windows are silence.
  if (event.type === 'window' && isIgnorable(before, event))
    return { state: before, effects: noEffects };
  const effects: TurnEffect[] = [];
  const state = reduce(before, event, (effect) => effects.push(effect));
  return { state: finishSettledAnswers(state, (effect) => effects.push(effect)), effects };
}

type Emit = (effect: TurnEffect) => void;

/** Whether a window leaves the state unchanged, as most do. */
export function isIgnorable(
  { open, segments, rules, isEnding }: TurnState,
  { voiced }: SpeechWindow,
): boolean {
  if (isEnding) return true;
  return !voiced && open === undefined && segments.voicedMs === 0 && rules.mode === 'auto';
}

function reduce(state: TurnState, event: TurnEvent, emit: Emit): TurnState {
  switch (event.type) {
    case 'window':
      return onWindow(state, event, emit);
    case 'recording':
      return onRecording(state, emit);
    case 'commit':
      return onCommit(state, emit);
    case 'clear':
      return releaseHeldAnswer(dropTurn(state, emit), emit);
    case 'ask':
      return startAnswer(state, { ...event, language: undefined, reason: 'ask' }, emit);
    case 'interrupt':
      return stopAnswers(state, 'client', emit);
    case 'heard':
      return onHeard(state, event, emit);
    case 'peeked':
      return onPeeked(state, event, emit);
    case 'speaking':
    case 'sent':
    case 'over':
      return patchAnswer(state, event.answer, { voice: event.type });
    case 'mute':
      return patchAnswer(state, event.answer, { voice: 'none' });
    case 'answered':
      return patchAnswer(state, event.answer, { done: event.done });
    case 'abandon':
      return abandonAnswers(state, event.done);
    case 'end':
      return { ...stopAnswers(dropTurn(state, emit), 'end', emit), pending: [], isEnding: true };
  }
}

function onWindow(state: TurnState, window: SpeechWindow, emit: Emit): TurnState {
  const current = currentAnswer(state);
  if (!state.rules.interrupt && isAudible(current) && state.open === undefined)
    return { ...state, segments: noSpeech };
  const segments = addWindow(state.segments, window);
  const heard = openTurnOnSpeech({ ...state, segments }, window, emit);
  const { open } = heard;
  if (open === undefined) return heard;
  const isLong = window.endMs - open.fromMs >= liveLimits.turnMsMax;
  const isQuiet = segments.gapMs >= state.rules.silenceMs && state.rules.mode === 'auto';
  if (isLong || isQuiet) return closeTurn(heard, emit);
  return checkBargeIn(anticipateEnd(heard, open.id, emit), emit);
}

function anticipateEnd(state: TurnState, turn: string, emit: Emit): TurnState {
  const isPause = state.segments.gapMs >= anticipateMs && state.rules.mode === 'auto';
  if (isPause === state.isAnticipated) return state;
  if (!isPause) {
    emit({ type: 'retract' });
    return { ...state, isAnticipated: false };
  }
  if (state.anticipations >= anticipationsMax) return state;
  emit({ type: 'anticipate', turn });
  return { ...state, isAnticipated: true, anticipations: state.anticipations + 1 };
}

function openTurnOnSpeech(state: TurnState, { endMs, ms }: SpeechWindow, emit: Emit): TurnState {
  const { rules, segments } = state;
  if (state.open !== undefined) return state;
  if (rules.mode === 'manual') return openTurn(state, endMs - ms, emit);
  if (!segments.isTalking) return state;
  emitMessage(emit, { type: 'speech', state: 'start', at_ms: Math.round(segments.beganMs) });
  const fromMs = Math.max(state.lastEndMs, segments.beganMs - liveLimits.preRollMs);
  const talking = openTurn(state, fromMs, emit);
  const current = currentAnswer(talking);
  // An answer that is not audible yet is held without an `interrupted` message.
  if (current?.voice !== 'waiting' || current.hold !== 'no') return talking;
  emit({ type: 'hold', answer: current.id });
  return patchAnswer(talking, current.id, { hold: 'quiet' });
}

function openTurn(state: TurnState, fromMs: number, emit: Emit): TurnState {
  const id = `t${state.idCount + 1}`;
  emit({ type: 'open', turn: id, fromMs });
  const duringAnswer = currentAnswer(state) !== undefined;
  return {
    ...state,
    idCount: state.idCount + 1,
    open: { id, fromMs, duringAnswer },
    peek: noPeek,
    isAnticipated: false,
    anticipations: 0,
  };
}

function checkBargeIn(state: TurnState, emit: Emit): TurnState {
  const { open, peek, segments, rules } = state;
  const current = currentAnswer(state);
  const isDue = segments.voicedMs >= peek.atVoicedMs && !peek.isRunning;
  if (open === undefined || !rules.interrupt || !isAudible(current) || !isDue) return state;
  if (!rules.partials) return interruptAnswer(state, emit);
  emit({ type: 'peek', turn: open.id });
  const atVoicedMs = segments.voicedMs + liveLimits.bargeInMs;
  return { ...state, peek: { isRunning: true, atVoicedMs } };
}

function onPeeked(
  state: TurnState,
  { turn, text }: Extract<TurnEvent, { type: 'peeked' }>,
  emit: Emit,
): TurnState {
  if (state.open?.id !== turn || !state.peek.isRunning) return state;
  const checked = { ...state, peek: { ...state.peek, isRunning: false } };
  const isHarmless = text !== undefined && (text.trim() === '' || isBackchannel(text));
  return isHarmless || !isAudible(currentAnswer(state)) ? checked : interruptAnswer(checked, emit);
}

/** Barge-in: holds the answer at once; the transcript decides whether it resumes. */
function interruptAnswer(state: TurnState, emit: Emit): TurnState {
  const current = currentAnswer(state);
  if (current === undefined) return state;
  emit({ type: 'hold', answer: current.id });
  emitMessage(emit, { type: 'interrupted', answer: current.id, reason: 'speech' });
  return patchAnswer(state, current.id, { hold: 'interrupted' });
}

function onCommit(state: TurnState, emit: Emit): TurnState {
  if (state.open !== undefined) return closeTurn(state, emit);
  const { segments, idCount, rules } = state;
  if (segments.voicedMs > 0) {
    const fromMs = Math.max(state.lastEndMs, segments.beganMs - liveLimits.preRollMs);
    return closeTurn(openTurn(state, fromMs, emit), emit);
  }
  const turn = `t${idCount + 1}`;
  emitMessage(emit, { type: 'transcript', turn, text: '', language: rules.language, final: true });
  return { ...state, idCount: idCount + 1 };
}

function onRecording(state: TurnState, emit: Emit): TurnState {
  const id = `t${state.idCount + 1}`;
  emit({ type: 'transcribe', turn: id });
  const duringAnswer = currentAnswer(state) !== undefined;
  return {
    ...state,
    idCount: state.idCount + 1,
    pending: [...state.pending, { id, duringAnswer }],
  };
}

function closeTurn(state: TurnState, emit: Emit): TurnState {
  const { open, segments, rules } = state;
  if (open === undefined) return state;
  if (rules.mode === 'auto')
    emitMessage(emit, { type: 'speech', state: 'end', at_ms: Math.round(segments.lastVoicedMs) });
  emit({ type: 'transcribe', turn: open.id });
  return {
    ...state,
    open: undefined,
    segments: noSpeech,
    lastEndMs: Math.max(state.lastEndMs, segments.lastVoicedMs),
    // In manual mode the turn may have been open before the answer began.
    pending: [
      ...state.pending,
      { id: open.id, duringAnswer: open.duringAnswer || currentAnswer(state) !== undefined },
    ],
  };
}

function dropTurn(state: TurnState, emit: Emit): TurnState {
  if (state.open !== undefined) emit({ type: 'drop', turn: state.open.id });
  return { ...state, open: undefined, segments: noSpeech };
}

function onHeard(
  state: TurnState,
  { turn, text, language, speaks }: Extract<TurnEvent, { type: 'heard' }>,
  emit: Emit,
): TurnState {
  const found = state.pending.find(({ id }) => id === turn);
  if (found === undefined) return state;
  const rest = { ...state, pending: state.pending.filter(({ id }) => id !== turn) };
  const spoken = { language: language ?? state.rules.language, text, turn };
  emitMessage(emit, { type: 'transcript', ...spoken, final: true });
  const isAside = found.duringAnswer && currentAnswer(state) !== undefined && isBackchannel(text);
  if (text.trim() === '' || isAside) return releaseHeldAnswer(rest, emit);
  return startAnswer(rest, { question: text, language, speaks, turn, reason: 'speech' }, emit);
}

/** Resumes a held answer when the visitor is silent and no transcript is pending. */
function releaseHeldAnswer(state: TurnState, emit: Emit): TurnState {
  const current = currentAnswer(state);
  const isWaited = isVisitorSpeaking(state) || state.pending.length > 0;
  if (current === undefined || current.hold === 'no' || isWaited) return state;
  emit({ type: 'release', answer: current.id, resumes: current.hold === 'interrupted' });
  return patchAnswer(state, current.id, { hold: 'no' });
}

// In manual mode a turn may be open without speech.
function isVisitorSpeaking({ open, rules, segments }: TurnState): boolean {
  return open !== undefined && (rules.mode === 'auto' || segments.isTalking);
}

interface Question {
  readonly question: string;
  readonly language: Language | undefined;
  readonly speaks: boolean;
  readonly reason: 'speech' | 'ask';
  readonly turn?: string;
}

function startAnswer(before: TurnState, question: Question, emit: Emit): TurnState {
  const state = finishSettledAnswers(stopAnswers(before, question.reason, emit), emit);
  if (state.answers.length >= liveLimits.answersMax) {
    emit({ type: 'flood' });
    return state;
  }
  const idCount = state.idCount + 1;
  const id = `a${idCount}`;
  const turn = question.turn ?? `t${idCount}`;
  emitMessage(emit, { type: 'answer', turn, answer: id });
  emit({ type: 'ask', answer: id, turn, question: question.question, language: question.language });
  // The visitor is speaking: the answer must not talk over them.
  const isHeld = question.speaks && isVisitorSpeaking(state);
  if (isHeld) emit({ type: 'hold', answer: id });
  const answer: Answer = {
    id,
    turn,
    voice: question.speaks ? 'waiting' : 'none',
    hold: isHeld ? 'quiet' : 'no',
    isOver: false,
    done: undefined,
  };
  return { ...state, idCount, answers: [...state.answers, answer] };
}

/** Stops every active answer. */
function stopAnswers(
  state: TurnState,
  reason: Extract<LiveServerMessage, { type: 'interrupted' }>['reason'],
  emit: Emit,
): TurnState {
  const answers = state.answers.map((answer): Answer => {
    if (answer.isOver) return answer;
    emit({ type: 'hush', answer: answer.id });
    if (answer.hold !== 'interrupted')
      emitMessage(emit, { type: 'interrupted', answer: answer.id, reason });
    return { ...answer, isOver: true, hold: 'no' };
  });
  return { ...state, answers };
}

function abandonAnswers(state: TurnState, done: AskDone): TurnState {
  const answers = state.answers.map((one) => ({ ...one, isOver: true, done: one.done ?? done }));
  return { ...state, answers };
}

/** Sends the one `done` of every finished answer and removes it. */
function finishSettledAnswers(state: TurnState, emit: Emit): TurnState {
  if (!state.answers.some(isSettled)) return state;
  for (const { id, turn, done, isOver } of state.answers.filter(isSettled)) {
    if (done === undefined) continue;
    const fields = { answer: id, turn, ...done, ...(isOver ? { interrupted: true as const } : {}) };
    emitMessage(emit, { type: 'done', ...fields });
    emit({ type: 'finished', answer: id });
  }
  return { ...state, answers: state.answers.filter((answer) => !isSettled(answer)) };
}

function isSettled({ done, isOver, voice, hold }: Answer): boolean {
  if (done === undefined) return false;
  return isOver || ((voice === 'none' || voice === 'over') && hold !== 'interrupted');
}

function patchAnswer(state: TurnState, id: string, change: Partial<Answer>): TurnState {
  const answers = state.answers.map((answer) =>
    answer.id === id ? { ...answer, ...change } : answer,
  );
  return { ...state, answers };
}

function currentAnswer({ answers }: TurnState): Answer | undefined {
  return answers.findLast(({ isOver }) => !isOver);
}

function isAudible(answer: Answer | undefined): boolean {
  if (answer === undefined || answer.hold !== 'no') return false;
  return answer.voice === 'speaking' || answer.voice === 'sent';
}

function emitMessage(emit: Emit, message: LiveServerMessage): void {
  emit({ type: 'send', message });
}
