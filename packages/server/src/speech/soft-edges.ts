/**
 * Gives every sentence the same edges: it begins and ends at zero, and a pause of one length follows. Sentences are
 * synthesised one by one, and without this they would meet with a click, or after silences of any length.
 */
import { joinSamples } from './samples.ts';
import type { Speaker, Speech } from './speech.ts';

const fadeMs = 5;
const pauseMs = 200;
// Silence that may stay before the first sound.
const leadMs = 30;
/** Samples up to here are silence: 1 % of full scale is noise of the synthesis. */
const quietMax = 328;

export function withSoftEdges(speaker: Speaker): Speaker {
  return {
    ...speaker,
    speak: async (text, voice, signal) => {
      const speech = await speaker.speak(text, voice, signal);
      return { ...speech, chunks: softened(speech) };
    },
  };
}

/** Silence is held back until sound follows it. So is the end of the sound, which is faded out if no more follows. */
async function* softened({ chunks, sampleRate }: Speech): AsyncIterable<Int16Array> {
  const samplesIn = (ms: number) => Math.round((sampleRate * ms) / 1_000);
  const fade = samplesIn(fadeMs);
  let held = new Int16Array();
  let hasBegun = false;
  for await (const chunk of chunks) {
    const all = joinSamples(Int16Array, [held, chunk]);
    const from = hasBegun ? 0 : firstSound(all) - samplesIn(leadMs);
    const known = all.subarray(Math.max(0, from));
    const ready = Math.max(0, soundEnd(known) - fade);
    held = known.slice(ready);
    // The first piece must contain the whole fade; otherwise the next piece would begin with a jump.
    if (ready === 0 || (!hasBegun && ready < fade)) {
      held = known.slice();
      continue;
    }
    yield hasBegun ? known.slice(0, ready) : faded(known.slice(0, ready), fade, (at) => at);
    hasBegun = true;
  }
  const end = soundEnd(held);
  const rest = hasBegun ? held : faded(held, Math.min(fade, end), (at) => at);
  const last = new Int16Array(end + samplesIn(pauseMs));
  last.set(faded(rest.slice(0, end), Math.min(fade, end), (at) => end - 1 - at));
  if (hasBegun || end > 0) yield last;
}

/** `position` counts the samples from the edge that is faded. */
function faded(samples: Int16Array, length: number, position: (at: number) => number): Int16Array {
  for (const [at, sample] of samples.entries()) {
    const fromEdge = position(at);
    if (fromEdge < length) samples[at] = Math.round((sample * fromEdge) / length);
  }
  return samples;
}

function firstSound(samples: Int16Array): number {
  const at = samples.findIndex((sample) => Math.abs(sample) > quietMax);
  return at < 0 ? samples.length : at;
}

function soundEnd(samples: Int16Array): number {
  return samples.findLastIndex((sample) => Math.abs(sample) > quietMax) + 1;
}
