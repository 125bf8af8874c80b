/** Detects the language of a text, by trained weights of letter groups and by function words. */
import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { hashOf } from './hash.ts';
import { byWord } from './memo.ts';
import { functionWords, type Token, tokensOf, wordsOf } from './text.ts';

interface LanguageGuess {
  /** For a mixed text, the language of its function words. */
  readonly language: Language;
  readonly mixed: boolean;
  /** 0 if there is no evidence (digits, foreign names); 1 is certain. */
  readonly confidence: number;
}

/** Three words are enough; only the first two hundred are examined. */
export function languageOf(text: string): LanguageGuess {
  const evidence = tokensOf(text.slice(0, charactersMax))
    .filter(({ word }) => /[a-z]/.test(word))
    .slice(0, wordsMax)
    .map(evidenceOf);
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  const frame = evidence.reduce((sum, { frame: side }) => sum + side, 0);
  const mixed = isMixed(evidence);
  // Borrowed words are mostly nouns: in a mixed text the function words decide.
  const leaning = mixed && frame !== 0 ? frame * frameScore : total;
  return {
    language: leaning >= 0 ? 'sw' : 'en',
    mixed,
    confidence: Math.abs(Math.tanh(leaning / 2)),
  };
}

/** The language of approved information: in prose a few function words are enough. */
export function languageOfProse(text: string): Language {
  const start = text.slice(0, proseCharacters);
  let frame = 0;
  for (const word of wordsOf(start)) {
    if (swahiliFrame.has(word)) frame += 1;
    else if (englishFrame.has(word)) frame -= 1;
    if (Math.abs(frame) >= clearFrame) return frame > 0 ? 'sw' : 'en';
  }
  return languageOf(start).language;
}

const proseCharacters = 160;
const clearFrame = 3;
const charactersMax = 2000;
const wordsMax = 200;
const frameScore = 3;
const surelyScore = 2.5;

interface Evidence {
  /** Above 0 is Swahili, as log-odds. */
  readonly score: number;
  /** 1: a word of Swahili grammar, -1: of English, 0: neither. */
  readonly frame: -1 | 0 | 1;
  /** A capitalised word that is not the first; names are not evidence of a language. */
  readonly isName: boolean;
}

function evidenceOf({ word, raw }: Token, index: number): Evidence {
  return { ...weighed(word), isName: index > 0 && /^\p{Lu}/u.test(raw) };
}

type Weighed = Pick<Evidence, 'score' | 'frame'>;

// The words of a site recur while its information is prepared.
const weighed = byWord((word): Weighed => {
  const score = scoreOf(word);
  if (swahiliFrame.has(word) || conjugated.test(word))
    return { score: Math.max(score, frameScore), frame: 1 };
  if (englishFrame.has(word)) return { score: Math.min(score, -frameScore), frame: -1 };
  return { score, frame: score > surelyScore && swahiliVerb.test(word) ? 1 : 0 };
});

// No English word begins like this, but borrowed verbs do: `mnadeliver`, `tutacheck`.
const conjugated = /^(?:ni|tu|m|wa)(?:na|ta|me|li)(?=[a-z]{3})/;
const swahiliVerb =
  /^(?:ha)?(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi|ku)(?:na|li|ta|me|nge|ki|ka)\w{2,}[aei]$|^na\w{2,}a$|^ku\w{3,}a$/;

/** One borrowed word does not make a text mixed; two do, or one function word, or one of three words. */
function isMixed(evidence: readonly Evidence[]): boolean {
  const counted = evidence.filter(({ isName }) => !isName);
  const swahili = counted.filter(({ score }) => score > surelyScore);
  const english = counted.filter(({ score }) => score < -surelyScore);
  const fewer = swahili.length < english.length ? swahili : english;
  const share = fewer.length / Math.max(1, evidence.length);
  if (fewer.length !== 1) return fewer.length > 1 && share >= 1 / 6;
  return fewer[0]?.frame === 0 ? share >= 1 / 3 && evidence.length > 2 : share >= 1 / 6;
}

let weights: Int8Array | undefined;

/** The log-odds that a folded word is Swahili. */
function scoreOf(word: string): number {
  weights ??= readWeights();
  let sum = 0;
  const features = featuresOf(word, weights.length);
  for (const feature of features) sum += weights[feature] ?? 0;
  return sum / weightScale;
}

/** The trained weights are stored as integers, multiplied by this. */
export const weightScale = 40;

/** Table indexes of a word's letter groups (one to four letters, edges marked) and of the word itself. */
export function featuresOf(word: string, tableSize: number): number[] {
  const edged = `<${word}>`;
  const features = [hashOf(edged, 0, edged.length, 7) % tableSize];
  for (let length = 1; length <= 4; length++)
    for (let start = 0; start + length <= edged.length; start++)
      features.push(hashOf(edged, start, start + length, length) % tableSize);
  return features;
}

function readWeights(): Int8Array {
  const file = readFileSync(new URL(import.meta.resolve('@baraza/answer-model/language.bin')));
  return new Int8Array(file.buffer, file.byteOffset, file.byteLength);
}

const swahiliFrame: ReadonlySet<string> = new Set([
  ...functionWords.sw,
  ...`uko ziko mambo hujambo sijambo jambo shikamoo marahaba salamu asanteni pole poa karibu kwaheri mnauza mnafungua
    nahitaji ninataka hakuna`.split(/\s+/),
]);
const englishFrame: ReadonlySet<string> = new Set([
  ...functionWords.en,
  ...'bye goodbye hows show make'.split(' '),
]);
