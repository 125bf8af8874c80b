import { Problem } from '../../kernel/problem.ts';

/** How much of recordings may lie in memory at a time: what comes beyond is refused, the rest goes on. */
export interface AudioRoom {
  /** Takes room for bytes as they come; `giveBack` returns all that was taken. */
  readonly enter: () => {
    readonly admit: (bytes: number) => void;
    readonly giveBack: () => void;
  };
}

export function createAudioRoom(bytesMax = 96 * 1024 * 1024): AudioRoom {
  let taken = 0;
  return {
    enter: () => {
      let own = 0;
      return {
        // Only what has arrived counts, so that who sends slowly keeps nobody out.
        admit: (bytes) => {
          if (taken + bytes > bytesMax) throw crowded();
          own += bytes;
          taken += bytes;
        },
        giveBack: () => {
          taken -= own;
          own = 0;
        },
      };
    },
  };
}

function crowded(): Problem {
  return new Problem('busy', 'Too many recordings are being sent; try again shortly.', {
    retryAfterSeconds: 5,
  });
}
