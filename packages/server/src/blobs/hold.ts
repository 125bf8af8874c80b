import type { Blobs } from './blobs.ts';

// Deferred removals beyond this number are dropped; the orphan sweep of the next start removes those blobs.
const postponedMax = 100_000;

/** Blobs whose removal can be deferred, so that a backup finds every blob of its snapshot. */
export interface HeldBlobs extends Blobs {
  /** Defers all removals until the returned release is called. */
  readonly hold: () => () => Promise<void>;
}

export function holdable(blobs: Blobs): HeldBlobs {
  const postponed = new Set<string>();
  let holds = 0;
  const removePostponed = async (): Promise<void> => {
    for (const name of postponed) {
      // A new hold may have begun during the previous removal.
      if (holds > 0) return;
      postponed.delete(name);
      // A failed removal leaves an orphan, which the next start sweeps.
      await blobs.remove(name).catch(() => {});
    }
  };
  return {
    ...blobs,
    remove: async (name) => {
      if (holds === 0) await blobs.remove(name);
      else if (postponed.size < postponedMax) postponed.add(name);
    },
    hold: () => {
      let held = true;
      holds += 1;
      return async () => {
        if (!held) return;
        held = false;
        holds -= 1;
        await removePostponed();
      };
    },
  };
}
