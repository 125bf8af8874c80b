/** A site as a source of the engine: reads the content and the vectors of an edition. */
import type { EngineSource, OpenedEdition } from '../../engine/engine.ts';
import { absentSite } from '../../kernel/problem.ts';
import { readProfile, type SiteRow } from '../../store/site/sites.ts';
import { vectorBatches } from '../../store/site/vectors.ts';
import type { Reader } from '../../store/store.ts';
import { type Edition, stampOf } from './edition.ts';

export type SiteEdition = Edition & Pick<SiteRow, 'owner_id'>;

export function siteSource(
  reader: Reader,
  site: SiteEdition,
  options: { readonly hasVectors: boolean; readonly onOpened?: (opened: OpenedEdition) => void },
): EngineSource {
  return {
    id: `site ${site.id}`,
    stamp: stampOf(site),
    owner: site.owner_id,
    load: async () => {
      const row = await readProfile(reader, site.id);
      if (row === undefined) throw absentSite();
      return { profile: row.profile };
    },
    vectors: options.hasVectors ? () => vectorBatches(reader, site.id) : undefined,
    onOpened: options.onOpened,
  };
}
