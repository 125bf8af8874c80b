/** What speaks for a passage as the answer to a question: shares from 0 to 1 that mean the same on every site. */

import { longPattern } from '../kernel/long-pattern.ts';
import { hashOf } from './grams.ts';
import type { Query } from './query.ts';
import type { Group, Probe } from './query-expansion.ts';
import { holdsAnswerTo } from './question-type.ts';
import type { Hit } from './retrieve.ts';
import { fusedScore, selfScore } from './score-fusion.ts';
import { sentencesOf } from './sentences.ts';
import { isNumber, isStopWord, stemOf, tokensOf, wordsOf } from './text.ts';

/** What is weighed, and whether more of it may only speak for (1), only against (-1) or either way (0). */
export const evidenceSigns = {
  /** Of the question's telling words, the share in the two best neighbouring sentences. */
  window: 1,
  /** The same in the best single sentence. */
  sentence: 1,
  /** The most telling word that the best sentences lack. */
  windowMissing: -1,
  /** Neighbours in the question that are neighbours in the passage. */
  nearness: 1,
  nearWindow: 1,
  /** The share of the title's words that the question has, and of the question's words that the title has. */
  titleCovered: 1,
  coveredByTitle: 1,
  /** The score beside the highest that any passage could have. */
  selfScore: 1,
  /** How much was said that could be matched at all. */
  mass: 1,
  /** How few passages share the most telling word. */
  sharpness: 1,
  /** The share of earlier turns' words; never enough by itself. */
  earlier: 1,
  /** A name or number of the question that the passage lacks. */
  lostName: -1,
  /** Something of the kind asked for that the question did not already say; or nothing of that kind. */
  novel: 1,
  noKind: -1,
  /** A question that denies what the passage affirms. */
  negated: -1,
  /** How far the next passage stays behind; where all are about one thing, that says nothing. */
  margin: 1,
  words: 0,
  length: 0,
  foreign: 0,
  swahili: 0,
  /**
   * By vectors, nothing without them: how near the passage is to the question alone, and with the
   * turn before it taken in.
   */
  likeness: 1,
  joinedLikeness: 1,
  /** How far it is ahead of the nearest other entry, of the usual one that was found, and of the next in order. */
  likenessAhead: 1,
  likenessBeside: 1,
  fusedAhead: 1,
} as const;

export type EvidenceName = keyof typeof evidenceSigns;
export type Evidence = { readonly [name in EvidenceName]: number };
export const evidenceNames = Object.keys(evidenceSigns) as EvidenceName[];
/** What there is without vectors too. */
export const wordEvidenceNames = evidenceNames.slice(0, evidenceNames.indexOf('likeness'));

export function evidenceOf(query: Query, hits: readonly [Hit, ...Hit[]]): Evidence {
  const [hit, next] = hits;
  const ahead = hit.score > 0 ? 1 - Math.min(1, (next?.score ?? 0) / hit.score) : 0;
  const { groups, languageIndex } = hit.probe;
  const title = matchesIn(hit.probe, hit.passage.title);
  const sentences = sentencesOf(hit.passage.text);
  const inSentences = sentences.map((sentence) => matchesIn(hit.probe, sentence));
  const whole = inSentences.reduce((all, { best }) => strongest(all, best), title.best);
  const all = groups.map(({ word, rarity }) => rarity * word.weight);
  const asked = all.map((weight, index) => (groups[index]?.word.asked ? weight : 0));
  const earlier = all.map((weight, index) => (groups[index]?.word.asked ? 0 : weight));
  const { share: window, at } = bestWindow(asked, title.best, inSentences);
  const near = inSentences.slice(at, at + 2);
  const pair = near.reduce((most, { best }) => strongest(most, best), title.best);
  const text = sentences.slice(at, at + 2).join(' ');
  const around = sentences.slice(Math.max(0, at - 1), at + 2).join(' ') || hit.passage.title;
  return {
    window,
    sentence: Math.max(0, ...inSentences.map(({ best }) => share(asked, best))),
    windowMissing: missing(asked, pair),
    nearness: nearness(groups, [title, ...inSentences]),
    nearWindow: nearness(groups, [title, ...near]),
    titleCovered: title.covered,
    coveredByTitle: share(asked, title.best),
    selfScore: selfScore(hit.score, groups),
    mass: mass(groups, whole),
    sharpness: sharpness(hit.probe, whole),
    earlier: share(earlier, whole),
    lostName: lostName(groups, whole),
    novel: novel(query, text),
    noKind: holdsAnswerTo(query.type, around) === false ? 1 : 0,
    negated: isNegated(query.question) && !isNegated(`${hit.passage.title} ${text}`) ? 1 : 0,
    margin: ahead * (1 - languageIndex.coherence),
    words: Math.min(1, groups.filter(({ word }) => word.asked).length / 8),
    length: Math.min(1, hit.passage.text.length / 700),
    foreign: query.language === languageIndex.language ? 0 : 1,
    swahili: languageIndex.language === 'sw' ? 1 : 0,
    ...byMeaning(hits),
  };
}

function byMeaning([hit, ...others]: readonly [Hit, ...Hit[]]) {
  if (hit.likeness === undefined) return nothingByMeaning;
  const { alone, joined } = hit.likeness;
  const near = others.flatMap(({ likeness }) => likeness?.joined ?? []);
  const rest = near.length === 0 ? [unrelated] : near;
  const usual = rest.reduce((sum, value) => sum + value, 0) / rest.length;
  const [next] = others;
  return {
    likeness: alone,
    joinedLikeness: joined,
    likenessAhead: joined - Math.max(...rest),
    likenessBeside: joined - usual,
    fusedAhead:
      fusedOf(hit, joined) - (next ? fusedOf(next, next.likeness?.joined ?? unrelated) : unrelated),
  };
}

// The cosine of texts that have nothing to do with each other, for a site that has told one thing only.
const unrelated = 0.2;

const nothingByMeaning = {
  likeness: 0,
  joinedLikeness: 0,
  likenessAhead: 0,
  likenessBeside: 0,
  fusedAhead: 0,
};

function fusedOf({ score, probe: { groups } }: Hit, likeness: number): number {
  return fusedScore(selfScore(score, groups), likeness);
}

/** How well each sentence of a passage answers the question by itself. */
export function sentenceScores(query: Query, hit: Hit, sentences: readonly string[]): number[] {
  const weights = hit.probe.groups.map(({ word, rarity }) => rarity * word.weight);
  return sentences.map((sentence) => {
    const covered = share(weights, matchesIn(hit.probe, sentence).best);
    return covered + (holdsAnswerTo(query.type, sentence) === true ? kindBonus : 0);
  });
}

const kindBonus = 0.15;

interface Matches {
  /** By word of the question: how well the text has it. */
  readonly best: Float32Array;
  /** The places of the matched words, in the text's order. */
  readonly places: readonly { readonly group: number; readonly at: number }[];
  /** Which share of the text's own content words the question has. */
  readonly covered: number;
}

function matchesIn({ languageIndex, matches, groups }: Probe, text: string): Matches {
  const best = new Float32Array(groups.length);
  const places: { group: number; at: number }[] = [];
  let content = 0;
  let covered = 0;
  wordsOf(text).forEach((word, at) => {
    if (isStopWord(word)) return;
    content += 1;
    let most = 0;
    for (const { group, weight } of matches.get(hashOf(stemOf(word, languageIndex.language))) ??
      []) {
      if (weight > (best[group] ?? 0)) best[group] = weight;
      places.push({ group, at });
      most = Math.max(most, weight);
    }
    covered += most;
  });
  return { best, places, covered: content === 0 ? 0 : covered / content };
}

function strongest(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((value, index) => Math.max(value, other[index] ?? 0));
}

function share(weights: readonly number[], best: Float32Array): number {
  let all = 0;
  let found = 0;
  weights.forEach((weight, index) => {
    all += weight;
    found += weight * (best[index] ?? 0);
  });
  return all === 0 ? 0 : found / all;
}

/** The two neighbouring sentences that cover most; the title speaks for each of them at half its strength. */
function bestWindow(asked: readonly number[], title: Float32Array, sentences: readonly Matches[]) {
  const half = title.map((value) => value * 0.5);
  let best = { share: share(asked, half), at: 0 };
  sentences.forEach(({ best: here }, at) => {
    const next = sentences[at + 1]?.best.map((value) => value * 0.8);
    const covered = share(asked, strongest(next ? strongest(here, next) : here, half));
    if (covered > best.share) best = { share: covered, at };
  });
  return best;
}

const nearWords = 4;

function nearness(groups: readonly Group[], texts: readonly Matches[]): number {
  const asked = groups.flatMap(({ word }, index) => (word.asked ? [index] : []));
  // One word has no neighbour, which says nothing either way.
  if (asked.length < 2) return 0.5;
  let near = 0;
  for (let index = 0; index + 1 < asked.length; index += 1) {
    const one = asked[index] ?? 0;
    const other = asked[index + 1] ?? 0;
    if (texts.some(({ places }) => areNear(places, one, other))) near += 1;
  }
  return near / (asked.length - 1);
}

function areNear(places: Matches['places'], one: number, other: number): boolean {
  return places.some(
    ({ group, at }) =>
      group === one &&
      places.some((place) => place.group === other && Math.abs(place.at - at) <= nearWords),
  );
}

function missing(asked: readonly number[], found: Float32Array): number {
  const all = asked.reduce((sum, weight) => sum + weight, 0);
  const most = Math.max(0, ...asked.map((weight, index) => weight * (1 - (found[index] ?? 0))));
  return all === 0 ? 1 : most / all;
}

function mass(groups: readonly Group[], found: Float32Array): number {
  let sum = 0;
  groups.forEach(({ word }, index) => {
    if (word.asked) sum += word.weight * (found[index] ?? 0);
  });
  return 1 - Math.exp(-sum / 1.5);
}

function sharpness({ languageIndex, groups }: Probe, found: Float32Array): number {
  const highest = Math.log(1 + (languageIndex.passages.length + 0.5) / 1.5);
  const rarities = groups.map(({ rarity, word }, index) =>
    word.asked ? rarity * (found[index] ?? 0) : 0,
  );
  return Math.max(0, ...rarities) / highest;
}

function lostName(groups: readonly Group[], found: Float32Array): number {
  const lost = groups.map(({ word }, index) =>
    word.asked && (word.name || word.number) ? 1 - (found[index] ?? 0) : 0,
  );
  return Math.max(0, ...lost);
}

function novel(query: Query, text: string): number {
  const said = new Set(wordsOf(query.question));
  const isNew = (test: (token: ReturnType<typeof tokensOf>[number]) => boolean) =>
    tokensOf(text).some((token) => !said.has(token.word) && test(token)) ? 1 : 0;
  switch (query.type) {
    case 'number':
    case 'when':
      return isNew(({ word }) => isNumber(word));
    case 'who':
    case 'where':
      return isNew(({ raw, start }) => start > 0 && /^\p{Lu}/u.test(raw));
    default:
      return 0.5;
  }
}

// Swahili denies in the verb itself: hawakubali, hatutoi, siwezi.
const negation = longPattern('i')`\b(?:not|never|no|without|except|besides|nor|none|neither
  |unable|bila|isipokuwa|sio|siyo|hapana|(?:ha|si)(?:ku|ta|wa|tu|i|zi|ki|vi|li|ya|pa)[a-z]{4,})\b|n['’]t\b`;

function isNegated(text: string): boolean {
  return negation.test(text);
}
