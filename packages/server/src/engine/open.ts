/** Opens the engine in child processes; none of them starts before the first question. */
import { availableParallelism } from 'node:os';
import type { Log } from '../kernel/log.ts';
import type { Engine } from './engine.ts';
import { createEngineProcess, type EngineProcess } from './engine-process.ts';
import { type EngineInput, embeddingsKeyVariable } from './messages.ts';
import { findModel, fingerprint } from './models/files.ts';
import { createEnginePool } from './pool.ts';

export interface EngineOptions {
  readonly log: Log;
  /** How many processes; undefined: one for each processor. */
  readonly count: number | undefined;
  /** Whether the built-in models are used, if they are installed. */
  readonly hasEncoder: boolean;
  readonly hasReader: boolean;
  /** A server that makes vectors instead of the built-in encoder. */
  readonly embeddings:
    | { readonly url: string; readonly model: string; readonly key: string | undefined }
    | undefined;
  /** A process ends after this time without questions. */
  readonly idleMs?: number;
}

/** The limit of the protocol of remote engines. */
const enginesMax = 64;

export function openEngineProcesses(options: EngineOptions): Engine {
  const { log, embeddings } = options;
  const processes = createEngineProcesses(options);
  const atOnce = Math.min(processes.length, availableParallelism());
  return createEnginePool({
    processes,
    atOnce: () => atOnce,
    hasEncoder:
      embeddings !== undefined || (options.hasEncoder && findModel('encoder') !== undefined),
    log,
  });
}

export function createEngineProcesses(options: EngineOptions): readonly EngineProcess[] {
  const { log, embeddings, idleMs } = options;
  const encoder = options.hasEncoder && embeddings === undefined ? findModel('encoder') : undefined;
  const reader = options.hasReader ? findModel('reader') : undefined;
  let model: string | undefined;
  const loadInput = async (): Promise<EngineInput> => {
    if (encoder !== undefined) model ??= await fingerprint(encoder);
    return {
      encoder: encoder && model !== undefined ? { ...encoder, model } : undefined,
      embeddings: embeddings && { url: embeddings.url, model: embeddings.model },
      reader,
    };
  };
  // Not among the arguments, which every user of the machine can read.
  const key = embeddings?.key;
  const environment = key === undefined ? {} : { [embeddingsKeyVariable]: key };
  const { count = Math.min(enginesMax, availableParallelism()) } = options;
  return Array.from({ length: count }, (_, number) =>
    createEngineProcess({ number, log, environment, loadInput, idleMs }),
  );
}
