/**
 * Beam search over a pronunciation trie with a bigram language model: turns Whisper's phonetic
 * misspellings of Swahili into words that exist (`Nafundua saanbapi keko` → `mnafungua saa ngapi kesho`).
 * Spaces in the input are unreliable and only a weak hint.
 */
import { deletionCost, insertionCost, phonemesOf, substitutionCosts } from './phoneme-costs.ts';

export type PhoneticDecoder = ReturnType<typeof createPhoneticDecoder>;

type CommonWords = ReturnType<typeof readCommonWords>;

interface TrieNode {
  readonly edges: Edge[];
  readonly words: { readonly word: string; readonly cost: number }[];
  /** Cost of the likeliest word below this node: the look-ahead of the search. */
  least: number;
}

/** The next phoneme of a word. */
interface Edge {
  readonly code: number;
  readonly deletion: number;
  readonly node: TrieNode;
}

/** A table is lines of `word TAB hundredths` and `word word TAB hundredths`. */
export function readCommonWords(table: string) {
  const costs = new Map<string, number>();
  const root = createTrieNode();
  for (const line of table.split('\n')) {
    const [words = '', hundredths = ''] = line.split('\t');
    if (hundredths === '') continue;
    const cost = Number(hundredths) / 100;
    costs.set(words, cost);
    if (!words.includes(' ')) insertWord(root, words, cost);
  }
  return {
    root,
    /** Negative log-probability of each word and of each bigram (`saa ngapi`). */
    costs,
  };
}

// Interpolation weight of the site's own words: about a third of what visitors say.
const siteShare = 0.3;
const bigramShare = 0.5;
const unknownCost = 15;

/** Adds the words of a site, weighted by their frequency there. */
export function createPhoneticDecoder(common: CommonWords, ownTexts: string) {
  const own = siteWordCosts(common, wordsIn(ownTexts));
  const ownRoot = createTrieNode();
  for (const [word, cost] of own) insertWord(ownRoot, word, cost);
  const alone = (word: string) => own.get(word) ?? common.costs.get(word) ?? unknownCost;
  const costOf = (word: string, before: string): number => {
    const following = common.costs.get(`${before} ${word}`);
    const both = (1 - bigramShare) * Math.exp(-alone(word));
    return -Math.log(both + (following === undefined ? 0 : bigramShare * Math.exp(-following)));
  };
  return {
    /** Sentences that sound like the input: up to `count` for each language-model weight. */
    candidates: (heard: string, count: number) => [
      ...new Set(
        languageModelWeights.flatMap((wordWeight) =>
          beamSearch([common.root, ownRoot], costOf, { heard, count, wordWeight }),
        ),
      ),
    ],
    /** Log-probability of a sentence under the language model; an unknown word costs much. */
    likelihood: (text: string) =>
      wordsIn(text).reduce((sum, word, index, all) => sum - costOf(word, all[index - 1] ?? ''), 0),
    /** Whether any of its words exists; figures count as words. */
    knows: (text: string) =>
      /\d/.test(text) || wordsIn(text).some((word) => own.has(word) || common.costs.has(word)),
  };
}

function siteWordCosts(common: CommonWords, words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const cost = ([word, count]: readonly [string, number]): readonly [string, number] => {
    const usual = Math.exp(-(common.costs.get(word) ?? Number.POSITIVE_INFINITY));
    return [word, -Math.log((1 - siteShare) * usual + (siteShare * count) / words.length)];
  };
  return new Map([...counts].map(cost));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z]+(?:'[a-z]+)?/g) ?? [];
}

function createTrieNode(): TrieNode {
  return { edges: [], words: [], least: Number.POSITIVE_INFINITY };
}

function insertWord(root: TrieNode, word: string, cost: number): void {
  let node = root;
  root.least = Math.min(root.least, cost);
  for (const sound of phonemesOf(word)) {
    node = nodeAfter(node, sound);
    node.least = Math.min(node.least, cost);
  }
  if (node !== root) node.words.push({ word, cost });
}

function nodeAfter({ edges }: TrieNode, sound: string): TrieNode {
  const code = sound.charCodeAt(0);
  const known = edges.find((edge) => edge.code === code);
  if (known !== undefined) return known.node;
  const node = createTrieNode();
  edges.push({ code, deletion: deletionCost(sound), node });
  return node;
}

/** A partial decoding: the words so far, and the position in the trie within the next one. */
interface Hypothesis {
  readonly node: TrieNode;
  readonly words: WordChain | undefined;
  readonly cost: number;
  /** Consecutive phonemes of the word that are not in the input. */
  readonly deletions: number;
}

interface DecodeOptions {
  readonly heard: string;
  readonly count: number;
  readonly wordWeight: number;
}

interface WordChain {
  readonly word: string;
  readonly before: WordChain | undefined;
}

// Weight of the language model against the phoneme costs: clear audio needs little of it, poor
// audio much.
const languageModelWeights = [0.45, 0.25, 0.7];
const splitCost = 0.4;
const deletionsMax = 2;
// Pruning: hypotheses this much costlier than the best at the same position, and those beyond the count.
const beamCostMax = 6;
const hypothesesMax = 300;
const bucketsPerCost = 8;

function beamSearch(
  roots: readonly TrieNode[],
  costOf: (word: string, before: string) => number,
  { heard, count, wordWeight }: DecodeOptions,
): readonly string[] {
  const { sounds, edges } = phonemesAndBoundaries(heard);
  if (sounds === '') return [];
  let now = createBeam();
  for (const root of roots) now.offer(root, undefined, 0, 0);
  for (let at = 0; ; at += 1) {
    const next = createBeam();
    const sound = sounds[at];
    const substitutions = sound === undefined ? undefined : substitutionCosts(sound);
    const insertion = sound === undefined ? 0 : insertionCost(sound);
    now.each((hypothesis) => {
      const { node, words, cost, deletions } = hypothesis;
      for (const { word } of node.words) {
        const known = wordWeight * (costOf(word, words?.word ?? '') - node.least);
        const ended = cost + known + (edges.has(at) ? 0 : splitCost);
        for (const root of roots) now.offer(root, { word, before: words }, ended, 0);
      }
      const expected = roots.includes(node) ? 0 : node.least;
      for (const { code, deletion, node: child } of node.edges) {
        const known = cost + wordWeight * (child.least - expected);
        if (deletions < deletionsMax) now.offer(child, words, known + deletion, deletions + 1);
        if (substitutions !== undefined)
          next.offer(child, words, known + (substitutions[code] ?? 0), 0);
      }
      if (substitutions !== undefined) next.offer(node, words, cost + insertion, 0);
    });
    if (sound === undefined)
      return now
        .all()
        .filter(({ node, words }) => words !== undefined && node === roots[0])
        .toSorted((one, other) => one.cost - other.cost)
        .slice(0, count)
        .map(({ words }) => sentenceOf(words));
    now = next;
  }
}

/** The phonemes without spaces, and the positions at which a space stood. */
function phonemesAndBoundaries(heard: string) {
  const edges = new Set<number>([0]);
  let sounds = '';
  for (const word of heard.split(/[^\p{L}\p{M}']+/u)) {
    sounds += phonemesOf(word);
    edges.add(sounds.length);
  }
  return { sounds, edges };
}

function sentenceOf(chain: WordChain | undefined): string {
  const words: string[] = [];
  for (let each = chain; each !== undefined; each = each.before) words.unshift(each.word);
  return words.join(' ');
}

/** The beam at one position: one best hypothesis per trie node and last word, visited cheapest first (bucket queue). */
function createBeam() {
  const best = new Map<TrieNode, Map<string, Hypothesis>>();
  const buckets: Hypothesis[][] = [];
  let least = Number.POSITIVE_INFINITY;
  let lowest = 0;
  return {
    offer: (
      node: TrieNode,
      words: WordChain | undefined,
      cost: number,
      deletions: number,
    ): void => {
      if (cost > least + beamCostMax) return;
      const last = words?.word ?? '';
      const byLast = best.get(node) ?? new Map<string, Hypothesis>();
      if ((byLast.get(last)?.cost ?? Number.POSITIVE_INFINITY) <= cost) return;
      const hypothesis = { node, words, cost, deletions };
      best.set(node, byLast);
      byLast.set(last, hypothesis);
      least = Math.min(least, cost);
      const place = Math.max(lowest, Math.floor(cost * bucketsPerCost));
      buckets[place] ??= [];
      buckets[place].push(hypothesis);
    },
    each: (visit: (hypothesis: Hypothesis) => void): void => {
      let visited = 0;
      const until = () => Math.ceil((least + beamCostMax) * bucketsPerCost);
      for (; lowest <= until() && lowest < buckets.length; lowest += 1)
        for (const hypothesis of buckets[lowest] ?? []) {
          if (best.get(hypothesis.node)?.get(hypothesis.words?.word ?? '') !== hypothesis) continue;
          visit(hypothesis);
          visited += 1;
          if (visited >= hypothesesMax) return;
        }
    },
    all: (): readonly Hypothesis[] => [...best.values()].flatMap((each) => [...each.values()]),
  };
}
