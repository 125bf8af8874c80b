/** What the search finds for each question of a set, with the evidence: made once, decided on as often as needed. */

import { passagesOf } from '../packages/server/src/answers/chunk.ts';
import { encodedTexts } from '../packages/server/src/answers/encoder-texts.ts';
import { evidenceNames, evidenceOf } from '../packages/server/src/answers/evidence.ts';
import { earlierWords } from '../packages/server/src/answers/follow-up.ts';
import { buildIndex } from '../packages/server/src/answers/index-builder.ts';
import type { Entry } from '../packages/server/src/answers/knowledge.ts';
import { lexicon } from '../packages/server/src/answers/lexicon.ts';
import {
  type PassageVectors,
  packVectors,
} from '../packages/server/src/answers/passage-vectors.ts';
import { queryOf } from '../packages/server/src/answers/query.ts';
import { search } from '../packages/server/src/answers/retrieve.ts';
import type { SearchIndex } from '../packages/server/src/answers/search-index.ts';
import type { Case, CaseSet, CaseSite } from './case-set.ts';
import type { QuestionVectors, Vectors } from './vectors.ts';

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

/** With vectors, as the encoder would have it; else by words alone. */
export async function rowsOf(
  { name, kin, sites, cases }: CaseSet,
  vectors?: Vectors,
): Promise<RowSet> {
  const indexes = new Map<string, Indexed>();
  const siteOf = new Map(sites.map((site) => [site.name, site]));
  const rows: Row[] = [];
  for (const each of cases) {
    const site = siteOf.get(each.site);
    if (site === undefined) continue;
    const indexed = indexes.get(each.site) ?? (await indexedOf(site, vectors));
    indexes.set(each.site, indexed);
    const asked = vectors ? await vectors.ofQuestion(each) : {};
    rows.push(rowOf(indexed, each, asked));
  }
  return { name, kin, rows };
}

interface Indexed {
  readonly index: SearchIndex;
  readonly packed: PassageVectors | undefined;
}

function rowOf({ index, packed }: Indexed, each: Case, vectors: QuestionVectors): Row {
  const { question, history, language, answered, gold } = each;
  const query = queryOf({
    question,
    language,
    earlier: earlierWords(question, history),
    ...vectors,
  });
  const hits = search(index, query, lexicon(), packed);
  const [first, ...others] = hits;
  const evidence = first && evidenceOf(query, [first, ...others]);
  const right = hits.map(({ passage }) => gold.includes(passage.entry.id));
  return {
    answered,
    first: right[0] ?? false,
    firstFive: right.slice(0, 5).includes(true),
    evidence: evidence && evidenceNames.map((name) => evidence[name]),
  };
}

async function indexedOf(site: CaseSite, vectors: Vectors | undefined): Promise<Indexed> {
  const index = indexOf(site);
  if (vectors === undefined) return { index, packed: undefined };
  await vectors.make(encodedTexts({ index, fields: buildIndex([]) }));
  return { index, packed: packVectors(index, vectors) };
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
