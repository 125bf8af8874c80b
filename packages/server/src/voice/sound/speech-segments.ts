/** When somebody speaks, from verdicts on short windows of sound: pure, in the time of the sound itself. */
import { liveLimits } from '@baraza/contract';

export interface SpeechSegments {
  readonly isTalking: boolean;
  /** How much of a voice there was since it began. */
  readonly voicedMs: number;
  /** How long it has been quiet since. */
  readonly gapMs: number;
  readonly beganMs: number;
  readonly lastVoicedMs: number;
}

export interface Window {
  readonly voiced: boolean;
  /** Where it ends in the sound, and how long it is. */
  readonly endMs: number;
  readonly ms: number;
}

export const quiet: SpeechSegments = {
  isTalking: false,
  voicedMs: 0,
  gapMs: 0,
  beganMs: 0,
  lastVoicedMs: 0,
};

// The closure of a plosive is no pause.
const gapMsMax = 100;

export function listen(before: SpeechSegments, { voiced, endMs, ms }: Window): SpeechSegments {
  if (voiced) {
    const voicedMs = before.voicedMs + ms;
    return {
      isTalking: before.isTalking || voicedMs >= liveLimits.speechStartMs,
      voicedMs,
      gapMs: 0,
      beganMs: before.voicedMs === 0 ? endMs - ms : before.beganMs,
      lastVoicedMs: endMs,
    };
  }
  if (before.voicedMs === 0) return before;
  const gapMs = before.gapMs + ms;
  return !before.isTalking && gapMs > gapMsMax ? quiet : { ...before, gapMs };
}
