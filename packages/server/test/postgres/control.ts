import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';

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
  return {
    run: (statement: string) => sql.unsafe(statement),
    /** Whoever is called this needs a password, which trust does not ask of the others. */
    requirePassword: async (user: string, password: string) => {
      await sql.unsafe(`CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
      const rules = readFileSync(hba, 'utf8');
      writeFileSync(hba, `host all ${user} 127.0.0.1/32 scram-sha-256\n${rules}`);
      await sql`SELECT pg_reload_conf()`;
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
