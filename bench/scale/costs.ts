/** The cost of one question, measured by `measure.ts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Costs {
  readonly machine: string;
  readonly measuredOn: string;
  /** CPU time of an engine for a question that it reads (its models judge passages); an engine uses one core. */
  readonly reading: {
    readonly questions: number;
    readonly meanMs: number;
    readonly medianMs: number;
    readonly p90Ms: number;
  };
  readonly engine: {
    /** The cost of a question that was read before and is remembered. */
    readonly rememberedMs: number;
    /** The cost of a question in the owner's wording. */
    readonly withoutReadingMs: number;
    readonly openEditionMs: number;
    readonly editionBytes: number;
  };
  /** CPU time of the main process of the server. */
  readonly server: {
    readonly readMs: number;
    readonly rememberedMs: number;
    readonly withoutReadingMs: number;
    readonly refusedMs: number;
    readonly openEditionMs: number;
    readonly responseBytes: number;
  };
  /** For each question that is read. */
  readonly database: {
    readonly transactions: number;
    readonly flushes: number;
    readonly logBytes: number;
    readonly cpuMs: number;
    /** Tables and indexes that grow with each question. */
    readonly rowBytes: number;
    /** One flush of this disk, wall time. */
    readonly flushMs: number;
  };
  readonly backup: {
    readonly questions: number;
    readonly fileBytes: number;
    /** CPU time of all processes, including the database. */
    readonly backupCpuMs: number;
    readonly backupWallMs: number;
    readonly restoreCpuMs: number;
    readonly restoreWallMs: number;
  };
}

export const costsFile = fileURLToPath(new URL('costs.json', import.meta.url));

export function readCosts(): Costs {
  return JSON.parse(readFileSync(costsFile, 'utf8')) as Costs;
}
