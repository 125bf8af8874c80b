import { randomUUID } from 'node:crypto';
import { type Hint, type Others, payloadsOf, readPayload } from './hints.ts';
import { type Connection, openConnection, type Timeouts } from './postgres-connection.ts';

export const hintChannel = 'baraza';
/** The sender of hints that are part of a transaction: every process hears them, also its own. */
export const ofTransaction = '-';

interface HintTimes {
  /** Hints of this long are sent together. */
  readonly gatherMs: number;
  readonly beatMs: number;
  readonly againMs: number;
}

const usual: HintTimes = { gatherMs: 20, beatMs: 4_000, againMs: 300 };

/**
 * LISTEN and NOTIFY. A transaction that notifies holds a lock of the whole database server while it commits, so that
 * such commits follow each other. Hints of frequent changes are therefore sent after the commit, a few milliseconds of
 * them together; those that must not be lost are few and part of their transaction.
 */
export function createHints(
  url: string,
  notify: (payload: string) => Promise<unknown>,
  timeouts: Timeouts,
  { gatherMs, beatMs, againMs }: HintTimes = usual,
): Others & { readonly flush: () => Promise<void> } {
  const me = randomUUID();
  const waiting = new Map<string, Hint>();
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let listening = false;

  const send = async (): Promise<void> => {
    timer = undefined;
    const payloads = payloadsOf(me, waiting.values());
    waiting.clear();
    // Lost with the connection: the others look by themselves after a while.
    for (const payload of payloads) await notify(payload).catch(() => {});
  };
  const tell = (hint: Hint): void => {
    waiting.set(`${hint.about} ${hint.id}`, hint);
    timer ??= setTimeout(() => {
      sending = send();
    }, gatherMs);
  };

  const listen: Others['listen'] = (onHint) => {
    let stopped = false;
    let lane: Connection | undefined;
    let wake = () => {};
    const pause = (ms: number) =>
      new Promise<void>((resolve) => {
        const pausing = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(pausing);
          resolve();
        };
      });
    const change = (now: boolean): void => {
      listening = now;
      onHint(undefined);
    };
    const hear = async (): Promise<void> => {
      let isHeard = false;
      lane = openConnection(url, timeouts, {
        onNotify: (payload) => {
          const { sender, hints } = readPayload(payload);
          if (sender !== me) for (const hint of hints) onHint(hint);
          else if (hints.length === 0) {
            isHeard = true;
            wake();
          }
        },
        onLost: () => wake(),
      });
      await lane.ready();
      await lane.run(`LISTEN ${hintChannel}`);
      // A pooler between us and the server may take LISTEN and never tell anything: only what comes back counts.
      for (;;) {
        isHeard = false;
        await lane.rows({ text: 'SELECT pg_notify($1, $2)', values: [hintChannel, me] });
        if (!isHeard) await pause(againMs);
        if (lane.isLost() || stopped) return;
        if (isHeard !== listening) change(isHeard);
        await pause(beatMs);
        if (lane.isLost() || stopped) return;
      }
    };
    const work = (async () => {
      while (!stopped) {
        await hear().catch(() => {});
        if (listening) change(false);
        await lane?.end().catch(() => {});
        if (!stopped) await pause(againMs);
      }
    })();
    return async () => {
      stopped = true;
      wake();
      await work;
    };
  };

  return {
    tell,
    listen,
    isListening: () => listening,
    flush: async () => {
      if (timer !== undefined) {
        clearTimeout(timer);
        sending = send();
      }
      await sending;
    },
  };
}
