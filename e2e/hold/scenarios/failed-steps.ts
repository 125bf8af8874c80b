/** Operations with many steps, each of which fails once or is the last one before a kill. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runBaraza } from '../../../packages/server/test/fixtures/server-process.ts';
import { digestsOf } from '../../../packages/server/test/process/backups.ts';
import type { Installation } from '../installation.ts';
import { makeOldData, schemaOf } from '../old-data.ts';
import { failingAt } from '../process-killer.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';
import { type Change, changes } from '../step-changes.ts';

interface Size {
  /** The steps at which a process is killed; by default all. */
  readonly killed?: readonly number[];
}

const stepsMax = 2_000;

export const failedSteps = scenario<Size>({
  name: 'failed-steps',
  what: `
    each step of an upload, a rotation, an import, a restore and an upgrade fails once, by an error and by a kill`,
  guarantee: `
    a failed step leaves the old state or the new one, never something in between`,
  provenAgainst: `
    \`store/sqlite/group-commit.ts\` without its \`ROLLBACK TO\` of one write: a rotation that failed in its fifth step
    left no valid key`,
  engines: ['sqlite'],
  short: { killed: [8] },
  long: {},
  run: async (context, { killed }) => {
    const { figures } = context;
    const arm = path.join(context.folder(), 'arm');
    const server = await context.start({ environment: failingAt(0, 'error', { arm }) });
    for (const change of changes) {
      const failed = await failInServer(server, change, arm);
      figures.atLeast(`${change.name}: steps that failed`, failed, 2);
    }
    const { code, stderr } = await server.end('SIGTERM');
    assert.equal(code, 0, `the server failed to stop: ${stderr.slice(-600)}`);
    for (const change of changes) {
      if (killed !== undefined && change.name !== 'upload') continue;
      const kills = await killServer(context, change, killed);
      figures.atLeast(`${change.name}: steps with a kill`, kills, 1);
    }
    figures.atLeast('restore: steps', await failRestore(context, killed), 1);
    figures.atLeast('upgrade: steps', await failUpgrade(context, killed), 1);
  },
});

function* every(): Generator<number> {
  for (let step = 1; step < stepsMax; step += 1) yield step;
  throw new Error(`there is no end after ${stepsMax} steps`);
}

/** Lets step after step fail in one server; returns the number of steps. */
async function failInServer(server: Installation, change: Change, arm: string): Promise<number> {
  const state = await change.prepare(server);
  for (let step = 1; step < stepsMax; step += 1) {
    writeFileSync(arm, String(step));
    const answered = await change.make(server, state);
    const hasFired = existsSync(`${arm}.fired`);
    rmSync(`${arm}.fired`, { force: true });
    // A step that was not reached must not fail later.
    writeFileSync(arm, '0');
    await change.verify(server, state, answered, `${change.name}, step ${step}`);
    if (hasFired) continue;
    assert.ok(answered, `${change.name} failed without a fault`);
    return step - 1;
  }
  throw new Error(`${change.name} has no end`);
}

/** Starts a server for each step and kills it there; the next one must find the old or the new state. */
async function killServer(
  context: ScenarioContext,
  change: Change,
  steps: readonly number[] | undefined,
): Promise<number> {
  const folder = context.folder();
  const first = await context.start({ folder });
  const state = await change.prepare(first);
  await first.end('SIGTERM');
  let killed = 0;
  for (const step of steps ?? every()) {
    const arm = path.join(context.folder(), 'arm');
    const environment = failingAt(0, 'kill', { arm });
    const server = await context.start({ folder, environment });
    writeFileSync(arm, String(step));
    const answered = await change.make(server, state);
    const hasFired = existsSync(`${arm}.fired`);
    if (hasFired) await server.ended;
    else await server.end('SIGKILL');
    const again = await context.start({ folder });
    await change.verify(again, state, answered, `${change.name}, killed at step ${step}`);
    assert.equal((await again.end('SIGTERM')).code, 0);
    if (!hasFired) break;
    killed += 1;
  }
  return killed;
}

async function failRestore(
  context: ScenarioContext,
  steps: readonly number[] | undefined,
): Promise<number> {
  const t = { after: context.after as never };
  const workFolder = context.folder();
  const backup = async (folder: string, name: string) => {
    const file = path.join(workFolder, name);
    const { code, stderr } = await runBaraza(t, ['backup', file], folder);
    assert.equal(code, 0, stderr);
    return { file, digests: JSON.stringify(await digestsOf(file)) };
  };
  const folder = path.join(workFolder, 'data');
  const server = await context.start({ folder, environment: { BARAZA_DEMO: '1' } });
  const older = await backup(folder, 'older.backup');
  await server.newResource('work');
  assert.equal((await server.end('SIGTERM')).code, 0);
  const newer = await backup(folder, 'newer.backup');
  let tried = 0;
  for (const step of steps ?? every()) {
    const how = tried % 2 === 0 ? 'kill' : 'error';
    const target = path.join(workFolder, `restored ${step}`);
    cpSync(folder, target, { recursive: true });
    const ended = await runBaraza(t, ['restore', older.file], target, failingAt(step, how));
    const { code, signal, stderr } = ended;
    assert.ok(code === 0 || code === 1 || signal === 'SIGKILL', `${code} ${stderr}`);
    assert.doesNotMatch(stderr, /\n\s+at /, 'a stack in the output');
    const { file, digests } = await backup(target, `${step}.backup`);
    assert.ok([older.digests, newer.digests].includes(digests), `restore, step ${step}`);
    if (code === 0) assert.equal(digests, older.digests);
    for (const name of ['restoring', 'restore.json'])
      assert.ok(!existsSync(path.join(target, name)), `${name} is left, step ${step}`);
    for (const gone of [target, file]) rmSync(gone, { recursive: true, force: true });
    tried += 1;
    if (code === 0 && how === 'kill') break;
  }
  return tried;
}

async function failUpgrade(
  context: ScenarioContext,
  steps: readonly number[] | undefined,
): Promise<number> {
  const t = { after: context.after as never };
  const workFolder = context.folder();
  const old = path.join(workFolder, 'old');
  await makeOldData(old);
  const oldSchema = schemaOf(old);
  let newSchema: string | undefined;
  // This command opens the store and so upgrades it.
  const listOwners = (folder: string, environment = {}) =>
    runBaraza(t, ['owners', 'list', '--json'], folder, environment);
  let tried = 0;
  for (const step of steps ?? every()) {
    const folder = path.join(workFolder, `upgraded ${step}`);
    cpSync(old, folder, { recursive: true });
    const how = tried % 2 === 0 ? 'kill' : 'error';
    const { code, stderr } = await listOwners(folder, failingAt(step, how));
    assert.doesNotMatch(stderr, /\n\s+at /, 'a stack in the output');
    const between = schemaOf(folder);
    const second = await listOwners(folder);
    assert.equal(second.code, 0, second.stderr);
    newSchema ??= schemaOf(folder);
    assert.equal(schemaOf(folder), newSchema, `upgrade, step ${step}`);
    assert.ok([oldSchema, newSchema].includes(between), `half an upgrade at step ${step}`);
    assert.deepEqual(
      (JSON.parse(second.stdout) as { name: string }[]).map(({ name }) => name),
      ['old owner'],
    );
    rmSync(folder, { recursive: true, force: true });
    tried += 1;
    if (code === 0 && how === 'kill') break;
  }
  return tried;
}
