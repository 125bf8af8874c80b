import { assemble } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../../kernel/log.ts';
import {
  deskOf,
  type OperationInput,
  type OperationName,
  type OperationResult,
  performOperation,
} from './operations.ts';

/** Runs an operator command on the store itself; the caller has locked the data folder. */
export async function runOnStore<Name extends OperationName>(
  config: Config,
  log: Log,
  name: Name,
  input: OperationInput<Name>,
): Promise<OperationResult<Name>> {
  const installation = await assemble(config, log);
  try {
    const value = await performOperation(deskOf(installation), name, input);
    return value as OperationResult<Name>;
  } finally {
    await installation.close();
  }
}
