/** Sends mails with codes and links in the background: no answer waits for one, or shows whether there is one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairQueue } from '../kernel/fair-queue.ts';
import type { Log } from '../kernel/log.ts';
import { race } from '../kernel/race.ts';
import type { Mail, Mailer } from './mail.ts';

export type MailQueue = ReturnType<typeof createMailQueue>;

// More at a time would let strangers fill the memory through a form.
const mailsMax = 500;
// After these a code is old, and another can be asked for.
const pausesMs = [2_000, 20_000, 120_000];
// A server that stops has other parts to end, and a mail server may be silent for much longer.
const graceMs = 2_000;

/** Codes and links are not stored in clear, so a mail that waits is lost with the process. */
export function createMailQueue(mailer: Mailer | undefined, log: Log, stopMs = graceMs) {
  const turns = createFairQueue(
    { atOnce: 4, waitingMax: mailsMax, waitMs: 5 * 60_000 },
    { sentence: 'Too many mails are waiting.' },
  );
  const stopped = new AbortController();
  const { signal } = stopped;
  const running = new Set<Promise<void>>();
  const deliver = async (mail: Mail): Promise<void> => {
    if (mailer === undefined) throw new Error('no mail server is configured (BARAZA_SMTP_URL)');
    for (const pauseMs of [...pausesMs, undefined]) {
      const outcome = await turns.run(() => mailer.send(mail, signal), { signal });
      if (outcome.kind === 'delivered') return;
      if (pauseMs === undefined)
        throw new Error('fault' in outcome ? String(outcome.fault) : 'refused');
      await sleep(pauseMs, undefined, { signal, ref: false });
    }
  };
  return {
    send: (mail: Mail): void => {
      if (running.size >= mailsMax) {
        log.warn('a mail with a code or a link was dropped', { waiting: running.size });
        return;
      }
      const sending: Promise<void> = deliver(mail)
        .catch((cause: unknown) => {
          if (!signal.aborted)
            log.warn('a mail with a code or a link could not be sent', { cause });
        })
        .finally(() => running.delete(sending));
      running.add(sending);
    },
    /** Waits a moment for what is being sent, and drops what waits. */
    stop: async () => {
      stopped.abort();
      await race(Promise.all(running), { limitMs: stopMs }, () => undefined);
      mailer?.close();
    },
  };
}
