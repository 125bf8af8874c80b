/** Restarts a crashed server, with backoff and a limit. */
import { onSignals } from './signals.mjs';

const crashesMax = 5;
const withinMs = 60_000;
const restartDelaysMs = [200, 500, 1_000, 2_000];

/** Calls `run` until it ends without a crash or has crashed too often; returns its last result. */
export async function runAgainAfterCrash(run) {
  let crashedMs = [];
  for (;;) {
    const end = await run();
    if (!end.isCrash) return end;
    const nowMs = Date.now();
    crashedMs = [...crashedMs.filter((ms) => nowMs - ms < withinMs), nowMs];
    if (crashedMs.length >= crashesMax) {
      console.error(
        `The server crashed ${crashesMax} times within a minute (last with ${end.code}); it is not started again.`,
      );
      return end;
    }
    const delayMs = restartDelaysMs[crashedMs.length - 1];
    console.error(`The server crashed (${end.code}); it starts again in ${delayMs} ms.`);
    if (await wasAskedWithin(delayMs)) return end;
  }
}

/** Whether a signal arrives during the delay before a restart. */
function wasAskedWithin(ms) {
  return new Promise((resolve) => {
    const stopListening = onSignals(() => settle(true));
    const timer = setTimeout(() => settle(false), ms);
    const settle = (wasAsked) => {
      clearTimeout(timer);
      stopListening();
      resolve(wasAsked);
    };
  });
}
