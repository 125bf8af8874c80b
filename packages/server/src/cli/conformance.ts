import { runConformance, WrongUse } from '@baraza/conformance';
import { invalid } from '../kernel/problem.ts';
import type { Context, Given, Result } from './command.ts';

/** Runs the program of the package, which knows nothing of this one. */
export async function runConformanceCommand(given: Given, { print }: Context): Promise<Result> {
  try {
    return await runConformance(given, print);
  } catch (error) {
    if (error instanceof WrongUse) throw invalid(error.message, { cause: error });
    throw error;
  }
}
