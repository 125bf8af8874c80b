import type { SiteRow } from '../../store/site/sites.ts';

/** A site as a row of this moment names it; a name that is given anew is another site. */
export type Edition = Pick<SiteRow, 'id' | 'version' | 'created_at'>;

/** Tells the editions of one name apart. */
export function stampOf({ created_at, version }: Pick<Edition, 'created_at' | 'version'>): string {
  return `${created_at} ${version}`;
}
