/** What the console lets whoever runs the server do: the operator's commands, behind a page. */
import type { BackupList, Health, OperatorView } from '@baraza/contract';
import type { ownerOperations } from '../access/owner-operations.ts';
import { Problem } from '../kernel/problem.ts';
import type { Plans } from '../limits/plans.ts';
import type { nodeOperations } from '../nodes/node-operations.ts';
import type { siteOperations } from '../site/sites/site-operations.ts';
import type { consoleOperations } from './invite.ts';
import type { Signed } from './sessions.ts';

type Operations = typeof ownerOperations &
  typeof siteOperations &
  typeof nodeOperations &
  typeof consoleOperations;

type Work = Omit<NonNullable<BackupList['running']>, 'bytes'>;

/** The server's own side of it, which the console is handed. */
export interface OperatorDesk {
  /** Runs a command as the command line does. */
  readonly run: <Name extends keyof Operations>(
    name: Name,
    input: Parameters<Operations[Name]>[1],
  ) => Promise<Awaited<ReturnType<Operations[Name]>>>;
  readonly engines: OperatorView['engines'];
  readonly role: OperatorView['role'];
  readonly plans: Plans;
  readonly planOfNew: string;
  /** What was found last; undefined before the first look. */
  readonly lastHealth: () => Health | undefined;
  /** Has the doctor look; whoever asks meanwhile gets the same look. */
  readonly look: () => Promise<Health>;
  readonly backups: {
    readonly list: () => Promise<BackupList>;
    readonly take: () => Promise<Work>;
    readonly verify: (name: string) => Promise<Work>;
  };
}

export function assertOperator({ session }: Signed): void {
  if (!session.operator)
    throw new Problem('scope', 'This is for whoever runs the server; sign in by an operator link.');
}
