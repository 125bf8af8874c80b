/** Asks the engine as the server does: information is prepared once for each site, then each question is asked. */
import {
  type Ask,
  answer,
  type Business,
  type Entry,
  type Prepared,
  prepare,
  type Reply,
} from '../packages/server/src/answers/answers.ts';
import { lexicon } from '../packages/server/src/answers/lexicon.ts';
import { lookUp } from '../packages/server/src/answers/look-up.ts';
import type { Case, CaseSet, CaseSite } from './case-set.ts';
import type { Outcome } from './measures.ts';

export interface EngineOutcome extends Outcome {
  readonly cpuMicroseconds: number;
}

/** What comes out of every question of a set; only what a visitor of the site could send goes in. */
export function askAll({ sites, cases }: CaseSet): EngineOutcome[] {
  const siteOf = new Map(sites.map((site) => [site.name, site]));
  const prepared = new Map<string, Prepared>();
  return cases.flatMap((each) => {
    const site = siteOf.get(each.site);
    if (site === undefined) return [];
    const ready =
      prepared.get(each.site) ?? prepare({ business: emptyBusiness, entries: entriesOf(site) });
    prepared.set(each.site, ready);
    return [outcomeOf(ready, each)];
  });
}

function outcomeOf(prepared: Prepared, each: Case): EngineOutcome {
  const before = process.cpuUsage();
  const reply = answer(prepared, askOf(each));
  const { user, system } = process.cpuUsage(before);
  const found = foundIds(prepared, each, reply);
  return {
    answerable: each.answered,
    answered: reply.answered,
    confidence: reply.confidence,
    first: isGold(each, reply.answered ? reply.sources[0]?.id : found[0]),
    firstFive: found.slice(0, 5).some((id) => isGold(each, id)),
    cpuMicroseconds: user + system,
  };
}

function askOf({ question, history }: Case): Ask {
  return { question, history: history.slice(-20), language: undefined, mode: 'text', nowMs: 0 };
}

/** What was found, told by the search itself: a refusal names no sources. */
function foundIds({ index }: Prepared, { question, history }: Case, { language }: Reply): string[] {
  const { hits } = lookUp(index, { question, history, language, strictness: 'normal' }, lexicon());
  return hits.map(({ passage }) => passage.entry.id);
}

function isGold({ gold }: Case, id: string | undefined): boolean {
  return id !== undefined && gold.includes(id);
}

function entriesOf({ info }: CaseSite): Entry[] {
  return info.map(({ id, title = '', text }) => ({
    id,
    kind: 'document',
    title,
    text,
    url: null,
    language: undefined,
    alternatives: [],
  }));
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
