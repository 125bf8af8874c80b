/**
 * Playback of one spoken answer: synthesises sentence by sentence, sends frames a bounded time ahead
 * of playback, and can hold, resume where the listener was, or stop.
 */
import { liveLimits } from '@baraza/contract';
import type { Speech } from '../speech/speech.ts';
import { resampleLinear } from './sound/audio.ts';
import type { Time } from './time.ts';

interface UtteranceParts {
  readonly time: Time;
  readonly speak: (sentence: string, signal: AbortSignal) => Promise<Speech>;
  /** Audio follows, at this sample rate. */
  readonly begin: (sampleRate: number) => void;
  readonly sendAudio: (bytes: Uint8Array) => void;
  /** False while the socket is under backpressure. */
  readonly hasRoom: () => boolean;
  /** All frames were sent; their total duration. */
  readonly onSent: (durationMs: number) => void;
  /** Playback has ended, as reported or by the clock. */
  readonly onOver: () => void;
  /** Synthesis failed, before or after the first sound. */
  readonly onFailure: (cause: unknown, hasSpoken: boolean) => void;
}

export type Utterance = ReturnType<typeof createUtterance>;

interface Sentence {
  readonly text: string;
  /** First sample, once known, and the samples synthesised so far. */
  from: number | undefined;
  samples: number;
  isWhole: boolean;
}

// Sent ahead of playback; below the limit of the protocol, so that a late timer still sends in time.
const bufferAheadMs = liveLimits.aheadMsMax - 500;
const frameMs = 40;
const backpressurePollMs = 100;
const playbackGraceMs = 3_000;
// Sent audio that is kept for replay after an interruption, and audio synthesised before it is due.
const replayMs = 5_000;
const synthesisAheadMs = 3_000;

export function createUtterance(parts: UtteranceParts) {
  const { time } = parts;
  const sentences: Sentence[] = [];
  let isComplete = false;
  let state: 'playing' | 'held' | 'hushed' | 'over' = 'playing';
  let rate = 0;
  /** Chunks still in memory, and the position of their first sample. */
  let buffered: Int16Array[] = [];
  let bufferStart = 0;
  let synthesised = 0;
  let sent = 0;
  let isBegun = false;
  /** Playback clock: the sample at `originSamples` was due at `originMs`. */
  let originMs = 0;
  let originSamples = 0;
  /** The last playback position that the client reported, and when. */
  let reported: { readonly samples: number; readonly atMs: number } | undefined;
  /** Samples sent when it was held, and when it was over. */
  let sentWhenHeld = 0;
  let sentWhenOver = 0;
  let hasSpoken = false;
  let isSent = false;
  let playbackDeadlineMs = 0;
  let cancelTimer = () => {};
  let synthesis: AbortController | undefined;
  let wakeSynthesis = () => {};

  const msOf = (samples: number) => (rate === 0 ? 0 : (samples * 1000) / rate);
  const dueSamples = () =>
    Math.min(sent, originSamples + ((time.nowMs() - originMs) * rate) / 1000);

  const schedule = (ms: number, callback: () => void): void => {
    cancelTimer();
    cancelTimer = time.after(ms, callback);
  };

  const sendFrame = (): void => {
    if (!isBegun) {
      isBegun = true;
      originMs = time.nowMs();
      originSamples = sent;
      parts.begin(rate);
    }
    const due = dueSamples();
    // Buffer underrun: the playback clock restarts with this frame.
    if (due >= sent) {
      originMs = time.nowMs();
      originSamples = sent;
    }
    const frame = samplesFrom(sent, Math.round((rate * frameMs) / 1000));
    sent += frame.length;
    hasSpoken = true;
    trimBuffer();
    parts.sendAudio(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength));
  };

  const pump = (): void => {
    if (state !== 'playing') return;
    while (sent < synthesised && msOf(sent - dueSamples()) < bufferAheadMs && parts.hasRoom()) {
      sendFrame();
      if (state !== 'playing') return;
    }
    wakeSynthesis();
    if (sent < synthesised) {
      const aheadMs = msOf(sent - dueSamples());
      schedule(
        parts.hasRoom() ? Math.max(1, aheadMs - bufferAheadMs + frameMs) : backpressurePollMs,
        pump,
      );
    } else if (isComplete && sentences.every(({ isWhole }) => isWhole)) end();
  };

  const end = (): void => {
    if (!hasSpoken) {
      state = 'over';
      parts.onOver();
      return;
    }
    if (!isSent) {
      isSent = true;
      isBegun = false;
      parts.onSent(Math.round(msOf(sent)));
    }
    playbackDeadlineMs = time.nowMs() + msOf(sent - dueSamples()) + playbackGraceMs;
    waitForPlayback();
  };

  // A client that began playback late and reports it is waited for.
  const waitForPlayback = (): void => {
    const leftMs = Math.min(msOf(sent - playedSamples()), playbackDeadlineMs - time.nowMs());
    if (leftMs > 0) schedule(Math.ceil(leftMs), waitForPlayback);
    else finishPlayback();
  };

  const finishPlayback = (): void => {
    if (state !== 'playing' || !isSent) return;
    cancelTimer();
    state = 'over';
    sentWhenOver = sent;
    buffered = [];
    parts.onOver();
  };

  const synthesise = async (controller: AbortController): Promise<void> => {
    const { signal } = controller;
    for (;;) {
      const sentence = sentences.find(({ isWhole }) => !isWhole);
      if (sentence === undefined || signal.aborted) break;
      const speech = await parts.speak(sentence.text, signal);
      if (rate === 0) rate = speech.sampleRate;
      // A sentence that was interrupted is synthesised again; the samples already there are skipped.
      let known = sentence.samples;
      sentence.from ??= synthesised;
      for await (const chunk of speech.chunks) {
        if (signal.aborted) return;
        const samples = resampleLinear(chunk, speech.sampleRate, rate);
        const fresh = samples.subarray(Math.min(known, samples.length));
        known -= samples.length - fresh.length;
        appendSamples(sentence, fresh);
        pump();
        while (msOf(synthesised - sent) > synthesisAheadMs && !signal.aborted)
          await new Promise<void>((resolve) => {
            wakeSynthesis = resolve;
          });
      }
      if (signal.aborted) return;
      sentence.isWhole = true;
    }
    if (synthesis === controller) synthesis = undefined;
    pump();
  };

  const startSynthesis = (): void => {
    if (state !== 'playing' || synthesis !== undefined) return;
    if (sentences.every(({ isWhole }) => isWhole)) return;
    const controller = new AbortController();
    synthesis = controller;
    synthesise(controller).catch((cause: unknown) => {
      if (synthesis !== controller) return;
      synthesis = undefined;
      giveUp(cause);
    });
  };

  const giveUp = (cause: unknown): void => {
    for (const sentence of sentences) sentence.isWhole = true;
    isComplete = true;
    parts.onFailure(cause, synthesised > 0);
    if (synthesised > 0) pump();
    else state = 'over';
  };

  const stopSynthesis = (): void => {
    cancelTimer();
    synthesis?.abort();
    synthesis = undefined;
    wakeSynthesis();
  };

  const appendSamples = (sentence: Sentence, samples: Int16Array): void => {
    if (samples.length === 0) return;
    buffered.push(samples);
    synthesised += samples.length;
    sentence.samples += samples.length;
  };

  const samplesFrom = (from: number, wanted: number): Int16Array => {
    let place = bufferStart;
    for (const chunk of buffered) {
      if (from < place + chunk.length) return chunk.subarray(from - place, from - place + wanted);
      place += chunk.length;
    }
    return new Int16Array();
  };

  const trimBuffer = (): void => {
    for (let first = buffered[0]; first !== undefined; first = buffered[0]) {
      if (msOf(sent - bufferStart - first.length) < replayMs) return;
      bufferStart += first.length;
      buffered.shift();
    }
  };

  /** Playback position: as the client reported it, else by the playback clock. */
  const playedSamples = (): number => {
    if (rate === 0) return 0;
    const due = dueSamples();
    const reportedSamples =
      reported === undefined
        ? due
        : reported.samples + ((time.nowMs() - reported.atMs) * rate) / 1000;
    return Math.min(sent, Math.max(bufferStart, Math.floor(Math.min(due, reportedSamples))));
  };

  return {
    /** Adds a whole sentence, or several. */
    say: (text: string) => {
      if (state === 'hushed' || state === 'over') return;
      sentences.push({ text, from: undefined, samples: 0, isWhole: false });
      startSynthesis();
    },
    /** No more sentences will come. */
    finish: () => {
      isComplete = true;
      pump();
    },
    hold: () => {
      if (state !== 'playing') return;
      const place = playedSamples();
      sentWhenHeld = sent;
      state = 'held';
      stopSynthesis();
      // The client has dropped its buffer; sending resumes from the playback position.
      originMs = time.nowMs();
      originSamples = place;
      sent = place;
      isBegun = false;
      isSent = false;
    },
    /** Position from which `release` resumes. */
    positionMs: () => Math.round(msOf(sent)),
    /** Resumes where the listener was. */
    release: () => {
      if (state !== 'held') return;
      state = 'playing';
      reported = undefined;
      startSynthesis();
      pump();
    },
    /** Stops for good. */
    hush: () => {
      if (state === 'playing') sent = playedSamples();
      state = 'hushed';
      stopSynthesis();
      buffered = [];
    },
    /** Playback position as the client reports it. */
    played: (ms: number, hasEnded: boolean) => {
      const samples = Math.floor((ms * rate) / 1000);
      // A report that comes after the end corrects the estimate.
      if (state === 'over') sent = hasEnded ? sentWhenOver : Math.min(sentWhenOver, samples);
      else if (state === 'hushed') sent = Math.min(sent, samples);
      else if (state === 'held') sent = Math.min(sentWhenHeld, Math.max(bufferStart, samples));
      else if (hasEnded) finishPlayback();
      else reported = { samples, atMs: time.nowMs() };
    },
    /** The text whose audio was played. */
    heardText: () => playedText(sentences, state === 'playing' ? playedSamples() : sent, rate),
    hasSpoken: () => hasSpoken,
  };
}

function playedText(sentences: readonly Sentence[], heard: number, rate: number): string {
  const played = sentences.flatMap(({ text, from, samples, isWhole }) => {
    if (from === undefined || heard <= from) return [];
    // The length of a partly synthesised sentence is estimated from its letters.
    const whole = isWhole ? samples : Math.max(samples, (text.length / lettersASecond) * rate);
    const share = Math.min(1, (heard - from) / whole);
    return [share === 1 ? text : firstWords(text, share)];
  });
  return played.join(' ').trim();
}

const lettersASecond = 15;

function firstWords(text: string, share: number): string {
  const words = text.split(/\s+/);
  return words.slice(0, Math.floor(words.length * share)).join(' ');
}
