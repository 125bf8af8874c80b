/**
 * CPU of a request on one server and on three that share a PostgreSQL database, without the CPU of the database.
 * `node bench/several.ts [rounds]`
 *
 * "In turn" calls the servers one at a time; background work of the others (change notifications, heartbeats) counts
 * too. "At once" lets three servers, the clients and the database compete for CPU and rows, so on a small machine each
 * request costs more for that reason alone.
 */
import {
  createResource,
  type ServerProcess,
} from '../packages/server/test/fixtures/server-process.ts';
import { createDatabase } from '../packages/server/test/postgres/server.ts';
import { startSeveral } from '../packages/server/test/several/servers.ts';
import { measure, type Shot } from './load.ts';
import { cpuMicroseconds } from './process.ts';
import { median } from './report.ts';

const rounds = Number(process.argv[2] ?? 5);
// The number of requests to each server; it is the same for all, so that all are equally warm.
const requests = 600;
const warmUps = 2;
const stops: (() => unknown)[] = [];
const scope = { after: (stop: () => unknown) => void stops.push(stop) } as never;

const clusters = await Promise.all([1, 3].map(enter));
const figures = new Map<string, number[]>();
const ways = ['in turn', 'at once'] as const;
for (let round = -warmUps; round < rounds; round += 1)
  for (const way of ways)
    for (const name of ['read', 'rename', 'ask'] as const)
      for (const cluster of clusters) {
        const cpu = await cpuOf(cluster.servers, cluster.shots[name], way);
        if (round < 0) continue;
        const key = `${way} ${name} ${cluster.servers.length}`;
        figures.set(key, [...(figures.get(key) ?? []), cpu]);
      }
for (const way of ways)
  for (const name of ['read', 'rename', 'ask']) {
    const [one = 0, three = 0] = [1, 3].map((count) =>
      median(figures.get(`${way} ${name} ${count}`) ?? []),
    );
    const times = (three / one).toFixed(2);
    console.log(
      `${way}, ${name}: ${one.toFixed(0)} µs on one, ${three.toFixed(0)} on three, ${times} ×`,
    );
  }
for (const stop of stops.toReversed()) await stop();
process.exit();

async function enter(count: number) {
  const cluster = await startSeveral(scope, count, await createDatabase());
  const [first] = cluster.servers;
  if (first === undefined) throw new Error('no server');
  const id = await createResource(first, cluster.key, 'data');
  const task = await createResource(first, cluster.key, 'work');
  const faqs = [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }];
  await fetch(`${first.site.url}/v1/admin/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cluster.credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'shop', profile: { faqs } }),
  });
  const headers = { authorization: `Bearer ${cluster.key}`, 'content-type': 'application/json' };
  const target = `/api/platform/resources/${id}`;
  const shots = {
    read: { method: 'GET', path: `/api/platform/resources/${task}`, headers, status: 200 },
    rename: {
      method: 'PATCH',
      path: target,
      headers,
      body: '{"action":"rename","name":"another"}',
      status: 200,
    },
    ask: {
      method: 'POST',
      path: '/v1/sites/shop/ask',
      headers: { 'content-type': 'application/json' },
      body: '{"question":"Do you deliver?"}',
      status: 200,
    },
  } as const satisfies { readonly [name: string]: Shot };
  return { servers: cluster.servers, shots };
}

async function cpuOf(
  servers: readonly ServerProcess[],
  shot: Shot,
  way: (typeof ways)[number],
): Promise<number> {
  const isSiteRequest = shot.path.startsWith('/v1/');
  const load = ({ pid, port, site }: ServerProcess) =>
    measure(
      { pid, port: isSiteRequest ? Number(new URL(site.url).port) : port },
      requests,
      () => shot,
    );
  const before = servers.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0);
  if (way === 'at once') await Promise.all(servers.map(load));
  else for (const server of servers) await load(server);
  return (
    (servers.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0) - before) /
    (requests * servers.length)
  );
}
