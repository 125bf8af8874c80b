/**
 * What a frame of silence costs a server that 200 talk with, beside what the bare socket costs in
 * the same minute: machines that do other things too make both dearer. `node bench/live.ts`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type LiveVisit, visitLive } from '../packages/server/test/live-visit.ts';

const sockets = 200;
const frameMs = 40;
// Sound may be five seconds ahead: so much of it at once warms up what runs often.
const warmUpFrames = 100;
const rounds = 12;
const framesARound = 25;

interface Contestant {
  readonly name: string;
  readonly server: ChildProcess;
  readonly visits: readonly LiveVisit[];
  readonly allUs: number[];
  readonly threadUs: number[];
}

const contestants = [
  await enter('live', '../packages/server/test/live-server.ts'),
  await enter('bare', '../packages/server/test/bare-socket.ts'),
];
for (const one of contestants) await speak(one, warmUpFrames, 0);
for (let round = 0; round < rounds; round += 1) for (const one of contestants) await measure(one);
for (const { name, server, allUs, threadUs } of contestants) {
  console.log(
    `${name}: median ${median(allUs)} µs of CPU a frame in all threads (${range(allUs)}), ${median(threadUs)} in the one that serves (${range(threadUs)})`,
  );
  server.kill();
}
process.exit(0);

async function enter(name: string, program: string): Promise<Contestant> {
  const server = fork(fileURLToPath(new URL(program, import.meta.url)));
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
  const before = await weigh(one);
  await speak(one, framesARound, frameMs);
  const after = await weigh(one);
  const frames = framesARound * sockets;
  one.allUs.push(((after.cpuMs - before.cpuMs) * 1_000) / frames);
  one.threadUs.push(((after.threadMs - before.threadMs) * 1_000) / frames);
}

async function weigh({ server }: Contestant): Promise<{ cpuMs: number; threadMs: number }> {
  server.send('weigh');
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
