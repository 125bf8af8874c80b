/** Restarts a crashed server for as long as it crashes, with longer waits after each crash in a row. */
import { onSignals } from './signals.mjs';

const waitsMs = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000];
// A server that ran for as long as the longest wait has recovered: the next crash is the first again.
const steadyMs = waitsMs.at(-1);

/**
 * Calls `run` until it ends without a crash, or a signal comes in a wait; returns its last result. It never gives up:
 * whoever can make a server crash could otherwise stop it for good.
 */
export async function runAgainAfterCrash(
  run,
  { now = () => performance.now(), wait = waitOrSignal } = {},
) {
  let crashes = 0;
  for (;;) {
    const startedMs = now();
    const end = await run();
    if (!end.isCrash) return end;
    if (now() - startedMs >= steadyMs) crashes = 0;
    const waitMs = waitsMs[Math.min(crashes, waitsMs.length - 1)];
    crashes += 1;
    const wasAsked = wait(waitMs);
    console.error(`The server crashed (${end.code}); it starts again in ${waitMs} ms.`);
    if (await wasAsked) return end;
  }
}

/** Waits, and resolves at once with true if a signal comes. */
function waitOrSignal(ms) {
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
