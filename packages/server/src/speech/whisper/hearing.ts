/**
 * Chooses the transcript. A confident greedy decoding is kept. Otherwise candidates come from beam
 * search, from decoding with the site's hints as prompt and from the phonetic decoder, and each is
 * rescored against the audio without a prompt, so that hints never outweigh the audio.
 */

import type { EncodedAudio, WhisperModel } from './model.ts';
import type { PhoneticDecoder } from './phonetic-decoder.ts';
import { beamSearch, logProbabilities, type SearchOptions } from './search.ts';
import type { Tokenizer } from './tokens.ts';

export interface DecodingContext {
  readonly model: WhisperModel;
  readonly tokens: Tokenizer;
  /** Without a prompt. */
  readonly searchOptions: SearchOptions;
  /** The hints as tokens, placed before `searchOptions.start`. */
  readonly promptTokens: readonly number[];
}

// Mean log-probability of a clear sentence; below it, beam search mends more than it costs.
const confidentFrom = -0.35;
const beamSize = 8;
const promptedBeamSize = 5;
// Quantised weights score a text differently step by step and in one pass; the mean of both is steadier.
const rescoredMax = 4;
// A prompted candidate must beat the unprompted ones by this much.
const promptMargin = 0.1;
// From here on no prompted candidate ever won in English, and they take a third of the time.
const promptedBelow = -0.6;

/** For a language that Whisper knows well. */
export async function transcribeKnownLanguage(
  context: DecodingContext,
  sound: EncodedAudio,
): Promise<string> {
  const { model, tokens, searchOptions } = context;
  const first = await greedyDecode(context, sound);
  if (first.isConfident) return first.text;
  let best = { tokens: first.tokens, score: Number.NEGATIVE_INFINITY };
  const { candidates } = await beamSearch(model, sound, searchOptions, beamSize);
  const searched = candidates.slice(0, rescoredMax);
  const whole = await averageLogProbabilities(
    context,
    sound,
    searched.map((each) => each.tokens),
  );
  for (const [at, { tokens, averageLogProbability }] of searched.entries()) {
    const score = (averageLogProbability + (whole[at] ?? Number.NEGATIVE_INFINITY)) / 2;
    if (score > best.score) best = { tokens, score };
  }
  if (best.score >= promptedBelow) return decodeText(tokens, best.tokens);
  const prompted = await decodeWithPrompt(context, sound);
  const supported = await averageLogProbabilities(context, sound, prompted);
  for (const [at, tokens] of prompted.entries()) {
    const score = (supported[at] ?? Number.NEGATIVE_INFINITY) - promptMargin;
    if (score > best.score) best = { tokens, score };
  }
  return decodeText(tokens, best.tokens);
}

const candidatesPerWeight = 2;
// Subtracts the model's prior: the score of the same text for silence.
const silenceWeight = 0.8;
const likelihoodWeight = 1.1;
// Least gain in log-probability per token over silence; below it the text is a hallucination.
const supportMin = 1.5;

/** For a language whose phonemes Whisper hears better than its words; `words` corrects them. */
export async function transcribePhonetically(
  context: DecodingContext,
  sound: EncodedAudio,
  words: PhoneticDecoder,
  silence: () => Promise<EncodedAudio>,
): Promise<string> {
  const { model, tokens, searchOptions } = context;
  const first = await greedyDecode(context, sound);
  if (first.isConfident) return first.text;
  const promptedTexts = (await decodeWithPrompt(context, sound)).map((each) =>
    decodeText(tokens, each),
  );
  // A greedy decoding that looped is replaced by beam search; only what sounds like it may still be right.
  const own = first.hasLooped
    ? (await beamSearch(model, sound, searchOptions, promptedBeamSize)).candidates
        .slice(0, 2)
        .map((each) => decodeText(tokens, each.tokens))
    : [first.text];
  const sources = [...new Set([first.text, ...own, ...promptedTexts.slice(0, 1)])];
  const soundalikes = sources
    .flatMap((text) => words.candidates(text, candidatesPerWeight))
    .map(asQuestion);
  const texts = new Set([...own, ...promptedTexts, ...soundalikes]);
  const written = [...texts]
    .map((text) => ({ text, written: tokens.encode(` ${text}`) }))
    .filter((each) => each.written.length <= searchOptions.tokensMax);
  const judge = (by: EncodedAudio, some: readonly { readonly written: readonly number[] }[]) =>
    logProbabilities(
      model,
      by,
      searchOptions,
      some.map((each) => each.written),
    );
  const supported = await judge(sound, written);
  const heard = written.flatMap(({ text, written }) => {
    const logProb = supported.get(written);
    const likelihood = likelihoodWeight * words.likelihood(text);
    return logProb === undefined
      ? []
      : { text, written, logProb, likelihood, isFirst: text === own[0] };
  });
  const compared = likeliest(heard);
  const inSilence = await judge(await silence(), compared);
  let best = { text: own[0] ?? '', score: Number.NEGATIVE_INFINITY };
  for (const { text, written, logProb, likelihood, isFirst } of compared) {
    const unheard = inSilence.get(written);
    if (unheard === undefined) continue;
    if (!isFirst && (logProb - unheard) / (written.length + 1) < supportMin) continue;
    const score = logProb - silenceWeight * unheard + likelihood;
    if (score > best.score) best = { text, score };
  }
  // Sounds without a single word would be answered at random: it is better to ask again.
  return words.knows(best.text) ? best.text : '';
}

interface Heard {
  readonly text: string;
  readonly written: readonly number[];
  /** Given the sound. */
  readonly logProb: number;
  readonly likelihood: number;
  readonly isFirst: boolean;
}

// A pass of the decoder for each: only these are compared with silence, and the first one.
const comparedMax = 6;
// What silence takes from a token on average; it makes long and short texts comparable before silence is asked.
const silencePerToken = 4;

function likeliest(heard: readonly Heard[]): readonly Heard[] {
  const expected = ({ logProb, likelihood, written }: Heard) =>
    logProb + likelihood + silencePerToken * written.length;
  const others = heard.filter(({ isFirst }) => !isFirst);
  const best = others.toSorted((one, other) => expected(other) - expected(one));
  return [...heard.filter(({ isFirst }) => isFirst), ...best.slice(0, comparedMax)];
}

async function greedyDecode(
  { model, tokens, searchOptions }: DecodingContext,
  sound: EncodedAudio,
) {
  const { candidates, hasLooped } = await beamSearch(model, sound, searchOptions, 1);
  const [first = { tokens: [], averageLogProbability: Number.NEGATIVE_INFINITY }] = candidates;
  return {
    tokens: first.tokens,
    text: decodeText(tokens, first.tokens),
    hasLooped,
    isConfident: first.averageLogProbability >= confidentFrom && !hasLooped,
  };
}

async function decodeWithPrompt(
  { model, searchOptions, promptTokens }: DecodingContext,
  sound: EncodedAudio,
) {
  if (promptTokens.length === 0) return [];
  const options = { ...searchOptions, start: [...promptTokens, ...searchOptions.start] };
  const { candidates } = await beamSearch(model, sound, options, promptedBeamSize);
  return candidates.slice(0, rescoredMax).map((each) => each.tokens);
}

async function averageLogProbabilities(
  { model, searchOptions }: DecodingContext,
  sound: EncodedAudio,
  texts: readonly (readonly number[])[],
): Promise<readonly (number | undefined)[]> {
  const sums = await logProbabilities(model, sound, searchOptions, texts);
  return texts.map((text) => {
    const sum = sums.get(text);
    return sum === undefined ? undefined : sum / (text.length + 1);
  });
}

function decodeText(tokens: Tokenizer, written: readonly number[]): string {
  return tokens.decode(written).trim();
}

// Whisper's language model expects capitalisation and punctuation.
function asQuestion(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}?`;
}
