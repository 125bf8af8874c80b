import type { SiteRow } from '../../store/site/sites.ts';

/** A version of a site; a slug that was given to a new site is another site. */
export type Edition = Pick<SiteRow, 'id' | 'version' | 'created_at'>;

export function stampOf({ created_at, version }: Pick<Edition, 'created_at' | 'version'>): string {
  return `${created_at} ${version}`;
}
