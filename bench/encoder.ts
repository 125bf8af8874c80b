/** Cost of the encoder: 1,000 passages, then questions, with and without it. `node bench/encoder.ts` */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startBaraza } from './baraza.ts';
import { cpuMicroseconds, residentMegabytes } from './process.ts';

interface Business {
  readonly info: readonly { readonly title: string; readonly text: string }[];
  readonly questions: readonly { readonly text?: string; readonly question?: string }[];
}

const folder = new URL('../training/businesses/', import.meta.url);
const businesses = readdirSync(folder)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as Business);
const facts = businesses
  .flatMap(({ info }) => info)
  .filter(({ title, text }) => title.length + text.length < 300);
const passages = Array.from({ length: 1_000 }, (_, at) => ({
  ...(facts[at % facts.length] ?? { title: '', text: '' }),
  id: `fact-${at}`,
})).map((fact, at) => (at < facts.length ? fact : { ...fact, title: `${fact.title} ${at}` }));
const questions = businesses
  .flatMap((business) => business.questions)
  .map(({ question, text }) => question ?? text ?? '')
  .filter((question) => question !== '')
  .slice(0, 600);

for (const encoder of ['0', '1']) await measure(encoder);

async function measure(encoder: string): Promise<void> {
  const server = await startBaraza(4741, undefined, { BARAZA_ENCODER: encoder });
  const read = (file: string) => JSON.parse(readFileSync(path.join(server.folder, file), 'utf8'));
  const { url } = read('run.json').site;
  const headers = {
    authorization: `Bearer ${read('bootstrap.json').site.owner_key}`,
    'content-type': 'application/json',
  };
  const call = async (method: string, target: string, body: object) => {
    const response = await fetch(`${url}${target}`, {
      method,
      headers: target.startsWith('/v1/admin') ? headers : { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.text();
  };
  const idleMb = residentMegabytes(server.pid);
  await call('POST', '/v1/admin/sites', { id: 'bench', profile: {} });
  const startedMs = performance.now();
  const save = async () =>
    JSON.parse(await call('PUT', '/v1/admin/sites/bench/profile', { facts: passages })).index;
  let index = await save();
  const first = `${index.status} after ${(performance.now() - startedMs).toFixed(0)} ms`;
  // Polls rarely, because polling allocates memory too.
  while (index.status !== 'ready') {
    await new Promise((resolve) => setTimeout(resolve, 500));
    index = await save();
  }
  printLine(
    `encoder ${encoder}: idle ${idleMb.toFixed(0)} MB; ${index.passages} passages ${first}, ready after ` +
      `${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );
  const child = childOf(server.pid);
  const childMb = child === undefined ? 0 : residentMegabytes(child);
  const cpu = () => [server.pid, ...(child === undefined ? [] : [child])].map(cpuMicroseconds);
  const ask = (question: string) => call('POST', '/v1/sites/bench/ask', { question });
  for (const question of questions.slice(0, 200)) await ask(question);
  const before = cpu();
  const asked = questions.slice(200);
  const times: number[] = [];
  for (const question of asked) {
    const askedMs = performance.now();
    await ask(question);
    times.push(performance.now() - askedMs);
  }
  const each = cpu().map((now, at) => (now - (before[at] ?? 0)) / 1000 / asked.length);
  times.sort((one, other) => one - other);
  printLine(
    `  a question: ${each.map((ms) => ms.toFixed(2)).join(' + ')} ms CPU in server and child; median ` +
      `${at(times, 0.5)}, 99 of 100 within ${at(times, 0.99)} ms`,
  );
  printLine(
    `  memory: server ${residentMegabytes(server.pid).toFixed(0)} MB, child ${childMb.toFixed(0)} MB after the ` +
      `passages, ${child === undefined ? 0 : residentMegabytes(child).toFixed(0)} MB after the questions`,
  );
  await server.stop();
  rmSync(server.folder, { recursive: true, force: true });
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}

function childOf(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? undefined : Number(children.split(' ')[0]);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
