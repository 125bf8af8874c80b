/** A site as the engine knows it: where the content of an edition and its vectors are read from. */
import type { EngineSource, OpenedEdition } from '../../engine/engine.ts';
import { absentSite } from '../../kernel/problem.ts';
import { readProfile, type SiteRow } from '../../store/site/sites.ts';
import { vectorBatches } from '../../store/site/vectors.ts';
import type { Reader } from '../../store/store.ts';

/** A version of a site; a slug that was given to a new site is another site. */
export type SiteEdition = Pick<SiteRow, 'id' | 'owner_id' | 'version' | 'created_at'>;

export function stampOf({
  created_at,
  version,
}: Pick<SiteEdition, 'created_at' | 'version'>): string {
  return `${created_at} ${version}`;
}

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
