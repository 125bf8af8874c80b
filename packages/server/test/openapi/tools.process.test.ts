/**
 * Tools of others take both documents without an error, and what they generate compiles. They are 330 MB, so they are
 * no packages of this repository: `.ci/run` lets this test install them from tools/openapi into .cache/openapi-tools;
 * `npm test` uses them if they are there.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type Json, readDocuments } from './documents.ts';

const root = path.join(import.meta.dirname, '../../../..');
const listed = path.join(root, 'tools/openapi');
const folder = path.join(root, '.cache/openapi-tools');
const missing = install();
const run = promisify(execFile);

/** A WebSocket answers 101, and nothing in 2XX. */
const lintWarnings = { platform: [], site: ['operation-2xx-response'] } as const;

/** A program of a developer who knows only the documents: the lists are typed without a cast. */
const program = `
import createClient from 'openapi-fetch';
import type { components as P, paths as PlatformPaths } from './platform.ts';
import type { components as S, paths as SitePaths } from './site.ts';

export async function readLists(baseUrl: string, id: string, site: string) {
  const api = createClient<PlatformPaths>({ baseUrl });
  const one = { params: { path: { id } } };
  const list = await api.GET('/api/platform/resources');
  const resources: readonly P['schemas']['Resource'][] = list.data?.resources ?? [];
  const found = await api.GET('/api/platform/resources/{id}/records', {
    params: { path: { id }, query: { where: { state: 'open', 'total.gte': 100 }, sort: '-total' } },
  });
  const records: readonly P['schemas']['StoredRecord'][] = found.data?.records ?? [];
  const log = await api.GET('/api/platform/resources/{id}/deliveries', one);
  const deliveries: readonly P['schemas']['Delivery'][] = log.data?.deliveries ?? [];
  const sites = createClient<SitePaths>({ baseUrl });
  const at = { params: { path: { site } } };
  const asked = await sites.GET('/v1/admin/sites/{site}/questions', at);
  const questions: readonly S['schemas']['Question'][] = asked.data?.questions ?? [];
  const left = await sites.GET('/v1/admin/sites/{site}/leads', at);
  const leads: readonly S['schemas']['Lead'][] = left.data?.leads ?? [];
  const talks = await sites.GET('/v1/admin/sites/{site}/conversations', at);
  const conversations: readonly S['schemas']['Conversation'][] = talks.data?.conversations ?? [];
  return [resources, records, deliveries, questions, leads, conversations].map(({ length }) => length);
}
`;

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

test('tools of others take both documents, and what they generate compiles', async (t) => {
  if (missing !== undefined) return t.skip(missing);
  const made = path.join(folder, 'made');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const documents = Object.entries(await readDocuments());
  for (const [api, document] of documents) await examine(t, made, api, document);
  writeFileSync(path.join(made, 'program.ts'), program);
  const config = { compilerOptions, include: ['**/*.ts'] };
  writeFileSync(path.join(made, 'tsconfig.json'), JSON.stringify(config));
  await tool('typescript/bin/tsc', ['-p', made]);
});

async function examine(t: TestContext, made: string, api: string, document: Json): Promise<void> {
  const file = path.join(made, `${api}.json`);
  writeFileSync(file, JSON.stringify(document, null, 1));
  const rules = path.join(made, 'rules.json');
  writeFileSync(rules, '{"extends":["spectral:oas"]}');
  const linted = ['lint', file, '-r', rules, '-f', 'json', '--fail-severity', 'hint'];
  await tool('@stoplight/spectral-cli/dist/index.js', linted);
  const redocly = ['lint', file, '--format', 'json', '--config', path.join(listed, 'redocly.yaml')];
  const { problems } = JSON.parse(await tool('@redocly/cli/bin/cli.js', redocly));
  assert.deepEqual(
    problems.map(({ ruleId }: Json) => ruleId),
    lintWarnings[api as keyof typeof lintWarnings],
  );
  const typed = path.join(made, `${api}.ts`);
  await tool('openapi-typescript/bin/cli.js', [file, '-o', typed]);
  const hey = path.join(made, `hey-${api}`);
  await tool('@hey-api/openapi-ts/bin/run.js', ['-i', file, '-o', hey, '--no-log-file']);
  const orval = path.join(made, `orval-${api}.ts`);
  await tool('orval/dist/bin/orval.js', ['--input', file, '--output', orval, '--client', 'fetch']);
  for (const one of [typed, path.join(hey, 'sdk.gen.ts'), orval]) {
    const text = readFileSync(one, 'utf8');
    const name = api === 'platform' ? 'listRecords' : 'listQuestions';
    assert.ok(text.includes(name), `${one} has no ${name}`);
  }
  t.diagnostic(`${api}: ${(JSON.stringify(document).length / 1024).toFixed(0)} KB`);
}

/** Its standard output; throws with what it printed if it ends with an error. */
async function tool(program: string, args: readonly string[]): Promise<string> {
  const script = path.join(folder, 'node_modules', program);
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: quietEnvironment() };
  const { stdout } = await run(process.execPath, [script, ...args], options).catch((error) => {
    throw new Error(`${program}: ${error.stdout}${error.stderr}`);
  });
  return stdout;
}

/** No tool calls home: tests send nothing to other machines. */
function quietEnvironment() {
  return { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
}

/** The reason why the tools are missing; undefined if they are there. */
function install(): string | undefined {
  const lock = path.join(folder, 'package-lock.json');
  const wanted = path.join(listed, 'package-lock.json');
  const isThere =
    existsSync(path.join(folder, 'node_modules')) &&
    existsSync(lock) &&
    readFileSync(lock).equals(readFileSync(wanted));
  if (isThere) return undefined;
  if (process.env.OPENAPI_TOOLS !== 'install')
    return 'the OpenAPI tools are not installed: OPENAPI_TOOLS=install npm test -- openapi/tools';
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    copyFileSync(path.join(listed, 'package.json'), path.join(folder, 'package.json'));
    copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'));
    copyFileSync(wanted, lock);
    execFileSync('npm', ['ci', '--fetch-retries=1'], { cwd: folder, stdio: 'pipe' });
    return undefined;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return 'the OpenAPI tools could not be installed: the registry of packages is not reached';
  }
}
