import { randomBytes } from 'node:crypto';
import { liveLimits } from '@baraza/contract';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Session } from '../../voice/session.ts';
import { createBudget } from '../../voice/sound/byte-budget.ts';
import { systemTime, type Time } from '../../voice/time.ts';

export interface OpenSession {
  readonly session: Session;
  readonly visitor: string;
  /** The site as it was last seen. */
  readonly site: SiteRow;
  /** Whether it may continue after a change of the site; throws the refusal. */
  readonly assertAllowed: () => Promise<void>;
}

const drainMs = 4_000;
const networksMax = 10_000;
// Without hints, a session ends within a second after its key was rotated.
const checkWithoutHintsMs = 400;
const checkWithHintsMs = 5_000;

/** The live sessions of this process. `hasHints`: whether there are hints of every change of a site. */
export function createSessionRegistry(time: Time = systemTime, hasHints = () => false) {
  const sessions = new Map<string, OpenSession>();
  const pendingWork = new Set<Promise<unknown>>();
  let isDraining = false;
  let check: (() => Promise<void>) | undefined;
  let isChecking = false;
  let isDue = false;
  let cancelTimer = () => {};
  const checkLater = () => {
    cancelTimer = time.after(hasHints() ? checkWithHintsMs : checkWithoutHintsMs, runCheck);
  };
  const runCheck = (): void => {
    if (sessions.size === 0) check = undefined;
    if (check === undefined) return;
    isChecking = true;
    isDue = false;
    void check().then(() => {
      isChecking = false;
      if (isDue) runCheck();
      else checkLater();
    });
  };
  let connections = new Map<string, number>();
  let sinceMs = time.nowMs();
  return {
    /** Names this process among others on the same store. */
    process: randomBytes(12).toString('base64url'),
    time,
    turnBytes: createBudget(liveLimits.turnBytesMax),
    sessions,
    /** Cleanup that must finish before the store is closed. */
    pendingWork,
    /** Counts a connection of a network; false when too many came in a minute. */
    countConnection: (network: string): boolean => {
      const nowMs = time.nowMs();
      if (nowMs - sinceMs >= liveLimits.connectsWindowMs || connections.size >= networksMax) {
        connections = new Map();
        sinceMs = nowMs;
      }
      const count = (connections.get(network) ?? 0) + 1;
      connections.set(network, count);
      return count <= liveLimits.connectsPerNetworkMax;
    },
    /** Runs this check while sessions are open, regularly and after `checkNow`; ignored while another one runs. */
    watch: (given: () => Promise<void>): void => {
      if (check !== undefined) return;
      check = given;
      checkLater();
    },
    /** Checks the open sessions now, after a hint that a site has changed. */
    checkNow: (): void => {
      isDue = true;
      if (isChecking) return;
      cancelTimer();
      runCheck();
    },
    isDraining: () => isDraining,
    /** Drains all sessions: open answers finish, then each is closed. */
    drain: async (): Promise<void> => {
      isDraining = true;
      await Promise.all([...sessions.values()].map(({ session }) => session.drain(drainMs)));
      while (pendingWork.size > 0) await Promise.allSettled(pendingWork);
    },
  };
}
