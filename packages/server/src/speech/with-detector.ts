/** A voice detector in front of a transcriber: a noise is no text, and a long speech comes stretch by stretch. */
import type { Language } from '@baraza/contract';
import { windowSamples } from './loudness.ts';
import type { RecordingDetector, Transcriber } from './speech.ts';

export function withDetector(transcriber: Transcriber, detector: RecordingDetector): Transcriber {
  return {
    languages: transcriber.languages,
    capabilities: { partials: true },
    transcribe: async (samples, options, signal) => {
      const likely = await detector.hearRecording(samples, signal);
      const texts: string[] = [];
      let language: Language | undefined = options.language;
      const stretches = stretchesOf(likely, samples.length);
      for (const [index, { from, to }] of stretches.entries()) {
        const part = samples.subarray(from, to);
        const heard = await transcriber.transcribe(part, { ...options, language }, signal);
        // One who speaks changes the language less often than a recogniser believes.
        language ??= heard.language;
        if (heard.text !== '') texts.push(heard.text);
        if (index < stretches.length - 1) options.onPartial?.(texts.join(' '));
      }
      return { text: texts.join(' '), language: language ?? transcriber.languages[0] ?? 'sw' };
    },
    close: async () => {
      await Promise.all([transcriber.close(), detector.close()]);
    },
  };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const voicedFrom = 0.5;
// A click may look like a voice for a moment.
const voicedWindowsMin = 4;
const roundWindows = 10;
const stretchWindowsMax = Math.floor((28 * 16_000) / windowSamples);

/** Where a voice is, with a little around it, in stretches that a recogniser takes at once. */
export function stretchesOf(likely: Float32Array, samples: number): readonly Stretch[] {
  const voiced = likely.map((value) => (value >= voicedFrom ? 1 : 0));
  if (voiced.reduce((sum, value) => sum + value, 0) < voicedWindowsMin) return [];
  const first = Math.max(0, voiced.indexOf(1) - roundWindows);
  const last = Math.min(voiced.length, voiced.lastIndexOf(1) + 1 + roundWindows);
  const cuts = [first];
  for (let at = first; last - at > stretchWindowsMax; at = cuts.at(-1) ?? last)
    cuts.push(pauseBefore(voiced, at, at + stretchWindowsMax));
  return cuts.map((from, index) => ({
    from: from * windowSamples,
    to: Math.min(samples, (cuts[index + 1] ?? last) * windowSamples),
  }));
}

/** The middle of the longest pause in the second half of a stretch; its end where nobody paused. */
function pauseBefore(voiced: Float32Array, from: number, to: number): number {
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
