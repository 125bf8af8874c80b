/** Sends mails with sign-in links, apart from requests: no answer shows whether there was one to send. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Mail, Mailer } from '../../delivery/mail.ts';
import type { Log } from '../../kernel/log.ts';

/** Made for one mail and not stored, because it has a secret: after a kill its reader asks again. */
export type Mailing = ReturnType<typeof createMailing>;

// More at a time would let strangers fill the memory through the form.
const mailsMax = 200;
const pausesMs = [2_000, 15_000];

export function createMailing(mailer: Pick<Mailer, 'send'>, log: Log) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const deliver = async (mail: Mail) => {
    for (const pauseMs of [...pausesMs, undefined]) {
      const outcome = await mailer.send(mail, stopping.signal);
      if (outcome.kind === 'delivered' || stopping.signal.aborted) return;
      if (pauseMs === undefined)
        log.warn('a mail with a link could not be sent', { outcome: outcome.kind });
      else await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  return {
    /** Returns at once. */
    send: (mail: Mail) => {
      if (running.size >= mailsMax || stopping.signal.aborted) {
        log.warn('a mail with a link was dropped', { waiting: running.size });
        return;
      }
      const sending: Promise<void> = deliver(mail)
        .catch((cause: unknown) => log.warn('a mail with a link failed', { cause }))
        .finally(() => running.delete(sending));
      running.add(sending);
    },
    /** Waits for what is being sent, and drops what waits for another try. */
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
