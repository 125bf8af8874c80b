/** Runs the files of docs/start/develop.md, unchanged, in a folder with the packages. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createPlatformClient, type PlatformClient } from '@baraza/client';
import { packLocally } from '../packages/create-baraza/test/local-packages.ts';
import { startHere } from '../packages/server/test/fixtures/server-here.ts';
import { scopeOfSuite, temporaryFolder } from '../packages/server/test/fixtures/server-process.ts';
import { blocksOf } from './document-blocks.ts';

const document = 'docs/start/develop.md';
const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

interface WhoIs {
  readonly whoIs: (
    authorization: string | undefined,
    where: { readonly baseUrl: string; readonly users: string },
  ) => Promise<{ readonly email: string } | undefined>;
}

describe('the files of docs/start/develop.md', () => {
  const scope = scopeOfSuite();
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const env = {
    ...environment,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
    npm_config_offline: 'true',
    BARAZA_LOG: 'error',
  };
  let folder: string;

  before(() => {
    const parent = temporaryFolder(scope, 'baraza-develop-');
    const packages = path.join(parent, 'dist');
    mkdirSync(packages);
    packLocally(packages);
    const [makeFolder = ''] = blocksOf('docs/start/app.md', 'sh');
    execFileSync('bash', ['-e', '-c', makeFolder], { cwd: parent, env, stdio: 'pipe' });
    folder = path.join(parent, 'mtaa-fix');
    for (const block of blocksOf(document, 'js')) {
      const [, name = ''] = /^\/\/ (\S+)/.exec(block) ?? [];
      writeFileSync(path.join(folder, name), block);
    }
  });

  /** Starts a program of the page; its first line is its address. */
  const startProgram = async (name: string, more: { readonly [name: string]: string } = {}) => {
    const child = spawn('node', [name], { cwd: folder, env: { ...env, PORT: '0', ...more } });
    scope.after(() => void child.kill());
    const lines = createInterface({ input: child.stdout });
    const [address] = await once(lines, 'line');
    return { address: String(address), lines };
  };
  const usersOf = async ({ resources }: PlatformClient) =>
    (
      await resources.create({
        ...{ service: 'data', kind: 'Users', name: 'People' },
        config: { signUp: true },
      })
    ).id;
  const start = async (t: TestContext, environment = {}) => {
    const { url, folder } = await startHere(t, temporaryFolder(t), environment);
    const { platform } = JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8'));
    const key: string = platform.key;
    return { url, key, baraza: createPlatformClient({ baseUrl: url, key }) };
  };
  const account = { email: 'asha@example.org', password: 'a long password' };

  test('the test of rules starts its own server and passes', async () => {
    const [command = ''] = blocksOf(document, 'sh');
    const { stdout } = await run('bash', ['-e', '-c', command], { cwd: folder, env });
    assert.match(stdout, /^(# |ℹ )pass 1$/m);
    assert.match(stdout, /^(# |ℹ )fail 0$/m);
  });

  test('a server knows whose token it got, and refuses a key and a token of other accounts', async (t) => {
    const server = await start(t);
    const { baraza } = server;
    const users = await usersOf(baraza);
    const others = await usersOf(baraza);
    const asha = await createPlatformClient({ baseUrl: server.url }).users(users).signUp(account);
    const other = await createPlatformClient({ baseUrl: server.url }).users(others).signUp(account);
    const file = pathToFileURL(path.join(folder, 'who-is.js')).href;
    const { whoIs } = (await import(file)) as WhoIs;
    const where = { baseUrl: server.url, users };
    assert.equal((await whoIs(`Bearer ${asha.token}`, where))?.email, account.email);
    for (const refused of [
      undefined,
      `Bearer ${server.key}`,
      `Bearer ${other.token}`,
      'Bearer usr_x',
    ])
      assert.equal(await whoIs(refused, where), undefined);

    const session = { read: () => asha.token, write: () => undefined };
    const inHerName = createPlatformClient({ baseUrl: server.url, session });
    assert.equal((await inHerName.users(users).me())?.email, account.email);
    assert.equal(await createPlatformClient({ baseUrl: server.url }).users(users).me(), undefined);
  });

  test('the mail sink prints the code that signs a user in', async (t) => {
    const { address, lines } = await startProgram('mail-sink.js');
    const server = await start(t, { BARAZA_SMTP_URL: `${address}?from=app@example.org` });
    const users = await usersOf(server.baraza);
    const client = createPlatformClient({ baseUrl: server.url }).users(users);
    await client.signUp(account);
    await client.sendCode(account.email);
    let code: string | undefined;
    for await (const line of lines) {
      code = /\b\d{6}\b/.exec(line)?.[0];
      if (code !== undefined && !line.includes('@')) break;
    }
    const { user } = await client.signIn({ email: account.email, code: code ?? '' });
    assert.equal(user.verified, true);
  });

  test('the receiver verifies a ping, and refuses one with another secret', async (t) => {
    const { baraza } = await start(t, { BARAZA_WEBHOOK_PRIVATE: '1' });
    const hook = await baraza.resources.create({
      ...{ service: 'connect', kind: 'Webhook', name: 'Till' },
    });
    const good = await startProgram('receiver.js', { SECRET: String(hook.secret) });
    const bad = await startProgram('receiver.js', { SECRET: `whsec_${'QUJD'.repeat(8)}` });
    for (const [{ address, lines }, expected] of [
      [good, /^ping Till$/],
      [bad, /not signed/],
    ] as const) {
      await baraza.resources.configure(hook.id, { url: address });
      const heard = once(lines, 'line');
      await baraza.webhooks.test(hook.id);
      assert.match(String((await heard)[0]), expected);
    }
  });
});
