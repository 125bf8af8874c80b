/** Trains the translation tables: `node training/lexicon.ts` writes them to packages/answer-model. */
import { writeFileSync } from 'node:fs';
import { englishBases, swahiliBases } from '../packages/server/src/answers/text/word-forms.ts';
import { readBusinessWords, readPairs } from './parallel.ts';
import { confirmBases, createVocabulary, lastBase, type Vocabulary } from './vocabulary.ts';
import { alignWords, type Links } from './word-alignment.ts';

const scoreMin = 0.08;
// Entries of our own list are correct even if they are rare in the texts; the first meaning counts most.
const businessScores = [0.7, 0.62, 0.54, 0.46];
const translationsMax = 5;
const rounds = 2;
const modelFolder = new URL('../packages/answer-model/', import.meta.url);

const business = readBusinessWords();
const pairs = [...readPairs(), ...business];
const swahiliFamilies = new Map<string, string>();
const englishFamilies = new Map<string, string>();
// Translations show which forms belong to one family, and aligned families reveal further translations.
let learnt = learn();
for (let round = 0; round < rounds; round++) {
  const { swahili, english, links } = learnt;
  const { source, target, targetGivenSource, sourceGivenTarget } = links;
  const found = {
    swahili: confirmBases(swahili, swahiliBases, source, target, targetGivenSource),
    english: confirmBases(english, englishBases, target, source, sourceGivenTarget),
  };
  for (const [form, base] of found.swahili) swahiliFamilies.set(form, base);
  for (const [form, base] of found.english) englishFamilies.set(form, base);
  learnt = learn();
}
const scores = scoresOf(learnt);
write('swahili-english.tsv', scores, swahiliFamilies, swahiliBases);
write('english-swahili.tsv', inverted(scores), englishFamilies, englishBases);

interface Learnt {
  readonly swahili: Vocabulary;
  readonly english: Vocabulary;
  readonly links: Links;
}

function learn(): Learnt {
  const swahili = createVocabulary(
    pairs.map((pair) => pair.swahili),
    (word) => lastBase(swahiliFamilies, word),
  );
  const english = createVocabulary(
    pairs.map((pair) => pair.english),
    (word) => lastBase(englishFamilies, word),
  );
  console.log(
    `${pairs.length} pairs, ${swahili.words.length} Swahili and ${english.words.length} English words`,
  );
  const links = alignWords({
    source: pairs.map((pair) => swahili.numbersOf(pair.swahili)),
    target: pairs.map((pair) => english.numbersOf(pair.english)),
    weights: Float64Array.from(pairs, ({ weight }) => weight),
  });
  return { swahili, english, links };
}

type Scores = ReadonlyMap<string, ReadonlyMap<string, number>>;

function scoresOf({ swahili, english, links }: Learnt): Scores {
  const scores = new Map<string, Map<string, number>>();
  links.source.forEach((source, link) => {
    const target = links.target[link] ?? 0;
    const score = Math.sqrt(
      (links.targetGivenSource[link] ?? 0) * (links.sourceGivenTarget[link] ?? 0),
    );
    if (source > 0 && target > 0 && score > scoreMin)
      set(scores, swahili.words[source] ?? '', english.words[target] ?? '', score);
  });
  addBusinessWords(scores);
  return scores;
}

function addBusinessWords(scores: Map<string, Map<string, number>>): void {
  const meanings = new Map<string, number>();
  for (const pair of business) {
    const [form = ''] = pair.swahili;
    const swahili = lastBase(swahiliFamilies, form);
    const [english = ''] = pair.english.map((word) => lastBase(englishFamilies, word));
    const meaning = meanings.get(form) ?? 0;
    meanings.set(form, meaning + 1);
    const learntScore = scores.get(swahili)?.get(english) ?? 0;
    set(scores, swahili, english, Math.max(businessScores[meaning] ?? 0, learntScore));
  }
}

function set(scores: Map<string, Map<string, number>>, from: string, to: string, score: number) {
  const row = scores.get(from) ?? new Map<string, number>();
  scores.set(from, row.set(to, score));
}

function inverted(scores: Scores): Scores {
  const result = new Map<string, Map<string, number>>();
  for (const [from, row] of scores) for (const [to, score] of row) set(result, to, from, score);
  return result;
}

/** Families by their base form; a form gets its own line if the rules alone would find another base. */
function write(
  file: string,
  scores: Scores,
  families: ReadonlyMap<string, string>,
  basesOf: (word: string) => readonly string[],
): void {
  const lines = new Map([...scores].map(([word, row]) => [word, lineOf(row)]));
  for (const form of families.keys()) {
    const base = lastBase(families, form);
    const row = scores.get(base);
    if (row && !scores.has(form) && basesOf(form).find((guess) => scores.has(guess)) !== base)
      lines.set(form, lineOf(row));
  }
  const text = [...lines]
    .map(([word, line]) => `${word}\t${line}\n`)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .join('');
  writeFileSync(new URL(file, modelFolder), text);
  console.log(
    `${file}: ${lines.size} words, ${Buffer.byteLength(text)} bytes, ${families.size} forms`,
  );
}

function lineOf(row: ReadonlyMap<string, number>): string {
  return [...row]
    .toSorted(([a, aScore], [b, bScore]) => bScore - aScore || (a < b ? -1 : 1))
    .slice(0, translationsMax)
    .map(([word, score]) => `${word} ${Math.round(score * 100)}`)
    .join(' ');
}
