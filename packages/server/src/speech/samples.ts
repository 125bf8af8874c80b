/** Window of the voice activity detector, 32 ms at 16 kHz. */
export const windowSamples = 512;

/** RMS level below which a window is silence: microphone hiss in a quiet room. */
export const silenceLevel = 0.002;

/** RMS level in the unit of the samples. */
export function loudnessOf(samples: Float32Array | Int16Array): number {
  // Reading the length in every iteration would take as long as the sum.
  const { length } = samples;
  let sum = 0;
  for (let at = 0; at < length; at += 1) {
    const sample = samples[at] ?? 0;
    sum += sample * sample;
  }
  return Math.sqrt(sum / Math.max(1, length));
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
