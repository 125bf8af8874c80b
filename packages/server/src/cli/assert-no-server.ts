import { callControl } from '../control/control.ts';
import { conflict, type Problem } from '../kernel/problem.ts';
import type { Config } from '../setup/config.ts';
import { dataPaths } from '../setup/data-folder.ts';

export async function assertNoServer(config: Config, act: string): Promise<void> {
  const { socket, folder } = dataPaths(config.dataFolder);
  const answered = await callControl(socket, { name: 'owners list', input: {} });
  if (answered !== undefined) throw inUseProblem(folder, act);
}

export function inUseProblem(folder: string, act: string): Problem {
  return conflict(`A server or another command is at work on ${folder}; stop it, then ${act}.`);
}
