import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Engine, EngineSource } from '../../src/engine/engine.ts';
import { findModel } from '../../src/engine/models/files.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { openEngine } from '../../src/server/assemble.ts';
import { readConfig } from '../../src/setup/config.ts';
import { readProfileInput } from '../../src/site/profile/profile.ts';
import { shop } from '../fixtures/visit-server.ts';

const noModels =
  findModel('encoder') === undefined || findModel('reader') === undefined
    ? 'there are no weights, or no runtime for them'
    : false;
const noProc = existsSync('/proc/self/task') ? false : 'children are looked up in /proc';

const faqs = [
  ...shop.faqs,
  {
    id: 'mend',
    question: 'Do you repair phones?',
    answer: 'Yes, we repair screens and batteries within two days.',
  },
];
const { profile } = readProfileInput({ ...shop, faqs });
const question = 'My screen is broken, can you fix it?';

describe('an engine process', { skip: noModels || noProc }, () => {
  let engine: Engine;
  before(async () => {
    engine = await openEngine(readConfig({ BARAZA_ENGINES: '1' }), silentLog);
  });
  after(() => engine.close());

  const source = (id: string): EngineSource => ({
    id,
    stamp: '1',
    owner: id,
    load: async () => ({ profile: JSON.stringify(profile) }),
    vectors: async function* () {},
  });
  const ask = async (from: EngineSource, text: string) => {
    const asked = { question: text, history: [], language: undefined, mode: 'text' } as const;
    return (await (await engine.question(from, { ...asked, nowMs: Date.now() })).answer).reply;
  };

  test('starts with the first question, makes vectors and reads', async () => {
    assert.deepEqual(childrenOf(process.pid), []);
    const site = source('a');
    assert.equal((await ask(site, 'Hello')).answered, true);
    assert.equal(childrenOf(process.pid).length, 1);
    const { missing } = await engine.open(site);
    assert.ok(missing > 0);
    const { made, missing: left } = await engine.embed(site, 1_000);
    assert.deepEqual([made.length, left], [missing, 0]);
    assert.equal((await engine.open(site)).missing, 0);
    assert.match((await ask(site, question)).text, /We repair screens and batteries/);
  });

  test('that is killed again and again loses no question', async () => {
    const questions = Array.from({ length: 6 }, (_, at) =>
      ask(source(`k${at}`), `${question} It is number ${at}.`),
    );
    for (let kills = 0; kills < 2; kills += 1) {
      const [pid] = childrenOf(process.pid);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await ask(source('other'), `Can you repair a battery? ${kills}`);
    }
    for (const { text } of await Promise.all(questions)) assert.notEqual(text, '');
  });

  test('ends with its server, however that ends', async (t) => {
    const program = `
      import { openEngine } from ${JSON.stringify(import.meta.resolve('../../src/server/assemble.ts'))};
      import { readConfig } from ${JSON.stringify(import.meta.resolve('../../src/setup/config.ts'))};
      import { silentLog } from ${JSON.stringify(import.meta.resolve('../../src/kernel/log.ts'))};
      const engine = await openEngine(readConfig({}), silentLog);
      const load = async () => (${JSON.stringify({ profile: JSON.stringify(profile) })});
      const source = { id: 'a', stamp: '1', owner: 'a', load };
      await engine.open(source);
      console.log('open');`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', program]);
    t.after(() => server.kill('SIGKILL'));
    await once(server.stdout, 'data');
    const [pid = 0] = childrenOf(server.pid ?? 0);
    assert.ok(pid > 0);
    server.kill('SIGKILL');
    while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
