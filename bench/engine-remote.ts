/**
 * Questions per second with one and with two engine machines, and the effect on visitors when one of two is frozen:
 * `node bench/engine-remote.ts [--seconds 5] [--rounds 4] [--seed 1] [--share 0.6]`. The machines are processes, each
 * on one core (`taskset`), in its own network namespace if `ip netns` is allowed. Server and visitors share these
 * cores, so a machine gets only a share of its core if a control group can be created (Linux, root).
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRandom } from '../packages/server/test/fixtures/random.ts';
import { createAuthority } from '../packages/server/test/postgres/certificates.ts';
import { askInTurn, askOnArrival, quantile } from './engine/arrivals.ts';
import { newFolder, type Server, startCheckout, untilQuiet } from './engine/checkout.ts';
import { openSites } from './engine/owner.ts';
import { createPool, type Pool, recordCalm } from './engine/questions.ts';
import { openShops } from './engine/shops.ts';
import { ask } from './engine/visitor.ts';
import { childrenOf, cpuMicroseconds, startProcess } from './process.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    share: { type: 'string', default: '0.6' },
  },
});
const seconds = Number(values.seconds);
const random = createRandom(Number(values.seed));
const checkout = fileURLToPath(new URL('..', import.meta.url));
const token = { BARAZA_ENGINE_TOKEN: 'a-token-for-measurements-0123456789' };
const shops = openShops(50, 10);
const certificates = newFolder();
const authority = createAuthority('Engines');
const ca = save('ca.crt', authority.certificate);
const askers = 8;
// A share of the capacity of two machines that a single machine can still read.
const calmShare = 0.2;
process.setMaxListeners(100);
// The exit handlers remove machines and networks.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

interface Machine {
  readonly pid: number;
  readonly url: string;
  readonly cpuMs: () => number;
  readonly stop: () => Promise<void>;
}

interface Installed {
  readonly server: Server;
  readonly machines: readonly Machine[];
}

interface Rate {
  readonly perSecond: number;
  /** CPU milliseconds for each question. */
  readonly enginesMs: number;
  readonly serverMs: number;
  readonly visitorsMs: number;
}

const first = await startMachine('0');
const second = await startMachine('1');
const withOne = await openServer([first]);
const withTwo = await openServer([first, second]);
const calm = await recordCalm(withOne.server, shops, 80);
const questions = calm.filter(({ calm: { isAnswered } }) => isAnswered);
const pools = { one: createPool(questions, random), two: createPool(questions, random) };
const rates: { readonly one: Rate[]; readonly two: Rate[] } = { one: [], two: [] };
// Alternating, and the best of each, because other programs may use this machine too.
for (let round = 0; round < Number(values.rounds); round += 1) {
  rates.one.push(await measure(withOne, pools.one));
  rates.two.push(await measure(withTwo, pools.two));
}
const [one, two] = [bestOf(rates.one), bestOf(rates.two)];
console.log(`one machine:   ${describe(one)}`);
console.log(`two machines:  ${describe(two)}`);
console.log(`ratio: ${(two.perSecond / one.perSecond).toFixed(2)}`);
console.log(`ratio by the CPU of the engines: ${((2 * one.enginesMs) / two.enginesMs).toFixed(2)}`);
await withOne.server.stop();
await measureFreeze(withTwo, pools.two, two.perSecond * calmShare);
process.exit();

async function startMachine(core: string): Promise<Machine> {
  const address = openNamespace(core);
  const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));
  const run = ['taskset', '-c', core, process.execPath, main, 'engine', '--listen'];
  const words =
    address === undefined
      ? [...run, '127.0.0.1:0']
      : ['ip', 'netns', 'exec', namespaceOf(core), ...run, `${address}:4810`, ...certify(address)];
  const [command = '', ...rest] = words;
  const { pid, child, stop } = startProcess(command, rest, { ...token, BARAZA_ENGINES: '1' });
  limitCpu(namespaceOf(core), pid, Number(values.share));
  let printed = '';
  while (!/^ready$/m.test(printed)) {
    const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    printed += chunk.toString();
  }
  const cpuMs = () =>
    [pid, ...childrenOf(pid)].reduce((sum, id) => sum + cpuMicroseconds(id), 0) / 1e3;
  const url = /https?:\S+/.exec(printed)?.[0] ?? '';
  console.log(`a machine at ${url}`);
  return { pid, url, cpuMs, stop };
}

/** Limits a process and its children to a share of a core, by a control group of version 1 or 2. */
function limitCpu(name: string, pid: number, share: number): void {
  const periodUs = 10_000;
  const quotaUs = Math.round(share * periodUs);
  const versions = [
    {
      root: '/sys/fs/cgroup/cpu',
      limits: { 'cpu.cfs_period_us': periodUs, 'cpu.cfs_quota_us': quotaUs },
    },
    { root: '/sys/fs/cgroup', limits: { 'cpu.max': `${quotaUs} ${periodUs}` } },
  ];
  for (const { root, limits } of versions) {
    const group = path.join(root, name);
    try {
      mkdirSync(group, { recursive: true });
      for (const [file, value] of Object.entries(limits))
        writeFileSync(path.join(group, file), String(value));
      writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
      process.once('exit', () => spawnSync('rmdir', [group]));
      console.log(`a machine has ${share} of a core`);
      return;
    } catch {
      // Not allowed, or another version.
    }
  }
  console.log('a machine has a whole core, which it shares with the server and the visitors');
}

/** Creates a linked network namespace; returns its address, or undefined if that is not allowed. */
function openNamespace(core: string): string | undefined {
  const name = namespaceOf(core);
  const ip = (words: string) => spawnSync('ip', words.split(' ')).status === 0;
  if (!ip(`netns add ${name}`)) return undefined;
  process.once('exit', () => ip(`netns del ${name}`));
  const address = `10.231.${core}.2`;
  const isOpen = [
    `link add ${name} type veth peer name eth0 netns ${name}`,
    `addr add 10.231.${core}.1/24 dev ${name}`,
    `link set ${name} up`,
    `-n ${name} addr add ${address}/24 dev eth0`,
    `-n ${name} link set eth0 up`,
  ].every(ip);
  return isOpen ? address : undefined;
}

function namespaceOf(core: string): string {
  return `baraza-${core}`;
}

function certify(address: string): readonly string[] {
  const { key, certificate } = authority.issue(address);
  return [
    '--tls-key',
    save(`${address}.key`, key),
    '--tls-cert',
    save(`${address}.crt`, certificate),
  ];
}

function save(name: string, text: string): string {
  const file = path.join(certificates, name);
  writeFileSync(file, text);
  return file;
}

/** A server with its own sites, whose indexes and vectors are complete. */
async function openServer(machines: readonly Machine[]): Promise<Installed> {
  const urls = machines.map(({ url }) => url).join(',');
  const environment = { ...token, BARAZA_ENGINE_URLS: urls, BARAZA_ENGINE_CA: ca };
  const server = await startCheckout(checkout, { environment });
  await openSites(server, shops);
  const cpuMs = () => machines.reduce((sum, machine) => sum + machine.cpuMs(), server.cpuMs());
  await untilQuiet({ ...server, cpuMs });
  return { server, machines };
}

async function measure({ server, machines }: Installed, pool: Pool): Promise<Rate> {
  const enginesMs = spent(() => machines.reduce((sum, { cpuMs }) => sum + cpuMs(), 0));
  const serverMs = spent(server.cpuMs);
  const visitorsMs = spent(() => cpuMicroseconds(process.pid) / 1e3);
  const asked = await askInTurn({ askers, seconds }, async () => {
    const { site, text } = pool.next();
    return (await ask(server, site, text)).result;
  });
  const answered = asked.items.filter((result) => result === 'answered').length;
  if (pool.repeats() > 0) console.log(`${pool.repeats()} questions were repeated`);
  return {
    perSecond: answered / asked.seconds,
    enginesMs: enginesMs() / answered,
    serverMs: serverMs() / answered,
    visitorsMs: visitorsMs() / answered,
  };
}

function bestOf(rates: readonly Rate[]): Rate {
  const [best] = rates.toSorted((one, other) => other.perSecond - one.perSecond);
  if (best === undefined) throw new Error('there are no measurements');
  return best;
}

async function measureFreeze(
  { server, machines }: Installed,
  pool: Pool,
  perSecond: number,
): Promise<void> {
  const load = async (name: string) => {
    const replies = await askOnArrival({ perSecond, seconds: 4 * seconds }, random, () => {
      const { site, text } = pool.next();
      return ask(server, site, text);
    });
    const p = (share: number) =>
      quantile(
        replies.map(({ doneMs }) => doneMs),
        share,
      );
    const lost = replies.filter(({ result }) => result !== 'answered').length;
    console.log(
      `${name}: ${replies.length} questions (${perSecond.toFixed(1)} a second), median ${p(0.5).toFixed(0)} ms, ` +
        `p95 ${p(0.95).toFixed(0)} ms, longest ${p(1).toFixed(0)} ms, not answered ${lost}`,
    );
    return p(0.95);
  };
  const before = await load('two machines');
  const frozen = machines[0]?.pid ?? 0;
  process.kill(frozen, 'SIGSTOP');
  const after = await load('one of two frozen');
  process.kill(frozen, 'SIGCONT');
  console.log(`p95 ratio: ${(after / before).toFixed(2)}`);
  await server.stop();
}

function describe({ perSecond, enginesMs, serverMs, visitorsMs }: Rate): string {
  const cpu = [enginesMs, serverMs, visitorsMs].map((ms) => `${ms.toFixed(1)} ms`);
  const all = `engine ${cpu[0]}, server ${cpu[1]}, visitors ${cpu[2]}`;
  return `${perSecond.toFixed(1)} questions a second; CPU of each: ${all}`;
}

function spent(read: () => number): () => number {
  const before = read();
  return () => read() - before;
}
