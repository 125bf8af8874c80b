/** Opens the engine in child processes; none of them starts before the first question. */
import { availableParallelism } from 'node:os';
import type { Log } from '../kernel/log.ts';
import type { Engine } from './engine.ts';
import { createEngineProcess } from './engine-process.ts';
import type { EngineInput } from './messages.ts';
import { findModel, fingerprint } from './models/files.ts';
import { createEnginePool } from './pool.ts';

interface EngineOptions {
  readonly log: Log;
  /** How many processes; undefined: one for each processor. */
  readonly count: number | undefined;
  /** Whether the built-in models are used, if they are installed. */
  readonly hasEncoder: boolean;
  readonly hasReader: boolean;
}

/** As many as BARAZA_ENGINES allows. */
const enginesMax = 64;

export function openEngineProcesses({ log, ...options }: EngineOptions): Engine {
  const encoder = options.hasEncoder ? findModel('encoder') : undefined;
  const reader = options.hasReader ? findModel('reader') : undefined;
  let model: string | undefined;
  const loadInput = async (): Promise<EngineInput> => {
    if (encoder !== undefined) model ??= await fingerprint(encoder);
    return {
      encoder: encoder && model !== undefined ? { ...encoder, model } : undefined,
      reader,
    };
  };
  const { count = Math.min(enginesMax, availableParallelism()) } = options;
  return createEnginePool({
    processes: Array.from({ length: count }, (_, number) =>
      createEngineProcess({ number, log, loadInput }),
    ),
    atOnce: Math.min(count, availableParallelism()),
    hasEncoder: encoder !== undefined,
    log,
  });
}
