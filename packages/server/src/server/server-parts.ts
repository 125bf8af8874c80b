import type { Blobs } from '../blobs/blobs.ts';
import { connectionLimitsOf } from '../http/connections/connection-limits.ts';
import { createProcessBudgets, type ProcessBudgets } from '../http/connections/process-budgets.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { Hint } from '../store/hints.ts';
import type { Store } from '../store/store.ts';
import type { Installation } from './assemble.ts';
import { createHealth, createReadiness, type Health } from './health.ts';
import type { Jobs } from './jobs.ts';
import { type Addresses, createAddresses, type Listening } from './listen.ts';

/** What a service needs of the process that serves it. */
export interface ServerParts {
  readonly installation: Installation;
  readonly lifecycle: Lifecycle;
  readonly jobs: Jobs;
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

export function createServerParts(
  installation: Installation,
  lifecycle: Lifecycle,
  jobs: Jobs,
  blobs: Blobs,
  phase: { readonly isStarted: boolean; readonly isDraining: boolean },
): ServerParts {
  const { config, log, disk, store } = installation;
  const health = createHealth(installation, blobs);
  return {
    installation,
    lifecycle,
    jobs,
    addresses: createAddresses(config),
    guards: createProcessBudgets(connectionLimitsOf(config, log), disk),
    isDraining: () => phase.isDraining,
    health,
    assertReady: createReadiness(health, () => phase.isStarted),
    pollMs: pollOf(store),
  };
}

const pollWithoutHintsMs = 1_000;
const pollWithHintsMs = 15_000;

function pollOf({ otherProcesses }: Store): (() => number) | undefined {
  return (
    otherProcesses && (() => (otherProcesses.isListening() ? pollWithHintsMs : pollWithoutHintsMs))
  );
}
