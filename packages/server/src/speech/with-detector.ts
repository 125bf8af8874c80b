/** Voice activity detection before transcription: noise gives no text, long speech is split at pauses into partials. */
import type { Language } from '@baraza/contract';
import { windowSamples } from './samples.ts';
import type { RecordingDetector, Transcriber } from './speech.ts';

export function withDetector(transcriber: Transcriber, detector: RecordingDetector): Transcriber {
  return {
    ...transcriber,
    capabilities: { partials: true },
    transcribe: async (samples, options, signal) => {
      const probabilities = await detector.windowProbabilities(samples, signal);
      const texts: string[] = [];
      let language: Language | undefined = options.language;
      const segments = segmentsOf(probabilities, samples.length);
      for (const [index, { from, to }] of segments.entries()) {
        const part = samples.subarray(from, to);
        const transcript = await transcriber.transcribe(part, { ...options, language }, signal);
        // Speakers switch languages less often than the detection says: the first one stays.
        language ??= transcript.language;
        if (transcript.text !== '') texts.push(transcript.text);
        if (index < segments.length - 1) options.onPartial?.(texts.join(' '));
      }
      return { text: texts.join(' '), language: language ?? transcriber.languages[0] ?? 'sw' };
    },
    close: async () => {
      await Promise.all([transcriber.close(), detector.close()]);
    },
  };
}

interface Segment {
  readonly from: number;
  readonly to: number;
}

const voicedThreshold = 0.5;
// Fewer voiced windows are a click.
const voicedWindowsMin = 4;
const paddingWindows = 10;
const segmentWindowsMax = Math.floor((28 * 16_000) / windowSamples);

/** Speech with padding around it, split into segments that fit Whisper's 30 s input. */
export function segmentsOf(probabilities: Float32Array, samples: number): readonly Segment[] {
  const voiced = probabilities.map((value) => (value >= voicedThreshold ? 1 : 0));
  if (voiced.reduce((sum, value) => sum + value, 0) < voicedWindowsMin) return [];
  const first = Math.max(0, voiced.indexOf(1) - paddingWindows);
  const last = Math.min(voiced.length, voiced.lastIndexOf(1) + 1 + paddingWindows);
  const cuts = [first];
  for (let at = first; last - at > segmentWindowsMax; at = cuts.at(-1) ?? last)
    cuts.push(middleOfLongestPause(voiced, at, at + segmentWindowsMax));
  return cuts.map((from, index) => ({
    from: from * windowSamples,
    to: Math.min(samples, (cuts[index + 1] ?? last) * windowSamples),
  }));
}

/** The middle of the longest pause in the second half of a segment; the segment's end if there is none. */
function middleOfLongestPause(voiced: Float32Array, from: number, to: number): number {
  let best = { middle: to, length: 0 };
  let began: number | undefined;
  for (let at = from + Math.floor((to - from) / 2); at <= to; at += 1) {
    const isPause = at < to && voiced[at] === 0;
    if (isPause) began ??= at;
    else if (began !== undefined) {
      if (at - began > best.length)
        best = { middle: Math.floor((began + at) / 2), length: at - began };
      began = undefined;
    }
  }
  return best.middle;
}
