import { liveLimits } from '@baraza/contract';
import type { VoiceListener } from '../../speech/speech.ts';
import { loudness, toFloats } from './audio.ts';
import { createEnergyGate } from './energy-gate.ts';
import type { Window } from './speech-segments.ts';

/** Cuts sound into windows and says of each, in order, whether a voice is in it. */
interface WindowJudge {
  readonly hear: (samples: Int16Array) => void;
  /** Calls back when all that was heard so far has been told, the last bit of it too. */
  readonly whenTold: (callback: () => void) => void;
  readonly close: () => void;
}

export const windowSamples = 512;
const windowMs = (windowSamples * 1000) / liveLimits.inputSampleRate;
// A judge that is so far behind is not waited for: loud has to be voice enough.
const waitingMax = 64;
const beginsFrom = 0.5;
const goesOnFrom = 0.35;

/**
 * The samples that are told belong to the judge: who keeps them copies them. Without a listener, and
 * when it fails, what is loud is a voice.
 */
export function createWindowJudge(
  listener: VoiceListener | undefined,
  onWindow: (window: Window, samples: Int16Array) => void,
): WindowJudge {
  const isLoud = createEnergyGate();
  const gathered = new Int16Array(windowSamples);
  let filled = 0;
  let endMs = 0;
  let wasVoiced = false;
  let isClosed = false;
  const waiting: Waiting[] = [];
  let asked = 0;

  const tell = (samples: Int16Array, voiced: boolean): void => {
    wasVoiced = voiced;
    endMs += windowMs;
    onWindow({ voiced, endMs, ms: windowMs }, samples);
  };

  const tellJudged = (): void => {
    for (let first = waiting[0]; first !== undefined && !isClosed; first = waiting[0]) {
      if (typeof first !== 'function' && first.voiced === undefined) return;
      waiting.shift();
      if (typeof first === 'function') first();
      else tell(first.samples, first.voiced === true);
    }
  };

  const giveUpWaiting = (): void => {
    for (const one of waiting) if (typeof one !== 'function') one.voiced ??= true;
    tellJudged();
  };

  const judge = (): void => {
    const isCandidate = isLoud(loudness(gathered));
    const isAsked = isCandidate && listener !== undefined && asked < waitingMax;
    if (!isAsked && waiting.length === 0) {
      tell(gathered, isCandidate);
      return;
    }
    const place: Judged = {
      samples: gathered.slice(),
      voiced: isAsked ? undefined : isCandidate,
    };
    waiting.push(place);
    if (waiting.length > waitingMax) giveUpWaiting();
    if (!isAsked) return;
    asked += 1;
    const settle = (voiced: boolean) => {
      asked -= 1;
      place.voiced ??= voiced;
      tellJudged();
    };
    listener.speechProbability(toFloats(gathered)).then(
      (likely) => settle(likely >= (wasVoiced ? goesOnFrom : beginsFrom)),
      () => settle(true),
    );
  };

  return {
    hear: (samples) => {
      for (let from = 0; from < samples.length && !isClosed; ) {
        const taken = Math.min(windowSamples - filled, samples.length - from);
        gathered.set(samples.subarray(from, from + taken), filled);
        filled += taken;
        from += taken;
        if (filled < windowSamples) return;
        filled = 0;
        judge();
      }
    },
    whenTold: (callback) => {
      if (filled > 0) {
        gathered.fill(0, filled);
        filled = 0;
        judge();
      }
      waiting.push(callback);
      tellJudged();
    },
    close: () => {
      isClosed = true;
      waiting.length = 0;
      listener?.close();
    },
  };
}

interface Judged {
  readonly samples: Int16Array;
  voiced: boolean | undefined;
}

/** Windows that are not told yet, and what is to happen between them. */
type Waiting = Judged | (() => void);
