import type { Installation } from '../assemble.ts';
import type { BackupSource } from '../backup/backup.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { programVersion } from '../program.ts';
import { dataVersion } from '../store/migrations/migrations.ts';

/** Input of the backup command. */
export interface BackupInput {
  readonly file: string;
  readonly force: boolean;
}

export function backupSource(
  { store, clock, keyring, config }: Installation,
  blobs: Blobs,
): BackupSource {
  return {
    store,
    blobs,
    clock,
    pepper: keyring.pepper,
    pepperIsOurs: config.pepperFile === undefined,
    programVersion,
    dataVersion,
  };
}
