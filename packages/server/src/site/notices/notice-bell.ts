import type { Hint, Others } from '../../store/hints.ts';

/** Tells the senders of all processes that something was put into the outbox. */
export interface NoticeBell {
  readonly ring: () => void;
  /** What another process told; undefined: perhaps something, of anything. */
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
