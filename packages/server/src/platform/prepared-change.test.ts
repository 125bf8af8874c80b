import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../kernel/problem.ts';
import { type Preparation, withPreparations } from './prepared-change.ts';

function preparation(
  subject: string,
  run: () => Promise<void> = async () => {},
): Preparation<void> {
  return { subject, run };
}

test('what changes after it was prepared is prepared again, before anything is stored', async () => {
  let config = 'old';
  const made: string[] = [];
  const stored = await withPreparations(
    async () => {
      made.push(config);
      return [
        preparation(config, async () => {
          config = 'new';
        }),
      ];
    },
    async (prepared) => {
      prepared.resultOf(preparation(config));
      return `stored with ${config}`;
    },
  );
  assert.equal(stored, 'stored with new');
  assert.deepEqual(made, ['old', 'new']);
});

test('a refusal of the transaction comes before that of the preparation', async () => {
  const twice = preparation('unique', () => Promise.reject(new Problem('conflict', 'twice')));
  const change = (refusal?: Problem) =>
    withPreparations(
      async () => [twice],
      async (prepared) => {
        if (refusal !== undefined) throw refusal;
        prepared.resultOf(twice);
      },
    );
  await assert.rejects(change(new Problem('scope', 'read only')), { code: 'scope' });
  await assert.rejects(change(), { code: 'conflict' });
});

test('a change that is overtaken each time is refused as busy', async () => {
  let version = 0;
  const changed = withPreparations(
    async () => [preparation(`version ${version}`)],
    async (prepared) => {
      version += 1;
      prepared.resultOf(preparation(`version ${version}`));
    },
  );
  await assert.rejects(changed, { code: 'busy' });
});
