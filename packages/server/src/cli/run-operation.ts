import { existsSync } from 'node:fs';
import path from 'node:path';
import { type ControlRequest, callControl } from '../control/control.ts';
import type { Log } from '../kernel/log.ts';
import { conflict, type Problem, unavailable } from '../kernel/problem.ts';
import type { OperationInput, OperationName, OperationResult } from '../server/operations.ts';
import type { Config } from '../setup/config.ts';
import { dataPaths, lockDataFolder, makeDataFolder } from '../setup/data-folder.ts';

const retryMs = 15_000;
const lockWaitMs = 250;

/**
 * Runs an operator command: in the running server, so that it takes effect with the next request, or
 * directly on the store when no server runs.
 */
export async function runOperation<Name extends OperationName>(
  config: Config,
  log: Log,
  name: Name,
  input: OperationInput<Name>,
): Promise<OperationResult<Name>> {
  // Loaded lazily: if a server answers, the engines are not needed.
  const value = await runOnServer(config, { name, input }, async () => {
    warnOfNew(config, log);
    const { assemble } = await import('../server/assemble.ts');
    const { adminContextOf, performOperation } = await import('../server/operations.ts');
    await using installation = await assemble(config, log);
    return await performOperation(adminContextOf(installation), name, input);
  });
  return value as OperationResult<Name>;
}

/** A command in the wrong folder, or without BARAZA_DATA, would seem to have lost everything. */
function warnOfNew({ dataFolder }: Config, log: Log): void {
  if (dataFolder !== path.resolve('data') || existsSync(dataPaths(dataFolder).pepper)) return;
  log.warn('there was no installation here, so a new one is created; BARAZA_DATA names another', {
    folder: dataFolder,
  });
}

/** Sends the request to a running server; without one, locks the data folder and runs it here. */
export async function runOnServer(
  config: Config,
  request: ControlRequest,
  runHere: () => Promise<unknown>,
): Promise<unknown> {
  const paths = dataPaths(config.dataFolder);
  const startedMs = performance.now();
  // No server answers, yet the folder is locked: one is starting or stopping, so try again.
  while (performance.now() - startedMs < retryMs) {
    const reply = await callControl(paths.socket, request);
    if (reply !== undefined) return reply.value;
    makeDataFolder(paths);
    const unlock = lockDataFolder(paths, lockWaitMs);
    if (unlock === undefined) continue;
    try {
      return await runHere();
    } finally {
      unlock();
    }
  }
  throw unavailable(
    `${paths.folder} is in use by a process that takes no commands; try again shortly.`,
  );
}

/** For commands that no server may see: they replace what it has open. */
export async function assertNoServer(config: Config, act: string): Promise<void> {
  const { socket, folder } = dataPaths(config.dataFolder);
  const answered = await callControl(socket, { name: 'owners list', input: {} });
  if (answered !== undefined) throw inUseProblem(folder, act);
}

export function inUseProblem(folder: string, act: string): Problem {
  return conflict(`A server or another command is at work on ${folder}; stop it, then ${act}.`);
}
