/** Sound as the recogniser sees it: how much of each of 80 pitches there is, a hundred times a second. */
export const melBands = 80;
export const melFrames = 3_000;
/** It sees half a minute at a time, no more and no less. */
export const melSamplesMax = 480_000;

const hop = 160;
const size = 400;
const bins = size / 2 + 1;
const rate = 16_000;

export function logMelSpectrogram(samples: Float32Array): Float32Array {
  const sound = padded(samples.subarray(0, melSamplesMax));
  // What is silent is the floor; it needs no transform.
  const loud = Math.min(melFrames, Math.ceil((samples.length + size) / hop));
  const mel = new Float32Array(melBands * melFrames).fill(-10);
  const frame = new Float64Array(size);
  const power = new Float64Array(bins);
  let highest = -10;
  for (let at = 0; at < loud; at += 1) {
    for (let index = 0; index < size; index += 1)
      frame[index] = (sound[at * hop + index] ?? 0) * (hann[index] ?? 0);
    powerOf(frame, power);
    for (const [band, { first, weights }] of filters.entries()) {
      let sum = 0;
      for (let index = 0; index < weights.length; index += 1)
        sum += (weights[index] ?? 0) * (power[first + index] ?? 0);
      const level = Math.log10(Math.max(sum, 1e-10));
      mel[band * melFrames + at] = level;
      if (level > highest) highest = level;
    }
  }
  for (let index = 0; index < mel.length; index += 1)
    mel[index] = (Math.max(mel[index] ?? 0, highest - 8) + 4) / 4;
  return mel;
}

// The first frame is centred on the first sample, so its left half is a mirror.
function padded(samples: Float32Array): Float32Array {
  const half = size / 2;
  const sound = new Float32Array(melSamplesMax + size);
  sound.set(samples, half);
  for (let index = 0; index < half; index += 1) sound[half - 1 - index] = samples[index + 1] ?? 0;
  return sound;
}

const hann = Float64Array.from(
  { length: size },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size),
);
const cosines = Float64Array.from({ length: size }, (_, index) =>
  Math.cos((2 * Math.PI * index) / size),
);
const sines = Float64Array.from({ length: size }, (_, index) =>
  Math.sin((2 * Math.PI * index) / size),
);

const real = new Float64Array(size);
const imaginary = new Float64Array(size);

function powerOf(frame: Float64Array, power: Float64Array): void {
  transform(frame, 0, 1, size, 0);
  for (let bin = 0; bin < bins; bin += 1)
    power[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
}

/** The Fourier transform of every `step`th sample, into `into`: halved while it can be, 400 = 16 × 25. */
function transform(frame: Float64Array, from: number, step: number, count: number, into: number) {
  if (count % 2 === 1) return plainTransform(frame, from, step, count, into);
  const half = count / 2;
  transform(frame, from, step * 2, half, into);
  transform(frame, from + step, step * 2, half, into + half);
  const turn = size / count;
  for (let bin = 0; bin < half; bin += 1) {
    const low = into + bin;
    const high = low + half;
    const cosine = cosines[bin * turn] ?? 0;
    const sine = sines[bin * turn] ?? 0;
    const highReal = real[high] ?? 0;
    const highImaginary = imaginary[high] ?? 0;
    const turnedReal = highReal * cosine + highImaginary * sine;
    const turnedImaginary = highImaginary * cosine - highReal * sine;
    const lowReal = real[low] ?? 0;
    const lowImaginary = imaginary[low] ?? 0;
    real[low] = lowReal + turnedReal;
    imaginary[low] = lowImaginary + turnedImaginary;
    real[high] = lowReal - turnedReal;
    imaginary[high] = lowImaginary - turnedImaginary;
  }
}

function plainTransform(
  frame: Float64Array,
  from: number,
  step: number,
  count: number,
  into: number,
): void {
  const turn = size / count;
  for (let bin = 0; bin < count; bin += 1) {
    let sumReal = 0;
    let sumImaginary = 0;
    for (let index = 0, angle = 0; index < count; index += 1, angle += bin * turn) {
      const sample = frame[from + index * step] ?? 0;
      sumReal += sample * (cosines[angle % size] ?? 0);
      sumImaginary -= sample * (sines[angle % size] ?? 0);
    }
    real[into + bin] = sumReal;
    imaginary[into + bin] = sumImaginary;
  }
}

// Below it pitch goes by frequency, above by its logarithm.
const bend = 1_000;
const perOctave = 27 / Math.log(6.4);

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangles, evenly spread as the ear hears pitch: linear to 1,000 Hz, logarithmic above. */
const filters: readonly Filter[] = makeFilters();

function makeFilters(): readonly Filter[] {
  const top = pitchOf(rate / 2);
  const edges = Array.from({ length: melBands + 2 }, (_, index) =>
    frequencyOf((top * index) / (melBands + 1)),
  );
  return Array.from({ length: melBands }, (_, band) => {
    const [left = 0, middle = 0, right = 0] = edges.slice(band, band + 3);
    const weights = Float64Array.from({ length: bins }, (__, bin) => {
      const frequency = (bin * rate) / size;
      const rising = (frequency - left) / (middle - left);
      const falling = (right - frequency) / (right - middle);
      return (Math.max(0, Math.min(rising, falling)) * 2) / (right - left);
    });
    const first = weights.findIndex((weight) => weight > 0);
    const last = weights.findLastIndex((weight) => weight > 0);
    return { first: Math.max(0, first), weights: weights.slice(Math.max(0, first), last + 1) };
  });
}

function pitchOf(frequency: number): number {
  return frequency < bend ? (frequency * 3) / 200 : 15 + Math.log(frequency / bend) * perOctave;
}

function frequencyOf(pitch: number): number {
  return pitch < 15 ? (pitch * 200) / 3 : bend * Math.exp((pitch - 15) / perOctave);
}
