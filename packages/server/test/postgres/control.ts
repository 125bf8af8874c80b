import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { eventually } from '../fixtures/server-process.ts';

let certificates = 0;

/** `controlPostgres`, once the server accepts connections. */
export async function controlWhenUp(databaseUrl: string): ReturnType<typeof controlPostgres> {
  let control: Awaited<ReturnType<typeof controlPostgres>> | undefined;
  await eventually(async () => {
    control = await controlPostgres(databaseUrl).catch(() => undefined);
    return control !== undefined;
  });
  return control as Awaited<ReturnType<typeof controlPostgres>>;
}

/** Controls the server behind a database of a test as its superuser; `end` closes the connection. */
export async function controlPostgres(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const show = async (name: string) => String((await sql.unsafe(`SHOW ${name}`))[0]?.[name]);
  const data = await show('data_directory');
  const hba = await show('hba_file');
  const [{ setting: bin }] = (await sql`SELECT setting FROM pg_config WHERE name = 'BINDIR'`) as [
    { setting: string },
  ];
  // The command line that it was started with, each word in quotes.
  const options = readFileSync(path.join(data, 'postmaster.opts'), 'utf8');
  const [program = '', ...words] = [...options.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  // The server process reads its settings before its sessions do: once this session has the new ones, new connections
  // get them too.
  const reload = async () => {
    const time = async () => String((await sql`SELECT pg_conf_load_time()::text AS at`)[0]?.at);
    const before = await time();
    await sql`SELECT pg_reload_conf()`;
    await eventually(async () => (await time()) !== before);
  };
  const configure = async (settings: { readonly [name: string]: string }) => {
    for (const [name, value] of Object.entries(settings))
      await sql.unsafe(`ALTER SYSTEM SET ${name} = '${value}'`);
    await reload();
  };
  const rules = readFileSync(hba, 'utf8');
  const writeOwn = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid);
  };
  /** Starts the server on another folder and port; the result stops it. */
  const startCopy = (folder: string, port: number) => {
    const ownPort = new URL(databaseUrl).port;
    const changed = words.map((word) =>
      word === data ? folder : word === ownPort ? String(port) : word,
    );
    const child = spawn(program, changed, { ...account, cwd: folder, stdio: 'ignore' });
    child.unref();
    return () => {
      spawnSync(path.join(bin, 'pg_ctl'), ['-D', folder, '-m', 'immediate', '-w', 'stop'], account);
    };
  };
  return {
    /** Changes settings of the running server; resolves when new connections get them. */
    configure,
    /** Rules of `pg_hba.conf` that come before the usual ones. */
    admitFirst: async (lines: string) => {
      writeFileSync(hba, `${lines}\n${rules}`);
      await reload();
    },
    /** Offers TLS from now on. */
    useCertificate: async ({ certificate, key }: { certificate: string; key: string }) => {
      certificates += 1;
      const files = { ssl_cert_file: `${certificates}.crt`, ssl_key_file: `${certificates}.key` };
      writeOwn(path.join(data, files.ssl_cert_file), certificate);
      writeOwn(path.join(data, files.ssl_key_file), key);
      await configure({ ...files, ssl: 'on' });
    },
    /** Copies the stopped server and starts the copy as its standby; the result stops it. */
    startStandby: (port: number) => {
      const folder = `${data}-standby`;
      const { status, stderr } = spawnSync('cp', ['-a', data, folder], account);
      if (status !== 0) throw new Error(String(stderr));
      rmSync(path.join(folder, 'postmaster.pid'), { force: true });
      const { hostname: host, port: ownPort } = new URL(databaseUrl);
      const source = `host=${host} port=${ownPort} user=postgres application_name=standby`;
      writeOwn(path.join(folder, 'standby.signal'), '');
      writeOwn(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
      return startCopy(folder, port);
    },
    /** An empty folder of the user that the server runs as. */
    makeFolder: (name: string) => {
      const folder = `${data}-${name}`;
      mkdirSync(folder, { mode: 0o700 });
      if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
      return folder;
    },
    /** Copies the running server: with `pg_basebackup`, or by its steps where it is not installed. */
    copyBase: async (folder: string) => {
      const { hostname: host, port } = new URL(databaseUrl);
      const tool = path.join(bin, 'pg_basebackup');
      if (existsSync(tool)) {
        const flags = [
          '-h',
          host,
          '-p',
          port,
          '-U',
          'postgres',
          '-D',
          folder,
          '-c',
          'fast',
          '-X',
          'none',
        ];
        const { status, stderr } = spawnSync(tool, flags, account);
        if (status !== 0) throw new Error(String(stderr));
        return;
      }
      const [start, stop] =
        Number(await show('server_version_num')) < 150_000
          ? ["pg_start_backup('base', true, false)", 'pg_stop_backup(false)']
          : ["pg_backup_start('base', true)", 'pg_backup_stop()'];
      await sql.unsafe(`SELECT ${start}`);
      // Files that disappear during the copy are restored from the write-ahead log, so the exit status is ignored.
      spawnSync('cp', ['-a', `${data}/.`, folder], account);
      const [row] = await sql.unsafe(`SELECT * FROM ${stop}`);
      rmSync(path.join(folder, 'postmaster.pid'), { force: true });
      rmSync(path.join(folder, 'pg_wal'), { recursive: true, force: true });
      mkdirSync(path.join(folder, 'pg_wal'), { mode: 0o700 });
      if (account.uid !== undefined)
        chownSync(path.join(folder, 'pg_wal'), account.uid, account.gid);
      writeOwn(path.join(folder, 'backup_label'), String(row?.labelfile));
    },
    /** Starts a copy at a moment of the archive; the result stops it. */
    startAt: (folder: string, port: number, archive: string, time: string) => {
      writeOwn(path.join(folder, 'recovery.signal'), '');
      const settings = {
        archive_mode: 'off',
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: time,
        recovery_target_action: 'promote',
      };
      const text = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
      writeOwn(path.join(folder, 'postgresql.auto.conf'), text.join(''));
      return startCopy(folder, port);
    },
    run: (statement: string) => sql.unsafe(statement),
    /** The user with this name needs a password; others are trusted. */
    requirePassword: async (user: string, password: string) => {
      await sql.unsafe(`CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
      writeFileSync(hba, `host all ${user} 127.0.0.1/32 scram-sha-256\n${rules}`);
      await reload();
    },
    /** At once and without a goodbye to its clients. */
    stop: async () => {
      await sql.end();
      const words = ['-D', data, '-m', 'immediate', '-w', 'stop'];
      const { status, stderr } = spawnSync(path.join(bin, 'pg_ctl'), words, account);
      if (status !== 0) throw new Error(String(stderr));
    },
    start: () => {
      const child = spawn(program, words, { ...account, cwd: data, stdio: 'ignore' });
      child.unref();
    },
    end: () => sql.end(),
  };
}
