interface RaceLimits {
  readonly signal?: AbortSignal | undefined;
  readonly limitMs?: number | undefined;
}

/**
 * Settles as `work` does, unless the signal aborts or the time passes first: then with what `otherwise` returns or
 * throws, by default the reason of the signal or an error. The work continues; its later rejection is ignored.
 */
export async function race<Result, Other = never>(
  work: Promise<Result>,
  { signal, limitMs }: RaceLimits,
  otherwise: () => Other = () => {
    throw signal?.aborted ? signal.reason : new Error(`no result within ${limitMs} ms`);
  },
): Promise<Result | Other> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Other>();
  const end = () => {
    try {
      resolve(otherwise());
    } catch (error) {
      reject(error);
    }
  };
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  work.catch(() => {});
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** A latched signal: one that arrives between waits ends the next wait at once. */
export function createWakeSignal() {
  let changed = false;
  let beaten = false;
  let wake = () => {};
  return {
    listener: {
      onChange: () => {
        changed = true;
        wake();
      },
      onBeat: () => {
        beaten = true;
        wake();
      },
    },
    /** Whether a heartbeat is due. */
    next: async (): Promise<boolean> => {
      if (!changed && !beaten)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const beat = beaten;
      changed = false;
      beaten = false;
      return beat;
    },
  };
}
