/** The engine in this process, for tests, measurements and commands: these serve no requests meanwhile. */
import { silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { ChildRefusal } from '../kernel/process/running-process.ts';
import { race } from '../kernel/race.ts';
import type { Engine } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import { createEnginePool } from './pool.ts';
import { createEngineWork, type EngineModels } from './work.ts';

export function createLocalEngine(models: EngineModels = {}): Engine {
  return createEnginePool({
    processes: [localProcess(models)],
    atOnce: () => 1,
    hasEncoder: models.vectors !== undefined,
    log: silentLog,
  });
}

function localProcess(models: EngineModels): EngineProcess {
  const work = createEngineWork(models);
  return {
    // A caller waits no longer than its signal, as with a process.
    ask: (request, signal) => race(work.handle(request, signal).catch(refuse), { signal }),
    notify: work.notice,
    isRunning: () => true,
    isPaused: () => false,
    close: async () => {},
  };
}

/** Reports an error as a child process does. */
function refuse(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw new ChildRefusal((error as Error).message, { cause: error });
}
