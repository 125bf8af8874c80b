/**
 * Businesses with the FAQs of the training data, asked in the words that other businesses use for
 * the same question.
 */
import { readFileSync } from 'node:fs';
import type { Case, CaseSet, CaseSite } from '../evals/case-set.ts';
import { contentWords, stemOf, wordsOf } from '../packages/server/src/answers/text.ts';
import { trainingFolder } from './parallel.ts';
import type { Random } from './random.ts';

interface Faq {
  readonly question: string;
  readonly answer: string;
  readonly stems: ReadonlySet<string>;
}

interface FaqBusiness {
  readonly domain: string;
  readonly name: string;
  readonly faqs: readonly Faq[];
}

const questionsOfBusiness = 6;
const donors = 1_500;
// Two questions mean the same from here on; below the other they have little to do with each other.
const sameLeast = 0.5;
const otherMost = 0.4;

/** Twice: as written, and as a recogniser hears it. */
export function faqSets(random: Random): CaseSet[] {
  const businesses = read().filter(({ faqs }) => faqs.length >= 4);
  const written = askedInOtherWords('faq-written', businesses, random);
  const spoken = askedInOtherWords('faq-spoken', businesses, random);
  return [
    written,
    {
      ...spoken,
      cases: spoken.cases.map((each) => ({ ...each, question: heard(each.question, random) })),
    },
  ];
}

function askedInOtherWords(
  name: string,
  businesses: readonly FaqBusiness[],
  random: Random,
): CaseSet {
  const sites: CaseSite[] = [];
  const cases: Case[] = [];
  for (const business of businesses) {
    const site = `${name}-${business.domain}-${business.name}`;
    const pool = random
      .shuffled(
        businesses.filter((other) => other.domain === business.domain && other !== business),
      )
      .flatMap(({ faqs }) => faqs)
      .slice(0, donors);
    const wordings = random
      .shuffled(business.faqs)
      .slice(0, questionsOfBusiness)
      .flatMap((faq) => {
        const same = pool.filter((other) => {
          const likeness = likenessOf(faq, other);
          return likeness >= sameLeast && likeness < 1;
        });
        return random.pick(same) ?? [];
      });
    wordings.forEach((wording, index) => {
      const withheld = index % 2 === 1;
      const kept = business.faqs.filter((faq) => !withheld || likenessOf(faq, wording) < otherMost);
      if (kept.length === 0) return;
      const gold = kept.flatMap((faq, id) =>
        likenessOf(faq, wording) >= sameLeast ? [`faq${id}`] : [],
      );
      const info = kept.map((faq, id) => ({
        id: `faq${id}`,
        title: faq.question,
        text: faq.answer,
      }));
      sites.push({ name: `${site}-${index}`, language: 'en', info });
      const { question } = wording;
      const answered = !withheld;
      cases.push({
        site: `${site}-${index}`,
        question,
        history: [],
        language: 'en',
        answered,
        gold,
      });
    });
  }
  return { name, kin: 'dstc10-spoken-faq', sites, cases };
}

function likenessOf(one: Faq, other: Faq): number {
  let both = 0;
  for (const stem of one.stems) if (other.stems.has(stem)) both += 1;
  return both / (one.stems.size + other.stems.size - both || 1);
}

const openings = [
  'ok great and do you know if',
  'um can you tell me',
  'thanks uh and',
  'awesome and by any chance',
  'oh okay and umm what about',
  'could you check for me',
];

/** Small letters, no marks, an opening, and here and there a word misheard. */
function heard(question: string, random: Random): string {
  const words = wordsOf(question).map((word) => {
    if (word.length < 4 || !random.chance(0.15)) return word;
    const at = Math.floor(random.next() * word.length);
    const letter = random.pick([...'aeiourstn', '']) ?? '';
    return word.slice(0, at) + letter + word.slice(at + 1);
  });
  return `${random.pick(openings) ?? ''} ${words.join(' ')}`;
}

function read(): FaqBusiness[] {
  return readFileSync(new URL('qa/dstc9-faq.jsonl', trainingFolder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { domain: string; name: string; docs: [string, string][] })
    .map(({ domain, name, docs }) => {
      const own = new Set(wordsOf(name));
      const faqs = docs.map(([question, answer]) => ({
        question,
        answer,
        stems: new Set(
          contentWords(question)
            .filter((word) => !own.has(word))
            .map((word) => stemOf(word, 'en')),
        ),
      }));
      return { domain, name, faqs };
    });
}
