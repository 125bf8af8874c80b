/** Requests of attackers and broken clients, on every route of both services. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { WebSocket } from 'ws';
import {
  attackStrings,
  fixture,
  fixtureNames,
  naughtyStrings,
  skip,
} from '../../../packages/server/test/fixtures/hostile-values.ts';
import type { Random } from '../../../packages/server/test/fixtures/random.ts';
import { storage } from '../../../packages/server/test/fixtures/server.ts';
import { headerValue, rawRequest } from '../../../packages/server/test/sockets/raw-request.ts';
import { exchange } from '../../../packages/server/test/sockets/raw-socket.ts';
import { isRunning } from '../descriptors.ts';
import type { Installation } from '../installation.ts';
import { makeLoad } from '../load.ts';
import { fillPath, readRouteTable, type TableRoute } from '../route-table.ts';
import { scenario } from '../scenario.ts';

export const hostileRequests = scenario({
  name: 'hostile-requests',
  what: `
    the JSON test suite, naughty and attack strings, recorded forms with changed bytes, MIME types, raw TCP and
    WebSocket frames, on every route of both services`,
  guarantee: `
    hostile requests get documented statuses only, and no path, SQL or stack in a response`,
  provenAgainst: `
    \`http/refusal.ts\` with a line of a stack in its sentence: 760 of 1,200 responses revealed a path`,
  engines: ['sqlite', 'postgres'],
  short: { requests: 800 },
  long: { requests: 100_000 },
  skip: () => skip,
  run: async (context, { requests }) => {
    const { figures, random } = context;
    const server = await context.start();
    await server.newSite('shop', { name: 'Shop', feedback: true });
    const things = {
      id: await server.newResource('storage'),
      collection: await server.newResource('data'),
      site: 'shop',
    };
    const routes = (await readRouteTable(server)).filter(({ path }) => !path.endsWith('/events'));
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    context.after(() => agent.destroy());
    const attacks = attacksOn(server, agent, random, things);
    const statuses = new Map<number, number>();
    let faults = 0;
    const leaks = new Set<string>();
    const done = await makeLoad({ together: 16, count: requests }, async (index) => {
      const route = random.pick(routes);
      const attack = attacks[weights[index % weights.length] ?? 0] as Attack;
      for (const { status, text, what, isRaw } of await attack(route)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const documented = isRaw ? every(routes, route.service) : route.statuses;
        assert.ok(documented.includes(status), `${what}: ${status} ${text.slice(0, 300)}`);
        if (status >= 400 && text !== '')
          assert.ok(isSentence(text), `${what}: ${text.slice(0, 300)}`);
        if (/on our side/.test(text)) faults += 1;
        const leak =
          status >= 400 ? leaksOf(server.folder).find((sign) => sign.test(text)) : undefined;
        if (leak !== undefined) leaks.add(`${what}: ${leak} in ${text.slice(0, 200)}`);
      }
    });
    assert.ok(isRunning(server.pid));
    figures.atLeast('requests', done, requests);
    for (const [status, count] of [...statuses].toSorted(([one], [other]) => one - other))
      figures.note(`answered ${status}`, count);
    figures.none('responses with a path, SQL or a stack', [...leaks]);
    figures.atMost('internal errors', faults, 0);
    figures.none('log lines with a stack', server.stacks());
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly what: string;
  /** Sent as raw bytes: the route is unknown. */
  readonly isRaw?: boolean;
}

type Attack = (route: TableRoute) => Promise<readonly Answered[]>;

// Indexes of attacks, by frequency: strings are cheap, sockets are not.
const weights = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 0, 1, 2, 3, 4, 6];

function attacksOn(
  server: Installation,
  agent: Agent,
  random: Random,
  things: { readonly id: string; readonly collection: string; readonly site: string },
): readonly Attack[] {
  const suite = fixtureNames('json-test-suite/test_parsing', '.json').map((name) =>
    fixture(`json-test-suite/test_parsing/${name}`),
  );
  const strings = [...naughtyStrings(), ...attackStrings()];
  const types = (
    ['mime-types', 'generated-mime-types'].flatMap((name) =>
      JSON.parse(fixture(`http-conformance/${name}.json`).toString('utf8')),
    ) as (string | { readonly input: string })[]
  ).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.input]));
  const forms = fixtureNames('multipart-fixtures/http', '.http').map((name) =>
    fixture(`multipart-fixtures/http/${name}`).toString('latin1'),
  );
  const portOf = ({ service }: TableRoute) =>
    service === 'platform' ? server.port : server.sitePort;
  const bearerOf = ({ credential }: TableRoute): { readonly [name: string]: string } => {
    if (credential === 'none') return {};
    return { authorization: `Bearer ${credential === 'key' ? server.key : server.credential}` };
  };
  const pathOf = (route: TableRoute) =>
    fillPath(route, {
      id: route.path.includes('storage') ? things.id : things.collection,
      // Routes that would delete or move the site get an absent one.
      site: route.method === 'DELETE' || /move|import/.test(route.path) ? undefined : things.site,
    });
  const send = async (
    route: TableRoute,
    target: string,
    headers: { readonly [name: string]: string },
    body?: string | Uint8Array,
  ): Promise<readonly Answered[]> => {
    const all = { ...bearerOf(route), ...headers };
    const given = { headers: all, ...(body === undefined ? {} : { body }) };
    const what = `${route.method} ${target.slice(0, 120)} ${JSON.stringify(headers).slice(0, 200)}`;
    const sent = (by: Agent) =>
      rawRequest({ port: portOf(route) }, by, route.method, target, given);
    // A kept connection may close while it is used, so a new one is tried.
    const { status, text } = await sent(agent).catch(() =>
      sent(new Agent()).catch((error) => assert.fail(`${what} has no answer: ${error}`)),
    );
    return [{ status, text, what }];
  };
  const raw = async (route: TableRoute, text: string): Promise<readonly Answered[]> => {
    const { replies } = await exchange(portOf(route), [text], { halfClose: true });
    const what = `raw ${JSON.stringify(text.slice(0, 120))}`;
    return replies.map((reply) => ({ status: reply.status, text: reply.text, what, isRaw: true }));
  };
  const json = { 'content-type': 'application/json' };
  const textOf = () => random.pick(strings);
  return [
    (route) =>
      route.bodyType === undefined
        ? send(route, pathOf(route), {})
        : send(route, pathOf(route), json, random.pick(suite)),
    async (route) => {
      const text = encodeURIComponent(textOf().toWellFormed());
      if (text === '') return [];
      return send(route, fillPath(route, { id: text, site: text, token: text }), json, '{}');
    },
    (route) => {
      const value = encodeURIComponent(textOf().toWellFormed());
      const name = random.pick(['q', 'key', 'cursor', 'limit', 'where.a', 'visitor', value]);
      return send(route, `${pathOf(route)}?${name}=${value}`, {});
    },
    (route) => {
      const value = headerValue(textOf());
      const names = ['if-match', 'range', 'accept', 'origin', 'x-visitor', 'idempotency-key'];
      const headers = Object.fromEntries(names.map((name) => [name, value]));
      return send(route, pathOf(route), { ...json, ...headers }, '{}');
    },
    (route) => {
      const type = headerValue(random.pick(types));
      return send(route, pathOf(route), { 'content-type': type }, '{}');
    },
    (route) => {
      const form = random.pick(forms).replace(/^POST \S+/, `POST ${storage}/${things.id}`);
      const owned = form.replace(/^Host: /m, `Authorization: Bearer ${server.key}\r\nHost: `);
      return raw({ ...route, service: 'platform' }, changed(random, owned));
    },
    (route) => {
      const fields = [
        'question',
        'name',
        'action',
        'contact',
        'text',
        'prompt',
        'record',
        'profile',
      ];
      const body = Object.fromEntries(fields.map((name) => [name, textOf().toWellFormed()]));
      const target = pathOf(route);
      return send(route, target, json, JSON.stringify({ ...body, service: 'work', kind: 'Task' }));
    },
    async (route) => {
      if (random.below(2) === 0) return junkFrames(server, random);
      const lines = Object.entries({ host: 'x', ...bearerOf(route), ...json })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      const whole = `${route.method} ${pathOf(route)} HTTP/1.1\r\n${lines}content-length: 2\r\n\r\n{}`;
      return raw(route, changed(random, whole));
    },
  ];
}

/** Removes and inserts random bytes. */
function changed(random: Random, text: string): string {
  let bytes = Buffer.from(text, 'latin1');
  for (let change = 0; change <= random.below(4); change += 1) {
    const at = random.below(bytes.length);
    const put = random.below(3) === 0 ? [] : [random.below(256)];
    const rest = bytes.subarray(random.below(2) === 0 ? at : at + 1);
    bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(put), rest]);
  }
  return bytes.toString('latin1');
}

/** Sends invalid frames to a live session; it may be closed with a reason. */
function junkFrames(server: Installation, random: Random): Promise<readonly Answered[]> {
  const address = `${server.site.url.replace('http', 'ws')}/v1/sites/shop/live`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const messages: Answered[] = [];
  socket.on('error', () => {});
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary)
      messages.push({ status: 200, text: data.toString('utf8'), what: 'live', isRaw: true });
  });
  socket.once('open', () => {
    for (let frame = 0; frame < 5; frame += 1)
      if (random.below(2) === 0) socket.send(random.bytes(1 + random.below(2_000)));
      else
        socket.send(random.pick(['{', '[]', '{"type":7}', '{"type":"ask"}', '"\\ud800"', 'null']));
    socket.ping();
  });
  socket.once('pong', () => socket.close());
  return new Promise((resolve) => {
    const guard = setTimeout(() => socket.terminate(), 10_000);
    socket.once('close', () => {
      clearTimeout(guard);
      resolve(messages);
    });
  });
}

const everyStatus = new Map<string, readonly number[]>();

/** Every documented status of a service, and those of the HTTP parser. */
function every(routes: readonly TableRoute[], service: string): readonly number[] {
  const known = everyStatus.get(service);
  if (known !== undefined) return known;
  const own = routes.filter((route) => route.service === service);
  const found = [...new Set([...own.flatMap(({ statuses }) => statuses), 200, 204, 206])];
  everyStatus.set(service, found);
  return found;
}

function isSentence(text: string): boolean {
  try {
    return /^\S[\s\S]*\.$/.test((JSON.parse(text) as { error: string }).error);
  } catch {
    return false;
  }
}

// Texts that no client sends, so they must come from the server's internals.
function leaksOf(folder: string): readonly RegExp[] {
  return [
    new RegExp(folder.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')),
    /\/packages\/server\/|node_modules|node:internal/,
    /\\n\s+at |\bat \S+ \(\S+:\d+:\d+\)/,
    /SQLITE_|better-sqlite3|PostgresError|\bFROM (?:resources|records|objects|sites|owners)\b/,
  ];
}
