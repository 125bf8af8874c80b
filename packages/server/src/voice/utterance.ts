/** One answer as it is spoken: sentence by sentence, never far ahead of the judge that listens. */
import { liveLimits } from '@baraza/contract';
import type { Speech } from '../speech/speech.ts';
import { atRate } from './sound/audio.ts';
import type { Time } from './time.ts';

interface UtteranceParts {
  readonly time: Time;
  readonly speak: (sentence: string, signal: AbortSignal) => Promise<Speech>;
  /** Sound follows, at this rate. */
  readonly begin: (sampleRate: number) => void;
  readonly sendAudio: (bytes: Uint8Array) => void;
  /** Whether the reader takes what it is sent. */
  readonly hasRoom: () => boolean;
  /** All of it has left, so many milliseconds. */
  readonly onSent: (durationMs: number) => void;
  /** All of it must have been heard. */
  readonly onOver: () => void;
  /** Nothing could be spoken, or no more of it. */
  readonly onFailure: (cause: unknown, hasSpoken: boolean) => void;
}

export interface Utterance {
  /** More to say; a whole sentence, or several. */
  readonly say: (sentence: string) => void;
  /** There is no more to say. */
  readonly finish: () => void;
  readonly hold: () => void;
  /** Where it would go on, in milliseconds. */
  readonly placeMs: () => number;
  /** Goes on where the listener was. */
  readonly release: () => void;
  /** Never speaks again. */
  readonly hush: () => void;
  /** The listener says how far it is. */
  readonly played: (ms: number, hasEnded: boolean) => void;
  /** What was heard of what was said. */
  readonly heardText: () => string;
  readonly hasSpoken: () => boolean;
}

interface Sentence {
  readonly text: string;
  /** Where it begins, as soon as that is known, and how much of it is there. */
  from: number | undefined;
  samples: number;
  isWhole: boolean;
}

// Well below what may be ahead: a late timer still sends in time.
const leadMs = liveLimits.aheadMsMax - 500;
const frameMs = 40;
const roomMs = 100;
const patienceMs = 3_000;
// What may have to be said again after an interruption, and what may be made before it is needed.
const keptMs = 5_000;
const madeAheadMs = 3_000;

export function createUtterance(parts: UtteranceParts): Utterance {
  const { time } = parts;
  const sentences: Sentence[] = [];
  let isComplete = false;
  let state: 'going' | 'held' | 'hushed' | 'over' = 'going';
  let rate = 0;
  /** The sound that is kept, and where it begins. */
  let kept: Int16Array[] = [];
  let keptFrom = 0;
  let made = 0;
  let sent = 0;
  let isBegun = false;
  /** When the sound that is at `originSamples` was due to be heard. */
  let originMs = 0;
  let originSamples = 0;
  /** Where the listener said it was, and when. */
  let reported: { readonly samples: number; readonly atMs: number } | undefined;
  /** How far it had been sent when it was held, and how much was heard when it was over. */
  let heldAt = 0;
  let overAt = 0;
  let hasSpoken = false;
  let isSent = false;
  let patientUntilMs = 0;
  let cancelTimer = () => {};
  let making: AbortController | undefined;
  let wakeMaker = () => {};

  const msOf = (samples: number) => (rate === 0 ? 0 : (samples * 1000) / rate);
  const dueSamples = () =>
    Math.min(sent, originSamples + ((time.nowMs() - originMs) * rate) / 1000);

  const restAt = (ms: number, callback: () => void): void => {
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
    // Whoever waited for us hears the next of it only now.
    if (due >= sent) {
      originMs = time.nowMs();
      originSamples = sent;
    }
    const frame = samplesFrom(sent, Math.round((rate * frameMs) / 1000));
    sent += frame.length;
    hasSpoken = true;
    forget();
    parts.sendAudio(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength));
  };

  const pump = (): void => {
    if (state !== 'going') return;
    while (sent < made && msOf(sent - dueSamples()) < leadMs && parts.hasRoom()) {
      sendFrame();
      if (state !== 'going') return;
    }
    wakeMaker();
    if (sent < made) {
      const aheadMs = msOf(sent - dueSamples());
      restAt(parts.hasRoom() ? Math.max(1, aheadMs - leadMs + frameMs) : roomMs, pump);
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
    patientUntilMs = time.nowMs() + msOf(sent - dueSamples()) + patienceMs;
    waitForEar();
  };

  // A listener that began late and says so is waited for.
  const waitForEar = (): void => {
    const leftMs = Math.min(msOf(sent - heard()), patientUntilMs - time.nowMs());
    if (leftMs > 0) restAt(Math.ceil(leftMs), waitForEar);
    else finishHearing();
  };

  const finishHearing = (): void => {
    if (state !== 'going' || !isSent) return;
    cancelTimer();
    state = 'over';
    overAt = sent;
    kept = [];
    parts.onOver();
  };

  const make = async (controller: AbortController): Promise<void> => {
    const { signal } = controller;
    for (;;) {
      const sentence = sentences.find(({ isWhole }) => !isWhole);
      if (sentence === undefined || signal.aborted) break;
      const speech = await parts.speak(sentence.text, signal);
      if (rate === 0) rate = speech.sampleRate;
      // Of a sentence that was interrupted, what is there already is passed over.
      let known = sentence.samples;
      sentence.from ??= made;
      for await (const chunk of speech.chunks) {
        if (signal.aborted) return;
        const samples = atRate(chunk, speech.sampleRate, rate);
        const fresh = samples.subarray(Math.min(known, samples.length));
        known -= samples.length - fresh.length;
        add(sentence, fresh);
        pump();
        while (msOf(made - sent) > madeAheadMs && !signal.aborted)
          await new Promise<void>((resolve) => {
            wakeMaker = resolve;
          });
      }
      if (signal.aborted) return;
      sentence.isWhole = true;
    }
    if (making === controller) making = undefined;
    pump();
  };

  const keepMaking = (): void => {
    if (state !== 'going' || making !== undefined) return;
    if (sentences.every(({ isWhole }) => isWhole)) return;
    const controller = new AbortController();
    making = controller;
    make(controller).catch((cause: unknown) => {
      if (making !== controller) return;
      making = undefined;
      giveUp(cause);
    });
  };

  const giveUp = (cause: unknown): void => {
    for (const sentence of sentences) sentence.isWhole = true;
    isComplete = true;
    parts.onFailure(cause, made > 0);
    if (made > 0) pump();
    else state = 'over';
  };

  const stopMaking = (): void => {
    cancelTimer();
    making?.abort();
    making = undefined;
    wakeMaker();
  };

  const add = (sentence: Sentence, samples: Int16Array): void => {
    if (samples.length === 0) return;
    kept.push(samples);
    made += samples.length;
    sentence.samples += samples.length;
  };

  const samplesFrom = (from: number, wanted: number): Int16Array => {
    let place = keptFrom;
    for (const chunk of kept) {
      if (from < place + chunk.length) return chunk.subarray(from - place, from - place + wanted);
      place += chunk.length;
    }
    return new Int16Array();
  };

  const forget = (): void => {
    for (let first = kept[0]; first !== undefined; first = kept[0]) {
      if (msOf(sent - keptFrom - first.length) < keptMs) return;
      keptFrom += first.length;
      kept.shift();
    }
  };

  /** How far the listener is: what it says itself, else what it must have heard by now. */
  const heard = (): number => {
    if (rate === 0) return 0;
    const due = dueSamples();
    const told =
      reported === undefined
        ? due
        : reported.samples + ((time.nowMs() - reported.atMs) * rate) / 1000;
    return Math.min(sent, Math.max(keptFrom, Math.floor(Math.min(due, told))));
  };

  return {
    say: (text) => {
      if (state === 'hushed' || state === 'over') return;
      sentences.push({ text, from: undefined, samples: 0, isWhole: false });
      keepMaking();
    },
    finish: () => {
      isComplete = true;
      pump();
    },
    hold: () => {
      if (state !== 'going') return;
      const place = heard();
      heldAt = sent;
      state = 'held';
      stopMaking();
      // The listener has let go of the rest; what it heard is what it will hear after.
      originMs = time.nowMs();
      originSamples = place;
      sent = place;
      isBegun = false;
      isSent = false;
    },
    placeMs: () => Math.round(msOf(sent)),
    release: () => {
      if (state !== 'held') return;
      state = 'going';
      reported = undefined;
      keepMaking();
      pump();
    },
    hush: () => {
      if (state === 'going') sent = heard();
      state = 'hushed';
      stopMaking();
      kept = [];
    },
    played: (ms, hasEnded) => {
      const samples = Math.floor((ms * rate) / 1000);
      // What is told after the end is the last word on it.
      if (state === 'over') sent = hasEnded ? overAt : Math.min(overAt, samples);
      else if (state === 'hushed') sent = Math.min(sent, samples);
      else if (state === 'held') sent = Math.min(heldAt, Math.max(keptFrom, samples));
      else if (hasEnded) finishHearing();
      else reported = { samples, atMs: time.nowMs() };
    },
    heardText: () => heardPart(sentences, state === 'going' ? heard() : sent, rate),
    hasSpoken: () => hasSpoken,
  };
}

function heardPart(sentences: readonly Sentence[], heard: number, rate: number): string {
  const said = sentences.flatMap(({ text, from, samples, isWhole }) => {
    if (from === undefined || heard <= from) return [];
    // Of a sentence that was not finished only its letters tell how long it would have been.
    const whole = isWhole ? samples : Math.max(samples, (text.length / lettersASecond) * rate);
    const share = Math.min(1, (heard - from) / whole);
    return [share === 1 ? text : firstWords(text, share)];
  });
  return said.join(' ').trim();
}

const lettersASecond = 15;

function firstWords(text: string, share: number): string {
  const words = text.split(/\s+/);
  return words.slice(0, Math.floor(words.length * share)).join(' ');
}
