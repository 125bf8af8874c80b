/** The wait before a question is asked again after a busy server; the visitor can cancel it. */
interface BusyWait {
  /** Resolves with true when the time has passed, or with false as soon as it is cancelled. */
  readonly start: (ms: number) => Promise<boolean>;
  readonly cancel: () => void;
  readonly isWaiting: () => boolean;
}

export function createBusyWait(onChange: () => void): BusyWait {
  let end: ((isOver: boolean) => void) | undefined;
  return {
    start: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end?.(true), ms);
        end = (isOver) => {
          clearTimeout(timer);
          end = undefined;
          onChange();
          resolve(isOver);
        };
        onChange();
      }),
    cancel: () => end?.(false),
    isWaiting: () => end !== undefined,
  };
}
