/** Transactions whose rules need checks that are too slow to run inside a transaction. */
import type { JsonObject } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Store, Writer } from '../../store/store.ts';
import {
  checkAtOnce,
  checkRecords,
  type SubmittedRecord,
  schemaFaults,
  unusableSchema,
} from './schema.ts';

/** Schema checks that a rule may use inside its transaction. */
export interface SchemaChecks {
  /** Refuses a config whose `schema` is not a JSON Schema that can be used. */
  readonly assertSchema: (ownerId: string, config: JsonObject) => void;
  /** For each value why it is no usable JSON Schema, or nothing. */
  readonly schemaFaults: (
    ownerId: string,
    schemas: readonly unknown[],
  ) => readonly (string | undefined)[];
  /** Refuses a record that the schema in its resource's config does not allow. */
  readonly assertFits: (ownerId: string, configText: string, record: SubmittedRecord) => void;
  /** The same for many records, never checked inside the transaction. */
  readonly assertAllFit: (configText: string, check: () => Promise<void>) => void;
}

/** A writer whose rules may ask for checks. */
export type CheckedWriter = Writer & { readonly checks: SchemaChecks };

const triesMax = 4;

/**
 * Runs a job as one transaction. A check without a cached verdict rolls the transaction back, is made
 * outside of it, and the job is retried with the verdict (optimistic retry).
 */
export async function writeChecked<Result>(
  store: Store,
  job: (tx: CheckedWriter) => Promise<Result>,
): Promise<Result> {
  const verdicts = new Map<string, unknown>();
  const checks = checksWith(verdicts);
  for (let tries = 1; ; tries += 1) {
    try {
      return await store.write((tx) => job({ ...tx, checks }));
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error;
      // The schema keeps changing between check and retry.
      if (tries === triesMax)
        throw new Problem('busy', 'The config of this resource keeps changing; try again shortly.');
      verdicts.set(error.name, await error.check());
    }
  }
}

class NotChecked extends Error {
  override readonly name: string;
  readonly check: () => Promise<unknown>;

  constructor(name: string, check: () => Promise<unknown>) {
    super('a check has to be made first');
    this.name = name;
    this.check = check;
  }
}

function checksWith(made: ReadonlyMap<string, unknown>): SchemaChecks {
  const verdictOf = <Verdict>(name: string, check: () => Promise<Verdict>): Verdict => {
    if (!made.has(name)) throw new NotChecked(name, check);
    return made.get(name) as Verdict;
  };
  const faultsOf = (ownerId: string, schemas: readonly unknown[]) => {
    const texts = schemas.map((schema) => JSON.stringify(schema));
    return verdictOf(`schemas ${texts.join('\n')}`, () => schemaFaults(ownerId, texts));
  };
  return {
    schemaFaults: (ownerId, schemas) => (schemas.length === 0 ? [] : faultsOf(ownerId, schemas)),
    assertSchema: (ownerId, config) => {
      if (config.schema === undefined) return;
      const [fault] = faultsOf(ownerId, [config.schema]);
      if (fault !== undefined) throw unusableSchema(fault);
    },
    assertFits: (ownerId, configText, record) => {
      const name = `record ${configText}\n${record.text}`;
      if (made.has(name) || checkAtOnce(configText, record) === undefined) return;
      verdictOf(name, () => checkRecords(ownerId, configText, [record]));
    },
    assertAllFit: (configText, check) => verdictOf(`records ${configText}`, check),
  };
}
