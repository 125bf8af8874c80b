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
  /** After the token at a position; the last one unless given. */
  readonly logits: (position?: number) => Float32Array;
  /** The normaliser of these logits over all text. */
  readonly logSum: (position?: number) => number;
  readonly memory: TextMemory;
}

interface DecoderStep {
  readonly state: DecoderState;
  readonly token: number;
}

/** Keys and values of a text: those that its pass got and those that it added, in the tensors of the whole batch. */
interface TextMemory {
  readonly before: KeyValueCache;
  readonly added: KeyValueCache;
  readonly row: number;
}

type KeyValueCache = { readonly [name: string]: Tensor };

export interface WhisperModel {
  readonly encode: (samples: Float32Array) => Promise<EncodedAudio>;
  /** The first pass; the state is after the last token. */
  readonly decode: (sound: EncodedAudio, tokens: readonly number[]) => Promise<DecoderState>;
  /** Log-probabilities of the tokens behind `from`, in one pass. */
  readonly judge: (
    sound: EncodedAudio,
    tokens: readonly number[],
    from: number,
  ) => Promise<readonly number[]>;
  /** The next token of several texts in one pass, which reads the weights once for all. */
  readonly decodeNext: (
    sound: EncodedAudio,
    steps: readonly DecoderStep[],
  ) => Promise<readonly DecoderState[]>;
  /** These states are not used again: their memory may be. */
  readonly release: (states: readonly DecoderState[]) => void;
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

  /** They go with the sound. */
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

  /** Gives the logits from a position on. */
  const runDecoder = async (
    sound: EncodedAudio,
    texts: readonly (readonly number[])[],
    from: number,
    given: { readonly memories?: readonly TextMemory[]; readonly wanted: readonly string[] },
  ): Promise<readonly DecoderState[]> => {
    const { memories, wanted } = given;
    const length = texts[0]?.length ?? 0;
    const rooms = roomsFor(sound).open();
    const before: Record<string, Tensor> = {};
    for (const name of selfAttentionNames)
      before[name] =
        memories === undefined ? emptyCache : stackedMemories(memories, name, rooms.take);
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', BigInt64Array.from(texts.flat(), BigInt), [
        texts.length,
        length,
      ]),
      use_cache_branch: new Tensor('bool', [memories !== undefined], [1]),
      words_from: oneInteger(from),
    };
    for (const name of selfAttentionNames)
      feeds[`past_key_values.${name}`] = before[name] ?? emptyCache;
    for (const name of crossAttentionNames)
      feeds[`past_key_values.${name}`] = sound[`present.${name}`] ?? emptyCache;
    const results = await decoder.run(feeds, [
      ...['logits', 'log_sums'],
      ...wanted.map((name) => `present.${name}`),
    ]);
    const [logits, logSums] = [results.logits as Tensor, results.log_sums as Tensor];
    const added = Object.fromEntries(
      wanted.map((name) => [name, results[`present.${name}`] as Tensor]),
    );
    const rows = length - from;
    const pass = { statesUsed: texts.length, giveBack: rooms.giveBack };
    return texts.map((_, row) => {
      const state: DecoderState = {
        memory: { before, added, row },
        logits: (position = length - 1) => rowAt(logits, row * rows + position - from),
        logSum: (position = length - 1) => rowAt(logSums, row * rows + position - from)[0] ?? 0,
      };
      passOf.set(state, pass);
      return state;
    });
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
      first(await runDecoder(sound, [tokens], tokens.length - 1, { wanted: selfAttentionNames })),
    judge: async (sound, tokens, from) => {
      const { logits, logSum } = first(
        await runDecoder(sound, [tokens.slice(0, -1)], from, { wanted: [] }),
      );
      return tokens
        .slice(from + 1)
        .map((token, at) => (logits(from + at)[token] ?? 0) - logSum(from + at));
    },
    decodeNext: (sound, steps) =>
      runDecoder(
        sound,
        steps.map(({ token }) => [token]),
        0,
        { memories: steps.map(({ state }) => state.memory), wanted: selfAttentionNames },
      ),
    release,
  };
}

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
          free = [...lent.splice(0), ...free].slice(0, roomsMax);
        },
      };
    },
  };
}

// Those of a pass and of the one before it.
const roomsMax = 4 * layers.length;

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
