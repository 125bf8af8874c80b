/**
 * CPU of a request with ten and with ten thousand sites in the store.
 * `node bench/site-count.ts [sqlite|postgres] [sites] [rounds]`
 */
import { createOwner } from '../packages/server/src/access/owners.ts';
import { silentLog } from '../packages/server/src/kernel/log.ts';
import { assemble } from '../packages/server/src/server/assemble.ts';
import { readConfig } from '../packages/server/src/setup/config.ts';
import { createSite } from '../packages/server/src/site/sites/sites.ts';
import { sql } from '../packages/server/src/store/store.ts';
import { startProcess, temporaryFolder } from '../packages/server/test/fixtures/server-process.ts';
import { createDatabase } from '../packages/server/test/postgres/server.ts';
import { measure, type Shot } from './load.ts';
import { median } from './report.ts';

const [engine = 'sqlite', most = '10000', wantedRounds = '5'] = process.argv.slice(2);
const sizes = [10, Number(most)] as const;
const requests = 400;
const warmUps = 2;
const stops: (() => unknown)[] = [];
const scope = { after: (stop: () => unknown) => void stops.push(stop) } as never;

const shots = {
  config: (site: string): Shot => ({
    method: 'GET',
    path: `/v1/sites/${site}/config`,
    headers: {},
    status: 200,
  }),
  ask: (site: string): Shot => ({
    method: 'POST',
    path: `/v1/sites/${site}/ask`,
    headers: { 'content-type': 'application/json' },
    body: '{"question":"Do you deliver?"}',
    status: 200,
  }),
};
type Name = keyof typeof shots;

const servers = [await startWith(sizes[0]), await startWith(sizes[1])];
const figures = new Map<string, number[]>();
for (let round = -warmUps; round < Number(wantedRounds); round += 1)
  for (const name of Object.keys(shots) as Name[])
    for (const { target, count } of servers) {
      // Only ten sites have visitors in both cases.
      const shotAt = (index: number) => shots[name](`shop-${index % sizes[0]}`);
      const { cpu } = await measure(target, requests, shotAt);
      const key = `${name} ${count}`;
      if (round >= 0) figures.set(key, [...(figures.get(key) ?? []), cpu]);
    }
for (const name of Object.keys(shots)) {
  const [few = 0, many = 0] = sizes.map((count) => median(figures.get(`${name} ${count}`) ?? []));
  console.log(
    `${engine} ${name}: ${few.toFixed(0)} µs with ${sizes[0]} sites, ${many.toFixed(0)} µs with ${sizes[1]}, ` +
      `${(many / few).toFixed(2)} ×`,
  );
}
for (const stop of stops.toReversed()) await stop();
process.exit();

/** A server with that many sites in its store. */
async function startWith(count: number) {
  const folder = temporaryFolder(scope);
  const environment = {
    BARAZA_ENCODER: '0',
    BARAZA_DEMO: '0',
    ...(engine === 'postgres' ? { DATABASE_URL: await createDatabase() } : {}),
  };
  const installation = await assemble(
    readConfig({ ...environment, BARAZA_DATA: folder }),
    silentLog,
  );
  const { keyring, store, clock } = installation;
  const faqs = [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }];
  const owner = await createOwner(keyring, 'owner');
  await store.write(async (tx) => {
    for (let at = 0; at < sizes[0]; at += 1)
      await createSite({ clock, planOfNew: 'local' }, tx, owner.id, {
        id: `shop-${at}`,
        profile: { business: `Shop ${at}`, faqs },
      });
    // The others are copied in SQL, because creating each one would take longer than the measurement.
    await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at,
        updated_at, version, gate, profile)
      WITH RECURSIVE numbers (n) AS
        (SELECT ${sizes[0]} + 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})
      SELECT 'shop-' || n, owner_id, status, plan, 'pk_' || n, key_created_at, created_at,
        updated_at, version, gate, profile
      FROM sites, numbers WHERE id = 'shop-0' AND n < ${count}`);
  });
  await installation.close();
  const { pid, site } = await startProcess(scope, folder, environment);
  return { count, target: { pid, port: Number(new URL(site.url).port) } };
}
