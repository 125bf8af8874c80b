/** Requests that never finish: bodies that stay open, and headers and bodies that are sent byte by byte. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { isRunning, noProc, residentMB, sampleMemory } from '../descriptors.ts';
import type { Installation } from '../installation.ts';
import { attackerAddress, makeLoad, openSocket, requestHead } from '../load.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';
import { otherCallers, settleWaits, watch } from '../watcher.ts';

interface Size {
  /** The number of bodies of 260,000 bytes that lack their end. */
  readonly bodies: number;
  readonly slowSockets: number;
  /** How long the slow requests last, at a byte every 3 seconds. */
  readonly slowMs: number;
  /** The limit of descriptors for the last part. */
  readonly descriptors: number;
  readonly socketsThen: number;
}

const grownMaxMB = 150;
const bodyBytes = 260_000;
const declaredBytes = 262_144;

export const unfinished = scenario<Size>({
  name: 'unfinished',
  what: `
    bodies of 260 KB without their end, then headers and bodies that come byte by byte, then the same with few
    descriptors`,
  guarantee: `
    requests that never finish take at most 150 MB, do not block others and end no process`,
  provenAgainst: `
    \`http/body\` without a budget for all bodies together (1,000 open bodies took 252 MB, 3,000 took 670 MB), and
    \`http/app.ts\` without a limit of connections (with few descriptors new connections were reset)`,
  engines: ['sqlite'],
  short: { bodies: 1_000, slowSockets: 400, slowMs: 0, descriptors: 256, socketsThen: 400 },
  long: {
    bodies: 3_000,
    slowSockets: 8_000,
    slowMs: 40_000,
    descriptors: 1_024,
    socketsThen: 2_000,
  },
  skip: noProc,
  run: async (context, size) => {
    const server = await context.start();
    await server.newSite('shop');
    const probes = await otherCallers(server);
    await underWatch(context, server, probes, `${size.bodies} open bodies`, (sockets) =>
      openBodies(server, size.bodies, sockets),
    );
    await underWatch(context, server, probes, `${size.slowSockets} slow sockets`, (sockets) =>
      trickle(server, size.slowSockets, size.slowMs, sockets, ['headers', 'body']),
    );
    assert.equal((await server.end('SIGTERM')).code, 0);

    const few = ['sh', '-c', `ulimit -n ${size.descriptors}; exec "$@"`, 'sh'];
    const narrow = await context.start({ wrapper: few });
    await narrow.newSite('shop');
    const name = `${size.socketsThen} slow sockets with ${size.descriptors} descriptors`;
    await underWatch(context, narrow, await otherCallers(narrow), name, (sockets) =>
      trickle(narrow, size.socketsThen, size.slowMs, sockets, ['body']),
    );
    assert.equal((await narrow.end('SIGTERM')).code, 0);
  },
});

async function underWatch(
  context: ScenarioContext,
  server: Installation,
  probes: Awaited<ReturnType<typeof otherCallers>>,
  name: string,
  attack: (sockets: (Socket | undefined)[]) => Promise<void>,
): Promise<void> {
  const { figures } = context;
  const sockets: (Socket | undefined)[] = [];
  const watcher = await watch(context, probes);
  const beforeMB = residentMB(server.pid);
  const most = sampleMemory(server.pid);
  try {
    await attack(sockets);
    await watcher.rounds(5);
  } finally {
    for (const socket of sockets) socket?.destroy();
  }
  assert.ok(isRunning(server.pid), `the process has ended\n${server.stderr().slice(-500)}`);
  figures.note(`accepted, ${name}`, sockets.filter((socket) => socket !== undefined).length);
  figures.atMost(`additional memory, ${name}`, most() - beforeMB, grownMaxMB, 'MB');
  await settleWaits(context, name, watcher, 500);
  figures.none(`log lines with a stack, ${name}`, server.stacks());
}

/** Sends all but the last bytes of each body. */
async function openBodies(
  server: Installation,
  count: number,
  sockets: (Socket | undefined)[],
): Promise<void> {
  const head = requestHead('POST', '/v1/sites/shop/ask', {
    'content-type': 'application/json',
    'content-length': declaredBytes,
  });
  const text = Buffer.from(`${head}{"question":"${'x'.repeat(bodyBytes - 13)}`);
  await makeLoad({ together: 64, count }, async (index) => {
    const socket = await openSocket(server.sitePort, attackerAddress(index));
    if (socket === undefined) return;
    sockets.push(socket);
    socket.resume();
    // Until the server has read it or closed the connection.
    await new Promise<void>((resolve) => {
      const guard = setTimeout(resolve, 10_000);
      const settle = () => {
        clearTimeout(guard);
        resolve();
      };
      socket.write(text, settle);
      socket.once('close', settle);
    });
  });
}

/** Some never finish their headers, the others never their body; closed sockets are opened again. */
async function trickle(
  server: Installation,
  count: number,
  lastsMs: number,
  sockets: (Socket | undefined)[],
  kinds: readonly ('headers' | 'body')[],
): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': 200_000 };
  const whole = requestHead('POST', '/v1/sites/shop/ask', headers);
  const begun = { headers: whole.slice(0, 40), body: `${whole}{"question":"` };
  const open = async (index: number) => {
    const port = index % 4 < 2 ? server.sitePort : server.port;
    const socket = await openSocket(port, attackerAddress(index));
    if (socket === undefined) return;
    sockets[index] = socket;
    socket.resume();
    socket.write(begun[kinds[index % kinds.length] ?? 'body']);
  };
  await makeLoad({ together: 64, count }, open);
  const endMs = performance.now() + lastsMs;
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const left = Array.from(sockets.keys()).filter((index) => sockets[index]?.writable !== true);
    for (const socket of sockets) if (socket?.writable) socket.write('x');
    await makeLoad({ together: 64, count: left.length }, (at) => open(left[at] ?? 0));
  }
}
