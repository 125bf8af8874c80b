/** Tests what every scenario relies on: data folders, and the report of faults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources } from '../../packages/server/test/sockets/requests.ts';
import { LimitsMissed } from './figures.ts';
import { runScenario } from './run-scenario.ts';
import { type Scenario, scenario } from './scenario.ts';

for (const engine of ['sqlite', 'postgres'] as const)
  test(`a restart on a folder finds its data, and a new folder is empty, on ${engine}`, async () => {
    const { failure } = await outcomeOf(engine, async (context) => {
      const folder = context.folder();
      const first = await context.start({ folder });
      const id = await first.newResource('data');
      assert.equal((await first.end('SIGTERM')).code, 0);

      const fresh = await context.start({ folder: context.folder() });
      assert.equal((await fresh.platform('GET', `${resources}/${id}`)).status, 404);
      const again = await context.start({ folder });
      assert.equal((await again.platform('GET', `${resources}/${id}`)).status, 200);
    });
    assert.equal(failure, undefined);
  });

test('a scenario with faults lists each of them and fails', async () => {
  const { failure, logged } = await outcomeOf('sqlite', async ({ figures }) =>
    figures.none('log lines with a stack', ['one\\n    at there', 'two\\n    at here']),
  );
  assert.ok(failure instanceof LimitsMissed);
  assert.deepEqual(logged, [
    'one\\n    at there',
    'two\\n    at here',
    'log lines with a stack: 2 (at most 0) NOT MET',
  ]);
});

async function outcomeOf(engine: 'sqlite' | 'postgres', run: Scenario['run']) {
  const logged: string[] = [];
  const one = scenario({
    name: 'one',
    what: '',
    guarantee: '',
    provenAgainst: '',
    engines: [engine],
    short: {},
    long: {},
    run,
  });
  const log = (line: string) => logged.push(line);
  const { failure } = await runScenario(one, { engine, isLong: false, minutes: 0, log });
  return { failure, logged };
}
