import { Problem } from '../../kernel/problem.ts';

/** Memory budget for recordings being received; beyond it uploads are refused. */
export interface AudioRoom {
  /** Reserves bytes as they arrive; `giveBack` releases all of them. */
  readonly enter: () => {
    readonly admit: (bytes: number) => void;
    readonly giveBack: () => void;
  };
}

export function createAudioRoom(bytesMax = 96 * 1024 * 1024): AudioRoom {
  let usedBytes = 0;
  return {
    enter: () => {
      let own = 0;
      return {
        // Only bytes that arrived count, so that a slow sender reserves nothing in advance.
        admit: (bytes) => {
          if (usedBytes + bytes > bytesMax) throw memoryUsedUp();
          own += bytes;
          usedBytes += bytes;
        },
        giveBack: () => {
          usedBytes -= own;
          own = 0;
        },
      };
    },
  };
}

function memoryUsedUp(): Problem {
  return new Problem('busy', 'Too many recordings are being sent; try again shortly.', {
    retryAfterSeconds: 5,
  });
}
