/** One question of a session on its way: its words are told as they come, and spoken where there is a voice. */
import { type Language, type LiveServerMessage, siteProblemCode } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Speaker, Voice } from '../speech/speech.ts';
import type { Entry } from './history.ts';
import type { Time } from './time.ts';
import type { AskDone, TurnEvent } from './turn-events.ts';
import { createUtterance, type Utterance } from './utterance.ts';

export interface LiveQuestion {
  readonly question: string;
  readonly history: readonly Entry[];
  readonly language: Language | undefined;
  /** Whether the answer is to be read aloud. */
  readonly spoken: boolean;
  readonly conversation: string | undefined;
  readonly page: string | undefined;
}

export interface AnsweringParts {
  readonly time: Time;
  /** Undefined where nothing is to be spoken. */
  readonly speaker: Speaker | undefined;
  readonly voice: string | undefined;
  /**
   * Answers to the end; when the signal aborts, with what is at hand. Rejects with a `Problem`
   * when it was not even begun.
   */
  readonly ask: (
    question: LiveQuestion,
    onToken: (text: string) => void,
    signal: AbortSignal,
  ) => Promise<AskDone>;
  /** Takes a spoken answer from the plan; undefined when none is left. What it gives takes it back. */
  readonly takeVoice: () => Promise<(() => Promise<void>) | undefined>;
  readonly sentencesOf: (text: string) => readonly string[];
  readonly languageOf: (text: string) => Language | undefined;
  /** What is spoken where nothing tells. */
  readonly language: Language;
  /** The way to a person. */
  readonly handoff: string;
  readonly send: (message: LiveServerMessage) => void;
  readonly sendAudio: (bytes: Uint8Array) => void;
  readonly hasRoom: () => boolean;
  readonly report: (event: TurnEvent) => void;
  readonly warn: (problem: Problem) => void;
  /** What no answer can come of. */
  readonly refuse: (problem: Problem) => void;
}

export interface Answering {
  readonly hold: (isInterrupted: boolean) => void;
  readonly release: (resumes: boolean) => void;
  readonly hush: () => void;
  readonly played: (ms: number, hasEnded: boolean) => void;
  /** What was told, as far as it was heard. */
  readonly heardText: () => string;
  /** It has its `done`: what was taken for nothing is given back. */
  readonly close: () => void;
}

export function answer(
  parts: AnsweringParts,
  id: string,
  question: Omit<LiveQuestion, 'spoken'> & { readonly heardIn: Language | undefined },
  signal: AbortSignal,
): Answering {
  let told = '';
  let said = 0;
  let untold: string[] = [];
  let state: 'open' | 'interrupted' | 'hushed' = 'open';
  let isHeld = false;
  let utterance: Utterance | undefined;
  let giveBack: (() => Promise<void>) | undefined;
  let isClosed = false;
  const stopping = new AbortController();

  const returnUnit = (): void => {
    void giveBack?.();
    giveBack = undefined;
  };

  const tell = (text: string): void => {
    if (state === 'hushed') return;
    told += text;
    if (state === 'open') parts.send({ type: 'token', answer: id, text });
    else if (state === 'interrupted') untold.push(text);
  };

  const sayFrom = (isWhole: boolean): void => {
    const sentences = parts.sentencesOf(told);
    const ready = isWhole ? sentences : sentences.slice(0, -1);
    for (const sentence of ready.slice(said)) utterance?.say(sentence);
    said = Math.max(said, ready.length);
  };

  const voiceOf = (): Voice | undefined => {
    const known = question.language ?? parts.languageOf(told) ?? question.heardIn;
    return pickVoice(parts.speaker?.voices ?? [], parts.voice, known ?? parts.language);
  };

  const begin = (speaker: Speaker): Utterance =>
    createUtterance({
      time: parts.time,
      speak: (sentence, aborted) => {
        const voice = voiceOf();
        if (voice === undefined) throw new Problem('upstream', 'There is no voice to speak with.');
        return speaker.speak(sentence, voice, AbortSignal.any([signal, aborted]));
      },
      begin: (sampleRate) => {
        parts.report({ type: 'speaking', answer: id });
        const form = { encoding: 'pcm_s16le', sample_rate: sampleRate } as const;
        parts.send({ type: 'audio', answer: id, ...form });
      },
      sendAudio: parts.sendAudio,
      hasRoom: parts.hasRoom,
      onSent: (durationMs) => {
        parts.send({ type: 'audio_end', answer: id, duration_ms: durationMs });
        parts.report({ type: 'sent', answer: id });
      },
      onOver: () => parts.report({ type: 'over', answer: id }),
      onFailure: (cause, hasSpoken) => {
        if (signal.aborted) return;
        parts.warn(
          cause instanceof Problem
            ? cause
            : new Problem('upstream', 'The answer cannot be spoken just now.', { cause }),
        );
        if (hasSpoken) return;
        utterance = undefined;
        returnUnit();
        parts.report({ type: 'mute', answer: id });
      },
    });

  const prepareVoice = async (): Promise<boolean> => {
    if (parts.speaker === undefined) return false;
    giveBack = await parts.takeVoice();
    if (giveBack === undefined) {
      parts.warn(
        new Problem('plan', 'No spoken answers are left this month; answers go on as text.'),
      );
      parts.report({ type: 'mute', answer: id });
      return false;
    }
    // Whoever left while it was taken hears nothing of it.
    if (isClosed) {
      returnUnit();
      return false;
    }
    utterance = begin(parts.speaker);
    if (isHeld) utterance.hold();
    if (state === 'hushed') utterance.hush();
    return true;
  };

  const run = async (): Promise<void> => {
    const spoken = await prepareVoice();
    const { heardIn: _, ...rest } = question;
    const done = await parts.ask(
      { ...rest, spoken },
      (text) => {
        tell(text);
        sayFrom(false);
      },
      AbortSignal.any([signal, stopping.signal]),
    );
    sayFrom(true);
    utterance?.finish();
    parts.report({ type: 'answered', answer: id, done });
  };

  run().catch((cause: unknown) => {
    if (signal.aborted) return;
    utterance?.hush();
    const problem =
      cause instanceof Problem
        ? cause
        : new Problem('unavailable', 'Something failed on our side; try again shortly.', { cause });
    parts.report({ type: 'mute', answer: id });
    parts.report({ type: 'answered', answer: id, done: noAnswer(problem, parts) });
    parts.refuse(problem);
  });

  return {
    hold: (isInterrupted) => {
      isHeld = true;
      if (isInterrupted) state = 'interrupted';
      utterance?.hold();
    },
    release: (resumes) => {
      isHeld = false;
      if (resumes) {
        state = 'open';
        const from_ms = utterance?.placeMs() ?? 0;
        parts.send({ type: 'resumed', answer: id, from_ms });
        for (const text of untold) parts.send({ type: 'token', answer: id, text });
        untold = [];
      }
      utterance?.release();
    },
    hush: () => {
      state = 'hushed';
      untold = [];
      stopping.abort();
      utterance?.hush();
    },
    played: (ms, hasEnded) => utterance?.played(ms, hasEnded),
    heardText: () => (utterance === undefined ? told.trim() : utterance.heardText()),
    close: () => {
      isClosed = true;
      if (utterance?.hasSpoken() !== true) returnUnit();
    },
  };
}

/** The one that was asked for, else the first of the language, else any. */
export function pickVoice(
  voices: readonly Voice[],
  wanted: string | undefined,
  language: Language,
): Voice | undefined {
  const inLanguage = (spoken: string) => voices.find((voice) => voice.language === spoken);
  return (
    voices.find(({ name }) => name === wanted) ??
    (wanted === 'sw' || wanted === 'en' ? inLanguage(wanted) : undefined) ??
    inLanguage(language) ??
    voices[0]
  );
}

/** The `done` of what no answer came of. */
export function noAnswer(
  problem: Problem,
  { language, handoff }: Pick<AnsweringParts, 'language' | 'handoff'>,
): AskDone {
  return {
    answered: false,
    language,
    sources: [],
    handoff: String(problem.fields?.handoff ?? handoff),
    id: '',
    error: { code: siteProblemCode(problem.code), error: problem.message },
  };
}
