/** Sound is judged in windows of so many samples. */
export const windowSamples = 512;

/** Below this nobody speaks: the hiss of a microphone in a silent room. */
export const quietest = 0.002;

/** How loud, from 0 to 1. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}
