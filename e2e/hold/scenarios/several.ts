/** Three servers on one PostgreSQL database during key rotations and database outages. */
import assert from 'node:assert/strict';
import { ask, resources } from '../../../packages/server/test/fixtures/server.ts';
import { createResource } from '../../../packages/server/test/fixtures/server-process.ts';
import { controlPostgres } from '../../../packages/server/test/postgres/control.ts';
import { createSeparateDatabase } from '../../../packages/server/test/postgres/server.ts';
import {
  type SeveralServers,
  startSeveral,
} from '../../../packages/server/test/several/servers.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

interface Size {
  readonly rotations: number;
  readonly outages: number;
  readonly writers: number;
}

export const several = scenario<Size>({
  name: 'several',
  what: `
    three servers on one PostgreSQL database: site keys are rotated while all of them serve, and the database is
    stopped and restarted during writes`,
  guarantee: `
    no server accepts a site key after its rotation was answered, and an outage of the database causes only 503
    and loses nothing that was acknowledged`,
  isLongOnly: true,
  provenAgainst: `
    \`site/admission.ts\` caching a site for 200 ms: 2 requests with an old key were served in 5 rotations`,
  engines: ['postgres'],
  short: { rotations: 5, outages: 0, writers: 3 },
  long: { rotations: 1_000, outages: 5, writers: 12 },
  run: async (context, size) => {
    const url = await createSeparateDatabase();
    const cluster = await startSeveral({ after: context.after as never }, 3, url);
    await turnKeys(context, cluster, size);
    for (let round = 0; round < size.outages; round += 1)
      await goAway(context, cluster, url, size.writers);
    for (const server of cluster.servers) assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

async function turnKeys(
  { figures }: ScenarioContext,
  cluster: SeveralServers,
  size: Size,
): Promise<void> {
  const admin = `/v1/admin/sites`;
  const asOwner = { key: cluster.credential };
  const at = (index: number) => cluster.servers[index % 3] as SeveralServers['servers'][number];
  const made = await ask(at(0).site, 'POST', admin, { ...asOwner, body: { id: 'turning' } });
  assert.equal(made.status, 201, made.text);
  let key: string = made.json.site.key;
  let accepted = 0;
  const config = (index: number, sent: string) =>
    ask(at(index).site, 'GET', `/v1/sites/turning/config?key=${sent}`);
  for (let turn = 0; turn < size.rotations; turn += 1) {
    const rotated = await ask(at(turn).site, 'POST', `${admin}/turning/rotate-key`, asOwner);
    assert.equal(rotated.status, 200, rotated.text);
    const old = await Promise.all([0, 1, 2].map((index) => config(index, key)));
    accepted += old.filter(({ status }) => status !== 401).length;
    key = rotated.json.key;
    assert.equal((await config(turn + 1, key)).status, 200);
  }
  figures.atLeast('rotations', size.rotations, 1);
  figures.atMost('served requests with an old key', accepted, 0);
}

async function goAway(
  { figures }: ScenarioContext,
  cluster: SeveralServers,
  url: string,
  writers: number,
): Promise<void> {
  const [first] = cluster.servers;
  assert.ok(first !== undefined);
  const id = await createResource(first, cluster.key, 'data');
  const kept = new Set<string>();
  let isOver = false;
  let refused = 0;
  const last = new Map<number, number>();
  const write = async (at: number): Promise<void> => {
    const server = cluster.servers[at % 3] ?? first;
    while (!isOver) {
      const body = { action: 'add-record', record: {} };
      const reply = await ask(server, 'PATCH', `${resources}/${id}`, { key: cluster.key, body });
      if (reply.status === 200) {
        kept.add(reply.json.recordId);
        last.set(at, performance.now());
      } else if (reply.status === 503) refused += 1;
      else if (reply.status !== 409) assert.fail(`${reply.status} ${reply.text}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const writing = Array.from({ length: writers }, (_, at) => write(at));
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await until(() => last.size === writers);
  const database = await controlPostgres(url);
  await database.stop();
  const before = refused;
  await until(() => refused >= before + writers);
  const backMs = performance.now();
  database.start();
  await until(() => [...last.values()].filter((ms) => ms > backMs).length === writers);
  figures.atMostWhenLong(
    'time until all servers write again',
    performance.now() - backMs,
    5_000,
    'ms',
  );
  isOver = true;
  await Promise.all(writing);
  const { json } = await ask(first, 'GET', `${resources}/${id}`, { key: cluster.key });
  const found = new Set((json.records as { recordId: string }[]).map(({ recordId }) => recordId));
  figures.atMost(
    'acknowledged writes that were lost',
    [...kept].filter((one) => !found.has(one)).length,
    0,
  );
  figures.atLeast('writes refused with 503 meanwhile', refused, 1);
}
