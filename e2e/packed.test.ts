/** Baraza as its users get it: packed, installed by npm in an empty folder, started, examined and asked. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { RunFile } from '../packages/server/src/server/listen.ts';
import { memoryOf, scopeOfSuite } from '../packages/server/test/fixtures/server-process.ts';
import { listenHttp } from '../packages/server/test/sockets/http-server.ts';
import { browserOfSuite, noBrowser } from './browser.ts';

const root = path.join(import.meta.dirname, '..');
const installedMegabytesMax = 140;
const startedMegabytesMax = 90;
// In CPU time of a Node that does nothing, so that slow and busy machines count alike. It is 9 on x64.
const startCostMax = 12.5;
const run = promisify(execFile);

describe('the packed server', () => {
  const scope = scopeOfSuite();
  const browser = browserOfSuite();
  let folder: string;
  let environment: { readonly [name: string]: string };
  let first: Started;
  /** The commit that was packed; empty without git. */
  let head: string;

  before(async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'baraza-packed-'));
    scope.after(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));
    const dist = path.join(place, 'dist');
    head = await run('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    await run(process.execPath, ['tools/pack/pack.ts', '--own-system', dist], { cwd: root });
    folder = path.join(place, 'project');
    const home = path.join(place, 'home');
    for (const made of [folder, home]) mkdirSync(made);
    // Nothing of Baraza is published there: what was packed must be enough.
    const registry = await listenHttp(scope, (_, response) => {
      response.writeHead(404).end('{}');
    });
    environment = {
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
      HOME: home,
      npm_config_registry: registry,
      npm_config_update_notifier: 'false',
      BARAZA_PLATFORM_PORT: '0',
      BARAZA_SITE_PORT: '0',
    };
    // `create-baraza` is run, not installed, and asks by a package of the registry.
    const tarballs = readdirSync(dist).filter((name) => /^baraza-.*\.tgz$/.test(name));
    const options = { cwd: folder, env: environment };
    await run('npm', ['install', ...tarballs.map((name) => path.join(dist, name))], options);
    first = await start();
  });

  /** As `npx baraza`, without fetching speech. */
  async function start(): Promise<Started> {
    const startedMs = performance.now();
    const child = spawn('npx', ['baraza', 'serve', '--no-speech'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const ended = once(child, 'close').then(() => output);
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          output += text.toString();
          if (/^ready$/m.test(output)) resolve();
        });
    });
    await Promise.race([
      ready,
      ended.then(() => Promise.reject(new Error(`the packed server ended: ${output}`))),
    ]);
    const readyMs = performance.now() - startedMs;
    const { pid, platform, site } = JSON.parse(
      readFileSync(path.join(folder, 'data', 'run.json'), 'utf8'),
    ) as RunFile;
    assert.ok(platform !== undefined && site !== undefined);
    const stop = async () => {
      process.kill(pid, 'SIGTERM');
      return ended;
    };
    scope.after(() => (child.exitCode === null ? stop().catch(() => {}) : undefined));
    return { pid, readyMs, platform: platform.url, site: site.url, stop };
  }

  const baraza = async (...words: readonly string[]) =>
    (await run('npx', ['baraza', ...words], { cwd: folder, env: environment })).stdout;

  test('it is small, complete JavaScript, and nothing runs while it is installed', async () => {
    const modules = path.join(folder, 'node_modules');
    const lock = readFileSync(path.join(modules, '.package-lock.json'), 'utf8');
    assert.doesNotMatch(lock, /hasInstallScript/);
    const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')),
      [],
    );
    assert.ok(files.includes('baraza/llms.txt'));
    const readme = readFileSync(path.join(modules, 'baraza/README.md'), 'utf8');
    assert.match(readme, /^npm install baraza$/m);
    const { stdout } = await run('du', ['-sm', modules]);
    assert.ok(Number.parseInt(stdout, 10) <= installedMegabytesMax, stdout);
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    const name = head === '' ? version : `${version} (${head.slice(0, 12)})`;
    assert.equal((await baraza('--version')).trim(), name);
  });

  test('it keeps the promises of the public contract', async () => {
    const bootstrap = path.join(folder, 'data', 'bootstrap.json');
    const said = await baraza(
      'conformance',
      first.site,
      '--bootstrap',
      bootstrap,
      '--platform-url',
      first.platform,
    );
    assert.match(said, /^\d{3} kept, 0 broken/m);
  });

  test('a visitor of the demo page asks, and the assistant answers', {
    skip: noBrowser,
  }, async () => {
    const page = await browser.newPage({ locale: 'sw' });
    await page.goto(first.site);
    await page.getByRole('main').getByRole('button', { name: 'Uliza Asha' }).click();
    const question = page.locator('.composer textarea');
    await question.fill('Mnafungua saa ngapi Jumatatu?');
    await page.keyboard.press('Enter');
    await page.locator('.exchange .theirs .text').filter({ hasText: 'unafungua' }).waitFor();
    await page.goto(first.platform);
    await page.getByRole('heading').first().waitFor();
    await page.close();
  });

  test('a second start is cheap, and serves what the first one has stored', async (t) => {
    assert.match(await first.stop(), /stopping/);
    const bare = await cpuMsOfBareNode();
    const costs: number[] = [];
    let again = await start();
    costs.push(cpuMsOf(again.pid));
    // What a busy machine lets the server do before this process looks at it is no part of a start.
    while (costs.length < 3) {
      assert.match(await again.stop(), /stopping/);
      again = await start();
      costs.push(cpuMsOf(again.pid));
    }
    assert.equal((await fetch(`${again.platform}/readyz`)).status, 200);
    const megabytes = memoryOf(again.pid).resident / 1024 ** 2;
    const cost = Math.min(...costs) / bare;
    t.diagnostic(`${costs.join(', ')} ms of CPU, ${cost.toFixed(1)} × that of a bare Node`);
    t.diagnostic(`${megabytes.toFixed(0)} MB, ready in ${again.readyMs.toFixed(0)} ms`);
    assert.ok(megabytes <= startedMegabytesMax, `${megabytes} MB`);
    assert.ok(cost <= startCostMax, `${cost} × a bare Node`);
    assert.match(await baraza('owners', 'list'), /local/);
    assert.match(await again.stop(), /stopping/);
  });
});

interface Started {
  readonly pid: number;
  readonly readyMs: number;
  readonly platform: string;
  readonly site: string;
  /** Asks it to end; resolves with everything that it has printed. */
  readonly stop: () => Promise<string>;
}

/** The CPU time of one start of Node itself, from ten. */
async function cpuMsOfBareNode(): Promise<number> {
  const { stdout } = await run(process.execPath, [
    '--eval',
    `for (let n = 0; n < 10; n += 1) require('node:child_process').spawnSync(process.execPath, ['--eval', '0']);
    console.log(require('node:fs').readFileSync('/proc/self/stat', 'utf8'));`,
  ]);
  const fields = stdout.split(') ')[1]?.split(' ') ?? [];
  // The 16th and 17th fields: ten children that have ended, in hundredths of a second, are one in milliseconds.
  return Number(fields[13]) + Number(fields[14]);
}

/** CPU time of a process, from /proc: the 14th and 15th fields, in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
