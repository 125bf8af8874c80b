import { liveLimits } from '@baraza/contract';
import { loudnessOf, windowSamples } from '../../speech/samples.ts';
import type { VoiceListener } from '../../speech/speech.ts';
import { fullScale, toFloats } from './audio.ts';
import type { SpeechWindow } from './speech-segments.ts';

const windowMs = (windowSamples * 1000) / liveLimits.inputSampleRate;
// Beyond this backlog the detector is not waited for: the energy gate decides alone.
const pendingMax = 64;
const onsetThreshold = 0.5;
const continuationThreshold = 0.35;

/**
 * Voice activity detection: classifies windows of audio in order, by energy gate and then by the detector.
 * The samples given to `onWindow` are a reused buffer: copy them to keep them. Without a detector,
 * and when it fails, the energy gate decides alone.
 */
export function createWindowJudge(
  listener: VoiceListener | undefined,
  onWindow: (window: SpeechWindow, samples: Int16Array) => void,
) {
  const passesGate = createEnergyGate();
  const buffer = new Int16Array(windowSamples);
  let filled = 0;
  let endMs = 0;
  let wasVoiced = false;
  let isClosed = false;
  const pending: QueueEntry[] = [];
  let inFlight = 0;

  const emitWindow = (samples: Int16Array, voiced: boolean): void => {
    wasVoiced = voiced;
    endMs += windowMs;
    onWindow({ voiced, endMs, ms: windowMs }, samples);
  };

  const emitDecided = (): void => {
    for (let first = pending[0]; first !== undefined && !isClosed; first = pending[0]) {
      if (typeof first !== 'function' && first.voiced === undefined) return;
      pending.shift();
      if (typeof first === 'function') first();
      else emitWindow(first.samples, first.voiced === true);
    }
  };

  const acceptPending = (): void => {
    for (const one of pending) if (typeof one !== 'function') one.voiced ??= true;
    emitDecided();
  };

  const classify = (): void => {
    const isCandidate = passesGate(loudnessOf(buffer) / fullScale);
    const isAsked = isCandidate && listener !== undefined && inFlight < pendingMax;
    if (!isAsked && pending.length === 0) {
      emitWindow(buffer, isCandidate);
      return;
    }
    const place: PendingWindow = {
      samples: buffer.slice(),
      voiced: isAsked ? undefined : isCandidate,
    };
    pending.push(place);
    if (pending.length > pendingMax) acceptPending();
    if (!isAsked) return;
    inFlight += 1;
    const settle = (voiced: boolean) => {
      inFlight -= 1;
      place.voiced ??= voiced;
      emitDecided();
    };
    listener.speechProbability(toFloats(buffer)).then(
      (likely) => settle(likely >= (wasVoiced ? continuationThreshold : onsetThreshold)),
      () => settle(true),
    );
  };

  return {
    hear: (samples: Int16Array) => {
      for (let from = 0; from < samples.length && !isClosed; ) {
        const taken = Math.min(windowSamples - filled, samples.length - from);
        buffer.set(samples.subarray(from, from + taken), filled);
        filled += taken;
        from += taken;
        if (filled < windowSamples) return;
        filled = 0;
        classify();
      }
    },
    /** Calls back when all audio so far is classified, the last partial window included. */
    afterPending: (callback: () => void) => {
      if (filled > 0) {
        buffer.fill(0, filled);
        filled = 0;
        classify();
      }
      pending.push(callback);
      emitDecided();
    },
    close: () => {
      isClosed = true;
      pending.length = 0;
      listener?.close();
    },
  };
}

interface PendingWindow {
  readonly samples: Int16Array;
  voiced: boolean | undefined;
}

/** Windows that are not emitted yet, and callbacks that run between them. */
type QueueEntry = PendingWindow | (() => void);

/** Energy gate before the voice detector: most windows are too quiet to be worth running it. */
type EnergyGate = (loudness: number) => boolean;

const levelMin = 0.003;
const noiseFloorMax = 0.02;
const gateRatio = 1.6;
const noiseWindows = 50;

/**
 * Passes windows above an adaptive noise floor: the minimum level of the last seconds, since speech
 * has pauses and steady noise has none.
 */
export function createEnergyGate(): EnergyGate {
  let previousFloor = levelMin;
  let lowest = noiseFloorMax;
  let windowsSeen = 0;
  return (loudness) => {
    if (windowsSeen === noiseWindows) {
      previousFloor = lowest;
      lowest = noiseFloorMax;
      windowsSeen = 0;
    }
    windowsSeen += 1;
    lowest = Math.min(lowest, loudness);
    return loudness >= Math.max(levelMin, Math.min(previousFloor, lowest) * gateRatio);
  };
}
