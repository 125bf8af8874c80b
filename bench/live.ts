/**
 * CPU cost of a frame of silence with 200 live sessions, compared with a bare socket in the same minute,
 * because other load makes both more expensive. A frame is 40 ms of audio below the energy gate; its cost
 * is the CPU time of the whole process (including timers, allowances and GC) divided by the frames of a
 * round. Target: a median of 30 µs. `node bench/live.ts`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type LiveVisit, visitLive } from '../packages/server/test/fixtures/live-visit.ts';

const runtime = new URL('../packages/server/bin/runtime.mjs', import.meta.url).href;
const { serverFlags, serverEnvironment } = (await import(runtime)) as {
  readonly serverFlags: readonly string[];
  readonly serverEnvironment: { readonly [name: string]: string };
};

const sockets = 200;
const frameMs = 40;
// Audio may be sent five seconds ahead: this much at once warms up the JIT.
const warmUpFrames = 100;
const rounds = 12;
const framesARound = 50;

interface Contestant {
  readonly name: string;
  readonly server: ChildProcess;
  readonly visits: readonly LiveVisit[];
  readonly allUs: number[];
  readonly threadUs: number[];
}

const contestants = [
  await enter('live', '../packages/server/test/fixtures/live-server.ts'),
  await enter('bare', '../packages/server/test/sockets/bare-socket.ts'),
];
for (const one of contestants) await speak(one, warmUpFrames, 0);
for (let round = 0; round < rounds; round += 1) for (const one of contestants) await measure(one);
for (const { name, server, allUs, threadUs } of contestants) {
  console.log(
    `${name}: median ${median(allUs)} µs of CPU a frame in all threads (${range(allUs)}), ${median(threadUs)} ` +
      `in the one that serves (${range(threadUs)})`,
  );
  server.kill();
}
const [live, bare] = contestants.map(({ allUs }) => Number(median(allUs)));
if (live !== undefined && bare !== undefined)
  console.log(`live over bare: ${(live / bare).toFixed(2)}, by ${(live - bare).toFixed(1)} µs`);
process.exit(0);

async function enter(name: string, program: string): Promise<Contestant> {
  const server = fork(fileURLToPath(new URL(program, import.meta.url)), {
    execArgv: [...serverFlags, '--expose-gc'],
    env: { ...process.env, ...serverEnvironment },
  });
  const [where] = await once(server, 'message');
  const visits: LiveVisit[] = [];
  for (let at = 0; at < sockets; at += 1) {
    const headers = { 'x-visitor': String(at).padStart(22, 'v') };
    const visit = await visitLive(where, where.site, { headers });
    visit.say({ type: 'start' });
    await visit.until('ready');
    visits.push(visit);
  }
  return { name, server, visits, allUs: [], threadUs: [] };
}

async function measure(one: Contestant): Promise<void> {
  const before = await readClocks(one);
  await speak(one, framesARound, frameMs);
  const between = await readClocks(one);
  // The cost of the pings that end a round is measured alone and subtracted.
  await speak(one, 0, 0);
  const after = await readClocks(one);
  const frameUs = (clock: 'cpuMs' | 'threadMs') =>
    ((between[clock] - before[clock] - (after[clock] - between[clock])) * 1_000) /
    (framesARound * sockets);
  one.allUs.push(frameUs('cpuMs'));
  one.threadUs.push(frameUs('threadMs'));
}

async function readClocks({ server }: Contestant): Promise<{ cpuMs: number; threadMs: number }> {
  server.send('clock');
  return (await once(server, 'message'))[0];
}

async function speak({ visits }: Contestant, frames: number, pauseMs: number): Promise<void> {
  for (let frame = 0; frame < frames; frame += 1) {
    for (const visit of visits) visit.speak(frameMs, false);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const t = `${frames} ${Math.random()}`;
  await Promise.all(
    visits.map((visit) => {
      visit.say({ type: 'ping', t });
      return visit.until('pong', (pong) => pong.t === t);
    }),
  );
}

function median(values: readonly number[]): string {
  return (values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0).toFixed(1);
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
}
