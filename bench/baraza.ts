import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Contestant, fileForm, order, orderCount, sample } from './contestant.ts';
import { once, type Shot } from './load.ts';
import { startProcess, untilServing } from './process.ts';

const runtime = new URL('../packages/server/bin/runtime.mjs', import.meta.url).href;
const { serverFlags, serverEnvironment, nodeEnvironment } = (await import(runtime)) as {
  readonly serverFlags: readonly string[];
  readonly serverEnvironment: { readonly [name: string]: string };
  readonly nodeEnvironment: () => { readonly [name: string]: string };
};
const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));

export interface BarazaServer {
  readonly folder: string;
  readonly port: number;
  readonly pid: number;
  readonly key: string;
  /** From exec to the first response, in milliseconds. */
  readonly startMs: number;
  readonly stop: () => Promise<void>;
}

/** Starts the server on a new folder or an existing one. */
export async function startBaraza(
  port: number,
  folder?: string,
  environment: { readonly [name: string]: string } = {},
): Promise<BarazaServer> {
  const data = folder ?? mkdtempSync(path.join(tmpdir(), 'baraza-bench-'));
  const startedMs = performance.now();
  const server = startProcess(process.execPath, [...serverFlags, main, 'serve'], {
    ...nodeEnvironment(),
    ...serverEnvironment,
    BARAZA_DATA: data,
    BARAZA_PLATFORM_PORT: String(port),
    BARAZA_SITE_PORT: '0',
    BARAZA_DEMO: '0',
    ...environment,
  });
  const startMs = await untilServing(`http://127.0.0.1:${port}/readyz`, startedMs);
  const bootstrap = path.join(data, 'bootstrap.json');
  // Only the first start writes this file; a prepared folder has other keys.
  const key = existsSync(bootstrap)
    ? (JSON.parse(readFileSync(bootstrap, 'utf8')) as { platform: { key: string } }).platform.key
    : '';
  return {
    folder: data,
    port,
    pid: server.pid,
    key,
    startMs,
    stop: server.stop,
  };
}

export async function enterBaraza(port: number): Promise<Contestant> {
  const server = await startBaraza(port);
  const authorization = { authorization: `Bearer ${server.key}` };
  const json = { ...authorization, 'content-type': 'application/json' };
  const createShot = (service: string, kind: string, config: object): Shot => ({
    method: 'POST',
    path: '/api/platform/resources',
    headers: json,
    body: JSON.stringify({ service, kind, name: 'bench', config }),
    status: 201,
  });
  const createAndGetId = async (shot: Shot) =>
    (JSON.parse((await once(port, shot)).toString()) as { id: string }).id;
  const one = await createAndGetId(createShot('work', 'Task', sample(0)));
  const list = await createAndGetId(createShot('data', 'Collection', {}));
  const bucket = await createAndGetId(createShot('storage', 'Bucket', {}));
  for (let index = 0; index < 100; index += 1)
    await once(port, {
      method: 'PATCH',
      path: `/api/platform/resources/${list}`,
      headers: json,
      body: JSON.stringify({ action: 'add-record', record: sample(index) }),
      status: 200,
    });
  const orders = await createAndGetId(
    createShot('data', 'Collection', { indexes: ['state', 'rank'] }),
  );
  const orderIds: string[] = [];
  for (let index = 0; index < orderCount; index += 1) {
    const answer = await once(port, {
      method: 'POST',
      path: `/api/platform/resources/${orders}/records`,
      headers: json,
      body: JSON.stringify(order(index)),
      status: 201,
    });
    orderIds.push((JSON.parse(answer.toString()) as { recordId: string }).recordId);
  }
  const form = fileForm('file');
  const upload = (key: string): Shot => ({
    method: 'POST',
    path: `/api/platform/storage/${bucket}?key=${key}`,
    headers: { ...authorization, 'content-type': form.type },
    body: form.body,
    status: 201,
  });
  await once(port, upload('kept'));
  let uploads = 0;
  return {
    name: 'Baraza',
    target: { pid: server.pid, port },
    shots: {
      get: () => readShot(`/api/platform/resources/${one}`, authorization),
      create: (index) => createShot('work', 'Task', sample(index)),
      list: () => readShot(`/api/platform/resources/${list}`, authorization),
      filter: () =>
        readShot(
          `/api/platform/resources/${orders}/records?where.state=paid&where.rank.gt=1000&sort=-rank&limit=100`,
          authorization,
        ),
      patch: (index) => ({
        method: 'PATCH',
        path: `/api/platform/resources/${orders}/records/${orderIds[index % orderIds.length]}`,
        headers: json,
        body: JSON.stringify({ rank: (index * 104_729) % 10_007 }),
        status: 200,
      }),
      upload: () => upload(`k${uploads++}`),
      download: () => readShot(`/api/platform/storage/${bucket}?key=kept`, authorization),
    },
    stop: async () => {
      await server.stop();
      rmSync(server.folder, { recursive: true, force: true });
    },
  };
}

function readShot(target: string, headers: { readonly [name: string]: string }): Shot {
  return { method: 'GET', path: target, headers, status: 200 };
}
