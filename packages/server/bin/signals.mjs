/** Reports signals that end a program, and also the end of the npm that started it, which sends no signal. */
import { constants } from 'node:os';

/** Signals that ask a program to end. */
export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls `act` with every signal, and with SIGTERM when npm has ended. Returns a function that stops this. */
export function onSignals(act) {
  for (const signal of endings) process.on(signal, act);
  const stopWatching = watchNpm(() => act('SIGTERM'));
  return () => {
    stopWatching();
    for (const signal of endings) process.off(signal, act);
  };
}

/** The exit code that a shell shows for this exit code or signal. */
export function exitCodeOf(code, signal) {
  return signal === null ? code : 128 + constants.signals[signal];
}

function watchNpm(onGone) {
  // If npm did not start this process, its parent may exit first, as with `nohup` and services.
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}
