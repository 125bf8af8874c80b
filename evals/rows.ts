/** What the search finds for each question of a set, with the evidence: made once, decided on as often as needed. */
import type { Entry } from '../packages/server/src/answers/answers.ts';
import { passagesOf } from '../packages/server/src/answers/chunk.ts';
import { evidenceNames, evidenceOf } from '../packages/server/src/answers/evidence.ts';
import { earlierWords } from '../packages/server/src/answers/follow-up.ts';
import { lexicon } from '../packages/server/src/answers/lexicon.ts';
import { queryOf } from '../packages/server/src/answers/query.ts';
import { search } from '../packages/server/src/answers/retrieve.ts';
import { buildIndex, type SearchIndex } from '../packages/server/src/answers/search-index.ts';
import type { Case, CaseSet, CaseSite } from './case-set.ts';

export interface Row {
  readonly answered: boolean;
  /** Whether the first, and one of the first five, is what answers the question. */
  readonly first: boolean;
  readonly firstFive: boolean;
  /** In the order of `evidenceNames`; undefined where nothing was found. */
  readonly evidence: readonly number[] | undefined;
}

export interface RowSet {
  readonly name: string;
  readonly kin: string;
  readonly rows: readonly Row[];
}

export function rowsOf({ name, kin, sites, cases }: CaseSet, casesMax = Number.MAX_SAFE_INTEGER) {
  const indexes = new Map<string, SearchIndex>();
  const siteOf = new Map(sites.map((site) => [site.name, site]));
  const step = Math.max(1, cases.length / casesMax);
  const some = cases.filter(
    (_, index) => Math.floor((index + 1) / step) > Math.floor(index / step),
  );
  const rows = some.flatMap((each) => {
    const site = siteOf.get(each.site);
    if (site === undefined) return [];
    const index = indexes.get(each.site) ?? indexOf(site);
    indexes.set(each.site, index);
    return [rowOf(index, each)];
  });
  return { name, kin, rows } satisfies RowSet;
}

function rowOf(index: SearchIndex, { question, history, language, answered, gold }: Case): Row {
  const query = queryOf({ question, language, earlier: earlierWords(question, history) });
  const hits = search(index, query, lexicon());
  const [first, next] = hits;
  const evidence = first && evidenceOf(query, first, next);
  const right = hits.map(({ passage }) => gold.includes(passage.entry.id));
  return {
    answered,
    first: right[0] ?? false,
    firstFive: right.slice(0, 5).includes(true),
    evidence: evidence && evidenceNames.map((name) => evidence[name]),
  };
}

function indexOf({ language, info }: CaseSite): SearchIndex {
  const entries = info.map(
    (each): Entry => ({
      id: each.id,
      kind: 'fact',
      title: each.title ?? '',
      text: each.text,
      url: null,
      language: each.language ?? language,
      alternatives: [],
    }),
  );
  return buildIndex(entries.flatMap((entry) => passagesOf(entry, () => language)));
}
