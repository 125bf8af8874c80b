/** What an operator may do in the console: the commands of the command line, the doctor and backups. */
import type { BackupList, Health, OperatorView } from '@baraza/contract';
import type { ownerOperations } from '../access/owner-operations.ts';
import { Problem } from '../kernel/problem.ts';
import type { Plans } from '../limits/plans.ts';
import type { nodeOperations } from '../nodes/node-operations.ts';
import type { siteOperations } from '../site/sites/site-operations.ts';
import type { consoleOperations } from './invite.ts';
import type { SessionCaller } from './sessions.ts';

type Operations = typeof ownerOperations &
  typeof siteOperations &
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
  readonly plans: Plans;
  readonly planOfNew: string;
  /** The last findings of the doctor; undefined before the first. */
  readonly lastHealth: () => Health | undefined;
  /** Runs the doctor; concurrent callers share one run. */
  readonly examine: () => Promise<Health>;
  readonly backups: {
    readonly list: () => Promise<BackupList>;
    readonly take: () => Promise<BackupJob>;
    readonly verify: (name: string) => Promise<BackupJob>;
  };
}

export function assertOperator({ session }: SessionCaller): void {
  if (!session.operator)
    throw new Problem('scope', 'This is for whoever runs the server; sign in by an operator link.');
}
