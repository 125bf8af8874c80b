/**
 * `node e2e/recorder/bench.ts OTHER_CHECKOUT`: what each kind of request costs here, divided by what it costs there,
 * as the median of five alternating rounds. Ends with 1 above 1.10 in a row, or above 1.02 in the geometric mean.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMicroseconds } from '../../bench/process.ts';
import { median } from '../../bench/report.ts';
import { readProfile } from '../../evals/own/own.ts';
import { demand, type House, root, startHouse } from './house.ts';

const rowMax = 1.1;
const meanMax = 1.02;
const rounds = 5;
const turns = 8;

const [, , other = ''] = process.argv;
if (other === '') throw new Error('node e2e/recorder/bench.ts OTHER_CHECKOUT');

/** What visitors and owners of sites do; the requests of the platform are those of bench/compare.ts. */
const visits: { readonly [row: string]: { readonly count: number; readonly send: Send } } = {
  question: {
    count: 4,
    send: (house, at) => visit(house, '/ask', { question: `${wanted(at)} ${at}` }),
  },
  lead: {
    count: 40,
    send: (house, at) => visit(house, '/leads', { contact: `a${at}@example.com` }),
  },
  price: { count: 12, send: savePrice },
};
type Send = (house: House, at: number) => Promise<unknown>;

const rows = new Map<string, number>([
  ...ratiosIn(run('bench/compare.ts'), /^(\w+) +([\d.]+) of the other's CPU/gm),
  ['start', startRatio(run('bench/start.ts'))],
  ...(await visitRatios()),
]);
for (const [row, ratio] of rows)
  console.log(`${row.padEnd(10)} ${ratio.toFixed(3)}${ratio > rowMax ? ` above ${rowMax}` : ''}`);
const logs = [...rows.values()].map(Math.log);
const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
console.log(`geometric mean ${mean.toFixed(3)}`);
process.exit(mean > meanMax || [...rows.values()].some((ratio) => ratio > rowMax) ? 1 : 0);

function run(program: string): string {
  const words = [path.join(root, program), path.resolve(other)];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

function ratiosIn(output: string, pattern: RegExp): [string, number][] {
  return [...output.matchAll(pattern)].map(([, row = '', ratio]) => [row, Number(ratio)]);
}

function startRatio(output: string): number {
  const [here = Number.NaN, there = Number.NaN] = [...output.matchAll(/: (\d+) ms of CPU/g)].map(
    ([, ms]) => Number(ms),
  );
  return here / there;
}

async function visitRatios(): Promise<[string, number][]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-recorder-bench-'));
  const now = new Date().toISOString();
  const open = async (checkout: string) => {
    const house = await startHouse({
      checkout,
      folder: path.join(folder, path.basename(checkout)),
      now,
    });
    const body = { id: 'shop', profile: readProfile('shop') };
    await demand(house.site, 'POST', '/v1/admin/sites', { key: house.credential, body });
    // Starts the engine.
    await visit(house, '/ask', { question: 'Mnafungua saa ngapi?' });
    return house;
  };
  const houses = [await open(root), await open(path.resolve(other))] as const;
  const ratios: [string, number][] = [];
  let sent = 0;
  for (const [row, { count, send }] of Object.entries(visits)) {
    const found: number[] = [];
    // The first round is a warm-up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      const costs: [number, number] = [0, 0];
      for (let turn = 0; turn < turns; turn += 1) {
        // The two checkouts alternate in going first.
        for (const index of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const house = houses[index];
          const before = treeMicroseconds(house.pid);
          for (let at = 0; at < count; at += 1) await send(house, sent + at);
          costs[index] += treeMicroseconds(house.pid) - before;
        }
        sent += count;
      }
      if (round > 0) found.push(costs[0] / costs[1]);
    }
    ratios.push([row, median(found)]);
  }
  for (const house of houses) await house.stop();
  rmSync(folder, { recursive: true, force: true });
  return ratios;
}

function visit(house: House, target: string, body: object): Promise<unknown> {
  return demand(house.site, 'POST', `/v1/sites/shop${target}`, { body });
}

function savePrice(house: House, at: number): Promise<unknown> {
  const body = { item: `Item ${at}`, price: 100 + at };
  return demand(house.site, 'POST', '/v1/admin/sites/shop/profile/prices', {
    key: house.credential,
    body,
  });
}

function wanted(at: number): string {
  const questions = [
    'Do you deliver to',
    'Je, mnauza mabati namba',
    'What does it cost to rent mixer',
    'Nani ni meneja wa tawi',
  ];
  return questions[at % questions.length] ?? '';
}

/** The CPU of a server with its child processes, wherever the work is done. */
function treeMicroseconds(pid: number): number {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name): [number, number] => [Number(name), parentOf(name)]);
  const within = (parent: number): number[] => [
    parent,
    ...parents.filter(([, one]) => one === parent).flatMap(([child]) => within(child)),
  ];
  return within(pid).reduce((sum, one) => sum + cpuMicroseconds(one), 0);
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It has ended since.
    return 0;
  }
}
