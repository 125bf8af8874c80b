/** Executes the effects of the turn-taking state machine: records, transcribes, asks and speaks. */
import { type Language, type LiveClientMessage, liveLimits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Hints, SpeechEngines, VoiceDetector } from '../speech/speech.ts';
import { type Answering, type AnsweringParts, noAnswer, startAnswer } from './answering.ts';
import { createHistory } from './history.ts';
import type { Budget } from './sound/byte-budget.ts';
import { createRecorder, type TurnSamples } from './sound/recorder.ts';
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
  readonly turnBytes: Budget;
  /** The site's language, where it has only one. */
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

export interface Conversation {
  readonly audio: (samples: Int16Array) => void;
  readonly recording: (file: Uint8Array) => void;
  readonly command: (command: Command) => void;
  /** Accepts no more turns; active answers are stopped and get their `done`. */
  readonly end: () => void;
  /** Resolves when every answer has its `done`. */
  readonly whenIdle: () => Promise<void>;
  /** Open questions get a `done` without an answer now. */
  readonly abandon: () => void;
  readonly answers: () => number;
  /** Cancels everything at once. */
  readonly close: () => void;
}

export function createConversation(
  settings: SessionSettings,
  parts: ConversationParts,
): Conversation {
  const { engines, time } = parts;
  const { transcriber } = engines;
  const closing = new AbortController();
  const { signal } = closing;
  const recorder = createRecorder(parts.turnBytes);
  const history = createHistory(settings.history);
  const activeAnswers = new Map<string, Answering>();
  const recordings = new Map<string, Uint8Array>();
  /** The last finished answer: a late `played` may still correct its history entry. */
  let last: { readonly id: string; readonly answering: Answering } | undefined;
  /** Turns whose transcript is pending, in spoken order. */
  const pendingTurns: string[] = [];
  const transcripts = new Map<string, TurnEvent>();
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

  const effects: EffectHandlers = {
    send: ({ message }) => parts.send(message),
    open: ({ fromMs }) => {
      if (!recorder.open(fromMs)) fail(outOfMemory());
    },
    drop: () => recorder.drop(),
    transcribe: ({ turn }) => transcribe(turn),
    peek: ({ turn }) => peek(turn),
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

  const transcribe = (turn: string): void => {
    pendingTurns.push(turn);
    const file = recordings.get(turn);
    const taken = file === undefined ? recorder.take() : undefined;
    if (file === undefined && taken === undefined) fail(outOfMemory());
    else if (pendingTurns.length > liveLimits.turnsWaitingMax && taken !== undefined) {
      taken.free();
      parts.warn(new Problem('busy', 'Too much waits to be heard; say it again shortly.'));
      reportTranscript(turn, '', undefined);
    } else void transcribeTurn(turn, taken, file);
  };

  const transcribeTurn = async (
    turn: string,
    taken: TurnSamples | undefined,
    file: Uint8Array | undefined,
  ): Promise<void> => {
    let sound = taken;
    try {
      sound ??= await decodeRecording(file);
      const onPartial = (text: string) => {
        if (state.pending.some(({ id }) => id === turn))
          parts.send({ type: 'transcript', turn, text, language: partialLanguage, final: false });
      };
      const heard = await transcriber?.transcribe(
        sound.samples,
        { language: spokenIn, onPartial, hints: parts.hints },
        signal,
      );
      reportTranscript(turn, heard?.text ?? '', heard?.language);
    } catch (cause) {
      if (signal.aborted) return;
      const problem =
        cause instanceof Problem
          ? cause
          : new Problem('upstream', 'What you said could not be heard; try again.', { cause });
      if (badAudioCodes.has(problem.code)) fail(problem);
      else parts.warn(problem);
      reportTranscript(turn, '', undefined);
    } finally {
      recordings.delete(turn);
      sound?.free();
    }
  };

  // Transcripts may finish out of order; they are reported in spoken order.
  const reportTranscript = (turn: string, text: string, language: Language | undefined): void => {
    const { speaks } = settings;
    transcripts.set(turn, { type: 'heard', turn, text: text.trim(), language, speaks });
    for (let first = pendingTurns[0]; first !== undefined; first = pendingTurns[0]) {
      const event = transcripts.get(first);
      if (event === undefined) return;
      pendingTurns.shift();
      transcripts.delete(first);
      report(event);
    }
  };

  const spokenIn = settings.language ?? parts.spokenIn;
  const partialLanguage: Language = spokenIn ?? parts.language;

  const decodeRecording = async (file: Uint8Array | undefined): Promise<TurnSamples> => {
    try {
      if (engines.recordings === undefined || file === undefined)
        throw new Problem('audio_type', 'This server takes samples only, no recordings.');
      const { samples } = await engines.recordings.read(file, signal);
      const bytes = samples.byteLength;
      if (!parts.turnBytes.reserve(bytes)) {
        fail(outOfMemory());
        throw outOfMemory();
      }
      return { samples, free: () => parts.turnBytes.release(bytes) };
    } finally {
      parts.turnBytes.release(file?.length ?? 0);
    }
  };

  const peek = (turn: string): void => {
    const looking = new AbortController();
    const taken = recorder.snapshot();
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
          if (!recorder.addWindow(samples, window.endMs)) fail(outOfMemory());
          else if (!isIgnorable(state, window)) report({ type: 'window', ...window });
        });

  return {
    audio: (samples) => judge?.hear(samples),
    recording: (file) => {
      if (recordings.size >= liveLimits.recordingsMax) {
        fail(new Problem('rate', 'Too many recordings wait to be heard in this session.'));
        return;
      }
      if (!parts.turnBytes.reserve(file.length)) {
        fail(outOfMemory());
        return;
      }
      const turn = `t${state.idCount + 1}`;
      recordings.set(turn, file);
      report({ type: 'recording' });
    },
    command: (command) => {
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
    end: () => report({ type: 'end' }),
    whenIdle: () =>
      activeAnswers.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            idle.push(resolve);
          }),
    abandon: () => report({ type: 'abandon', done: noAnswer(sessionEnded(), parts) }),
    answers: () => answers,
    close: () => {
      closing.abort(new Problem('busy', 'The session has ended.'));
      for (const answering of activeAnswers.values()) {
        answering.hush();
        answering.close();
      }
      recorder.drop();
      judge?.close();
    },
  };
}

function outOfMemory(): Problem {
  return new Problem('busy', 'Too much is being said at once here; try again shortly.');
}

function sessionEnded(): Problem {
  return new Problem('busy', 'The session ended before there was an answer.');
}

// Transient problems: the session continues with the next question. Any other ends it.
const transientCodes = new Set(['busy', 'upstream', 'unavailable', 'draining', 'conflict']);
const badAudioCodes = new Set(['audio_type', 'too_large', 'audio_too_long']);
