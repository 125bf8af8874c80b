/**
 * Sites made from the training questions, with a part of the information withheld: many independent
 * businesses to learn the decision from, none of which the engine is judged by.
 */

import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import type { Case, CaseInfo, CaseSet, CaseSite } from '../evals/case-set.ts';
import { trainingFolder } from './parallel.ts';
import { faqSets } from './pseudo-faqs.ts';
import { createRandom, type Random } from './random.ts';
import { swapped } from './swapped.ts';
import { inSwahili } from './word-by-word.ts';

export interface Asked {
  readonly question: string;
  readonly text: string;
  readonly answerable: boolean;
  readonly topic: string;
}

export function pseudoSets(): CaseSet[] {
  const random = createRandom(20_261_115);
  const english = [...read('tydi-en-train'), ...read('tydi-en-dev')];
  const articles = read('squad2-train-10articles');
  const fair = articles.filter(({ answerable }) => answerable);
  const sets = [
    mixed('tydi-sw', 'tydiqa-sw', 'sw', read('tydi-sw-train'), random),
    mixed('tydi-en', 'afriqa-sw-to-en', 'en', english, random),
    asSwahili(mixed('tydi-en-in-swahili', 'afriqa-sw-to-en', 'en', english, random), random),
    byTopic('squad', fair, random),
    followUps('squad-follow-up', fair, random),
    ...faqSets(random),
  ];
  return [
    ...sets,
    ...sets.filter(({ name }) => swapNames.has(name)).map((set) => swapped(set, random)),
  ];
}

const swapNames = new Set(['tydi-sw', 'tydi-en', 'squad', 'faq-written']);
const passagesOfSite = 26;
const withheldShare = 0.33;

/** Sites of passages on many things, as a business' documents are not: easy to tell apart, hard to be sure of. */
function mixed(
  name: string,
  kin: string,
  language: Language,
  asked: readonly Asked[],
  random: Random,
): CaseSet {
  const texts = random.shuffled([...new Set(asked.map(({ text }) => text))]);
  const sites: CaseSite[] = [];
  const cases: Case[] = [];
  const byText = Map.groupBy(asked, ({ text }) => text);
  for (let from = 0; from + passagesOfSite <= texts.length; from += passagesOfSite) {
    const part = texts.slice(from, from + passagesOfSite);
    addSite({ sites, cases }, `${name}-${from}`, language, part, withheldShare, byText, random);
  }
  return { name, kin, sites, cases };
}

function byTopic(name: string, asked: readonly Asked[], random: Random): CaseSet {
  const sites: CaseSite[] = [];
  const cases: Case[] = [];
  for (const [topic, ofTopic] of Map.groupBy(asked, (each) => each.topic)) {
    const byText = Map.groupBy(ofTopic, ({ text }) => text);
    addSite(
      { sites, cases },
      `${name}-${topic}`,
      'en',
      [...byText.keys()],
      withheldShare,
      byText,
      random,
    );
  }
  return { name, kin: 'squad2', sites, cases };
}

function addSite(
  into: { readonly sites: CaseSite[]; readonly cases: Case[] },
  name: string,
  language: Language,
  texts: readonly string[],
  share: number,
  byText: ReadonlyMap<string, readonly Asked[]>,
  random: Random,
): void {
  const ids = new Map<string, string>();
  const info: CaseInfo[] = [];
  for (const text of texts) {
    if (random.chance(share)) continue;
    ids.set(text, `p${info.length}`);
    info.push({ id: `p${info.length}`, text });
  }
  into.sites.push({ name, language, info });
  for (const text of texts) {
    const id = ids.get(text);
    for (const { question, answerable } of byText.get(text) ?? [])
      into.cases.push({
        site: name,
        question,
        history: [],
        language,
        answered: answerable && id !== undefined,
        gold: answerable && id !== undefined ? [id] : [],
      });
  }
}

/** Questions after others on the same article, half of them pointing back instead of naming their thing. */
function followUps(name: string, asked: readonly Asked[], random: Random): CaseSet {
  const set = byTopic(name, asked, random);
  const cases = set.cases.map((each, index) => {
    const before = [set.cases[index - 2], set.cases[index - 1]].filter(
      (earlier) => earlier?.site === each.site,
    );
    const history = before.flatMap((earlier) => [
      { role: 'user' as const, content: earlier?.question ?? '' },
      { role: 'assistant' as const, content: 'Yes.' },
    ]);
    const named = /(?<=\S )(?:the )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/u;
    const question =
      before.length > 0 && random.chance(0.5) ? each.question.replace(named, 'it') : each.question;
    return { ...each, question, history };
  });
  return { ...set, cases };
}

function asSwahili(set: CaseSet, random: Random): CaseSet {
  const cases = set.cases.map((each) => ({
    ...each,
    question: inSwahili(each.question, random),
    language: 'sw' as const,
  }));
  return { ...set, cases };
}

function read(file: string): Asked[] {
  return readFileSync(new URL(`qa/${file}.jsonl`, trainingFolder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { q: string; ctx: string; ok?: boolean; art?: string })
    .map(({ q, ctx, ok = true, art = '' }) => ({
      question: q,
      text: ctx,
      answerable: ok,
      topic: art,
    }));
}
