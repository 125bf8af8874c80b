import { createContext, Script } from 'node:vm';
import { codeOf } from './fault.ts';

const room = createContext({ work: undefined as (() => unknown) | undefined });
const script = new Script('work()');

/**
 * Runs synchronous work and cuts it off after a time, so that a small input made to be slow
 * (nested alternatives, recursive references) costs a bounded moment. Undefined result = cut off.
 */
export function withinTime<Result>(
  timeLimitMs: number,
  work: () => Result,
): { readonly result: Result } | undefined {
  room.work = work;
  try {
    return { result: script.runInContext(room, { timeout: timeLimitMs }) as Result };
  } catch (error) {
    if (codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || error instanceof RangeError)
      return undefined;
    throw error;
  } finally {
    room.work = undefined;
  }
}
