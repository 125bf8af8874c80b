/** Window of the voice activity detector, 32 ms at 16 kHz. */
export const windowSamples = 512;

/** RMS level below which a window is silence: microphone hiss in a quiet room. */
export const silenceLevel = 0.002;

/** RMS level, from 0 to 1. */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

export function joinSamples<Samples extends Int16Array | Float32Array>(
  SampleArray: new (length: number) => Samples,
  parts: readonly Samples[],
): Samples {
  const all = new SampleArray(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
