/** The signals that end a program, and the death of the npm that started it, which sends none. */
import { constants } from 'node:os';

/** Signals that ask for the end. */
export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls `act` with each signal as often as it comes, and with SIGTERM when npm has died; returns how to stop. */
export function onSignals(act) {
  for (const signal of endings) process.on(signal, act);
  const stopWatching = watchNpm(() => act('SIGTERM'));
  return () => {
    stopWatching();
    for (const signal of endings) process.off(signal, act);
  };
}

/** The exit code that a shell shows for such an end. */
export function exitCodeOf(code, signal) {
  return signal === null ? code : 128 + constants.signals[signal];
}

function watchNpm(onGone) {
  // Without npm in between, a parent may exit first, as with `nohup` and services.
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
