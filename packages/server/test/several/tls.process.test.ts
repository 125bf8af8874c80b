/** TLS to a real PostgreSQL, as `sslmode` of its address asks for it. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, type TestContext, test } from 'node:test';
import type { SslMode } from '../../src/kernel/formats/postgres-address.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { type Link, sql } from '../../src/store/store.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { eventually, startProcess, temporaryFolder } from '../fixtures/server-process.ts';
import { createAuthority } from '../postgres/certificates.ts';
import { controlPostgres } from '../postgres/control.ts';
import { createSeparateDatabase } from '../postgres/server.ts';

const ours = createAuthority('ours');
const theirs = createAuthority('theirs');
const forBoth = ours.issue('localhost', '127.0.0.1');

interface Expectation {
  readonly mode?: SslMode;
  readonly host?: string;
  readonly authorities?: string;
  /** What the connection is, or why there is none. */
  readonly gets: Link['protection'] | RegExp;
}

describe('PostgreSQL with TLS', () => {
  let url: string;
  let database: Awaited<ReturnType<typeof controlPostgres>>;
  before(async () => {
    url = await createSeparateDatabase();
    database = await controlPostgres(`${url}?sslmode=disable`);
    await database.useCertificate(forBoth);
  });
  const end = () => database.end();

  test('is spoken to as sslmode says', async (t) => {
    await expectAll(t, [
      { gets: 'encrypted' },
      { authorities: ours.certificate, gets: 'verified' },
      { authorities: theirs.certificate, gets: /is not trusted/ },
      { mode: 'prefer', authorities: theirs.certificate, gets: 'encrypted' },
      { mode: 'disable', gets: 'plain' },
      { mode: 'prefer', gets: 'encrypted' },
      { mode: 'require', gets: 'encrypted' },
      { mode: 'require', authorities: theirs.certificate, gets: 'encrypted' },
      { mode: 'verify-ca', authorities: ours.certificate, gets: 'verified' },
      { mode: 'verify-full', authorities: ours.certificate, gets: 'verified' },
      { mode: 'verify-full', host: 'localhost', authorities: ours.certificate, gets: 'verified' },
      { mode: 'verify-ca', authorities: theirs.certificate, gets: /certificate .* is not trusted/ },
      {
        mode: 'verify-full',
        authorities: theirs.certificate,
        gets: /is not trusted .*DATABASE_CA/,
      },
      { mode: 'verify-full', gets: /is not trusted/ },
    ]);
  });

  test('is verified by the name or the address with which it is called', async (t) => {
    const authorities = ours.certificate;
    const full = { mode: 'verify-full', authorities } as const;
    await database.useCertificate(ours.issue('localhost'));
    await expectAll(t, [
      { ...full, host: 'localhost', gets: 'verified' },
      { ...full, gets: /is for another name: IP: 127\.0\.0\.1 is not in/ },
      { ...full, mode: 'verify-ca', gets: 'verified' },
    ]);
    await database.useCertificate(ours.issue('127.0.0.1'));
    await expectAll(t, [
      { ...full, gets: 'verified' },
      { ...full, host: 'localhost', gets: /is for another name/ },
    ]);
    await database.useCertificate(forBoth);
  });

  test('without TLS is used by prefer, and refused by stronger modes', async (t) => {
    await database.configure({ ssl: 'off' });
    await expectAll(t, [
      { gets: 'plain' },
      { mode: 'require', gets: /127\.0\.0\.1:\d+ offers no TLS, and sslmode is require/ },
      { mode: 'verify-full', authorities: ours.certificate, gets: /offers no TLS/ },
    ]);
    await database.configure({ ssl: 'on' });
  });

  test('that admits a user only without TLS is still reached by prefer', async (t) => {
    await database.admitFirst('hostnossl all all 127.0.0.1/32 trust\nhostssl all all all reject');
    await expectAll(t, [{ gets: 'plain' }, { mode: 'require', gets: /pg_hba\.conf rejects/ }]);
    await database.admitFirst('');
  });

  test('takes a password over TLS', async (t) => {
    await database.requirePassword('visitor', 'right-word');
    const address = Object.assign(new URL(url), { username: 'visitor', password: 'right-word' });
    await expectAll(t, [{ mode: 'require', gets: 'encrypted' }], address.href);
  });

  test('is lost in time when it stops answering in the middle of an encrypted connection', async (t) => {
    const store = openPostgres(`${url}?sslmode=require`, { answerMs: 1_000, connectionsMax: 1 });
    t.after(store.close);
    const pid = async () =>
      (await store.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))?.pid ?? 0;
    const frozen = await pid();
    process.kill(frozen, 'SIGSTOP');
    await assert.rejects(pid(), { name: 'Problem', code: 'busy' });
    process.kill(frozen, 'SIGCONT');
    assert.notEqual(await pid(), frozen);
  });

  test('every connection of a server and of its commands is encrypted and verified', async (t) => {
    const [folder, ca] = [temporaryFolder(t), path.join(temporaryFolder(t), 'ca.pem')];
    writeFileSync(ca, ours.certificate);
    const environment = {
      DATABASE_URL: `${url}?sslmode=verify-full`,
      BARAZA_DATABASE_CA: ca,
      BARAZA_ENCODER: '0',
    };
    const server = await startProcess(t, folder, environment);
    assert.match(
      server.stdout(),
      /^ {2}database {5}127\.0\.0\.1:\d+, encrypted, its certificate verified$/m,
    );
    const connections = () =>
      database.run(`SELECT query, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
        WHERE application_name = 'baraza'`);
    const isListening = async () =>
      (await connections()).some(({ query }) => /pg_notify|LISTEN/.test(query));
    await eventually(isListening);
    const all = await connections();
    assert.ok(all.length >= 2);
    assert.ok(
      all.every(({ ssl }) => ssl === true),
      JSON.stringify(all),
    );
    const doctor = await runCommand(['doctor'], { ...environment, BARAZA_DATA: folder });
    assert.match(doctor.out.join('\n'), /by DATABASE_URL, encrypted, its certificate verified$/m);
    // This address reaches the same server, and does not look like this machine.
    for (const [mode, has] of [
      ['disable', /^ok +database .* by DATABASE_URL, not encrypted$/m],
      ['require', /by DATABASE_URL, encrypted, its certificate not verified$/m],
    ] as const) {
      const remote = `${url.replace('127.0.0.1', '0.0.0.0')}?sslmode=${mode}`;
      const own = { ...environment, BARAZA_DATA: folder, DATABASE_URL: remote };
      assert.match((await runCommand(['doctor'], own)).out.join('\n'), has);
    }
    // Only TLS is admitted: what works now is encrypted.
    await database.admitFirst('hostnossl all all all reject');
    const kept = path.join(temporaryFolder(t), 'kept.backup');
    assert.equal((await server.end('SIGTERM')).code, 0);
    const own = { ...environment, BARAZA_DATA: folder };
    for (const words of [['migrate'], ['backup', kept], ['owners', 'list']]) {
      const { code, err } = await runCommand(words, own);
      assert.equal(code, 0, err.join());
    }
    const target = path.join(temporaryFolder(t), 'copy');
    const words = ['copy', '--from', environment.DATABASE_URL, '--from-blobs', folder];
    const copied = await runCommand([...words, '--to', target], { BARAZA_DATABASE_CA: ca });
    assert.equal(copied.code, 0, copied.err.join());
    await database.admitFirst('');
  });

  test('a wrong authority stops the start and fails the doctor with one sentence', async (t) => {
    t.after(end);
    const folder = temporaryFolder(t);
    const file = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const address = `${url.replace('postgres@', 'postgres:hush@')}?sslmode=verify-full`;
    const damaged = ours.certificate.replace(/\n.{8}/, '\nAAAAAAAA');
    for (const [ca, has] of [
      [
        path.join(folder, 'absent'),
        /absent of BARAZA_DATABASE_CA cannot be read: it does not exist/,
      ],
      [folder, /of BARAZA_DATABASE_CA cannot be read: there is a folder in its place/],
      [file('empty', ''), /empty of BARAZA_DATABASE_CA must have certificates in PEM/],
      [file('damaged', damaged), /damaged of BARAZA_DATABASE_CA must have certificates in PEM/],
      [
        file('theirs', theirs.certificate),
        /^The database of DATABASE_URL cannot be used: .*trusted/,
      ],
    ] as const) {
      const environment = { DATABASE_URL: address, BARAZA_DATABASE_CA: ca, BARAZA_DATA: folder };
      assertRefused(await runCommand(['serve'], environment), has, /hush/);
      const doctor = await runCommand(['doctor'], environment);
      assert.equal(doctor.code, 1);
      const line = doctor.out.find((each) => /^FAILING +database /.test(each)) ?? '';
      assert.match(line.replace(/^.* by DATABASE_URL: /, ''), has);
      assert.doesNotMatch(doctor.out.join('\n'), /hush/);
    }
    const own = `${address}&sslrootcert=${path.join(folder, 'theirs')}`;
    assertRefused(
      await runCommand(['migrate'], { DATABASE_URL: own, BARAZA_DATA: folder }),
      /trusted/,
    );
  });

  async function expectAll(t: TestContext, all: readonly Expectation[], address = url) {
    for (const { mode, host = '127.0.0.1', authorities, gets } of all)
      await t.test(`${mode ?? 'no mode'} to ${host} gets ${gets}`, async () => {
        const { href } = Object.assign(new URL(address), { hostname: host });
        const store = openPostgres(mode === undefined ? href : `${href}?sslmode=${mode}`, {
          authorities,
          connectionsMax: 1,
        });
        const state = store.get<{ ssl: boolean }>(
          sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
        );
        try {
          if (gets instanceof RegExp)
            return await assert.rejects(state, (error) => fits(error, gets));
          assert.deepEqual(await state, { ssl: gets !== 'plain' });
          assert.equal(store.link?.()?.protection, gets);
        } finally {
          await store.close();
        }
      });
  }
});

function fits(error: unknown, has: RegExp): true {
  const { cause, message } = error as Error;
  assert.match(cause instanceof Error ? cause.message : message, has);
  return true;
}
