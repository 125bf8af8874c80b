import type { Mailer } from '../../delivery/mail.ts';
import type { WebhookSettings } from '../../delivery/signed-post.ts';
import type { Hint, Others } from '../../store/hints.ts';

/** How notices are sent from this server. */
export interface NoticeTransports extends WebhookSettings {
  /** Undefined if no mail server is configured. */
  readonly mailer: Mailer | undefined;
}

/** Wakes the senders of all processes when something was put into the outbox. */
export function createNoticeBell(
  others?: Pick<Others, 'notify'>,
  about: 'notices' | 'arrivals' = 'notices',
) {
  const listeners = new Set<() => void>();
  const wakeHere = () => {
    for (const listener of listeners) listener();
  };
  return {
    ring: () => {
      wakeHere();
      others?.notify({ about, id: '' });
    },
    /** A hint of another process; undefined if hints may have been lost. */
    onHint: (hint: Hint | undefined) => {
      if (hint === undefined || hint.about === about) wakeHere();
    },
    onRing: (listener: () => void) => void listeners.add(listener),
  };
}
