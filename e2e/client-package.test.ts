/** The client as its users get it: packed, unpacked elsewhere, and run in Node and in a browser. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { builtClient } from '../packages/client/test/built-client.ts';
import {
  type Owner,
  openServer,
  type TestServer,
} from '../packages/server/test/fixtures/server.ts';
import { scopeOfSuite, temporaryFolder } from '../packages/server/test/fixtures/server-process.ts';
import { listenHttp } from '../packages/server/test/sockets/http-server.ts';
import { noBrowser, openBrowser } from './browser.ts';

const platformGzipBytesMax = 8.5 * 1024;
const nodes = findNodes();

/** Runs in each environment and passes its results to `report`. */
const program = `
const { createPlatformClient } = await import(where.client);
const platform = createPlatformClient({ baseUrl: where.url, key: where.key });
const reported = { upload: [], import: [], export: [], download: [] };
const into = (list) => ({ onProgress: ({ bytes, totalBytes }) => list.push([bytes, totalBytes]) });
const { id } = await platform.resources.create({ service: 'data', kind: 'Collection', name: 'x' });
const orders = platform.resources.collection(id);
const { recordId } = await orders.create({ item: 'unga', count: 1 });
const patched = await orders.patch(recordId, { count: 2 });
const many = Array.from({ length: 500 }, (_, at) => ({ at, text: 'x'.repeat(1_000) }));
await platform.resources.importRecords(id, many, into(reported.import));
let exported = 0;
for await (const _ of platform.resources.exportRecords(id, into(reported.export))) exported += 1;
const bucket = await platform.resources.create({ service: 'storage', kind: 'Bucket', name: 'x' });
const bytes = new Uint8Array(3_000_000).fill(7);
await platform.storage.upload(bucket.id, 'a', bytes, into(reported.upload));
const download = await platform.storage.download(bucket.id, 'a', into(reported.download));
const back = await download.bytes();
const part = await platform.storage.download(bucket.id, 'a', { range: { last: 2 } });
const isSame = part.etag === download.etag && part.etag !== undefined;
const refused = await platform.resources.get('res_none').catch((error) => error.code);
const stale = await platform.resources.rename(id, 'y', { ifMatch: 1 }).catch((error) => error.code);
report({
  count: patched.record.count, version: patched.version, exported, back: back.length,
  part: (await part.bytes()).length, isSame, refused, stale, reported,
});
`;

describe('the packed client', () => {
  let folder: string;
  let packed: string;
  let server: TestServer;
  let owner: Owner;
  let pagesUrl: string;
  const scope = scopeOfSuite();

  before(async () => {
    folder = temporaryFolder(scope, 'baraza-packed-');
    const pack = ['pack', '--silent', '--pack-destination', folder];
    const [tarball = ''] = execFileSync('npm', pack, {
      cwd: builtClient(),
      encoding: 'utf8',
    }).split('\n');
    packed = path.join(folder, 'user/node_modules/@baraza/client');
    mkdirSync(packed, { recursive: true });
    const unpack = ['-xzf', path.join(folder, tarball), '-C', packed, '--strip-components=1'];
    execFileSync('tar', unpack);
    pagesUrl = await listenHttp(scope, (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://pages');
      const isScript = pathname.endsWith('.js');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? readFileSync(path.join(packed, pathname)) : '<!doctype html><p>x');
    });
    server = await openServer('sqlite', { environment: { BARAZA_PLATFORM_ORIGINS: pagesUrl } });
    scope.after(server.close);
    owner = await server.newOwner();
  });

  const assertSeen = (seen: Seen, timesMin = 2) => {
    const { reported, ...others } = seen;
    assert.deepEqual(others, {
      ...{ count: 2, version: 2, exported: 501, back: 3_000_000, part: 2, isSame: true },
      ...{ refused: 'not_found', stale: 'version' },
    });
    for (const [what, list] of Object.entries(reported)) {
      const sizes = list.map(([bytes]) => bytes);
      assert.ok(sizes.length >= timesMin, `${what} is reported ${sizes.length} times`);
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
        what,
      );
    }
    for (const what of ['upload', 'import', 'download'] as const) {
      const [bytes, totalBytes] = reported[what].at(-1) ?? [];
      assert.equal(bytes, totalBytes, `${what} is reported to its end`);
      assert.ok((bytes ?? 0) >= 500_000);
    }
  };

  for (const major of [20, 22, Number(process.versions.node.split('.')[0])]) {
    const node = nodes.get(major);
    const skip = node === undefined ? `no Node ${major} on this machine` : false;
    test(`it runs in Node ${major}, with progress`, { skip }, async () => {
      const file = path.join(folder, 'user', `program-${major}.mjs`);
      const where = { client: '@baraza/client', url: server.url, key: owner.key };
      const report = 'const report = (seen) => console.log(JSON.stringify(seen));';
      writeFileSync(file, `const where = ${JSON.stringify(where)};\n${report}\n${program}`);
      const { execFile } = await import('node:child_process');
      const { stdout } = await promisify(execFile)(node ?? '', [file]);
      assertSeen(JSON.parse(stdout));
    });
  }

  test('it runs in a page of an allowed origin, with progress, and no other page is served', {
    skip: noBrowser,
  }, async (t) => {
    const { browser, close } = await openBrowser();
    t.after(close);
    const page = await browser.newPage();
    await page.goto(pagesUrl);
    const where = { client: '/index.js', url: server.url, key: owner.key };
    const run = (code: string) =>
      page.evaluate(
        `new Promise((report, fail) => { const where = ${JSON.stringify(where)};
        (async () => { ${code} })().catch(fail); })`,
      );
    // A browser reports progress at most every 50 ms, and these transfers are faster.
    assertSeen((await run(program)) as Seen, 1);
    await page.goto(pagesUrl.replace('127.0.0.1', 'localhost'));
    const call = `const { createPlatformClient } = await import(where.client);
      const platform = createPlatformClient({ baseUrl: where.url, key: where.key, retries: 0 });
      report(await platform.status().then(() => 'served', (error) => error.code));`;
    // The page can read the reason, because a browser sends the origin of a cross-origin call.
    assert.equal(await run(call), 'scope');
  });

  test('its types pass a strict check without any other package', () => {
    const user = path.join(folder, 'user');
    const file = path.join(user, 'types.mts');
    writeFileSync(
      file,
      `import { createPlatformClient, type ProblemCode, type Progress, type Resource } from '@baraza/client';
const platform = createPlatformClient({ baseUrl: 'http://x', key: 'rpk_a_b' });
const resource: Resource = await platform.resources.get('res_a');
export const version: number = resource.version;
// @ts-expect-error
export const wrong: string = resource.version;
// @ts-expect-error
export const unknown: ProblemCode = 'nonsense';
const orders = platform.resources.collection<{ item: string }>('res_a');
// @ts-expect-error
await orders.create({ items: 'unga' });
export const show = ({ bytes, totalBytes }: Progress) => bytes / (totalBytes ?? bytes);
await platform.storage.upload('res_a', 'k', 'x', { onProgress: show });
`,
    );
    const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
    const flags = '--ignoreConfig --noEmit --strict --module nodenext --target es2022'.split(' ');
    const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...flags, ...libraries, file], {
      cwd: user,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
    const { dependencies = {} } = JSON.parse(
      readFileSync(path.join(packed, 'package.json'), 'utf8'),
    );
    assert.deepEqual(dependencies, {});
  });

  test(`a bundle with only the platform client has at most ${platformGzipBytesMax} bytes, gzipped`, async () => {
    const size = async (names: string) => {
      const entry = path.join(folder, 'user', 'entry.mjs');
      writeFileSync(entry, `export { ${names} } from '@baraza/client';`);
      const code = await bundle(entry);
      return { code, bytes: gzipSync(code, { level: 9 }).length };
    };
    const platform = await size('createPlatformClient, isBarazaError, submitForm, verifyWebhook');
    assert.ok(platform.bytes <= platformGzipBytesMax, `${platform.bytes} bytes`);
    assert.doesNotMatch(platform.code, /AudioWorklet|WebSocket|createSiteOwnerClient/);
    const verify = await size('verifyWebhook');
    assert.ok(verify.bytes < 1_024, `one function has ${verify.bytes} bytes`);
  });
});

type Reported = readonly (readonly [number, number | null | undefined])[];
interface Seen {
  readonly reported: {
    readonly upload: Reported;
    readonly import: Reported;
    readonly export: Reported;
    readonly download: Reported;
  };
}

/** Bundles as an application would. */
async function bundle(entry: string): Promise<string> {
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: path.dirname(entry),
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rollupOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('The build has no output.');
  return output.output[0].code;
}

/** The `node` executables of this machine, by major version. */
function findNodes(): ReadonlyMap<number, string> {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/bin', '/usr/bin'];
  const files = [process.execPath, ...folders.map((one) => path.join(one, 'node'))];
  const found = new Map<number, string>();
  for (const file of new Set(files)) {
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    const major = Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? Number.NaN);
    if (!Number.isNaN(major) && !found.has(major)) found.set(major, file);
  }
  return found;
}
