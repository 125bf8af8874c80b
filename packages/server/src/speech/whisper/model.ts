/** The weights of the recogniser in the memory of this process: sound in, the odds of the next token out. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { logMelSpectrogram, melBands, melFrames } from './spectrogram.ts';

/** What was heard, ready to be written down. */
export type Sound = Tensor;

/** A text as far as it is written: the odds of what comes next, and what need not be read again. */
export interface Written {
  /** Of the last token; `odds(0)` are those after the first. */
  readonly odds: (position?: number) => Float32Array;
  readonly memory: Memory;
}

type Memory = { readonly [name: string]: Tensor };

export interface WhisperModel {
  readonly hear: (samples: Float32Array) => Promise<Sound>;
  readonly begin: (sound: Sound, tokens: readonly number[]) => Promise<Written>;
  readonly goOn: (sound: Sound, written: Written, token: number) => Promise<Written>;
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
  // Hearing takes half a gigabyte for a second; kept for the next time, it would stay taken.
  const encoder = await InferenceSession.create(files.encoder, {
    ...options,
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  const decoder = await InferenceSession.create(files.decoder, {
    ...options,
    enableMemPattern: false,
  });
  const nothing = new Tensor('float32', new Float32Array(0), [1, heads, 0, headWidth]);
  const ownNames = layers.flatMap((layer) => parts.map((part) => `${layer}.decoder.${part}`));
  const soundNames = layers.flatMap((layer) => parts.map((part) => `${layer}.encoder.${part}`));

  const write = async (sound: Sound, tokens: readonly number[], before: Memory | undefined) => {
    const ids = BigInt64Array.from(tokens, BigInt);
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor('int64', ids, [1, ids.length]),
      encoder_hidden_states: sound,
      use_cache_branch: new Tensor('bool', [before !== undefined], [1]),
    };
    for (const name of [...ownNames, ...soundNames])
      feeds[`past_key_values.${name}`] = before?.[name] ?? nothing;
    // Everything else that it could give, such as what it looked at, would be copied in vain.
    const wanted = before === undefined ? [...ownNames, ...soundNames] : ownNames;
    const given = await decoder.run(feeds, ['logits', ...wanted.map((name) => `present.${name}`)]);
    const memory: Record<string, Tensor> = before === undefined ? {} : { ...before };
    for (const name of wanted) memory[name] = given[`present.${name}`] as Tensor;
    return writtenOf(given.logits as Tensor, memory);
  };

  return {
    hear: async (samples) => {
      const input_features = new Tensor('float32', logMelSpectrogram(samples), [
        1,
        melBands,
        melFrames,
      ]);
      const { last_hidden_state } = await encoder.run({ input_features }, ['last_hidden_state']);
      if (last_hidden_state === undefined) throw new Error('the weights heard nothing');
      return last_hidden_state as Tensor;
    },
    begin: (sound, tokens) => write(sound, tokens, undefined),
    goOn: (sound, written, token) => write(sound, [token], written.memory),
  };
}

function writtenOf({ data, dims }: Tensor, memory: Memory): Written {
  const [, positions = 1, words = 1] = dims;
  return {
    memory,
    odds: (position = positions - 1) =>
      (data as Float32Array).subarray(position * words, (position + 1) * words),
  };
}
