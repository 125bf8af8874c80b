/**
 * What a recogniser wrote that knows a language only by its sounds, as sentences of words that exist:
 * `Nafundua saanbapi keko` sounds like `mnafungua saa ngapi kesho`. Where the spaces were put tells little,
 * so the letters are read without them.
 */
import { exchanged, invented, missed, soundsOf } from './phoneme-costs.ts';

export interface PhoneticDecoder {
  /** Sentences that sound like it, up to `count` for each of the three ways to weigh sound and sense. */
  readonly near: (heard: string, count: number) => readonly string[];
  /** How likely a sentence is before anything is heard, as a logarithm; a word that nobody knows costs much. */
  readonly likelihood: (text: string) => number;
}

interface CommonWords {
  readonly root: Node;
  /** Of a word, and of a word after another (`saa ngapi`): the logarithm of how often it comes, negated. */
  readonly costs: ReadonlyMap<string, number>;
}

interface Node {
  readonly next: Map<string, Node>;
  readonly words: { readonly word: string; readonly cost: number }[];
  /** Of the likeliest word from here on. */
  least: number;
}

/** A table is lines of `word TAB hundredths` and `word word TAB hundredths`. */
export function readCommonWords(table: string): CommonWords {
  const costs = new Map<string, number>();
  const root = newNode();
  for (const line of table.split('\n')) {
    const [words = '', hundredths = ''] = line.split('\t');
    if (hundredths === '') continue;
    const cost = Number(hundredths) / 100;
    costs.set(words, cost);
    if (!words.includes(' ')) put(root, words, cost);
  }
  return { root, costs };
}

// A third of what visitors say is in the words of the site.
const ownShare = 0.3;
const followShare = 0.5;
const unknownCost = 15;

/** With the words of a site, each as often as it is there. */
export function createPhoneticDecoder(common: CommonWords, ownTexts: string): PhoneticDecoder {
  const own = ownCosts(common, wordsIn(ownTexts));
  const ownRoot = newNode();
  for (const [word, cost] of own) put(ownRoot, word, cost);
  const alone = (word: string) => own.get(word) ?? common.costs.get(word) ?? unknownCost;
  const costOf = (word: string, before: string): number => {
    const following = common.costs.get(`${before} ${word}`);
    const both = (1 - followShare) * Math.exp(-alone(word));
    return -Math.log(both + (following === undefined ? 0 : followShare * Math.exp(-following)));
  };
  return {
    near: (heard, count) => [
      ...new Set(
        wordWeights.flatMap((wordWeight) =>
          nearest([common.root, ownRoot], costOf, { heard, count, wordWeight }),
        ),
      ),
    ],
    likelihood: (text) =>
      wordsIn(text).reduce((sum, word, index, all) => sum - costOf(word, all[index - 1] ?? ''), 0),
  };
}

function ownCosts(common: CommonWords, words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const cost = ([word, count]: readonly [string, number]): readonly [string, number] => {
    const usual = Math.exp(-(common.costs.get(word) ?? Number.POSITIVE_INFINITY));
    return [word, -Math.log((1 - ownShare) * usual + (ownShare * count) / words.length)];
  };
  return new Map([...counts].map(cost));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z]+(?:'[a-z]+)?/g) ?? [];
}

function newNode(): Node {
  return { next: new Map(), words: [], least: Number.POSITIVE_INFINITY };
}

function put(root: Node, word: string, cost: number): void {
  let node = root;
  root.least = Math.min(root.least, cost);
  for (const sound of soundsOf(word)) {
    const next = node.next.get(sound) ?? newNode();
    node.next.set(sound, next);
    node = next;
    node.least = Math.min(node.least, cost);
  }
  if (node !== root) node.words.push({ word, cost });
}

/** A sentence as far as it is read: the words so far, and how far into the next one. */
interface Reading {
  readonly node: Node;
  readonly said: Said | undefined;
  readonly cost: number;
  /** Sounds in a row that were not heard. */
  readonly missing: number;
}

interface Wanted {
  readonly heard: string;
  readonly count: number;
  readonly wordWeight: number;
}

interface Said {
  readonly word: string;
  readonly before: Said | undefined;
}

// How much a likely word makes up for letters that differ: a sentence heard well needs little of
// it, one heard badly much.
const wordWeights = [0.45, 0.25, 0.7];
const cutCost = 0.4;
const missingMax = 2;
// What is this much worse than the best at the same letter is left behind, and so is what comes after so many.
const behind = 6;
const readingsMax = 300;
const bucketsPerCost = 8;

function nearest(
  roots: readonly Node[],
  costOf: (word: string, before: string) => number,
  { heard, count, wordWeight }: Wanted,
): readonly string[] {
  const { sounds, edges } = heardSounds(heard);
  if (sounds === '') return [];
  let now = createBoard();
  for (const root of roots) now.offer({ node: root, said: undefined, cost: 0, missing: 0 });
  for (let at = 0; ; at += 1) {
    const next = createBoard();
    const sound = sounds[at];
    now.each((reading) => {
      const { node, said, cost, missing } = reading;
      for (const { word } of node.words) {
        const known = wordWeight * (costOf(word, said?.word ?? '') - node.least);
        const ended = cost + known + (edges.has(at) ? 0 : cutCost);
        for (const root of roots)
          now.offer({ node: root, said: { word, before: said }, cost: ended, missing: 0 });
      }
      for (const [letter, child] of node.next) {
        const rarer = wordWeight * (child.least - (roots.includes(node) ? 0 : node.least));
        if (missing < missingMax)
          now.offer({
            node: child,
            said,
            cost: cost + rarer + missed(letter),
            missing: missing + 1,
          });
        if (sound !== undefined)
          next.offer({
            node: child,
            said,
            cost: cost + rarer + exchanged(sound, letter),
            missing: 0,
          });
      }
      if (sound !== undefined) next.offer({ node, said, cost: cost + invented(sound), missing: 0 });
    });
    if (sound === undefined)
      return now
        .all()
        .filter(({ node, said }) => said !== undefined && node === roots[0])
        .toSorted((one, other) => one.cost - other.cost)
        .slice(0, count)
        .map(({ said }) => sentenceOf(said));
    now = next;
  }
}

/** The letters without spaces, and where a space was. */
function heardSounds(heard: string) {
  const edges = new Set<number>([0]);
  let sounds = '';
  for (const word of heard.split(/[^\p{L}\p{M}']+/u)) {
    sounds += soundsOf(word);
    edges.add(sounds.length);
  }
  return { sounds, edges };
}

function sentenceOf(said: Said | undefined): string {
  const words: string[] = [];
  for (let each = said; each !== undefined; each = each.before) words.unshift(each.word);
  return words.join(' ');
}

/** The readings at one letter: of those that go on alike only the best, and the best come first. */
function createBoard() {
  const best = new Map<Node, Map<string, Reading>>();
  const buckets: Reading[][] = [];
  let least = Number.POSITIVE_INFINITY;
  let lowest = 0;
  return {
    offer: (reading: Reading): void => {
      const { node, said, cost } = reading;
      if (cost > least + behind) return;
      const last = said?.word ?? '';
      const byLast = best.get(node) ?? new Map<string, Reading>();
      if ((byLast.get(last)?.cost ?? Number.POSITIVE_INFINITY) <= cost) return;
      best.set(node, byLast);
      byLast.set(last, reading);
      least = Math.min(least, cost);
      const place = Math.max(lowest, Math.floor(cost * bucketsPerCost));
      buckets[place] ??= [];
      buckets[place].push(reading);
    },
    each: (visit: (reading: Reading) => void): void => {
      let visited = 0;
      const until = () => Math.ceil((least + behind) * bucketsPerCost);
      for (; lowest <= until() && lowest < buckets.length; lowest += 1)
        for (const reading of buckets[lowest] ?? []) {
          if (best.get(reading.node)?.get(reading.said?.word ?? '') !== reading) continue;
          visit(reading);
          visited += 1;
          if (visited >= readingsMax) return;
        }
    },
    all: (): readonly Reading[] => [...best.values()].flatMap((each) => [...each.values()]),
  };
}
