/** Executes the effects of the turn-taking state machine: records, transcribes, asks and speaks. */
import type { Language, LiveClientMessage } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Hints, SpeechEngines, VoiceDetector } from '../speech/speech.ts';
import {
  type Answering,
  type AnsweringParts,
  createHistory,
  noAnswer,
  startAnswer,
} from './answering.ts';
import { createHearing } from './hearing.ts';
import type { Budget } from './sound/byte-budget.ts';
import { createWindowJudge } from './sound/window-judge.ts';
import type { SessionSettings } from './start.ts';
import { initialState, isIgnorable, step } from './turn.ts';
import type { TurnEffect, TurnEvent } from './turn-events.ts';

/** Without a transcriber questions are typed; without a speaker answers are text. */
type Engines = Pick<SpeechEngines, 'transcriber' | 'speaker' | 'recordings'> & {
  readonly detector: VoiceDetector | undefined;
};

export interface ConversationParts
  extends Omit<AnsweringParts, 'speaker' | 'voice' | 'report' | 'refuse'> {
  readonly engines: Engines;
  /** Its id. */
  readonly site: string;
  /** Of the visitor. */
  readonly network: string;
  readonly turnBytes: Budget;
  /** The site's language, if it has only one. */
  readonly spokenIn: Language | undefined;
  /** Prompts for the transcriber. */
  readonly hints: Hints;
  /** A problem that ends the session. */
  readonly fail: (problem: Problem) => void;
}

type Command = Extract<
  LiveClientMessage,
  { type: 'commit' | 'clear' | 'ask' | 'interrupt' | 'played' }
>;

type EffectHandlers = {
  readonly [Type in TurnEffect['type']]: (effect: Extract<TurnEffect, { type: Type }>) => void;
};

export type Conversation = ReturnType<typeof createConversation>;

export function createConversation(settings: SessionSettings, parts: ConversationParts) {
  const { engines } = parts;
  const { transcriber } = engines;
  const closing = new AbortController();
  const { signal } = closing;
  const history = createHistory(settings.history);
  const activeAnswers = new Map<string, Answering>();
  /** The last finished answer: a late `played` may still correct its history entry. */
  let last: { readonly id: string; readonly answering: Answering } | undefined;
  let answers = 0;
  let idle: (() => void)[] = [];

  let state = initialState({
    mode: settings.mode,
    silenceMs: settings.silenceMs,
    interrupt: settings.interrupt,
    partials: transcriber?.capabilities.partials === true,
    language: settings.language ?? parts.spokenIn ?? parts.language,
  });
  const events: TurnEvent[] = [];
  let isStepping = false;
  let failure: Problem | undefined;

  // Events that effects report are queued until the current step is complete.
  const report = (event: TurnEvent): void => {
    events.push(event);
    if (isStepping) return;
    isStepping = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) {
        const after = step(state, next);
        state = after.state;
        for (const effect of after.effects)
          (effects[effect.type] as (given: TurnEffect) => void)(effect);
      }
    } finally {
      isStepping = false;
    }
    const problem = failure;
    failure = undefined;
    if (problem !== undefined) parts.fail(problem);
  };

  // Deferred to the end of the step: ending at once would drop the messages still due.
  const fail = (problem: Problem): void => {
    if (isStepping) failure ??= problem;
    else parts.fail(problem);
  };

  const spokenIn = settings.language ?? parts.spokenIn;
  const hearing = createHearing({
    ...parts,
    fail,
    signal,
    language: spokenIn,
    onTranscript: (turn, text, language) =>
      report({ type: 'heard', turn, text, language, speaks: settings.speaks }),
    onPeeked: (turn, text) => report({ type: 'peeked', turn, text }),
    onWords: (turn, text) => {
      if (state.open?.id !== turn && !state.pending.some(({ id }) => id === turn)) return;
      const language = spokenIn ?? parts.language;
      parts.send({ type: 'transcript', turn, text, language, final: false });
    },
  });

  const effects: EffectHandlers = {
    send: ({ message }) => parts.send(message),
    open: ({ fromMs }) => hearing.open(fromMs),
    drop: () => hearing.drop(),
    anticipate: ({ turn }) => hearing.anticipate(turn),
    retract: () => hearing.retract(),
    transcribe: ({ turn }) => hearing.transcribe(turn),
    peek: ({ turn }) => hearing.peek(turn),
    ask: (effect) => ask(effect),
    hold: ({ answer }) => activeAnswers.get(answer)?.hold(isInterrupted(answer)),
    release: ({ answer, resumes }) => activeAnswers.get(answer)?.release(resumes),
    hush: ({ answer }) => hush(answer),
    finished: ({ answer }) => finish(answer),
    flood: () => fail(new Problem('rate', 'Too many questions are open in this session.')),
  };

  const isInterrupted = (id: string): boolean =>
    state.answers.find((one) => one.id === id)?.hold === 'interrupted';

  const ask = ({ answer: id, question, language }: Extract<TurnEffect, { type: 'ask' }>): void => {
    answers += 1;
    const asked = {
      question,
      history: history.entries(),
      language: settings.language,
      heardIn: language,
      conversation: settings.conversation,
      page: settings.page,
    };
    history.addQuestion(id, question);
    const speaker = settings.speaks ? engines.speaker : undefined;
    const own = { speaker, voice: settings.voice, report, refuse };
    activeAnswers.set(id, startAnswer({ ...parts, ...own }, id, asked, signal));
  };

  const hush = (id: string): void => {
    const answering = activeAnswers.get(id);
    answering?.hush();
    history.setAnswer(id, answering?.heardText() ?? '');
  };

  const refuse = (problem: Problem): void => {
    if (!transientCodes.has(problem.code)) fail(problem);
    else if (problem.cause !== undefined) parts.warn(problem);
  };

  const finish = (id: string): void => {
    const answering = activeAnswers.get(id);
    if (answering === undefined) return;
    history.setAnswer(id, answering.heardText());
    answering.close();
    activeAnswers.delete(id);
    last = { id, answering };
    if (activeAnswers.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  };

  const current = (): Answering | undefined =>
    activeAnswers.get(state.answers.findLast(({ isOver }) => !isOver)?.id ?? '');

  const played = ({ answer: id, ms, ended }: Extract<Command, { type: 'played' }>): void => {
    activeAnswers.get(id)?.played(ms, ended === true);
    if (last?.id !== id) return;
    last.answering.played(ms, ended === true);
    history.setAnswer(id, last.answering.heardText());
  };

  const judge =
    transcriber === undefined
      ? undefined
      : createWindowJudge(engines.detector?.listen(), (window, samples) => {
          if (hearing.addWindow(samples, window.endMs) && !isIgnorable(state, window))
            report({ type: 'window', ...window });
        });

  return {
    audio: (samples: Int16Array) => judge?.hear(samples),
    recording: (file: Uint8Array) => {
      if (hearing.addRecording(`t${state.idCount + 1}`, file)) report({ type: 'recording' });
    },
    command: (command: Command) => {
      switch (command.type) {
        case 'ask':
          report({ type: 'ask', question: command.question, speaks: settings.speaks });
          return;
        case 'interrupt':
          if (command.played_ms !== undefined) current()?.played(command.played_ms, false);
          report({ type: 'interrupt' });
          return;
        case 'played':
          played(command);
          return;
        default:
          // It applies to all audio sent before it, some of which is still being classified.
          if (judge === undefined) report({ type: command.type });
          else judge.afterPending(() => report({ type: command.type }));
      }
    },
    /** Accepts no more turns; active answers are stopped and get their `done`. */
    end: () => report({ type: 'end' }),
    /** Resolves when every answer has its `done`. */
    whenIdle: async (): Promise<void> => {
      if (activeAnswers.size > 0) await new Promise<void>((resolve) => idle.push(resolve));
    },
    /** Open questions get a `done` without an answer now. */
    abandon: () => {
      const problem = new Problem('busy', 'The session ended before there was an answer.');
      report({ type: 'abandon', done: noAnswer(problem, parts) });
    },
    answers: () => answers,
    /** Cancels everything at once. */
    close: () => {
      closing.abort(new Problem('busy', 'The session has ended.'));
      for (const answering of activeAnswers.values()) {
        answering.hush();
        answering.close();
      }
      hearing.drop();
      judge?.close();
    },
  };
}

// Transient problems: the session continues with the next question. Any other ends it.
const transientCodes = new Set(['busy', 'upstream', 'unavailable', 'draining', 'conflict']);
