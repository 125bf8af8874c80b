/** A process for parsers of other people's files: without the server's environment, and below its priority. */
import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export function startParser(program: string, flags: readonly string[]): ChildProcess {
  // An empty environment: the server's may hold passwords.
  const child = fork(program, [], {
    env: {},
    execArgv: [...flags],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  // Unreferenced, so that neither child nor channel keeps the event loop alive.
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
  return child;
}
