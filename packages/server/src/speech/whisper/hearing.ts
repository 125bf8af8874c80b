/**
 * Decides what was said. What comes to the ear first is kept where it is sure. Where it is not,
 * more is thought of: other
 * ways to write the sound down, what a listener who knows the site would expect, and words that sound alike. Which of
 * them it is, the sound alone decides: it is listened to again without any expectation.
 */

import type { Sound, WhisperModel } from './model.ts';
import type { PhoneticDecoder } from './phonetic-decoder.ts';
import { judge, type Search, searchWays } from './search.ts';
import type { Tokens } from './tokens.ts';

export interface Hearing {
  readonly model: WhisperModel;
  readonly tokens: Tokens;
  /** Without anything that is expected. */
  readonly plain: Search;
  /** What stands before `plain.start` for one who expects something. */
  readonly expected: readonly number[];
}

// A clear sentence is above; below, looking at other ways mends more than it costs.
const sureEnough = -0.35;
const ways = 8;
const expectedWays = 5;
// The weights are rounded, and round a text otherwise step by step than in one go: who is best in
// both is so more surely.
const judgedAgain = 4;
// So much surer must be what was expected than what was heard without expecting it.
const expectedMargin = 0.1;

/** Of a language that the recogniser knows well. */
export async function hearWell(hearing: Hearing, sound: Sound): Promise<string> {
  const { model, tokens, plain } = hearing;
  const first = await hearFirst(hearing, sound);
  if (first.isSure) return first.text;
  let best = { tokens: first.tokens, sureness: Number.NEGATIVE_INFINITY };
  const { found } = await searchWays(model, sound, plain, ways);
  for (const each of found.slice(0, judgedAgain)) {
    const sureness = (each.sureness + (await surenessOf(hearing, sound, each.tokens))) / 2;
    if (sureness > best.sureness) best = { tokens: each.tokens, sureness };
  }
  for (const each of await hearExpecting(hearing, sound)) {
    const sureness = (await surenessOf(hearing, sound, each)) - expectedMargin;
    if (sureness > best.sureness) best = { tokens: each, sureness };
  }
  return textOf(tokens, best.tokens);
}

const nearCount = 3;
// What the recogniser would write to no sound at all says nothing about the sound.
const silenceWeight = 0.8;
const likelihoodWeight = 1.1;
// So much likelier each token must be with the sound than without it, or nobody said it.
const supportLeast = 1.5;

/** Of a language whose sounds it knows better than its words; `words` knows those. */
export async function hearRoughly(
  hearing: Hearing,
  sound: Sound,
  words: PhoneticDecoder,
  silence: () => Promise<Sound>,
): Promise<string> {
  const { model, tokens, plain } = hearing;
  const first = await hearFirst(hearing, sound);
  if (first.isSure) return first.text;
  const expected = (await hearExpecting(hearing, sound)).map((each) => textOf(tokens, each));
  // One who has begun to hear itself is asked once more, for several ways.
  const others = first.hasLooped ? (await searchWays(model, sound, plain, expectedWays)).found : [];
  const again = others.slice(0, 2).map((each) => textOf(tokens, each.tokens));
  const sources = [...new Set([first.text, ...again, ...expected.slice(0, 1)])];
  const near = sources.flatMap((text) => words.near(text, nearCount)).map(asQuestion);
  const quiet = await silence();
  let best = { text: first.text, score: Number.NEGATIVE_INFINITY };
  for (const text of new Set([first.text, ...again, ...expected, ...near])) {
    if (plain.isForgotten()) break;
    const written = tokens.encode(` ${text}`);
    if (written.length > plain.tokensMax) continue;
    const heard = await judge(model, sound, plain, written);
    const unheard = await judge(model, quiet, plain, written);
    const isFirst = text === first.text;
    if (!isFirst && (heard - unheard) / (written.length + 1) < supportLeast) continue;
    const score = heard - silenceWeight * unheard + likelihoodWeight * words.likelihood(text);
    if (score > best.score) best = { text, score };
  }
  return best.text;
}

async function hearFirst({ model, tokens, plain }: Hearing, sound: Sound) {
  const { found, hasLooped } = await searchWays(model, sound, plain, 1);
  const [first = { tokens: [], sureness: Number.NEGATIVE_INFINITY }] = found;
  return {
    tokens: first.tokens,
    text: textOf(tokens, first.tokens),
    hasLooped,
    isSure: first.sureness >= sureEnough && !hasLooped,
  };
}

async function hearExpecting({ model, plain, expected }: Hearing, sound: Sound) {
  if (expected.length === 0) return [];
  const options = { ...plain, start: [...expected, ...plain.start] };
  const { found } = await searchWays(model, sound, options, expectedWays);
  return found.slice(0, judgedAgain).map((each) => each.tokens);
}

async function surenessOf({ model, plain }: Hearing, sound: Sound, written: readonly number[]) {
  return (await judge(model, sound, plain, written)) / (written.length + 1);
}

function textOf(tokens: Tokens, written: readonly number[]): string {
  return tokens.decode(written).trim();
}

// The recogniser expects writing as people write it.
function asQuestion(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}?`;
}
