/** Upgrades that the services refuse, in every form in which a client can send and abandon them. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { head } from '../../../../packages/server/test/sockets/raw-socket.ts';
import {
  handshake,
  late,
  refusalsOf,
  type UpgradeForm,
  withBody,
  withoutBody,
} from '../../../../packages/server/test/sockets/upgrades.ts';
import { isRunning, noProc } from '../../descriptors.ts';
import type { Installation } from '../../installation.ts';
import { makeLoad } from '../../load.ts';
import { noProxy, type ProxyName, prepareProxy } from '../../proxies.ts';
import { type Scenario, type ScenarioContext, scenario } from '../../scenario.ts';
import { otherCallers, settleWaits, watch } from '../../watcher.ts';

interface Size {
  /** How often each form is sent to each port. */
  readonly times: number;
}

const guarantee = 'no upgrade that is refused ends a process, blocks others or stays open';
const provenAgainst = `
  \`http/app.ts\` that accepts the body of an upgrade, and closes the stream of Node's event as a socket: `;
const waitMsMax = 300;
const together = 16;

const direct = scenario<Size>({
  name: 'refused-upgrades',
  what: `
    upgrades that are refused on both ports: with a body, a late one or none, in chunks, behind another request,
    half-closed and reset`,
  guarantee,
  provenAgainst: `${provenAgainst}the process ended after 17 of 2,100 upgrades`,
  engines: ['sqlite'],
  short: { times: 50 },
  long: { times: 2_000 },
  skip: noProc,
  run: async (context, size) => {
    const server = await context.start();
    await attack(context, server, size, [server.port, server.sitePort]);
  },
});

const proxied = (['nginx', 'caddy'] as const).map((name) =>
  scenario<Size>({
    name: `refused-upgrades-${name}`,
    what: `the same through ${name} with the files of \`deploy/\``,
    guarantee: `${guarantee}, behind ${name} either`,
    provenAgainst: `${provenAgainst}112 upgrades with a body got 404, and no process ended`,
    engines: ['sqlite'],
    short: { times: 4 },
    long: { times: 50 },
    skip: () => noProc() || noProxy(name),
    run: (context, size) => attackThrough(context, size, name),
  }),
);

export const refusedUpgrades: readonly Scenario[] = [direct, ...proxied];

async function attackThrough(context: ScenarioContext, size: Size, name: ProxyName): Promise<void> {
  const proxy = await prepareProxy({ after: context.after, folder: context.folder() }, name);
  const server = await context.start({ environment: { BARAZA_TRUST_PROXY: '1' } });
  const platformPorts = [server.port, server.port];
  await proxy.start({ platformPorts, sitePorts: [server.sitePort, server.sitePort] });
  const ports = [proxy.platformUrl, proxy.siteUrl].map((url) => Number(new URL(url).port));
  // A proxy may wait for a body before it passes its request on.
  await attack(context, server, size, ports, 2_000);
}

async function attack(
  context: ScenarioContext,
  server: Installation,
  { times }: Size,
  ports: readonly number[],
  patienceMs = 60_000,
): Promise<void> {
  const { figures } = context;
  const watcher = await watch(context, await otherCallers(server));
  const forms = Object.entries({ ...withBody, ...withoutBody, ...inPieces });
  const statuses = new Map<number, number>();
  const open: string[] = [];
  const wrong: string[] = [];
  const done = await makeLoad(
    { together, count: forms.length * times * ports.length },
    async (at) => {
      const [what, form] = forms[at % forms.length] ?? assert.fail();
      const port = ports[Math.floor(at / forms.length) % ports.length] ?? assert.fail();
      const sent = head('GET', '/v1/sites/nowhere/live', {
        host: '127.0.0.1',
        ...handshake,
        // Where there is no socket, a connection would stay open for the next request.
        connection: 'Upgrade, close',
        ...form.declares,
      });
      const signal = AbortSignal.timeout(patienceMs);
      const replies = await refusalsOf(port, sent, form, { signal });
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const last = replies.at(-1)?.status ?? 400;
      // A half-closed connection counts as an abandoned one where a proxy reads it.
      if (form.isHalfClosed !== true && last !== (what in withoutBody ? 404 : 400))
        wrong.push(`${what}: ${last}`);
      if (signal.aborted) open.push(what);
    },
  );
  figures.atLeast('refused upgrades', done, forms.length * times * ports.length);
  for (const [status, count] of [...statuses].toSorted(([one], [other]) => one - other))
    figures.note(`answered ${status}`, count);
  figures.none('bodies without a 400, other upgrades without a 404', wrong);
  if (patienceMs > 10_000) figures.none('connections that stayed open', open);
  else figures.note('connections that the proxy kept', open.length);
  await watcher.rounds(10);
  await settleWaits(context, '', watcher, waitMsMax);
  figures.none('log lines with a stack', server.stacks());
  assert.ok(isRunning(server.pid));
  assert.equal((await server.end('SIGTERM')).code, 0);
}

const pauseMs = 100;
const later = (bytes: string) => (socket: Socket) => {
  setTimeout(() => late(bytes)(socket), pauseMs);
};

/** For a proxy, which may pass the pieces on as they come, before and after the refusal. */
const inPieces: { readonly [what: string]: UpgradeForm } = {
  'a body in two pieces': { declares: { 'content-length': 5 }, bytes: 'he', after: later('llo') },
  'chunks in two pieces': {
    declares: { 'transfer-encoding': 'chunked' },
    bytes: '5\r\nhello\r\n',
    after: later('0\r\n\r\n'),
  },
};
