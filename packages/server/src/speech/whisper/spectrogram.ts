/** Log-mel spectrogram for Whisper: 80 bands, 10 ms hop. */
export const melBands = 80;

const hopSamples = 160;
const fftSize = 400;
const bins = fftSize / 2 + 1;
const sampleRate = 16_000;

/** Band by band, with silence after the sound, for a number of frames of 10 ms. */
export function logMelSpectrogram(samples: Float32Array, melFrames: number): Float32Array {
  const sound = padCentred(samples.subarray(0, melFrames * hopSamples), melFrames);
  // The padding is at the floor value and needs no transform.
  const soundFrames = Math.min(melFrames, Math.ceil((samples.length + fftSize) / hopSamples));
  const mel = new Float32Array(melBands * melFrames).fill(-10);
  const frame = new Float64Array(fftSize);
  const power = new Float64Array(bins);
  let highest = -10;
  for (let at = 0; at < soundFrames; at += 1) {
    for (let index = 0; index < fftSize; index += 1)
      frame[index] = (sound[at * hopSamples + index] ?? 0) * (hann[index] ?? 0);
    powerSpectrum(frame, power);
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

// Frames are centred, so the first half frame is filled by reflection.
function padCentred(samples: Float32Array, melFrames: number): Float32Array {
  const sound = new Float32Array(melFrames * hopSamples + fftSize);
  sound.set(samples, half);
  for (let index = 0; index < half; index += 1) sound[half - 1 - index] = samples[index + 1] ?? 0;
  return sound;
}

const hann = Float64Array.from(
  { length: fftSize },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / fftSize),
);
const half = fftSize / 2;
/** For the lower bins and half a frame. In the other half the cosines are the same and the sines negated. */
const cosines = fourierTable(Math.cos);
const sines = fourierTable(Math.sin);

function fourierTable(wave: (angle: number) => number): readonly Float64Array[] {
  return Array.from({ length: half / 2 + 1 }, (_, bin) =>
    Float64Array.from({ length: half + 1 }, (__, index) =>
      wave((2 * Math.PI * bin * index) / fftSize),
    ),
  );
}

const even = new Float64Array(half + 1);
const odd = new Float64Array(half + 1);

/** A direct transform, since 400 is not a power of two. */
function powerSpectrum(frame: Float64Array, power: Float64Array): void {
  even[0] = frame[0] ?? 0;
  even[half] = frame[half] ?? 0;
  for (let index = 1; index < half; index += 1) {
    const left = frame[index] ?? 0;
    const right = frame[fftSize - index] ?? 0;
    even[index] = left + right;
    odd[index] = left - right;
  }
  // The waves of the bins k and 200 - k differ only in the sign of every second value.
  for (let bin = 0; bin <= half / 2; bin += 1) {
    const [cosine, sine] = [cosines[bin] ?? even, sines[bin] ?? odd];
    const [cosineEven, cosineOdd] = [dot(even, cosine, 0), dot(even, cosine, 1)];
    const [sineEven, sineOdd] = [dot(odd, sine, 0), dot(odd, sine, 1)];
    power[bin] = (cosineEven + cosineOdd) ** 2 + (sineEven + sineOdd) ** 2;
    power[half - bin] = (cosineEven - cosineOdd) ** 2 + (sineEven - sineOdd) ** 2;
  }
}

/** The dot product of every second value, from the given one on. */
function dot(one: Float64Array, other: Float64Array, from: 0 | 1): number {
  let sum = 0;
  for (let index = from; index <= half; index += 2) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

// Slaney mel scale: linear below this frequency, logarithmic above.
const logScaleFromHz = 1_000;
const melsPerLogUnit = 27 / Math.log(6.4);

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangular mel filter bank, normalised by bandwidth. */
const filters: readonly Filter[] = makeFilters();

function makeFilters(): readonly Filter[] {
  const top = hertzToMel(sampleRate / 2);
  const edges = Array.from({ length: melBands + 2 }, (_, index) =>
    melToHertz((top * index) / (melBands + 1)),
  );
  return Array.from({ length: melBands }, (_, band) => {
    const [left = 0, middle = 0, right = 0] = edges.slice(band, band + 3);
    const weights = Float64Array.from({ length: bins }, (__, bin) => {
      const frequency = (bin * sampleRate) / fftSize;
      const rising = (frequency - left) / (middle - left);
      const falling = (right - frequency) / (right - middle);
      return (Math.max(0, Math.min(rising, falling)) * 2) / (right - left);
    });
    const first = weights.findIndex((weight) => weight > 0);
    const last = weights.findLastIndex((weight) => weight > 0);
    return { first: Math.max(0, first), weights: weights.slice(Math.max(0, first), last + 1) };
  });
}

function hertzToMel(frequency: number): number {
  return frequency < logScaleFromHz
    ? (frequency * 3) / 200
    : 15 + Math.log(frequency / logScaleFromHz) * melsPerLogUnit;
}

function melToHertz(pitch: number): number {
  return pitch < 15 ? (pitch * 200) / 3 : logScaleFromHz * Math.exp((pitch - 15) / melsPerLogUnit);
}
