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
  readonly decodeNext: (
    sound: EncodedAudio,
    state: DecoderState,
    token: number,
  ) => Promise<DecoderState>;
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

  /** Gives the logits from a position on, and only the caches that are wanted: others would be copied for nothing. */
  const runDecoder = async (
    sound: EncodedAudio,
    tokens: readonly number[],
    from: number,
    wanted: readonly string[],
    before?: KeyValueCache,
  ): Promise<DecoderState> => {
    const ids = BigInt64Array.from(tokens, BigInt);
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', ids, [1, ids.length]),
      use_cache_branch: new Tensor('bool', [before !== undefined], [1]),
      words_from: oneInteger(from),
    };
    for (const name of selfAttentionNames)
      feeds[`past_key_values.${name}`] = before?.[name] ?? emptyCache;
    for (const name of crossAttentionNames)
      feeds[`past_key_values.${name}`] = sound[`present.${name}`] ?? emptyCache;
    const given = await decoder.run(feeds, [
      ...['logits', 'log_sums'],
      ...wanted.map((name) => `present.${name}`),
    ]);
    const memory: Record<string, Tensor> = { ...before };
    for (const name of wanted) memory[name] = given[`present.${name}`] as Tensor;
    const [logits, logSums] = [given.logits as Tensor, given.log_sums as Tensor];
    const last = tokens.length - 1;
    return {
      memory,
      logits: (position = last) => rowAt(logits, position - from),
      logSum: (position = last) => rowAt(logSums, position - from)[0] ?? 0,
    };
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
    decode: (sound, tokens) => runDecoder(sound, tokens, tokens.length - 1, selfAttentionNames),
    judge: (sound, tokens, from) => runDecoder(sound, tokens, from, []),
    decodeNext: (sound, { memory }, token) =>
      runDecoder(sound, [token], 0, selfAttentionNames, memory),
  };
}

function fileAt(place: string) {
  return { bytes: readFileSync(place), name: path.basename(place) };
}

/** Positions for so many samples: what is not sound costs nothing. */
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
