/** The wait before a question is asked again after a busy server; the visitor can cancel it. */
export function createBusyWait(onChange: () => void) {
  let end: ((isOver: boolean) => void) | undefined;
  return {
    /** Resolves with true when the time has passed, or with false as soon as it is cancelled. */
    start: (ms: number) =>
      new Promise<boolean>((resolve) => {
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
