/** Whisper's encoder and decoder as ONNX sessions in this process: audio in, logits of the next token out. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { engineSampleRate } from '../speech.ts';
import { editNetworks } from './networks.ts';
import { logMelSpectrogram, melBands } from './spectrogram.ts';

/** Keys and values of the sound for every layer of the decoder, input of every decoder pass. */
export type EncodedAudio = KeyValueCache;

/** Result of a decoder pass: logits of the next token, and the key-value cache for the next pass. */
export interface DecoderState {
  /** After the token at a position; the last one unless given. */
  readonly logits: (position?: number) => Float32Array;
  /** The normaliser of these logits over all text. */
  readonly logSum: (position?: number) => number;
  readonly memory: KeyValueCache;
}

interface DecoderStep {
  readonly state: DecoderState;
  readonly token: number;
}

type KeyValueCache = { readonly [name: string]: Tensor };

export interface WhisperModel {
  readonly encode: (samples: Float32Array) => Promise<EncodedAudio>;
  /** The first pass; the state is after the last token. */
  readonly decode: (sound: EncodedAudio, tokens: readonly number[]) => Promise<DecoderState>;
  /** One pass for a whole text; there are no logits for positions before `from`. */
  readonly judge: (
    sound: EncodedAudio,
    tokens: readonly number[],
    from: number,
  ) => Promise<Pick<DecoderState, 'logits' | 'logSum'>>;
  /** The next token of several texts in one pass, which reads the weights once for all. */
  readonly decodeNext: (
    sound: EncodedAudio,
    steps: readonly DecoderStep[],
  ) => Promise<readonly DecoderState[]>;
}

const layers = [0, 1, 2, 3, 4, 5];
const parts = ['key', 'value'] as const;
const heads = 8;
const headWidth = 64;
const positionsASecond = 50;
const stepSeconds = 2;
const secondsMax = 30;
// With less silence after the last word, the decoder says a short text again and again.
const silenceSeconds = 3;

export async function openWhisperModel(files: {
  readonly encoder: string;
  readonly decoder: string;
}): Promise<WhisperModel> {
  const options = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
    // The arena allocator would never return what a long clip takes for a second.
    enableCpuMemArena: false,
    enableMemPattern: false,
    extra: {
      session: { model_external_initializers_file_folder_path: path.dirname(files.encoder) },
    },
  } as const;
  const networks = editNetworks({ encoder: fileAt(files.encoder), decoder: fileAt(files.decoder) });
  const encoder = await InferenceSession.create(networks.encoder, options);
  const decoder = await InferenceSession.create(networks.decoder, options);
  const emptyCache = new Tensor('float32', new Float32Array(0), [1, heads, 0, headWidth]);
  const namesOf = (attention: string) =>
    layers.flatMap((layer) => parts.map((part) => `${layer}.${attention}.${part}`));
  const selfAttentionNames = namesOf('decoder');
  const crossAttentionNames = namesOf('encoder');

  const soundOutputs = crossAttentionNames.map((name) => `present.${name}`);

  const rooms = createRooms();
  const repeated = new WeakMap<EncodedAudio, Map<string, Tensor>>();
  /** Each text of a batch needs the sound: it is repeated once for all batches. */
  const soundFor = (sound: EncodedAudio, name: string, texts: number): Tensor => {
    const one = sound[name] ?? emptyCache;
    if (texts === 1) return one;
    const known = repeated.get(sound) ?? new Map<string, Tensor>();
    repeated.set(sound, known);
    const all = known.get(name) ?? stacked(Array.from({ length: batchFor(sound) }, () => one));
    known.set(name, all);
    return partsOf(all, 0, texts);
  };

  /** Gives the logits from a position on, and only the caches that are wanted: others would be copied for nothing. */
  const runDecoder = async (
    sound: EncodedAudio,
    texts: readonly (readonly number[])[],
    from: number,
    wanted: readonly string[],
    before?: readonly KeyValueCache[],
  ): Promise<readonly DecoderState[]> => {
    const length = texts[0]?.length ?? 0;
    const ids = BigInt64Array.from(texts.flat(), BigInt);
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', ids, [texts.length, length]),
      use_cache_branch: new Tensor('bool', [before !== undefined], [1]),
      words_from: oneInteger(from),
    };
    const lent: Float32Array[] = [];
    for (const name of selfAttentionNames) {
      const caches = before?.map((each) => each[name] ?? emptyCache) ?? [emptyCache];
      const floats = caches.reduce((sum, { size }) => sum + size, 0);
      const room = caches.length === 1 ? undefined : rooms.take(floats);
      if (room !== undefined) lent.push(room);
      feeds[`past_key_values.${name}`] = stacked(caches, room);
    }
    for (const name of crossAttentionNames)
      feeds[`past_key_values.${name}`] = soundFor(sound, `present.${name}`, texts.length);
    const given = await decoder.run(feeds, [
      ...['logits', 'log_sums'],
      ...wanted.map((name) => `present.${name}`),
    ]);
    rooms.giveBack(lent);
    const [logits, logSums] = [given.logits as Tensor, given.log_sums as Tensor];
    const rows = length - from;
    return texts.map((_, at) => ({
      memory: Object.fromEntries(
        wanted.map((name) => [name, partOf(given[`present.${name}`] as Tensor, at)]),
      ),
      logits: (position = length - 1) => rowAt(logits, at * rows + position - from),
      logSum: (position = length - 1) => rowAt(logSums, at * rows + position - from)[0] ?? 0,
    }));
  };

  return {
    encode: async (samples) => {
      const positions = positionCount(samples.length);
      const melFrames = positions * 2;
      const mel = logMelSpectrogram(samples, melFrames);
      const feeds = {
        input_features: new Tensor('float32', mel, [1, melBands, melFrames]),
        positions_from: oneInteger(0),
        positions_to: oneInteger(positions),
      };
      return (await encoder.run(feeds, soundOutputs)) as KeyValueCache;
    },
    decode: async (sound, tokens) =>
      first(await runDecoder(sound, [tokens], tokens.length - 1, selfAttentionNames)),
    judge: async (sound, tokens, from) => first(await runDecoder(sound, [tokens], from, [])),
    decodeNext: async (sound, steps) => {
      const states: DecoderState[] = [];
      const size = batchFor(sound);
      for (let at = 0; at < steps.length; at += size) {
        const batch = steps.slice(at, at + size);
        const tokens = batch.map(({ token }) => [token]);
        const before = batch.map(({ state }) => state.memory);
        states.push(...(await runDecoder(sound, tokens, 0, selfAttentionNames, before)));
      }
      return states;
    },
  };
}

/** Texts in one pass: each one more takes the memory of the sound and of its caches. */
function batchFor(sound: EncodedAudio): number {
  const positions = Object.values(sound)[0]?.dims[2] ?? 1;
  return Math.max(1, Math.floor(batchPositionsMax / positions));
}

// Two for a short clip. Five would save another eighth of the CPU, and take 60 MB more.
const batchPositionsMax = 700;

function first(states: readonly DecoderState[]): DecoderState {
  const [state] = states;
  if (state === undefined) throw new Error('the decoder gave nothing');
  return state;
}

/** The tensors of several texts as those of one batch. */
function stacked(parts: readonly Tensor[], room?: Float32Array): Tensor {
  const [one] = parts;
  if (one === undefined) throw new Error('a batch has at least one text');
  if (parts.length === 1) return one;
  const floats = parts.reduce((sum, { size }) => sum + size, 0);
  const all = room?.subarray(0, floats) ?? new Float32Array(floats);
  for (const [at, part] of parts.entries()) all.set(part.data as Float32Array, at * one.size);
  return new Tensor('float32', all, [parts.length, ...one.dims.slice(1)]);
}

function partOf(batch: Tensor, at: number): Tensor {
  return partsOf(batch, at, 1);
}

/** Memory for batches, used again: every token would leave 30 MB to the garbage collector, which comes late. */
function createRooms() {
  let free: Float32Array[] = [];
  return {
    take: (floats: number): Float32Array => {
      const at = free.findIndex(({ length }) => length >= floats);
      const [room] = at < 0 ? [] : free.splice(at, 1);
      return room ?? new Float32Array(Math.ceil(floats * 1.1));
    },
    giveBack: (lent: readonly Float32Array[]): void => {
      if (lent.length > 0) free = [...lent, ...free].slice(0, roomsMax);
    },
  };
}

// Those of one batch.
const roomsMax = 2 * layers.length;

/** Some texts of a batch, in the same memory. */
function partsOf(batch: Tensor, from: number, count: number): Tensor {
  const [texts = 1, ...dims] = batch.dims;
  if (texts === count) return batch;
  const size = batch.size / texts;
  const data = (batch.data as Float32Array).subarray(from * size, (from + count) * size);
  return new Tensor('float32', data, [count, ...dims]);
}

function fileAt(place: string) {
  return { bytes: readFileSync(place), name: path.basename(place) };
}

/** The positions that these samples need: the rest of the 30 seconds costs nothing. */
function positionCount(samples: number): number {
  const seconds = samples / engineSampleRate + silenceSeconds;
  const whole = Math.ceil(seconds / stepSeconds) * stepSeconds;
  return Math.min(secondsMax, whole) * positionsASecond;
}

function oneInteger(value: number): Tensor {
  return new Tensor('int64', [BigInt(value)], [1]);
}

function rowAt({ data, dims }: Tensor, row: number): Float32Array {
  const width = dims.at(-1) ?? 1;
  return (data as Float32Array).subarray(row * width, (row + 1) * width);
}
