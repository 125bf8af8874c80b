import type { Blobs } from './blobs.ts';

// A name more than this is forgotten, and its blob left for the sweep of the next start.
const postponedMax = 100_000;

/** Blobs whose removal waits while somebody holds them: whoever copies them finds them all. */
export interface HeldBlobs extends Blobs {
  /** From now on nothing goes, until the returned release has been called. */
  readonly hold: () => () => Promise<void>;
}

export function holdable(blobs: Blobs): HeldBlobs {
  const postponed = new Set<string>();
  let holds = 0;
  const removePostponed = async (): Promise<void> => {
    for (const name of postponed) {
      // Somebody may have begun to hold while the one before was going.
      if (holds > 0) return;
      postponed.delete(name);
      // What fails here is an orphan, which the next start sweeps.
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
