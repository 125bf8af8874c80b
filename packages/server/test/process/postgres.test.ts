/** Several servers on one PostgreSQL, and a PostgreSQL that is not there. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  createResource,
  eventually,
  firstKey,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { controlPostgres } from '../postgres/control.ts';
import { createDatabase, createSeparateDatabase } from '../postgres/server.ts';
import { shareOf } from '../several/servers.ts';
import { ask, type Reply, resources } from '../sockets/requests.ts';

describe('a server on PostgreSQL', () => {
  test('is refused in one sentence when the database is not there or not for it', async (t) => {
    const url = new URL(await createSeparateDatabase());
    const database = await controlPostgres(url.href);
    t.after(() => database.end());
    await database.requirePassword('guest', 'right-word');
    const withUser = (user: string, password: string, change: Partial<URL> = {}) =>
      Object.assign(new URL(url), { username: user, password, ...change }).href;
    const lines: readonly (readonly [string, RegExp])[] = [
      [withUser('guest', 'hush'), /password authentication failed for user "guest"/],
      [withUser('guest', 'right-word'), /permission denied/],
      [withUser('nobody_such', 'hush'), /role "nobody_such" does not exist/],
      [withUser('postgres', 'hush', { pathname: '/absent' }), /database "absent" does not exist/],
      [withUser('postgres', 'hush', { port: '1' }), /ECONNREFUSED/],
      [`${url.href}?nonsense=hush`, /unrecognized configuration parameter "nonsense"/],
    ];
    for (const [databaseUrl, has] of lines)
      for (const words of [['serve'], ['keys', 'list']]) {
        const refused = await runCommand(words, {
          BARAZA_DATA: temporaryFolder(t),
          DATABASE_URL: databaseUrl,
        });
        assertRefused(refused, /^The database of DATABASE_URL cannot be used: /, /hush|right-word/);
        assertRefused(refused, has);
      }
  });

  test('that was made by a newer program is refused', async (t) => {
    const url = await createDatabase();
    const environment = { DATABASE_URL: url, BARAZA_DATA: temporaryFolder(t) };
    await runCommand(['owners', 'list'], environment);
    const database = await controlPostgres(url);
    await database.run('UPDATE baraza_version SET version = 999');
    await database.end();
    assertRefused(await runCommand(['serve'], environment), /version 999, newer than this program/);
  });
});

describe('two servers on one PostgreSQL', () => {
  test('answer 503 while it is away and go on by themselves when it is back', async (t) => {
    const url = await createSeparateDatabase();
    const environment = await shareOf(t, url);
    const start = () => startHere(t, temporaryFolder(t), environment);
    const first = await start();
    const servers = [first, await start()];
    const key = firstKey(first.folder);
    const id = await createResource(first, key, 'data');
    const kept = new Set<string>();
    const add = async (server: { readonly url: string }): Promise<Reply> => {
      const body = { action: 'add-record', record: {} };
      const reply = await ask(server, 'PATCH', `${resources}/${id}`, { key, body });
      if (reply.status === 200) kept.add(reply.json.recordId);
      return reply;
    };
    const database = await controlPostgres(url);
    const burst = Array.from({ length: 60 }, (_, index) => add(servers[index % 2] ?? first));
    await Promise.race(burst);
    await database.stop();
    for (const reply of await Promise.all(burst)) if (reply.status !== 200) assertAway(reply);

    const askedMs = performance.now();
    const tookMs: number[] = [];
    const away = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const reply = await add(servers[index % 2] ?? first);
        tookMs.push(performance.now() - askedMs);
        return reply;
      }),
    );
    for (const reply of away) assertAway(reply);
    for (const server of servers)
      assertAway(await ask(server, 'GET', `${resources}/${id}`, { key }));
    t.diagnostic(`100 refusals took ${Math.round(Math.max(...tookMs))} ms`);
    // A busy machine may be late with some of them; were the database waited for, most would be late.
    const median = tookMs.toSorted((one, other) => one - other)[50] ?? Number.POSITIVE_INFINITY;
    assert.ok(median < 4_000, 'a refusal does not wait for the database');

    database.start();
    const backMs = performance.now();
    for (const server of servers) await eventually(async () => (await add(server)).status === 200);
    t.diagnostic(`${Math.round(performance.now() - backMs)} ms until both wrote again`);
    const { json } = await ask(first, 'GET', `${resources}/${id}`, { key });
    const found = new Set((json.records as { recordId: string }[]).map(({ recordId }) => recordId));
    for (const recordId of kept) assert.ok(found.has(recordId), 'an acknowledged record is lost');
    for (const server of servers) await server.stop();
  });
});

function assertAway({ status, headers, json }: Reply): void {
  assert.equal(status, 503, JSON.stringify(json));
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(json.error, /^[^\n]{10,120}\.$/);
}
