import type { Mailer } from '../../delivery/mail.ts';
import type { WebhookSettings } from '../../delivery/signed-post.ts';
import type { Hint, OtherProcesses } from '../../store/hints.ts';

/** How notices are sent from this server. */
export interface NoticeTransports extends WebhookSettings {
  /** Undefined if no mail server is configured. */
  readonly mailer: Mailer | undefined;
}

/** Wakes the senders of all processes after something was added to the outbox. */
export function createNoticeWakeup(
  otherProcesses?: Pick<OtherProcesses, 'notify'>,
  about: 'notices' | 'arrivals' = 'notices',
) {
  const listeners = new Set<() => void>();
  const wakeHere = () => {
    for (const listener of listeners) listener();
  };
  return {
    wake: () => {
      wakeHere();
      otherProcesses?.notify({ about, id: '' });
    },
    /** A hint of another process; undefined if hints may have been lost. */
    onHint: (hint: Hint | undefined) => {
      if (hint === undefined || hint.about === about) wakeHere();
    },
    onWake: (listener: () => void) => void listeners.add(listener),
  };
}
