/** Beam search over Whisper's decoder (beam size 1 is greedy decoding), and scoring of given texts. */
import type { DecoderState, EncodedAudio, WhisperModel } from './model.ts';

export interface SearchOptions {
  /** Decoder prompt before the first text token: hints, language, task. */
  readonly start: readonly number[];
  readonly end: number;
  /** Token ids from here on are special tokens, not text. */
  readonly textEnd: number;
  readonly suppressed: ReadonlySet<number>;
  readonly suppressedFirst: ReadonlySet<number>;
  readonly tokensMax: number;
  readonly isCancelled: () => boolean;
}

interface Candidate {
  readonly tokens: readonly number[];
  /** Mean log-probability per token: 0 is certain. */
  readonly averageLogProbability: number;
}

interface BeamResult {
  /** Most probable first. */
  readonly candidates: readonly Candidate[];
  readonly hasLooped: boolean;
}

export async function beamSearch(
  model: WhisperModel,
  sound: EncodedAudio,
  options: SearchOptions,
  beamSize: number,
): Promise<BeamResult> {
  const state = await model.decode(sound, options.start);
  const done: Candidate[] = [];
  let open: readonly Hypothesis[] = [{ tokens: [], sum: 0, state }];
  let hasLooped = false;
  for (let length = 0; length < options.tokensMax && !options.isCancelled(); length += 1) {
    const extensions = open
      .flatMap((hypothesis) => extensionsOf(hypothesis, options, beamSize))
      .sort(likeliestFirst);
    const next: Extension[] = [];
    for (const extension of extensions) {
      if (next.length === beamSize) break;
      if (extension.token === options.end)
        done.push(candidateOf(extension.hypothesis.tokens, extension.sum));
      else if (isLoop(extension.hypothesis.tokens, extension.token)) hasLooped = true;
      else next.push(extension);
    }
    if (done.length >= beamSize || next.length === 0) break;
    const steps = next.map(({ hypothesis: { state }, token }) => ({ state, token }));
    const states = await model.decodeNext(sound, steps);
    model.release(open.map(({ state }) => state));
    open = next.map(({ hypothesis, token, sum }, at) => ({
      tokens: [...hypothesis.tokens, token],
      sum,
      state: states[at] ?? hypothesis.state,
    }));
  }
  model.release(open.map(({ state }) => state));
  const candidates =
    done.length > 0 ? done : open.map(({ tokens, sum }) => candidateOf(tokens, sum));
  return {
    candidates: candidates.toSorted(
      (one, other) => other.averageLogProbability - one.averageLogProbability,
    ),
    hasLooped,
  };
}

// More in a pass save little, and each takes a megabyte for every token.
const judgedTogether = 3;

/** Log-probabilities of given texts, each scored as a whole (teacher forcing); what is cancelled has none. */
export async function logProbabilities(
  model: WhisperModel,
  sound: EncodedAudio,
  { start, end, isCancelled }: Pick<SearchOptions, 'start' | 'end' | 'isCancelled'>,
  texts: readonly (readonly number[])[],
): Promise<ReadonlyMap<readonly number[], number>> {
  const judged = new Map<readonly number[], number>();
  // Texts of a pass are as long as its longest.
  const byLength = texts.toSorted((one, other) => one.length - other.length);
  for (let at = 0; at < byLength.length && !isCancelled(); at += judgedTogether) {
    const some = byLength.slice(at, at + judgedTogether);
    const whole = some.map((tokens) => [...start, ...tokens, end]);
    const sums = await model.judge(sound, whole, start.length - 1);
    for (const [index, tokens] of some.entries()) judged.set(tokens, sums[index] ?? 0);
  }
  return judged;
}

interface Hypothesis {
  readonly tokens: readonly number[];
  readonly sum: number;
  readonly state: DecoderState;
}

interface Extension {
  readonly hypothesis: Hypothesis;
  readonly token: number;
  readonly sum: number;
}

function candidateOf(tokens: readonly number[], sum: number): Candidate {
  return { tokens, averageLogProbability: sum / (tokens.length + 1) };
}

function likeliestFirst(one: Extension, other: Extension): number {
  return other.sum - one.sum;
}

/** The most probable next tokens: one more than the beam size, since one may be the end token. */
function extensionsOf(
  hypothesis: Hypothesis,
  options: SearchOptions,
  size: number,
): readonly Extension[] {
  const logits = hypothesis.state.logits();
  const isFirst = hypothesis.tokens.length === 0;
  const best: { readonly token: number; readonly value: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let token = 0; token < options.textEnd; token += 1) {
    const value = logits[token] ?? Number.NEGATIVE_INFINITY;
    if (value <= least) continue;
    if (options.suppressed.has(token) || (isFirst && options.suppressedFirst.has(token))) continue;
    const position = best.findIndex((other) => other.value < value);
    best.splice(position < 0 ? best.length : position, 0, { token, value });
    if (best.length > size + 1) best.pop();
    least = best[size]?.value ?? least;
  }
  const whole = hypothesis.state.logSum();
  return best.map(({ token, value }) => ({
    hypothesis,
    token,
    sum: hypothesis.sum + value - whole,
  }));
}

const longestLoop = 8;
const repeatsMax = 3;

/** Whether this token completes the fourth repetition of a short sequence: a known failure of Whisper. */
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
