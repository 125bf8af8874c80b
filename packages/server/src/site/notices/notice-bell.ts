/** Tells the sender of this process that something was put into the outbox. */
export interface NoticeBell {
  readonly ring: () => void;
  readonly onRing: (listener: () => void) => void;
}

export function createNoticeBell(): NoticeBell {
  const listeners = new Set<() => void>();
  return {
    ring: () => {
      for (const listener of listeners) listener();
    },
    onRing: (listener) => void listeners.add(listener),
  };
}
