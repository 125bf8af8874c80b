/** From the audio of turns to their words: records, transcribes, and reports the transcripts in spoken order. */
import { type Language, liveLimits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { Hints, SpeechEngines, Transcript } from '../speech/speech.ts';
import type { AnsweringParts } from './answering.ts';
import type { Budget } from './sound/byte-budget.ts';
import { createRecorder, type TurnSamples } from './sound/recorder.ts';

interface HearingParts extends Pick<AnsweringParts, 'time' | 'warn'> {
  readonly engines: Pick<SpeechEngines, 'transcriber' | 'recordings'>;
  /** Whose recordings they are: sites take turns, and so do the networks of a site. */
  readonly site: string;
  readonly network: string;
  readonly turnBytes: Budget;
  /** Prompts for the transcriber. */
  readonly hints: Hints;
  /** Undefined: detected. */
  readonly language: Language | undefined;
  /** A problem that ends the session. */
  readonly fail: (problem: Problem) => void;
  readonly onPeeked: (turn: string, text: string | undefined) => void;
  readonly onTranscript: (turn: string, text: string, language: Language | undefined) => void;
  /** Words of a turn whose transcript is not complete. */
  readonly onWords: (turn: string, text: string) => void;
  readonly signal: AbortSignal;
}

export function createHearing(parts: HearingParts) {
  const { engines, site, network, turnBytes, hints, language, signal, fail } = parts;
  const { transcriber } = engines;
  const recorder = createRecorder(turnBytes);
  const recordings = new Map<string, Uint8Array>();
  /** Turns whose transcript is pending, in spoken order. */
  const pendingTurns: string[] = [];
  const transcripts = new Map<string, Partial<Transcript>>();
  let early: EarlyTranscript | undefined;

  const transcribeSamples = async (
    { samples }: TurnSamples,
    onPartial: (text: string) => void,
    until: AbortSignal,
  ): Promise<Transcript | undefined> =>
    transcriber?.transcribe(samples, { language, onPartial, hints }, until);

  const transcribeTurn = async (
    turn: string,
    given: TurnSamples | Uint8Array,
    begun: EarlyTranscript | undefined,
  ): Promise<void> => {
    let sound: TurnSamples | undefined;
    try {
      sound = given instanceof Uint8Array ? await decode(given) : given;
      const onPartial = (text: string) => parts.onWords(turn, text);
      const heard =
        (await begun?.transcript) ?? (await transcribeSamples(sound, onPartial, signal));
      settle(turn, heard ?? {});
    } catch (cause) {
      if (signal.aborted) return;
      const problem =
        cause instanceof Problem
          ? cause
          : new Problem('upstream', 'What you said could not be heard; try again.', { cause });
      if (badAudioCodes.has(problem.code)) fail(problem);
      else parts.warn(problem);
      settle(turn, {});
    } finally {
      recordings.delete(turn);
      sound?.free();
    }
  };

  // Transcripts may finish out of order.
  const settle = (turn: string, transcript: Partial<Transcript>): void => {
    transcripts.set(turn, transcript);
    for (let first = pendingTurns[0]; first !== undefined; first = pendingTurns[0]) {
      const heard = transcripts.get(first);
      if (heard === undefined) return;
      pendingTurns.shift();
      transcripts.delete(first);
      parts.onTranscript(first, heard.text?.trim() ?? '', heard.language);
    }
  };

  const decode = async (file: Uint8Array): Promise<TurnSamples> => {
    try {
      if (engines.recordings === undefined)
        throw new Problem('audio_type', 'This server takes samples only, no recordings.');
      const { samples } = await engines.recordings.read(file, { site, network }, signal);
      const bytes = samples.byteLength;
      if (!turnBytes.reserve(bytes)) {
        fail(outOfMemory());
        throw outOfMemory();
      }
      return { samples, free: () => turnBytes.release(bytes) };
    } finally {
      turnBytes.release(file.length);
    }
  };

  const retract = (): void => {
    early?.stop();
    early = undefined;
  };

  return {
    /** False if there is no memory for it, which ends the session. */
    addWindow: (samples: Int16Array, endMs: number): boolean => {
      const isAdded = recorder.addWindow(samples, endMs);
      if (!isAdded) fail(outOfMemory());
      return isAdded;
    },
    open: (fromMs: number) => {
      if (!recorder.open(fromMs)) fail(outOfMemory());
    },
    drop: () => {
      retract();
      recorder.drop();
    },
    /** Stores a turn that came as one file; false if the session has too many of them. */
    addRecording: (turn: string, file: Uint8Array): boolean => {
      if (recordings.size >= liveLimits.recordingsMax)
        fail(new Problem('rate', 'Too many recordings wait to be heard in this session.'));
      else if (!turnBytes.reserve(file.length)) fail(outOfMemory());
      else {
        recordings.set(turn, file);
        return true;
      }
      return false;
    },
    transcribe: (turn: string) => {
      pendingTurns.push(turn);
      const file = recordings.get(turn);
      if (file !== undefined) {
        void transcribeTurn(turn, file, undefined);
        return;
      }
      const begun = early;
      early = undefined;
      const taken = recorder.take();
      if (taken === undefined) fail(outOfMemory());
      else if (pendingTurns.length > liveLimits.turnsWaitingMax) {
        begun?.stop();
        taken.free();
        parts.warn(new Problem('busy', 'Too much waits to be heard; say it again shortly.'));
        settle(turn, {});
      } else void transcribeTurn(turn, taken, begun);
    },
    /** Transcribes the open turn, which is probably complete. `transcribe` then uses the result. */
    anticipate: (turn: string) => {
      const taken = transcriber?.canStartEarly?.() === true ? recorder.snapshot() : undefined;
      if (taken === undefined) return;
      const stopping = new AbortController();
      const until = AbortSignal.any([signal, stopping.signal]);
      const onWords = (text: string) => {
        if (early === own && text !== '') parts.onWords(turn, text);
      };
      const transcript = transcribeSamples(taken, onWords, until)
        // Without an early transcript, `transcribe` transcribes the whole turn.
        .catch(() => undefined)
        .finally(taken.free);
      const own = { transcript, stop: () => stopping.abort() };
      early = own;
      void transcript.then((heard) => onWords(heard?.text ?? ''));
    },
    retract,
    /** A partial transcript of the open turn, in time for a barge-in. */
    peek: (turn: string) => {
      const looking = new AbortController();
      const taken = recorder.snapshot();
      const report = (text: string | undefined) => {
        if (looking.signal.aborted) return;
        looking.abort();
        cancel();
        parts.onPeeked(turn, text);
      };
      const cancel = parts.time.after(liveLimits.peekMs, () => report(undefined));
      if (taken === undefined) report(undefined);
      else
        transcribeSamples(taken, report, AbortSignal.any([signal, looking.signal]))
          .finally(taken.free)
          .then(
            (heard) => report(heard?.text),
            () => report(undefined),
          );
    },
  };
}

interface EarlyTranscript {
  /** Undefined if it failed or was stopped. */
  readonly transcript: Promise<Transcript | undefined>;
  readonly stop: () => void;
}

function outOfMemory(): Problem {
  return new Problem('busy', 'Too much is being said at once here; try again shortly.');
}

const badAudioCodes = new Set(['audio_type', 'too_large', 'audio_too_long']);
