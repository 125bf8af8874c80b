/** Polyphase resampling with an anti-aliasing low-pass filter. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const resampled = new Float32Array(Math.floor((samples.length * to) / from));
  const { phases, taps, reach } = polyphaseFilter(from, to);
  const turn = phases.length;
  for (let at = 0; at < resampled.length; at += 1) {
    const weights = phases[at % turn] ?? noWeights;
    const first = Math.floor((at * from) / to) - reach;
    const begin = Math.max(0, -first);
    const end = Math.min(taps, samples.length - first);
    let sum = 0;
    for (let tap = begin; tap < end; tap += 1)
      sum += (samples[first + tap] ?? 0) * (weights[tap] ?? 0);
    resampled[at] = sum;
  }
  return resampled;
}

const noWeights = new Float32Array();
const passband = 0.95;
const zeroCrossings = 12;

/**
 * Filter weights for each phase: the fractional positions of new samples between old ones repeat,
 * and each has one Hann-windowed sinc.
 */
function polyphaseFilter(from: number, to: number) {
  // Frequencies above half of the lower rate would alias.
  const band = Math.min(1, to / from) * passband;
  const reach = Math.ceil(zeroCrossings / band);
  const taps = 2 * reach + 1;
  const turn = to / greatestCommonDivisor(from, to);
  const phases = Array.from({ length: turn }, (_, phase) => {
    const past = ((phase * from) / to) % 1;
    return Float32Array.from({ length: taps }, (__, tap) =>
      kernelAt((tap - reach - past) * band, band),
    );
  });
  return { phases, taps, reach };
}

function kernelAt(distance: number, band: number): number {
  if (distance === 0) return band;
  if (Math.abs(distance) >= zeroCrossings) return 0;
  const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / zeroCrossings);
  return (band * window * Math.sin(Math.PI * distance)) / (Math.PI * distance);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
