/** Whisper's encoder and decoder as ONNX sessions in this process: audio in, logits of the next token out. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { logMelSpectrogram, melBands, melFrames } from './spectrogram.ts';

/** Output of the encoder (hidden states), input of every decoder pass. */
export type EncodedAudio = Tensor;

/** Result of a decoder pass: logits of the next token, and the key-value cache for the next pass. */
export interface DecoderState {
  /** At a position, by default the last; `logits(0)` are those after the first token. */
  readonly logits: (position?: number) => Float32Array;
  readonly memory: KeyValueCache;
}

type KeyValueCache = { readonly [name: string]: Tensor };

export interface WhisperModel {
  readonly encode: (samples: Float32Array) => Promise<EncodedAudio>;
  readonly decode: (sound: EncodedAudio, tokens: readonly number[]) => Promise<DecoderState>;
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

export async function openWhisperModel(files: {
  readonly encoder: string;
  readonly decoder: string;
}): Promise<WhisperModel> {
  const options = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 4,
  } as const;
  // An encoder pass takes half a gigabyte for a second; the arena allocator would never return it.
  const encoder = await InferenceSession.create(files.encoder, {
    ...options,
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  const decoder = await InferenceSession.create(files.decoder, {
    ...options,
    enableMemPattern: false,
  });
  const emptyCache = new Tensor('float32', new Float32Array(0), [1, heads, 0, headWidth]);
  const selfAttentionNames = layers.flatMap((layer) =>
    parts.map((part) => `${layer}.decoder.${part}`),
  );
  const crossAttentionNames = layers.flatMap((layer) =>
    parts.map((part) => `${layer}.encoder.${part}`),
  );

  const runDecoder = async (
    sound: EncodedAudio,
    tokens: readonly number[],
    before: KeyValueCache | undefined,
  ) => {
    const ids = BigInt64Array.from(tokens, BigInt);
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', ids, [1, ids.length]),
      encoder_hidden_states: sound,
      use_cache_branch: new Tensor('bool', [before !== undefined], [1]),
    };
    for (const name of [...selfAttentionNames, ...crossAttentionNames])
      feeds[`past_key_values.${name}`] = before?.[name] ?? emptyCache;
    // Only the outputs that are used: attention weights would be copied for nothing.
    const wanted =
      before === undefined ? [...selfAttentionNames, ...crossAttentionNames] : selfAttentionNames;
    const given = await decoder.run(feeds, ['logits', ...wanted.map((name) => `present.${name}`)]);
    const cache: Record<string, Tensor> = before === undefined ? {} : { ...before };
    for (const name of wanted) cache[name] = given[`present.${name}`] as Tensor;
    return decoderStateOf(given.logits as Tensor, cache);
  };

  return {
    encode: async (samples) => {
      const input_features = new Tensor('float32', logMelSpectrogram(samples), [
        1,
        melBands,
        melFrames,
      ]);
      const { last_hidden_state } = await encoder.run({ input_features }, ['last_hidden_state']);
      if (last_hidden_state === undefined) throw new Error('the weights heard nothing');
      return last_hidden_state as Tensor;
    },
    decode: (sound, tokens) => runDecoder(sound, tokens, undefined),
    decodeNext: (sound, state, token) => runDecoder(sound, [token], state.memory),
  };
}

function decoderStateOf({ data, dims }: Tensor, memory: KeyValueCache): DecoderState {
  const [, positions = 1, words = 1] = dims;
  return {
    memory,
    logits: (position = positions - 1) =>
      (data as Float32Array).subarray(position * words, (position + 1) * words),
  };
}
