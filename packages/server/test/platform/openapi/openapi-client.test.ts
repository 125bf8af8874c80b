import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import { form, newResource, openServer } from '../../fixtures/server.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/** A program of a developer who has only the document: every call is typed by it, and nothing is cast. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

type Schemas = components['schemas'];

export async function run(baseUrl: string, key: string, bucket: string) {
  const api = createClient<paths, 'application/json'>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const create = () =>
    api.POST('/api/platform/resources', {
      params: { header: { 'Idempotency-Key': 'orders' } },
      body: { service: 'data', kind: 'Collection', name: 'Orders' },
    });
  const { data: orders } = await create();
  const again = await create();
  if (orders === undefined) throw new Error('no orders');
  const resource: Schemas['CreatedResource'] = orders;
  const path = { id: resource.id };
  const one = '/api/platform/resources/{id}/records/{recordId}';
  const put = (recordId: string, body: Record<string, unknown>, version?: string) =>
    api.PUT(one, {
      params: { path: { ...path, recordId }, header: { 'If-Match': version } },
      body,
    });
  for (const [id, total] of [['a', 120], ['b', 130], ['c', 300]] as const)
    await put(id, { total, state: 'open' });
  const changed = await put('a', { total: 125, state: 'paid' }, '"1"');
  const stale = await put('a', { total: 1 }, '"1"');
  const code: Schemas['Problem']['code'] | undefined = stale.error?.code;
  const found = await api.GET('/api/platform/resources/{id}/records', {
    params: {
      path,
      query: { where: { state: 'open', 'total.gte': 125 }, sort: '-total', count: 'true' },
    },
  });
  const records: readonly Schemas['StoredRecord'][] = found.data?.records ?? [];
  const file = await api.GET('/api/platform/storage/{id}', {
    params: { path: { id: bucket }, query: { key: 'a.bin' }, header: { Range: 'bytes=1-3' } },
    parseAs: 'arrayBuffer',
  });
  const bytes: ArrayBuffer | undefined = file.data;
  // @ts-expect-error: the document knows which parameters there are
  await api.GET('/api/platform/resources', { params: { query: { limitt: 1 } } }).catch(() => {});
  return {
    isRepeated: again.data?.id === resource.id,
    replayed: again.response.headers.get('Idempotent-Replayed'),
    version: changed.data?.version,
    stale: [stale.response.status, code],
    found: records.map(({ recordId }) => recordId),
    status: file.response.status,
    bytes: bytes === undefined ? [] : [...new Uint8Array(bytes)],
  };
}
`;

const config = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: false,
    skipLibCheck: true,
    types: [],
  },
  include: ['*.ts'],
};

test('a client that is generated from the document compiles and works without a cast', async (t) => {
  const server = await openServer('sqlite');
  t.after(() => server.close());
  const owner = await server.newOwner();
  const bucket = await newResource(server, owner.key, 'storage');
  const target = `/api/platform/storage/${bucket.id}?key=a.bin`;
  const content = Buffer.from([9, 0, 255, 128, 7]);
  await owner.send('POST', target, form({ bytes: content, name: 'a.bin' }));
  const { json } = await owner.send('GET', '/api/platform/openapi.json');

  const folder = mkdtempSync(join(tmpdir(), 'baraza-openapi-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTypes(json)));
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  const { run } = await import(pathToFileURL(join(folder, 'program.ts')).href);
  assert.deepEqual(await run(server.url, owner.key, bucket.id), {
    isRepeated: true,
    replayed: 'true',
    version: 2,
    stale: [409, 'version'],
    found: ['c', 'b'],
    status: 206,
    bytes: [0, 255, 128],
  });
});
