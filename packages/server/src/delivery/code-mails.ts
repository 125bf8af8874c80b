/** Mails with codes and links: no answer waits for one, or shows whether there is one. */
import { hourMs } from '@baraza/contract';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Store } from '../store/store.ts';
import { isDoubtful, type Mail, type Mailer, sendOnce } from './mail.ts';
import type { OutboxDoor } from './outbox.ts';
import type { Handler } from './sender.ts';

interface CodeMails {
  readonly store: Store;
  readonly outbox: OutboxDoor;
  readonly seal: {
    readonly close: (text: string) => string;
    readonly open: (sealed: string) => string;
  };
  readonly clock: Clock;
  readonly log: Log;
}

/** Has a mail sent soon, on behalf of an owner. */
export type SendCode = (mail: Mail, owner: string) => void;

// Of one owner: strangers cause such mails by a form.
const waitingMax = 500;
// Later, after a restore or a long stop, codes are old, and another has been asked for.
const validMs = hourMs;

/** Encrypted: codes and links are never stored in clear. */
export function createCodeMails({ store, outbox, seal, clock, log }: CodeMails): SendCode {
  return (mail, owner) => {
    const item = { id: mail.id, kind: 'code', owner, receiver: owner, place: mail.id } as const;
    const [created_at, payload] = [clock(), seal.close(JSON.stringify(mail))];
    store
      .write((tx) => outbox.enqueue(tx, { ...item, created_at, about: null, payload }, waitingMax))
      .then((isQueued) => {
        if (!isQueued)
          log.warn('a mail with a code or a link was dropped', { owner, waiting: waitingMax });
      })
      .catch((cause: unknown) =>
        log.warn('a mail with a code or a link could not be stored', { cause }),
      );
  };
}

/** For a server that sends no mail. */
export function noCodeMails(log: Log): SendCode {
  return () =>
    log.warn('a mail with a code or a link could not be sent', {
      cause: 'BARAZA_SMTP_URL is not set',
    });
}

export function codeHandler(
  { seal, clock, log }: Pick<CodeMails, 'seal' | 'clock' | 'log'>,
  mailer: Mailer,
): Handler {
  return {
    attempt: async (item, signal) => {
      if (isDoubtful(item) || item.created_at + validMs < clock()) return undefined;
      let mail: Mail;
      try {
        mail = JSON.parse(seal.open(item.payload)) as Mail;
      } catch {
        // Another pepper: the code is of no use either.
        return undefined;
      }
      return sendOnce(mailer, mail, signal);
    },
    settle: async (_tx, _item, { state, fault }) => {
      if (state === 'failed') log.warn('a mail with a code or a link could not be sent', { fault });
    },
  };
}
