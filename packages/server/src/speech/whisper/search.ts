/** Ways to write down what was heard: the likeliest token each time, or several ways at once. */
import type { Sound, WhisperModel, Written } from './model.ts';

export interface Search {
  /** What stands before the first token: the words that may come, the language, the task. */
  readonly start: readonly number[];
  readonly end: number;
  /** Tokens from here on are no text. */
  readonly textEnd: number;
  readonly never: ReadonlySet<number>;
  readonly neverFirst: ReadonlySet<number>;
  readonly tokensMax: number;
  readonly isForgotten: () => boolean;
}

interface Found {
  readonly tokens: readonly number[];
  /** How likely each token was, on average, as a logarithm: 0 is certain. */
  readonly sureness: number;
}

interface Ways {
  /** Surest first. */
  readonly found: readonly Found[];
  readonly hasLooped: boolean;
}

export async function searchWays(
  model: WhisperModel,
  sound: Sound,
  options: Search,
  size: number,
): Promise<Ways> {
  const begun = await model.begin(sound, options.start);
  const done: Found[] = [];
  let open: readonly Way[] = [{ tokens: [], sum: 0, written: begun }];
  let hasLooped = false;
  for (let length = 0; length < options.tokensMax && !options.isForgotten(); length += 1) {
    const steps = open.flatMap((way) => stepsFrom(way, options, size)).sort(likeliestFirst);
    const next: Step[] = [];
    for (const step of steps) {
      if (next.length === size) break;
      if (step.token === options.end) done.push(foundOf(step.way.tokens, step.sum));
      else if (isLoop(step.way.tokens, step.token)) hasLooped = true;
      else next.push(step);
    }
    if (done.length >= size || next.length === 0) break;
    const further: Way[] = [];
    for (const { way, token, sum } of next)
      further.push({
        tokens: [...way.tokens, token],
        sum,
        written: await model.goOn(sound, way.written, token),
      });
    open = further;
  }
  const found = done.length > 0 ? done : open.map(({ tokens, sum }) => foundOf(tokens, sum));
  return { found: found.toSorted((one, other) => other.sureness - one.sureness), hasLooped };
}

/** How likely a text is, as a logarithm, when all of it is read at once. */
export async function judge(
  model: WhisperModel,
  sound: Sound,
  { start, end, textEnd }: Pick<Search, 'start' | 'end' | 'textEnd'>,
  tokens: readonly number[],
): Promise<number> {
  const { odds } = await model.begin(sound, [...start, ...tokens]);
  return [...tokens, end].reduce((total, token, index) => {
    const after = odds(start.length - 1 + index);
    return total + (after[token] ?? 0) - wholeOf(after, textEnd);
  }, 0);
}

/** The logarithm of what all odds are together. */
function wholeOf(odds: Float32Array, textEnd: number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < textEnd; token += 1)
    highest = Math.max(highest, odds[token] ?? highest);
  let total = 0;
  for (let token = 0; token < textEnd; token += 1)
    total += Math.exp((odds[token] ?? Number.NEGATIVE_INFINITY) - highest);
  return highest + Math.log(total);
}

interface Way {
  readonly tokens: readonly number[];
  readonly sum: number;
  readonly written: Written;
}

interface Step {
  readonly way: Way;
  readonly token: number;
  readonly sum: number;
}

function foundOf(tokens: readonly number[], sum: number): Found {
  return { tokens, sureness: sum / (tokens.length + 1) };
}

function likeliestFirst(one: Step, other: Step): number {
  return other.sum - one.sum;
}

/** The likeliest tokens after a way, one more than there are ways, since one may be the end. */
function stepsFrom(way: Way, options: Search, size: number): readonly Step[] {
  const odds = way.written.odds();
  const isFirst = way.tokens.length === 0;
  const best: { readonly token: number; readonly value: number }[] = [];
  for (let token = 0; token < options.textEnd; token += 1) {
    const value = odds[token] ?? Number.NEGATIVE_INFINITY;
    if (best.length > size && value <= (best[size]?.value ?? 0)) continue;
    if (options.never.has(token) || (isFirst && options.neverFirst.has(token))) continue;
    const place = best.findIndex((other) => other.value < value);
    best.splice(place < 0 ? best.length : place, 0, { token, value });
    if (best.length > size + 1) best.pop();
  }
  const whole = wholeOf(odds, options.textEnd);
  return best.map(({ token, value }) => ({ way, token, sum: way.sum + value - whole }));
}

const longestLoop = 8;
const repeatsMax = 3;

/** Whether with this token the same few tokens come for the fourth time in a row: it hears itself. */
function isLoop(tokens: readonly number[], token: number): boolean {
  const all = [...tokens.slice(-longestLoop * (repeatsMax + 1)), token];
  for (let period = 1; period <= longestLoop; period += 1) {
    const span = period * (repeatsMax + 1);
    if (all.length < span) return false;
    const tail = all.slice(-span);
    if (tail.every((each, index) => index < period || each === tail[index - period])) return true;
  }
  return false;
}
