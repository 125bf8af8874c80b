import type { Hint, Others } from '../../store/hints.ts';

/** Wakes the senders of all processes when something was put into the outbox. */
export interface NoticeBell {
  readonly ring: () => void;
  /** A hint of another process; undefined where hints may have been lost. */
  readonly hear: (hint: Hint | undefined) => void;
  readonly onRing: (listener: () => void) => void;
}

export function createNoticeBell(others?: Pick<Others, 'notify'>): NoticeBell {
  const listeners = new Set<() => void>();
  const ringHere = () => {
    for (const listener of listeners) listener();
  };
  return {
    ring: () => {
      ringHere();
      others?.notify({ about: 'notices', id: '' });
    },
    hear: (hint) => {
      if (hint === undefined || hint.about === 'notices') ringHere();
    },
    onRing: (listener) => void listeners.add(listener),
  };
}
