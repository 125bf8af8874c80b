import type { ProcessBudgets } from '../http/connections/process-budgets.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { Hint } from '../store/hints.ts';
import type { Addresses } from './addresses.ts';
import type { Installation } from './assemble.ts';
import type { Health } from './health.ts';
import type { Listening } from './listen.ts';

/** What a service needs of the process that serves it. */
export interface ServerParts {
  readonly installation: Installation;
  readonly lifecycle: Lifecycle;
  readonly addresses: Addresses;
  readonly guards: ProcessBudgets;
  readonly isDraining: () => boolean;
  readonly health: Health;
  /** Rejects with the reason while requests cannot be served. */
  readonly assertReady: () => Promise<void>;
  /** How often to poll for changes of other processes, whose hints may be lost; undefined if there are none. */
  readonly pollMs: (() => number) | undefined;
}

export interface RunningService extends Listening {
  /** Called with hints of other processes; undefined: some may have been missed. */
  readonly onHint: (hint: Hint | undefined) => void;
}
