/** One question of a live session being answered: tokens stream to the client, and sentences to the speaker. */
import {
  type Language,
  type LiveServerMessage,
  siteLimits,
  siteProblemCode,
} from '@baraza/contract';
import { sentencesOf } from '../kernel/language/sentences.ts';
import { asProblem, Problem } from '../kernel/problem.ts';
import type { Speaker, Voice } from '../speech/speech.ts';
import type { Time } from './time.ts';
import type { AskDone, TurnEvent } from './turn-events.ts';
import { createUtterance, type Utterance } from './utterance.ts';

export interface LiveQuestion {
  readonly question: string;
  readonly history: readonly HistoryEntry[];
  readonly language: Language | undefined;
  /** Whether the answer is to be read aloud. */
  readonly spoken: boolean;
  readonly conversation: string | undefined;
  readonly page: string | undefined;
}

export interface AnsweringParts {
  readonly time: Time;
  /** Undefined for text-only answers. */
  readonly speaker: Speaker | undefined;
  readonly voice: string | undefined;
  /**
   * Resolves even when the signal aborts, with the answer so far. Rejects with a `Problem` when the
   * question was refused.
   */
  readonly ask: (
    question: LiveQuestion,
    onToken: (text: string) => void,
    signal: AbortSignal,
  ) => Promise<AskDone>;
  /** Takes one spoken answer from the plan and returns its refund; undefined when none is left. */
  readonly takeVoice: () => Promise<(() => Promise<void>) | undefined>;
  readonly languageOf: (text: string) => Language | undefined;
  /** The default language. */
  readonly language: Language;
  /** How to reach a person. */
  readonly handoff: string;
  readonly send: (message: LiveServerMessage) => void;
  readonly sendAudio: (bytes: Uint8Array) => void;
  readonly hasRoom: () => boolean;
  readonly report: (event: TurnEvent) => void;
  readonly warn: (problem: Problem) => void;
  /** A problem that leaves the question without an answer. */
  readonly refuse: (problem: Problem) => void;
}

export type Answering = ReturnType<typeof startAnswer>;

export function startAnswer(
  parts: AnsweringParts,
  id: string,
  question: Omit<LiveQuestion, 'spoken'> & { readonly heardIn: Language | undefined },
  signal: AbortSignal,
) {
  let answerText = '';
  let sentencesSpoken = 0;
  let withheldTokens: string[] = [];
  let state: 'open' | 'interrupted' | 'hushed' = 'open';
  let isHeld = false;
  let utterance: Utterance | undefined;
  let refundVoice: (() => Promise<void>) | undefined;
  let isClosed = false;
  let hasFailed = false;
  const stopping = new AbortController();

  const refundVoiceOnce = (): void => {
    void refundVoice?.();
    refundVoice = undefined;
  };

  const sendToken = (text: string): void => {
    if (state === 'hushed') return;
    answerText += text;
    if (state === 'open') parts.send({ type: 'token', answer: id, text });
    else if (state === 'interrupted') withheldTokens.push(text);
  };

  const speakSentences = (isWhole: boolean): void => {
    const sentences = sentencesOf(answerText);
    const ready = isWhole ? sentences : sentences.slice(0, -1);
    for (const sentence of ready.slice(sentencesSpoken)) utterance?.say(sentence);
    sentencesSpoken = Math.max(sentencesSpoken, ready.length);
  };

  const spokenLanguage = (): Language =>
    question.language ?? parts.languageOf(answerText) ?? question.heardIn ?? parts.language;

  const begin = (speaker: Speaker): Utterance =>
    createUtterance({
      time: parts.time,
      speak: (sentence, aborted) => {
        const voice = pickVoice(speaker.voices, parts.voice, spokenLanguage());
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
        refundVoiceOnce();
        parts.report({ type: 'mute', answer: id });
      },
    });

  const prepareVoice = async (): Promise<boolean> => {
    if (parts.speaker === undefined) return false;
    refundVoice = await parts.takeVoice();
    if (refundVoice === undefined) {
      parts.warn(
        new Problem('plan', 'No spoken answers are left this month; answers go on as text.'),
      );
      parts.report({ type: 'mute', answer: id });
      return false;
    }
    // Closed while the plan was asked.
    if (isClosed) {
      refundVoiceOnce();
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
        sendToken(text);
        speakSentences(false);
      },
      AbortSignal.any([signal, stopping.signal]),
    );
    finish(done);
  };

  const finish = (done: AskDone): void => {
    hasFailed = done.error !== undefined;
    speakSentences(true);
    utterance?.finish();
    parts.report({ type: 'answered', answer: id, done });
  };

  run().catch((cause: unknown) => {
    if (signal.aborted) return;
    const problem = asProblem(cause);
    // Spoken, because silence seems to be a lost connection. Only a refusal with a link to a person is
    // written for visitors.
    const isForVisitors = problem.code === 'busy' && problem.fields?.handoff !== undefined;
    const isSpoken = isForVisitors && answerText === '';
    if (isSpoken) sendToken(problem.message);
    else utterance?.hush();
    if (utterance === undefined || !isSpoken) parts.report({ type: 'mute', answer: id });
    const language = isSpoken ? spokenLanguage() : parts.language;
    finish(noAnswer(problem, { language, handoff: parts.handoff }));
    parts.refuse(problem);
  });

  return {
    hold: (isInterrupted: boolean) => {
      isHeld = true;
      if (isInterrupted) state = 'interrupted';
      utterance?.hold();
    },
    release: (resumes: boolean) => {
      isHeld = false;
      if (resumes) {
        state = 'open';
        const from_ms = utterance?.positionMs() ?? 0;
        parts.send({ type: 'resumed', answer: id, from_ms });
        for (const text of withheldTokens) parts.send({ type: 'token', answer: id, text });
        withheldTokens = [];
      }
      utterance?.release();
    },
    hush: () => {
      state = 'hushed';
      withheldTokens = [];
      stopping.abort();
      utterance?.hush();
    },
    played: (ms: number, hasEnded: boolean) => utterance?.played(ms, hasEnded),
    /** The text of the answer, as far as its audio was played. */
    heardText: () => {
      // A refusal is not part of the history.
      if (hasFailed) return '';
      return utterance === undefined ? answerText.trim() : utterance.heardText();
    },
    /** After its `done`: refunds a spoken answer of which nothing was spoken. */
    close: () => {
      isClosed = true;
      if (utterance?.hasSpoken() !== true) refundVoiceOnce();
    },
  };
}

/** The requested voice, else the first of the language, else any. */
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

/** The `done` of a question that has no answer. */
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

interface HistoryEntry {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Conversation history for the next question; of an interrupted answer only the part that was played. */
export function createHistory(before: readonly HistoryEntry[]) {
  let exchanges: { readonly answer: string; readonly question: string; readonly text: string }[] =
    [];
  return {
    addQuestion: (answer: string, question: string) => {
      exchanges = [...exchanges, { answer, question, text: '' }].slice(
        -siteLimits.historyEntriesMax,
      );
    },
    setAnswer: (answer: string, text: string) => {
      exchanges = exchanges.map((entry) => (entry.answer === answer ? { ...entry, text } : entry));
    },
    entries: () => {
      const entries = exchanges.flatMap(({ question, text }): HistoryEntry[] => [
        { role: 'user', content: question },
        ...(text === '' ? [] : [{ role: 'assistant' as const, content: text }]),
      ]);
      return [...before, ...entries].slice(-siteLimits.historyEntriesMax);
    },
  };
}
