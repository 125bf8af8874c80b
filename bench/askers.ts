/**
 * Measures answers with the reader: `node bench/askers.ts [askers]`. Saves a site of 1,000 passages, asks right after
 * saving, then one question at a time, then with `askers` concurrent visitors (20), while it polls the health check.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { heldOutBusinesses } from '../evals/businesses/held-out.ts';
import { startBaraza } from './baraza.ts';
import { childrenOf, cpuMicroseconds, residentMegabytes, untilServing } from './process.ts';

const askers = Number(process.argv[2] ?? 20);
const url = 'http://127.0.0.1:4744';
const server = await startBaraza(4_743, undefined, { BARAZA_SITE_PORT: '4744' });
await untilServing(`${url}/healthz`, performance.now());
const businesses = heldOutBusinesses();
const facts = businesses
  .flatMap(({ entries }) => [...entries.values()])
  .filter(({ kind }) => kind === 'fact' || kind === 'faq' || kind === 'doc')
  .slice(0, 1_000)
  .map(({ kind, parts }) => ({
    title: kind === 'fact' ? '' : (parts[0] ?? ''),
    text: parts.at(-1) ?? '',
  }));
const questions = businesses.flatMap((one) => one.questions.map(({ question }) => question));
const { owner_key: credential } = JSON.parse(
  readFileSync(path.join(server.folder, 'bootstrap.json'), 'utf8'),
).site;
const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };

let at = 0;
const nextQuestion = (): string => {
  at += 7;
  return questions[at % questions.length] ?? '';
};
const saved = performance.now();
await save();
const afterSave = await ask('Do you deliver?');
print(
  'saved and asked at once',
  `${ms(performance.now() - saved)}, first token after ${ms(afterSave.firstMs)}`,
);
await untilQuiet();

const before = cpuOfAll();
const alone = [];
for (let count = 0; count < 30; count += 1) alone.push(await ask(nextQuestion()));
const cpuEach = (cpuOfAll() - before) / 30 / 1000;
print(
  'one by one',
  `first token ${spread(alone.map(({ firstMs }) => firstMs))}; ${ms(cpuEach)} of CPU each`,
);

const health: number[] = [];
let isOver = false;
const watching = watch();
const together = [];
for (let round = 0; round < 5; round += 1)
  together.push(...(await Promise.all(Array.from({ length: askers }, () => ask(nextQuestion())))));
isOver = true;
await watching;
print(`${askers} at once, five times`, `done ${spread(together.map(({ doneMs }) => doneMs))}`);
print('health meanwhile', spread(health));
print(
  'memory',
  [server.pid, ...childrenOf(server.pid)]
    .map((pid) => `${residentMegabytes(pid).toFixed(0)} MB`)
    .join(', '),
);
await server.stop();

async function save(): Promise<void> {
  const body = JSON.stringify({
    id: 'many',
    profile: { business: 'Many shops', languages: ['sw', 'en'], facts },
  });
  const response = await fetch(`${url}/v1/admin/sites`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(await response.text());
}

interface Asked {
  readonly firstMs: number;
  readonly doneMs: number;
}

async function ask(question: string): Promise<Asked> {
  const began = performance.now();
  const response = await fetch(`${url}/v1/sites/many/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
  });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  let firstMs: number | undefined;
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    firstMs ??= performance.now() - began;
    text += part;
  }
  if (text.includes('"error":{')) throw new Error(text);
  return { firstMs: firstMs ?? Number.NaN, doneMs: performance.now() - began };
}

async function watch(): Promise<void> {
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    health.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the vectors of the site are computed. */
async function untilQuiet(): Promise<void> {
  for (;;) {
    const spent = cpuOfAll();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (cpuOfAll() - spent < 50_000) return;
  }
}

function cpuOfAll(): number {
  return [server.pid, ...childrenOf(server.pid)].reduce(
    (sum, pid) => sum + cpuMicroseconds(pid),
    0,
  );
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const share = (of: number) =>
    ms(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0);
  return `median ${share(0.5)}, p95 ${share(0.95)}, longest ${share(1)}`;
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}

function print(name: string, figures: string): void {
  process.stdout.write(`${name}: ${figures}\n`);
}
