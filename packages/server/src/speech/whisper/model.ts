/** Whisper's encoder and decoder as ONNX sessions in this process: audio in, logits of the next token out. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { engineSampleRate } from '../speech.ts';
import { editNetworks } from './networks.ts';
import { logMelSpectrogram, melBands } from './spectrogram.ts';

/** Keys and values of the sound for every layer of the decoder, input of every decoder pass. */
export type EncodedAudio = KeyValueCache;

/** Result of a decoder pass: logits of the next token, and the memory for the next pass. */
export interface DecoderState {
  /** The logits after the token at a position, by default the last one. */
  readonly logits: (position?: number) => Float32Array;
  /** The log of the sum of e^logit over all text tokens, at the same position. */
  readonly logSum: (position?: number) => number;
  readonly memory: TextMemory;
}

interface DecoderStep {
  readonly state: DecoderState;
  readonly token: number;
}

/** Keys and values of a text, before its pass and added by it: one row in the tensors of the whole batch. */
interface TextMemory {
  readonly before: KeyValueCache;
  readonly added: KeyValueCache;
  readonly row: number;
}

type KeyValueCache = { readonly [name: string]: Tensor };

export type WhisperModel = Awaited<ReturnType<typeof openWhisperModel>>;

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
}) {
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
  const contents = { encoder: fileAt(files.encoder), decoder: fileAt(files.decoder) };
  const networks = editNetworks(contents);
  for (const { bytes } of Object.values(contents)) freeMemory(bytes);
  const encoder = await InferenceSession.create(networks.encoder, options);
  const decoder = await InferenceSession.create(networks.decoder, options);
  const emptyCache = new Tensor('float32', new Float32Array(0), [1, heads, 0, headWidth]);
  const namesOf = (attention: string) =>
    layers.flatMap((layer) => parts.map((part) => `${layer}.${attention}.${part}`));
  const selfAttentionNames = namesOf('decoder');
  const crossAttentionNames = namesOf('encoder');

  const soundOutputs = crossAttentionNames.map((name) => `present.${name}`);
  const stateOutputs = [
    ...['logits', 'log_sums'],
    ...selfAttentionNames.map((name) => `present.${name}`),
  ];
  const noMemory = Object.fromEntries(selfAttentionNames.map((name) => [name, emptyCache]));

  /** The buffers of each sound; they are freed with it. */
  const allRooms = new WeakMap<EncodedAudio, Rooms>();
  const roomsFor = (sound: EncodedAudio): Rooms => {
    const rooms = allRooms.get(sound) ?? createRooms();
    allRooms.set(sound, rooms);
    return rooms;
  };

  const passOf = new WeakMap<DecoderState, Pass>();
  const release = (states: readonly DecoderState[]): void => {
    for (const state of states) {
      const pass = passOf.get(state);
      passOf.delete(state);
      if (pass === undefined) continue;
      pass.statesUsed -= 1;
      if (pass.statesUsed === 0) pass.giveBack();
    }
  };

  const feedsOf = (
    sound: EncodedAudio,
    { texts, from, before, targets }: DecoderInput,
  ): Record<string, Tensor> => {
    const feeds: Record<string, Tensor> = {
      input_ids: integers(texts),
      use_cache_branch: new Tensor('bool', [before !== undefined], [1]),
      words_from: oneInteger(from),
      targets,
    };
    for (const name of selfAttentionNames)
      feeds[`past_key_values.${name}`] = before?.[name] ?? emptyCache;
    for (const name of crossAttentionNames)
      feeds[`past_key_values.${name}`] = sound[`present.${name}`] ?? emptyCache;
    return feeds;
  };

  /** Gives the logits from a position on. */
  const runDecoder = async (
    sound: EncodedAudio,
    texts: readonly (readonly number[])[],
    from: number,
    memories?: readonly TextMemory[],
  ): Promise<readonly DecoderState[]> => {
    const length = texts[0]?.length ?? 0;
    const rooms = roomsFor(sound).open();
    const before =
      memories &&
      Object.fromEntries(
        selfAttentionNames.map((name) => [name, stackedMemories(memories, name, rooms.take)]),
      );
    const results = (await decoder.run(
      feedsOf(sound, { texts, from, before, targets: noTargets }),
      stateOutputs,
    )) as KeyValueCache;
    const [logits, logSums] = [results.logits as Tensor, results.log_sums as Tensor];
    const added = Object.fromEntries(
      selfAttentionNames.map((name) => [name, results[`present.${name}`] as Tensor]),
    );
    const rows = length - from;
    const giveBack = () => {
      rooms.giveBack();
      freeTensors(results);
    };
    const pass = { statesUsed: texts.length, giveBack };
    return texts.map((_, row) => {
      const state: DecoderState = {
        memory: { before: before ?? noMemory, added, row },
        logits: (position = length - 1) => rowAt(logits, row * rows + position - from),
        logSum: (position = length - 1) => rowAt(logSums, row * rows + position - from)[0] ?? 0,
      };
      passOf.set(state, pass);
      return state;
    });
  };

  return {
    encode: async (samples: Float32Array) => {
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
    /** The first pass; the state is after the last token. */
    decode: async (sound: EncodedAudio, tokens: readonly number[]) =>
      first(await runDecoder(sound, [tokens], tokens.length - 1)),
    /** The sum of the log-probabilities of the tokens after `from`, for several texts in one pass. */
    judge: async (sound: EncodedAudio, texts: readonly (readonly number[])[], from: number) => {
      const length = Math.max(...texts.map((text) => text.length)) - 1;
      // The padding after a text does not change the results for the text.
      const padded = (text: readonly number[]) =>
        Array.from({ length: length + 1 }, (_, at) => text[at] ?? 0);
      const inputs = texts.map((text) => padded(text).slice(0, -1));
      const targets = texts.map((text) => padded(text).slice(from + 1));
      const results = await decoder.run(
        feedsOf(sound, { texts: inputs, from, targets: integers(targets, [1]) }),
        judgedOutputs,
      );
      const [logits, sums] = judgedOutputs.map((name) => results[name]?.data as Float32Array);
      const rows = length - from;
      return texts.map((text, at) => {
        let sum = 0;
        for (let row = at * rows; row < at * rows + text.length - 1 - from; row += 1)
          sum += (logits?.[row] ?? 0) - (sums?.[row] ?? 0);
        return sum;
      });
    },
    /** The next token of several texts in one pass, which reads the weights once for all. */
    decodeNext: (sound: EncodedAudio, steps: readonly DecoderStep[]) =>
      runDecoder(
        sound,
        steps.map(({ token }) => [token]),
        0,
        steps.map(({ state }) => state.memory),
      ),
    /** For states that are not used any more: their memory can be reused. */
    release,
    /** For a sound that is not used any more: frees its memory. */
    forget: (sound: EncodedAudio) => {
      allRooms.get(sound)?.free();
      freeTensors(sound);
    },
  };
}

interface DecoderInput {
  readonly texts: readonly (readonly number[])[];
  /** The first position whose logits are computed. */
  readonly from: number;
  readonly before?: KeyValueCache | undefined;
  readonly targets: Tensor;
}

// Without the logits of all words, which the runtime would copy: 200 KB for each token.
const judgedOutputs = ['target_logits', 'log_sums'];
const noTargets = integers([[0]], [1]);

type Rooms = ReturnType<typeof createRooms>;

/** A pass of the decoder, whose states share their memory. */
interface Pass {
  statesUsed: number;
  readonly giveBack: () => void;
}

function first(states: readonly DecoderState[]): DecoderState {
  const [state] = states;
  if (state === undefined) throw new Error('the decoder gave nothing');
  return state;
}

/** The memories of several texts as those of one batch. */
function stackedMemories(
  memories: readonly TextMemory[],
  name: string,
  take: (floats: number) => Float32Array,
): Tensor {
  const lengthOf = (cache: KeyValueCache | undefined) => cache?.[name]?.dims[2] ?? 0;
  const length = lengthOf(memories[0]?.before) + lengthOf(memories[0]?.added);
  const all = take(memories.length * heads * length * headWidth);
  let to = 0;
  for (const { before, added, row } of memories)
    for (let head = row * heads; head < (row + 1) * heads; head += 1)
      for (const cache of [before, added]) {
        const size = lengthOf(cache) * headWidth;
        const data = cache[name]?.data as Float32Array;
        all.set(data.subarray(head * size, (head + 1) * size), to);
        to += size;
      }
  return new Tensor('float32', all, [memories.length, heads, length, headWidth]);
}

/** Memory that is used again: the caches of every token would keep the garbage collector busy. */
function createRooms() {
  let free: Float32Array[] = [];
  const takeRoom = (floats: number): Float32Array => {
    const at = free.findIndex(({ length }) => length >= floats);
    const [room] = at < 0 ? [] : free.splice(at, 1);
    return room ?? new Float32Array(Math.ceil(floats * 1.1));
  };
  return {
    open: () => {
      const lent: Float32Array[] = [];
      return {
        take: (floats: number): Float32Array => {
          const room = takeRoom(floats);
          lent.push(room);
          return room.subarray(0, floats);
        },
        giveBack: () => {
          free = [...lent.splice(0), ...free];
          for (const room of free.splice(roomsMax)) freeMemory(room);
        },
      };
    },
    free: () => {
      for (const room of free.splice(0)) freeMemory(room);
    },
  };
}

// The buffers of a pass and of the one before it.
const roomsMax = 4 * layers.length;

function freeTensors(tensors: { readonly [name: string]: Tensor }): void {
  for (const { data } of Object.values(tensors)) freeMemory(data as Float32Array);
}

/** At once: the garbage collector sees only small objects, and would leave hundreds of megabytes behind them. */
function freeMemory({ buffer }: Uint8Array | Float32Array): void {
  (buffer as ArrayBuffer).transfer(0);
}

function fileAt(place: string) {
  return { bytes: readFileSync(place), name: path.basename(place) };
}

/** The positions that these samples need: the rest of the 30 seconds costs nothing. */
export function positionCount(samples: number): number {
  const seconds = samples / engineSampleRate + silenceSeconds;
  const whole = Math.ceil(seconds / stepSeconds) * stepSeconds;
  return Math.min(secondsMax, whole) * positionsASecond;
}

function integers(rows: readonly (readonly number[])[], more: readonly number[] = []): Tensor {
  const dims = [rows.length, rows[0]?.length ?? 0, ...more];
  return new Tensor('int64', BigInt64Array.from(rows.flat(), BigInt), dims);
}

function oneInteger(value: number): Tensor {
  return new Tensor('int64', [BigInt(value)], [1]);
}

function rowAt({ data, dims }: Tensor, row: number): Float32Array {
  const width = dims.at(-1) ?? 1;
  return (data as Float32Array).subarray(row * width, (row + 1) * width);
}
