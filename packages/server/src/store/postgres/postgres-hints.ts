import { randomUUID } from 'node:crypto';
import { type Hint, type OtherProcesses, payloadsOf, readPayload } from '../hints.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { Connector } from './postgres-connector.ts';

export const hintChannel = 'baraza';
/** The sender of hints that are part of a transaction: every process receives them, also its own. */
export const ofTransaction = '-';

// Hints within this time are sent together.
const gatherMs = 20;
// Between two checks that hints still arrive.
const checkMs = 4_000;
const retryMs = 300;

/**
 * LISTEN and NOTIFY. A transaction that notifies holds a lock of the whole database server while it commits, so that
 * such commits follow each other. Hints of frequent changes are therefore sent after the commit, a few milliseconds of
 * them together; those that must not be lost are few and part of their transaction.
 */
export function createHints(
  connector: Connector,
  sendPayload: (payload: string) => Promise<unknown>,
): OtherProcesses & { readonly flush: () => Promise<void> } {
  const me = randomUUID();
  const waiting = new Map<string, Hint>();
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let listening = false;

  const send = async (): Promise<void> => {
    timer = undefined;
    const payloads = payloadsOf(me, waiting.values());
    waiting.clear();
    // Lost with the connection: the other processes also poll.
    for (const payload of payloads) await sendPayload(payload).catch(() => {});
  };
  const notify = (hint: Hint): void => {
    waiting.set(`${hint.about} ${hint.id}`, hint);
    timer ??= setTimeout(() => {
      sending = send();
    }, gatherMs);
  };

  const listen: OtherProcesses['listen'] = (onHint) => {
    let stopped = false;
    let connection: PostgresConnection | undefined;
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
    const listenOnce = async (): Promise<void> => {
      let hasEchoed = false;
      connection = undefined;
      connection = await connector.connect({
        onNotify: (payload) => {
          const { sender, hints } = readPayload(payload);
          if (sender !== me) for (const hint of hints) onHint(hint);
          else if (hints.length === 0) {
            hasEchoed = true;
            wake();
          }
        },
        onLost: () => wake(),
      });
      await connection.run(`LISTEN ${hintChannel}`);
      // A pooler may accept LISTEN and never deliver: only an echo of our own notification proves that it works.
      for (;;) {
        hasEchoed = false;
        await connection.rows({ text: 'SELECT pg_notify($1, $2)', values: [hintChannel, me] });
        if (!hasEchoed) await pause(retryMs);
        if (connection.isLost() || stopped) return;
        if (hasEchoed !== listening) change(hasEchoed);
        await pause(checkMs);
        if (connection.isLost() || stopped) return;
      }
    };
    const work = (async () => {
      while (!stopped) {
        await listenOnce().catch(() => {});
        if (listening) change(false);
        await connection?.end().catch(() => {});
        if (!stopped) await pause(retryMs);
      }
    })();
    return async () => {
      stopped = true;
      wake();
      await work;
    };
  };

  return {
    notify,
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
