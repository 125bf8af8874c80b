import { spawn, spawnSync } from 'node:child_process';
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { eventually } from '../fixtures/server-process.ts';

let certificates = 0;

/** The server behind a database of a test: what its superuser can do to it, and its end. */
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
  // A session reads the settings after the server itself, which then accepts no connection with older ones.
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
      const changed = words.map((word) =>
        word === data ? folder : word === ownPort ? String(port) : word,
      );
      const child = spawn(program, changed, { ...account, cwd: folder, stdio: 'ignore' });
      child.unref();
      return () => {
        spawnSync(
          path.join(bin, 'pg_ctl'),
          ['-D', folder, '-m', 'immediate', '-w', 'stop'],
          account,
        );
      };
    },
    run: (statement: string) => sql.unsafe(statement),
    /** Whoever is called this needs a password, which trust does not ask of the others. */
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
