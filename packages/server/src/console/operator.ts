/** What an operator may do in the console: the commands of the command line, the doctor and backups. */
import type { FileHandle } from 'node:fs/promises';
import type {
  BackupList,
  BackupSchedule,
  DeletedOwner,
  Health,
  NewBackupSchedule,
  OperatorView,
} from '@baraza/contract';
import type { ownerOperations } from '../access/owner-operations.ts';
import { requireOwner } from '../access/owners.ts';
import { conflict, Problem } from '../kernel/problem.ts';
import type { planOperations } from '../limits/plan-operations.ts';
import type { nodeOperations } from '../nodes/grants.ts';
import type { siteOperations } from '../site/sites/site-operations.ts';
import type { Reader } from '../store/store.ts';
import type { consoleOperations } from './invite.ts';
import type { SessionCaller } from './sessions.ts';

type Operations = typeof ownerOperations &
  typeof siteOperations &
  typeof planOperations &
  typeof nodeOperations &
  typeof consoleOperations;

type BackupJob = Omit<NonNullable<BackupList['running']>, 'bytes'>;

/** What the process that serves the console provides for it. */
export interface OperatorServices {
  /** Runs a command as the command line does. */
  readonly run: <Name extends keyof Operations>(
    name: Name,
    input: Parameters<Operations[Name]>[1],
  ) => Promise<Awaited<ReturnType<Operations[Name]>>>;
  readonly engines: OperatorView['engines'];
  readonly role: OperatorView['role'];
  readonly planOfNew: string;
  /** Deletes an owner with all that they have, by their id. */
  readonly deleteOwner: (id: string) => Promise<DeletedOwner>;
  /** The last findings of the doctor; undefined before the first. */
  readonly lastHealth: () => Health | undefined;
  /** Runs the doctor; concurrent callers share one run. */
  readonly examine: () => Promise<Health>;
  readonly backups: {
    readonly list: () => Promise<BackupList>;
    readonly take: () => Promise<BackupJob>;
    readonly verify: (name: string) => Promise<BackupJob>;
    readonly open: (name: string) => Promise<FileHandle>;
    readonly schedule: (wanted: NewBackupSchedule) => Promise<BackupSchedule>;
  };
}

export function assertOperator({ session }: SessionCaller): void {
  if (!session.operator)
    throw new Problem('scope', 'This is for operators of the server; sign in by an operator link.');
}

/** Refuses the owner of the session: it would end too, perhaps as the last session of an operator. */
export async function deleteOtherOwner(
  reader: Reader,
  { deleteOwner }: OperatorServices,
  { ownerId }: SessionCaller,
  id: string,
): Promise<DeletedOwner> {
  const owner = await requireOwner(reader, id);
  if (owner.id === ownerId)
    throw conflict(
      'You are signed in as this owner; sign in as another one, or use baraza owners delete.',
    );
  return deleteOwner(owner.id);
}
