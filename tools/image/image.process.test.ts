/** The image of deploy/Dockerfile: built of the packed packages, run without rights and without a network. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { scopeOfSuite } from '../../packages/server/test/fixtures/server-process.ts';
import { root } from '../tree.ts';
import { ensureBases, findEngine } from './engine.ts';

const imageMegabytesMax = 420;
const memoryMegabytesMax = 120;
const stopMsMax = 20_000;
const healthyMsMax = 60_000;
// As compose.yaml runs it; no network, so that nothing can be downloaded.
const confinement = [
  ...['--network', 'none', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges'],
];
const engine = findEngine();
const name = `baraza-test-${process.pid}`;
const run = promisify(execFile);

describe('the image', {
  skip: engine === undefined && 'needs Docker, or apt-get install -y podman runc debootstrap',
}, () => {
  const scope = scopeOfSuite();
  let lacking: string | undefined;

  before(async () => {
    assert.ok(engine !== undefined);
    lacking = ensureBases(engine);
    if (lacking !== undefined) return;
    const context = mkdtempSync(path.join(tmpdir(), 'baraza-image-'));
    scope.after(() => rmSync(context, { recursive: true, force: true }));
    const dist = path.join(context, 'dist');
    await run(process.execPath, ['tools/pack/pack.ts', '--own-system', dist], { cwd: root });
    for (const file of ['Dockerfile', 'Dockerfile.dockerignore'])
      cpSync(path.join(root, 'deploy', file), path.join(context, 'deploy', file));
    scope.after(remove);
    const dockerfile = path.join(context, 'deploy', 'Dockerfile');
    await call('build', ...engine.buildOptions, '-f', dockerfile, '-t', name, context);
    const volumes = ['-v', `${name}-data:/data`, '-v', `${name}-backups:/backups`];
    const settings = ['-e', 'BARAZA_DEMO=1'];
    const options = [...confinement, ...engine.runOptions, ...volumes, ...settings];
    await call('run', '-d', '--name', name, ...options, name);
    await untilHealthy();
  });

  const inContainer = (title: string, body: (note: (line: string) => void) => Promise<void>) =>
    test(title, async (t) => {
      if (lacking === undefined) await body((line) => t.diagnostic(line));
      else t.skip(lacking);
    });

  inContainer(
    'it is small, and has no shell, package manager, compiler or sources',
    async (note) => {
      const size = Number(await call('image', 'inspect', '--format', '{{.Size}}', name)) / 1e6;
      note(`${size.toFixed(0)} MB`);
      assert.ok(size <= imageMegabytesMax, `${size} MB`);
      const archive = path.join(mkdtempSync(path.join(tmpdir(), 'baraza-image-')), 'image.tar');
      scope.after(() => rmSync(path.dirname(archive), { recursive: true }));
      await call('export', '-o', archive, name);
      const { stdout } = await run('tar', ['-tf', archive], { maxBuffer: 64e6 });
      const files = stdout.split('\n');
      assert.ok(files.includes('app/node_modules/baraza/lib/main.js'));
      const surplus =
        /(?:^|\/)s?bin\/(?:sh|bash|dash|npm|apt|dpkg|gcc|cc|ld|strip)$|^packed\/|(?<!\.d)\.tsx?$|\.tgz$/;
      assert.deepEqual(
        files.filter((file) => surplus.test(file)),
        [],
      );
    },
  );

  inContainer(
    'the server is process 1, of a user without rights on a root that it cannot write',
    async (note) => {
      const status = await script(`fs.readFileSync('/proc/1/status', 'utf8')`);
      assert.match(status, /^Uid:\t65532\t65532\t65532\t65532$/m);
      assert.match(status, /^CapEff:\t0{16}$/m);
      assert.match(status, /^NoNewPrivs:\t1$/m);
      assert.match(
        await script(`fs.readFileSync('/proc/1/cmdline', 'utf8')`),
        /lib\/main\.js\0serve/,
      );
      await assert.rejects(script(`fs.writeFileSync('/app/x', '')`), /EROFS/);
      const megabytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
      note(`${megabytes.toFixed(0)} MB of memory`);
      assert.ok(megabytes <= memoryMegabytesMax, `${megabytes} MB`);
    },
  );

  inContainer(
    'it needs no network: it answers, has a voice and keeps the public contract',
    async () => {
      const question = { question: 'Mnafungua saa ngapi Jumatatu?', language: 'sw' };
      const ask = `fetch('http://127.0.0.1:4200/v1/sites/demo/ask', { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: '${JSON.stringify(question)}' }).then((r) => r.text())`;
      const answer = await askUntilRead(ask);
      assert.match(answer, /"answered":true,.*Tuko wazi Jumatatu/);
      const config = `fetch('http://127.0.0.1:4200/v1/sites/demo/config').then((r) => r.text())`;
      assert.match(await script(config), /"voice":true/);
      const doctor = await baraza('doctor');
      assert.match(doctor, /^ok +hearing +built-in\nok +speaking +built-in$/m);
      assert.doesNotMatch(await call('logs', name), /fetched in the background|cannot be fetched/);
      const [platform, site] = ['http://127.0.0.1:4100', 'http://127.0.0.1:4200'];
      const kept = await baraza(
        'conformance',
        site,
        '--bootstrap',
        '/data/bootstrap.json',
        '--platform-url',
        platform,
      );
      assert.match(kept, /^\d{3} kept, 0 broken/m);
    },
  );

  inContainer(
    'a backup goes to its volume, and a stop is quick and loses nothing',
    async (note) => {
      await baraza('backup', '/backups', '--keep', '2');
      const files = `fs.readdirSync('/backups', { recursive: true }).join('\\n')`;
      assert.match(await script(files), /^baraza-\d{4}-\d\d-\d\dT/m);
      const startedMs = performance.now();
      await call('stop', '--time', '30', name);
      const stopMs = performance.now() - startedMs;
      note(`stopped within ${stopMs.toFixed(0)} ms`);
      assert.ok(stopMs <= stopMsMax, `${stopMs} ms`);
      assert.equal((await call('inspect', '--format', '{{.State.ExitCode}}', name)).trim(), '0');
      assert.match(await call('logs', name), /stopping/);
      await call('start', name);
      await untilHealthy();
      assert.match(await baraza('owners', 'list'), /local/);
    },
  );

  inContainer('a killed server ends its container', async () => {
    await call('kill', '--signal', 'KILL', name);
    assert.equal((await call('wait', name)).trim(), '137');
    await call('start', name);
    await untilHealthy();
  });
});

const baraza = (...words: readonly string[]) => call('exec', name, 'baraza', ...words);

/** Prints the value of an expression in the container. */
const script = (expression: string) =>
  call(
    'exec',
    name,
    'node',
    '-e',
    `(async () => process.stdout.write(String(await ${expression})))()`,
  );

/** A machine that is busy with other tests asks its visitors to try again shortly. */
async function askUntilRead(ask: string): Promise<string> {
  const untilMs = performance.now() + healthyMsMax;
  for (;;) {
    const answer = await script(ask);
    if (!answer.includes('"code":"busy"') || performance.now() > untilMs) return answer;
    await sleep(1_000);
  }
}

async function untilHealthy(): Promise<void> {
  const untilMs = performance.now() + healthyMsMax;
  for (;;)
    try {
      await call('exec', name, 'node', '/app/node_modules/baraza/deploy/healthy.mjs');
      return;
    } catch (error) {
      if (performance.now() > untilMs) throw new Error(await call('logs', name), { cause: error });
      await sleep(500);
    }
}

/** Resolves with the output; what a container logs to standard error counts too. */
async function call(...words: readonly string[]): Promise<string> {
  const [program = '', ...first] = engine?.command ?? [];
  const { stdout, stderr } = await run(program, [...first, ...words], { maxBuffer: 64e6 });
  return words[0] === 'logs' ? `${stdout}${stderr}` : stdout;
}

async function remove(): Promise<void> {
  await call('rm', '-f', name);
  await call('volume', 'rm', '-f', `${name}-data`, `${name}-backups`);
  await call('image', 'rm', '-f', name);
}
