/** Start and end of speech from voiced and unvoiced windows: pure, in audio time. */
import { liveLimits } from '@baraza/contract';

export interface SpeechSegments {
  readonly isTalking: boolean;
  /** Voiced time since the start. */
  readonly voicedMs: number;
  /** Silence since the last voiced window. */
  readonly gapMs: number;
  readonly beganMs: number;
  readonly lastVoicedMs: number;
}

export interface SpeechWindow {
  readonly voiced: boolean;
  /** End in audio time, and duration. */
  readonly endMs: number;
  readonly ms: number;
}

export const noSpeech: SpeechSegments = {
  isTalking: false,
  voicedMs: 0,
  gapMs: 0,
  beganMs: 0,
  lastVoicedMs: 0,
};

// The closure of a plosive is not a pause.
const gapMsMax = 100;

export function addWindow(
  before: SpeechSegments,
  { voiced, endMs, ms }: SpeechWindow,
): SpeechSegments {
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
  return !before.isTalking && gapMs > gapMsMax ? noSpeech : { ...before, gapMs };
}
