/** Asks the engine as the server does: prepares each site once, then asks each question. */

import type { Language } from '@baraza/contract';
import { type AnswerModels, answer, prepare } from '../packages/server/src/answers/answers.ts';
import { encodedQuestions } from '../packages/server/src/answers/find/encoder-texts.ts';
import type { Prepared } from '../packages/server/src/answers/find/prepared.ts';
import { earlierWords, queryOf } from '../packages/server/src/answers/find/query.ts';
import { type Hit, search } from '../packages/server/src/answers/find/retrieve.ts';
import type { Ask, Business, Entry } from '../packages/server/src/answers/knowledge.ts';
import { lexicon } from '../packages/server/src/answers/text/lexicon.ts';
import type { Case, CaseInfo, CaseSet, CaseSite } from './case-set.ts';
import type { Outcome } from './measures.ts';
import type { Vectors } from './vectors.ts';

export interface EngineOutcome extends Outcome {
  readonly cpuMicroseconds: number;
}

/** The outcome of every question of a set. The engine gets only what a visitor could send. */
export async function askAll(
  { sites, cases }: CaseSet,
  vectors?: Vectors,
  read?: AnswerModels['read'],
): Promise<EngineOutcome[]> {
  const siteOf = new Map(sites.map((site) => [site.name, site]));
  const ready = new Map<string, Prepared>();
  const outcomes: EngineOutcome[] = [];
  for (const each of cases) {
    const site = siteOf.get(each.site);
    if (site === undefined) continue;
    const prepared = ready.get(each.site) ?? (await prepareSite(site, vectors));
    ready.set(each.site, prepared);
    const { question } = each;
    const history = each.history.slice(-turnsMax);
    const ask: Ask = {
      question,
      history,
      language: undefined,
      mode: 'text',
      nowMs: 0,
    };
    outcomes.push(await outcomeOf(prepared, each, ask, vectors, read));
  }
  return outcomes;
}

const turnsMax = 20;

async function prepareSite(site: CaseSite, vectors: Vectors | undefined): Promise<Prepared> {
  const prepared = await prepare({ business: emptyBusiness, entries: site.info.map(entryOf) });
  return vectors ? vectors.joined(prepared) : prepared;
}

async function outcomeOf(
  prepared: Prepared,
  each: Case,
  ask: Ask,
  vectors: Vectors | undefined,
  read: AnswerModels['read'],
): Promise<EngineOutcome> {
  // The question is encoded before the measurement, so that only the engine's time counts.
  await vectors?.encode(encodedQuestions(ask));
  const before = process.cpuUsage();
  const reply = await answer(prepared, ask, { encode: vectors?.encode, read });
  const { user, system } = process.cpuUsage(before);
  const found = (await searchAs(prepared, ask, reply.language, vectors)).map(
    ({ passage }) => passage.entry.id,
  );
  return {
    answerable: each.answered,
    answered: reply.answered,
    confidence: reply.confidence,
    first: isGold(each, reply.answered ? reply.sources[0]?.id : found[0]),
    firstFive: found.slice(0, 5).some((id) => isGold(each, id)),
    cpuMicroseconds: user + system,
  };
}

/** The results of the engine's search, best first; needed because a refusal has no sources. */
export async function searchAs(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  vectors: Vectors | undefined,
): Promise<readonly Hit[]> {
  const { question, history } = ask;
  const earlier = earlierWords(question, history);
  const [vector, joinedVector] = (await vectors?.encode(encodedQuestions(ask))) ?? [];
  const query = queryOf({ question, language, earlier, vector, joinedVector });
  return search(prepared.index, query, lexicon(), prepared.vectors);
}

function isGold({ gold }: Case, id: string | undefined): boolean {
  return id !== undefined && gold.includes(id);
}

export function entryOf({ id, title = '', text }: CaseInfo): Entry {
  return {
    id,
    kind: 'document',
    title,
    text,
    url: null,
    language: undefined,
    alternatives: [],
  };
}

/** A site without any fields. */
export const emptyBusiness: Business = {
  name: '',
  business: '',
  greeting: '',
  about: '',
  whatsapp: '',
  phone: '',
  email: '',
  address: '',
  timezone: 'Africa/Nairobi',
  hours: [],
  closed: [],
  prices: [],
  languages: ['sw', 'en'],
  strictness: 'normal',
};
