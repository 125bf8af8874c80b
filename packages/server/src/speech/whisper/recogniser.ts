/** Whisper in this process: the samples of a clip become text. */
import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { engineSampleRate, type Hints, type Transcript } from '../speech.ts';
import {
  type DecodingContext,
  transcribeKnownLanguage,
  transcribePhonetically,
} from './hearing.ts';
import { type EncodedAudio, openWhisperModel, type WhisperModel } from './model.ts';
import { createPhoneticDecoder, readCommonWords } from './phonetic-decoder.ts';
import { createTokenizer } from './tokens.ts';

export interface WhisperFiles {
  readonly encoder: string;
  readonly decoder: string;
  readonly vocabulary: string;
  readonly merges: string;
  readonly added: string;
  readonly generation: string;
  /** Word and bigram frequencies of spoken Swahili; without them there is no phonetic correction. */
  readonly swahiliWords?: string;
}

export interface WhisperRequest {
  /** 30 s at most. */
  readonly samples: Float32Array;
  readonly language: Language | undefined;
  readonly hints: Hints;
}

type Recognise = (request: WhisperRequest, signal: AbortSignal) => Promise<Transcript>;

interface Generation {
  readonly lang_to_id: { readonly [language: string]: number };
  readonly task_to_id: { readonly transcribe: number };
  readonly suppress_tokens: readonly number[];
  readonly begin_suppress_tokens: readonly number[];
  readonly decoder_start_token_id: number;
  readonly eos_token_id: number;
  readonly no_timestamps_token_id: number;
}

const hintTokensMax = 200;
// Upper bound of the speaking rate: a longer text is a hallucination.
const tokensPerSecond = 9;
const tokensAlways = 12;
const englishMin = 0.5;

export async function openRecogniser(files: WhisperFiles): Promise<Recognise> {
  const generation = JSON.parse(readFileSync(files.generation, 'utf8')) as Generation;
  const addedTokens = JSON.parse(readFileSync(files.added, 'utf8')) as {
    readonly [mark: string]: number;
  };
  const tokens = createTokenizer(
    readFileSync(files.vocabulary, 'utf8'),
    readFileSync(files.merges, 'utf8'),
  );
  const model = await openWhisperModel(files);
  const suppressed = new Set(generation.suppress_tokens);
  const suppressedFirst = new Set(generation.begin_suppress_tokens);
  const swahili =
    files.swahiliWords === undefined
      ? undefined
      : readCommonWords(readFileSync(files.swahiliWords, 'utf8'));
  const encodeInTurn = createEncodingTurns(model.encode);
  let encodedSilence: Promise<EncodedAudio> | undefined;

  /** The encoding of one second of silence, cached. */
  const encodeSilence = (): Promise<EncodedAudio> => {
    encodedSilence ??= encodeInTurn(new Float32Array(engineSampleRate));
    return encodedSilence;
  };

  const languageToken = (language: string): number =>
    generation.lang_to_id[`<|${language}|>`] ?? -1;

  const startTokens = (language: Language): readonly number[] => [
    generation.decoder_start_token_id,
    languageToken(language),
    generation.task_to_id.transcribe,
    generation.no_timestamps_token_id,
  ];

  const hintTokens = (hints: string): readonly number[] => {
    if (hints === '') return [];
    return [
      addedTokens['<|startofprev|>'] ?? -1,
      ...tokens.encode(` ${hints}`).slice(0, hintTokensMax),
    ];
  };

  /** Whisper detects English reliably; any other language that it detects is taken for Swahili. */
  const detectLanguage = async (sound: EncodedAudio): Promise<Language> => {
    const state = await model.decode(sound, [generation.decoder_start_token_id]);
    const logits = state.logits();
    const logitOf = (id: number) => logits[id] ?? Number.NEGATIVE_INFINITY;
    const all = Object.values(generation.lang_to_id).map(logitOf);
    const highest = Math.max(...all);
    const total = all.reduce((sum, value) => sum + Math.exp(value - highest), 0);
    const english = Math.exp(logitOf(languageToken('en')) - highest) / total;
    model.release([state]);
    return english >= englishMin ? 'en' : 'sw';
  };

  const recognise = async (
    sound: EncodedAudio,
    { samples, language, hints }: WhisperRequest,
    signal: AbortSignal,
  ): Promise<Transcript> => {
    signal.throwIfAborted();
    const spoken = language ?? (await detectLanguage(sound));
    const own = hints[spoken] ?? '';
    const context: DecodingContext = {
      model,
      tokens,
      promptTokens: hintTokens(own),
      searchOptions: {
        start: startTokens(spoken),
        end: generation.eos_token_id,
        textEnd: generation.eos_token_id + 1,
        suppressed,
        suppressedFirst,
        tokensMax: tokensAlways + Math.ceil((samples.length / engineSampleRate) * tokensPerSecond),
        isCancelled: () => signal.aborted,
      },
    };
    const text =
      spoken === 'en' || swahili === undefined
        ? await transcribeKnownLanguage(context, sound)
        : await transcribePhonetically(
            context,
            sound,
            createPhoneticDecoder(swahili, own),
            encodeSilence,
          );
    return { text, language: spoken };
  };

  return async (request, signal) => {
    const sound = await encodeInTurn(request.samples, signal);
    try {
      return await recognise(sound, request, signal);
    } finally {
      model.forget(sound);
    }
  };
}

/**
 * Encoder passes run one at a time: one of 30 s takes half a gigabyte while it lasts. One that has begun cannot be
 * stopped; one whose signal aborts before its turn is not begun, so that others need not wait for it.
 */
export function createEncodingTurns(
  encode: WhisperModel['encode'],
): (samples: Float32Array, signal?: AbortSignal) => Promise<EncodedAudio> {
  let last: Promise<unknown> = Promise.resolve();
  return (samples, signal) => {
    const encoded = last.then(() => {
      signal?.throwIfAborted();
      return encode(samples);
    });
    last = encoded.catch(() => {});
    return encoded;
  };
}
