import type { Migration } from './migration.ts';

/**
 * Sites move by export and import, and are frozen meanwhile. The tables of moves that earlier versions made stay for
 * servers of the version before; while such a move is open, this step is refused (`migrations.ts`).
 */
export const frozenSites: Migration = () => [
  `CREATE INDEX sites_frozen ON sites (id) WHERE status = 'frozen'`,
];
