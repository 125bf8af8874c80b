/** The engine in this process: for tests, measurements and commands, which serve nothing meanwhile. */
import { silentLog } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { ChildRefusal } from '../kernel/process/running-process.ts';
import type { Engine } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import { createEnginePool } from './pool.ts';
import { createEngineWork, type EngineModels } from './work.ts';

export function createLocalEngine(models: EngineModels = {}): Engine {
  return createEnginePool({
    processes: [localProcess(models)],
    atOnce: 1,
    hasEncoder: models.vectors !== undefined,
    log: silentLog,
  });
}

function localProcess(models: EngineModels): EngineProcess {
  const work = createEngineWork(models);
  return {
    ask: (request, signal) =>
      Promise.race([work.handle(request, signal).catch(refuse), aborted(signal)]),
    tell: work.notice,
    isRunning: () => true,
    isResting: () => false,
    close: async () => {},
  };
}

/** A caller waits no longer than its signal, as with a process. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** As a process reports an error. */
function refuse(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw new ChildRefusal((error as Error).message, { cause: error });
}
