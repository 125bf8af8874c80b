/** Obeys the rules of turns: keeps the sound, finds out what was said, asks, and speaks. */
import {
  type Language,
  type LiveClientMessage,
  type LiveServerMessage,
  liveLimits,
} from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Hints, SpeechEngines, VoiceDetector } from '../speech/speech.ts';
import { type Answering, type AnsweringParts, answer, noAnswer } from './answering.ts';
import { createHistory } from './history.ts';
import type { Budget } from './sound/byte-budget.ts';
import { createRecorder, type Taken } from './sound/recorder.ts';
import { createWindowJudge } from './sound/window-judge.ts';
import type { Manner } from './start.ts';
import type { Time } from './time.ts';
import { firstState, isNothing, step } from './turn.ts';
import type { TurnEffect, TurnEvent } from './turn-events.ts';

/** Without one that hears, questions are typed; without one that speaks, answers are text. */
type Engines = Pick<SpeechEngines, 'transcriber' | 'speaker' | 'recordings'> & {
  readonly detector: VoiceDetector | undefined;
};

export interface ConversationParts
  extends Pick<
    AnsweringParts,
    | 'ask'
    | 'takeVoice'
    | 'sentencesOf'
    | 'languageOf'
    | 'language'
    | 'handoff'
    | 'sendAudio'
    | 'hasRoom'
  > {
  readonly time: Time;
  readonly engines: Engines;
  readonly turnBytes: Budget;
  /** What is spoken here, where that is only one language. */
  readonly spokenIn: Language | undefined;
  /** Words that may well come. */
  readonly hints: Hints;
  readonly send: (message: LiveServerMessage) => void;
  readonly warn: (problem: Problem) => void;
  /** What the session cannot go on after. */
  readonly fail: (problem: Problem) => void;
}

type Command = Extract<
  LiveClientMessage,
  { type: 'commit' | 'clear' | 'ask' | 'interrupt' | 'played' }
>;

export interface Conversation {
  readonly audio: (samples: Int16Array) => void;
  readonly recording: (file: Uint8Array) => void;
  readonly command: (command: Command) => void;
  /** Nobody gets the floor any more; answers under way are stopped and get their `done`. */
  readonly end: () => void;
  /** Resolves when every answer has its `done`. */
  readonly whenIdle: () => Promise<void>;
  /** Answers that are still not there have their `done` now, without any. */
  readonly abandon: () => void;
  readonly answers: () => number;
  /** Lets go of everything at once. */
  readonly close: () => void;
}

export function createConversation(manner: Manner, parts: ConversationParts): Conversation {
  const { engines, time } = parts;
  const { transcriber } = engines;
  const closing = new AbortController();
  const { signal } = closing;
  const recorder = createRecorder(parts.turnBytes);
  const history = createHistory(manner.history);
  const underWay = new Map<string, Answering>();
  const recordings = new Map<string, Uint8Array>();
  /** The last one that is finished: it may still be told how much of it was heard. */
  let last: { readonly id: string; readonly answering: Answering } | undefined;
  /** Turns whose words are not known yet, in the order in which they were said. */
  const unheard: string[] = [];
  const words = new Map<string, TurnEvent>();
  let answers = 0;
  let idle: (() => void)[] = [];

  let state = firstState({
    mode: manner.mode,
    silenceMs: manner.silenceMs,
    interrupt: manner.interrupt,
    partials: transcriber?.capabilities.partials === true,
    language: manner.language ?? parts.spokenIn ?? parts.language,
  });
  const events: TurnEvent[] = [];
  let isStepping = false;
  let failure: Problem | undefined;

  // What an effect reports is an event of its own, and waits for its turn.
  const report = (event: TurnEvent): void => {
    events.push(event);
    if (isStepping) return;
    isStepping = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) {
        const { state: after, effects } = step(state, next);
        state = after;
        for (const effect of effects) obey(effect);
      }
    } finally {
      isStepping = false;
    }
    const problem = failure;
    failure = undefined;
    if (problem !== undefined) parts.fail(problem);
  };

  // What is due is said first: an end in the middle of a step would swallow it.
  const fail = (problem: Problem): void => {
    if (isStepping) failure ??= problem;
    else parts.fail(problem);
  };

  const obey = (effect: TurnEffect): void => {
    switch (effect.type) {
      case 'send':
        parts.send(effect.message);
        return;
      case 'open':
        if (!recorder.open(effect.fromMs)) noMemory();
        return;
      case 'drop':
        recorder.drop();
        return;
      case 'transcribe':
        transcribe(effect.turn);
        return;
      case 'peek':
        peek(effect.turn);
        return;
      case 'ask':
        ask(effect);
        return;
      case 'hold':
        underWay.get(effect.answer)?.hold(isInterrupted(effect.answer));
        return;
      case 'release':
        underWay.get(effect.answer)?.release(effect.resumes);
        return;
      case 'hush':
        hush(effect.answer);
        return;
      case 'finished':
        finish(effect.answer);
        return;
      case 'flood':
        fail(new Problem('rate', 'Too many questions are open in this session.'));
    }
  };

  const isInterrupted = (id: string): boolean =>
    state.answers.find((one) => one.id === id)?.hold === 'interrupted';

  const noMemory = (): void => fail(tooMuch());

  const ask = ({ answer: id, question, language }: Extract<TurnEffect, { type: 'ask' }>): void => {
    answers += 1;
    const asked = {
      question,
      history: history.entries(),
      language: manner.language,
      heardIn: language,
      conversation: manner.conversation,
      page: manner.page,
    };
    history.asked(id, question);
    const speaker = manner.speaks ? engines.speaker : undefined;
    const own = { speaker, voice: manner.voice, report, refuse };
    underWay.set(id, answer({ ...parts, ...own }, id, asked, signal));
  };

  const hush = (id: string): void => {
    const answering = underWay.get(id);
    answering?.hush();
    history.heard(id, answering?.heardText() ?? '');
  };

  const refuse = (problem: Problem): void => {
    if (!passing.has(problem.code)) fail(problem);
    else if (problem.cause !== undefined) parts.warn(problem);
  };

  const finish = (id: string): void => {
    const answering = underWay.get(id);
    if (answering === undefined) return;
    history.heard(id, answering.heardText());
    answering.close();
    underWay.delete(id);
    last = { id, answering };
    if (underWay.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  };

  const transcribe = (turn: string): void => {
    unheard.push(turn);
    const file = recordings.get(turn);
    const taken = file === undefined ? recorder.take() : undefined;
    if (file === undefined && taken === undefined) noMemory();
    else if (unheard.length > liveLimits.turnsWaitingMax && taken !== undefined) {
      taken.free();
      parts.warn(new Problem('busy', 'Too much waits to be heard; say it again shortly.'));
      hear(turn, '', undefined);
    } else void listenTo(turn, taken, file);
  };

  const listenTo = async (
    turn: string,
    taken: Taken | undefined,
    file: Uint8Array | undefined,
  ): Promise<void> => {
    let sound = taken;
    try {
      sound ??= await decoded(file);
      const onPartial = (text: string) => {
        if (state.pending.some(({ id }) => id === turn))
          parts.send({ type: 'transcript', turn, text, language: named, final: false });
      };
      const said = await transcriber?.transcribe(
        sound.samples,
        { language: spokenIn, onPartial, hints: parts.hints },
        signal,
      );
      hear(turn, said?.text ?? '', said?.language);
    } catch (cause) {
      if (signal.aborted) return;
      const problem =
        cause instanceof Problem
          ? cause
          : new Problem('upstream', 'What you said could not be heard; try again.', { cause });
      if (badSound.has(problem.code)) fail(problem);
      else parts.warn(problem);
      hear(turn, '', undefined);
    } finally {
      recordings.delete(turn);
      sound?.free();
    }
  };

  // Who was heard first may not have spoken first.
  const hear = (turn: string, text: string, language: Language | undefined): void => {
    const { speaks } = manner;
    words.set(turn, { type: 'heard', turn, text: text.trim(), language, speaks });
    for (let first = unheard[0]; first !== undefined; first = unheard[0]) {
      const event = words.get(first);
      if (event === undefined) return;
      unheard.shift();
      words.delete(first);
      report(event);
    }
  };

  const spokenIn = manner.language ?? parts.spokenIn;
  const named: Language = spokenIn ?? parts.language;

  const decoded = async (file: Uint8Array | undefined): Promise<Taken> => {
    try {
      if (engines.recordings === undefined || file === undefined)
        throw new Problem('audio_type', 'This server takes samples only, no recordings.');
      const { samples } = await engines.recordings.read(file, signal);
      const bytes = samples.byteLength;
      if (!parts.turnBytes.take(bytes)) {
        noMemory();
        throw tooMuch();
      }
      return { samples, free: () => parts.turnBytes.give(bytes) };
    } finally {
      parts.turnBytes.give(file?.length ?? 0);
    }
  };

  const peek = (turn: string): void => {
    const looking = new AbortController();
    const taken = recorder.look();
    const settle = (text: string | undefined) => {
      if (looking.signal.aborted) return;
      looking.abort();
      cancel();
      report({ type: 'peeked', turn, text });
    };
    const cancel = time.after(liveLimits.peekMs, () => settle(undefined));
    if (taken === undefined || transcriber === undefined) settle(undefined);
    else
      transcriber
        .transcribe(
          taken.samples,
          { language: spokenIn, onPartial: settle, hints: parts.hints },
          AbortSignal.any([signal, looking.signal]),
        )
        .finally(taken.free)
        .then(
          ({ text }) => settle(text),
          () => settle(undefined),
        );
  };

  const current = (): Answering | undefined =>
    underWay.get(state.answers.findLast(({ isOver }) => !isOver)?.id ?? '');

  const played = ({ answer: id, ms, ended }: Extract<Command, { type: 'played' }>): void => {
    underWay.get(id)?.played(ms, ended === true);
    if (last?.id !== id) return;
    last.answering.played(ms, ended === true);
    history.heard(id, last.answering.heardText());
  };

  const judge =
    transcriber === undefined
      ? undefined
      : createWindowJudge(engines.detector?.listen(), (window, samples) => {
          if (!recorder.keep(samples, window.endMs)) noMemory();
          else if (!isNothing(state, window)) report({ type: 'window', ...window });
        });

  return {
    audio: (samples) => judge?.hear(samples),
    recording: (file) => {
      if (recordings.size >= liveLimits.recordingsMax) {
        fail(new Problem('rate', 'Too many recordings wait to be heard in this session.'));
        return;
      }
      if (!parts.turnBytes.take(file.length)) {
        noMemory();
        return;
      }
      const turn = `t${state.counted + 1}`;
      recordings.set(turn, file);
      report({ type: 'recording' });
    },
    command: (command) => {
      switch (command.type) {
        case 'ask':
          report({ type: 'ask', question: command.question, speaks: manner.speaks });
          return;
        case 'interrupt':
          if (command.played_ms !== undefined) current()?.played(command.played_ms, false);
          report({ type: 'interrupt' });
          return;
        case 'played':
          played(command);
          return;
        default:
          // It speaks of all that was sent before it, and some of that may still be judged.
          if (judge === undefined) report({ type: command.type });
          else judge.whenTold(() => report({ type: command.type }));
      }
    },
    end: () => report({ type: 'end' }),
    whenIdle: () =>
      underWay.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle.push(resolve);
          }),
    abandon: () => report({ type: 'abandon', done: noAnswer(endedBefore(), parts) }),
    answers: () => answers,
    close: () => {
      closing.abort(new Problem('busy', 'The session has ended.'));
      for (const answering of underWay.values()) {
        answering.hush();
        answering.close();
      }
      recorder.drop();
      judge?.close();
    },
  };
}

function tooMuch(): Problem {
  return new Problem('busy', 'Too much is being said at once here; try again shortly.');
}

function endedBefore(): Problem {
  return new Problem('busy', 'The session ended before there was an answer.');
}

// The next question may be luckier; what is wrong with the visit itself stays wrong.
const passing = new Set(['busy', 'upstream', 'unavailable', 'draining', 'conflict']);
const badSound = new Set(['audio_type', 'too_large', 'audio_too_long']);
