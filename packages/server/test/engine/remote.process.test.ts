/** `baraza engine` as users run it: other processes, real models, TLS, signals. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import type { Engine, EngineSource } from '../../src/engine/engine.ts';
import { findModel } from '../../src/engine/models/files.ts';
import { isBusy } from '../../src/engine/questions.ts';
import { openEngine } from '../../src/engine-location.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { readProfileInput } from '../../src/site/profile/profile.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import {
  type Environment,
  eventually,
  printed,
  scopeOfSuite,
  spawnBaraza,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { shop } from '../fixtures/visit-server.ts';
import { createAuthority } from '../postgres/certificates.ts';

const noModels =
  findModel('encoder') === undefined || findModel('reader') === undefined
    ? 'there are no weights, or no runtime for them'
    : false;
const token = { BARAZA_ENGINE_TOKEN: 'the-token-of-these-tests-0123456789' };
const { profile } = readProfileInput(shop);
const repair = { id: 'mend', question: 'Do you repair phones?', answer: 'Yes, within two days.' };
const content = { profile: JSON.stringify({ ...profile, faqs: [repair] }) };

type Scope = Pick<TestContext, 'after'>;

async function startMachine(
  t: Scope,
  environment: Environment = {},
  words: readonly string[] = [],
) {
  const folder = temporaryFolder(t);
  const given = { BARAZA_ENGINES: '1', ...token, ...environment };
  const machine = spawnBaraza(t, ['engine', '--listen', '127.0.0.1:0', ...words], folder, given);
  await printed(machine, /^ready$/m);
  const url = /https?:\/\/\S+/.exec(machine.stdout())?.[0] ?? '';
  // A stopped process cannot be ended by the signals of the test.
  t.after(() => machine.child.kill('SIGCONT'));
  return { ...machine, url };
}

/** Asks again while the machines are busy, as the widget does: the tests run beside others. */
async function ask(engine: Engine, id: string, question: string): Promise<string> {
  const source: EngineSource = { id, stamp: '1', owner: id, load: async () => content };
  const asked = { question, history: [], language: undefined, mode: 'text', nowMs: 0 } as const;
  for (;;)
    try {
      return (await (await engine.question(source, asked)).answer).reply.text;
    } catch (error) {
      if (!isBusy(error)) throw error;
      await setTimeout(busyPauseMs);
    }
}

const busyPauseMs = 200;

/** Three machines with a certificate, connected; each test harms one of its own. The first has two engines. */
async function openThree(t: Scope) {
  const folder = temporaryFolder(t);
  const authority = createAuthority('Engines');
  const { key, certificate } = authority.issue('127.0.0.1');
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const files = ['--tls-key', write('key', key), '--tls-cert', write('cert', certificate)];
  const machines = await Promise.all([
    startMachine(t, { BARAZA_ENGINES: '2' }, files),
    startMachine(t, {}, files),
    startMachine(t, {}, files),
  ]);
  const environment = {
    BARAZA_ENGINE_CA: write('ca', authority.certificate),
    BARAZA_ENGINE_URLS: machines.map(({ url }) => url).join(','),
    ...token,
  };
  const engine = await openEngine(readConfig(environment), silentLog);
  t.after(engine.close);
  await eventually(() => Object.values(engine.measures.remotes()).every((up) => up === 1));
  const sites = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const site of sites) await ask(engine, site, 'Can you repair my telephone?');
  const askAll = (text: string) => Promise.all(sites.map((site) => ask(engine, site, text)));
  return { machines, engine, askAll, environment, folder, write };
}

function assertAnswered(answers: readonly string[]): void {
  for (const text of answers) assert.match(text, /within two days/i);
}

describe('engines on other machines', { skip: noModels }, () => {
  const scope = scopeOfSuite();
  let opened: Awaited<ReturnType<typeof openThree>>;
  before(async () => {
    opened = await openThree(scope);
  });
  const upNow = () => Object.values(opened.engine.measures.remotes()).filter((up) => up === 1);

  test('are shown in the metrics of the server', async (t) => {
    const { machines, environment } = opened;
    const [{ url }] = machines;
    const urls = { ...environment, BARAZA_ENGINE_URLS: `${url},http://127.0.0.1:9` };
    const server = await startProcess(t, temporaryFolder(t), urls);
    const { host } = new URL(url);
    await eventually(async () => {
      const text = await (await fetch(`${server.site.url}/metrics`)).text();
      const isUp = (name: string) => text.includes(`baraza_engine_up{engine="${name}"} 1`);
      const isDown = text.includes('baraza_engine_up{engine="127.0.0.1:9/0"} 0');
      return isUp(`${host}/0`) && isUp(`${host}/1`) && isDown;
    });
    assert.doesNotMatch(server.stderr(), new RegExp(token.BARAZA_ENGINE_TOKEN));
    assert.equal((await server.end('SIGTERM')).code, 0);
  });

  describe('of which one', () => {
    test('is frozen cost no answer', async () => {
      const { machines, askAll, engine } = opened;
      const [frozen] = machines;
      const [wereUp, wereRead] = [upNow().length, engine.measures.results().read];
      frozen.child.kill('SIGSTOP');
      assertAnswered(await askAll('Is it possible to have my phone repaired?'));
      assert.equal(engine.measures.results().read, wereRead + 6);
      frozen.child.kill('SIGCONT');
      await eventually(() => upNow().length === wereUp);
      assertAnswered(await askAll('Do you mend phones?'));
    });

    test('is killed in the middle of questions cost no answer', async () => {
      const { machines, askAll, engine } = opened;
      const wereRead = engine.measures.results().read;
      const answers = askAll('Could somebody repair the phone that I have?');
      machines[1].child.kill('SIGKILL');
      assertAnswered(await answers);
      assert.equal(engine.measures.results().read, wereRead + 6);
    });

    test('is stopped finish what it reads, and it ends', async () => {
      const { machines, askAll, engine } = opened;
      const answers = askAll('Would you repair a phone for me?');
      machines[2].child.kill('SIGTERM');
      assertAnswered(await answers);
      const { code, stdout } = await machines[2].ended;
      assert.equal(code, 0);
      assert.match(stdout, /stopping/);
      assertAnswered(await askAll('Can my phone be mended by you?'));
      assert.equal(engine.measures.results().failed, 0);
    });
  });
});

test('baraza engine needs a token, and a certificate where others can reach it', async () => {
  assertRefused(await runCommand(['engine']), /^BARAZA_ENGINE_TOKEN must be set/);
  assertRefused(await runCommand(['engine', '--listen', '0.0.0.0:4810'], token), /^--tls-key and/);
  assertRefused(await runCommand(['engine', '--tls-key', 'x'], token), /^--tls-key and --tls-cert/);
  for (const listen of ['4810', '127.0.0.1', '127.0.0.1:99999'])
    assertRefused(
      await runCommand(['engine', '--listen', listen], token),
      /^--listen must be an address/,
    );
});
