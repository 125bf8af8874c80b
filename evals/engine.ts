/** Asks the engine as the server does: information is prepared once for each site, then each question is asked. */

import type { Language } from '@baraza/contract';
import { answering, prepare } from '../packages/server/src/answers/answers.ts';
import { earlierWords } from '../packages/server/src/answers/find/follow-up.ts';
import type { Prepared } from '../packages/server/src/answers/find/prepared.ts';
import { queryOf } from '../packages/server/src/answers/find/query.ts';
import { type Hit, search } from '../packages/server/src/answers/find/retrieve.ts';
import type { Ask, Business, Entry, Reply } from '../packages/server/src/answers/knowledge.ts';
import { lexicon } from '../packages/server/src/answers/text/lexicon.ts';
import { driveReading, type Read } from './businesses/drive-reading.ts';
import type { Case, CaseInfo, CaseSet, CaseSite } from './case-set.ts';
import type { Outcome } from './measures.ts';
import type { Vectors } from './vectors.ts';

export interface EngineOutcome extends Outcome {
  readonly cpuMicroseconds: number;
}

/** What comes out of every question of a set; only what a visitor of the site could send goes in. */
export async function askAll(
  { sites, cases }: CaseSet,
  vectors?: Vectors,
  read: Read = async () => undefined,
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
    const asked = vectors ? await vectors.ofQuestion({ question, history }) : {};
    const ask: Ask = {
      question,
      history,
      language: undefined,
      mode: 'text',
      nowMs: 0,
      ...asked,
    };
    outcomes.push(await outcomeOf(prepared, each, ask, read));
  }
  return outcomes;
}

const turnsMax = 20;

async function prepareSite(site: CaseSite, vectors: Vectors | undefined): Promise<Prepared> {
  const prepared = prepare({ business: emptyBusiness, entries: site.info.map(entryOf) });
  return vectors ? vectors.joined(prepared) : prepared;
}

async function outcomeOf(
  prepared: Prepared,
  each: Case,
  ask: Ask,
  read: Read,
): Promise<EngineOutcome> {
  const before = process.cpuUsage();
  const reply = await driveReading(answering(prepared, ask), read);
  const { user, system } = process.cpuUsage(before);
  const found = foundIds(prepared, ask, reply);
  return {
    answerable: each.answered,
    answered: reply.answered,
    confidence: reply.confidence,
    first: isGold(each, reply.answered ? reply.sources[0]?.id : found[0]),
    firstFive: found.slice(0, 5).some((id) => isGold(each, id)),
    cpuMicroseconds: user + system,
  };
}

/** What was found, told by the search itself: a refusal names no sources. */
function foundIds(prepared: Prepared, ask: Ask, { language }: Reply): string[] {
  return searchAs(prepared, ask, language).map(({ passage }) => passage.entry.id);
}

/** What the engine's search finds, best first. */
export function searchAs({ index, vectors }: Prepared, ask: Ask, language: Language): Hit[] {
  const { question, history, vector, joinedVector } = ask;
  const earlier = earlierWords(question, history);
  const query = queryOf({ question, language, earlier, vector, joinedVector });
  return search(index, query, lexicon(), vectors);
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

/** A site that has told nothing but its entries. */
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
