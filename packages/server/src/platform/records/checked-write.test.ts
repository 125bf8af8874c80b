import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../kernel/problem.ts';
import type { Store, Writer } from '../../store/store.ts';
import { type Check, type CheckedWriter, writeChecked } from './checked-write.ts';

const store = { write: (job: (tx: Writer) => Promise<unknown>) => job({} as Writer) } as Store;

function check(subject: string, run: () => Promise<void> = async () => {}): Check<void> {
  return { subject, run };
}

test('a schema that changes after the check is checked again, before anything is stored', async () => {
  let schema = 'old';
  const checks: string[] = [];
  const write = async (tx: CheckedWriter) => {
    tx.resultOf(check(schema));
    return `stored with ${schema}`;
  };
  const stored = await writeChecked(store, write, async () => {
    checks.push(schema);
    return check(schema, async () => {
      schema = 'new';
    });
  });
  assert.equal(stored, 'stored with new');
  assert.deepEqual(checks, ['old', 'new']);
});

test('a refusal of the transaction comes before that of the check', async () => {
  const misfit = check('record', () => Promise.reject(new Problem('invalid', 'no fit')));
  const write = (refusal?: Problem) =>
    writeChecked(
      store,
      async (tx) => {
        if (refusal !== undefined) throw refusal;
        tx.resultOf(misfit);
      },
      async () => misfit,
    );
  await assert.rejects(write(new Problem('conflict', 'archived')), { code: 'conflict' });
  await assert.rejects(write(), { code: 'invalid' });
});

test('a change whose check is outdated each time is refused as busy', async () => {
  let version = 0;
  const write = async (tx: CheckedWriter) => {
    version += 1;
    tx.resultOf(check(`version ${version}`));
  };
  const changed = writeChecked(store, write, async () => check(`version ${version}`));
  await assert.rejects(changed, { code: 'busy' });
});
