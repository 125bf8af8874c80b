import type { SiteRow } from '../../store/site/sites.ts';

/** A version of a site. `created_at` distinguishes a new site that reuses a slug. */
export type Edition = Pick<SiteRow, 'id' | 'version' | 'created_at'>;

export function stampOf({ created_at, version }: Pick<Edition, 'created_at' | 'version'>): string {
  return `${created_at} ${version}`;
}
