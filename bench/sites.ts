/**
 * Cost of many sites: memory of the indexes, latency of a cold and of a warm question.
 * `node --expose-gc bench/sites.ts [sites]`
 */
import { askSite, openSiteServer } from '../packages/server/test/fixtures/visit-server.ts';

const sites = Number(process.argv[2] ?? 10_000);
const passages = 40;

const server = await openSiteServer('sqlite');
const owners: Awaited<ReturnType<typeof server.newOwner>>[] = [];
const ids: string[] = [];
const startedMs = performance.now();
for (let at = 0; at < sites; at += 1) {
  if (at % 900 === 0) owners.push(await server.newOwner());
  const owner = owners.at(-1);
  if (owner !== undefined) ids.push(await owner.newSite(business(at)));
}
printLine(`${sites} sites of ${passages} passages saved in ${seconds(startedMs)} s`);
// The first question to any site loads the engine and its tables.
await time(ids[0] ?? '');
const before = heldBytes();
const cold = await each(ids.slice(1));
const grown = (heldBytes() - before) / 1024 / 1024;
printLine(`cold: ${summary(cold)} ms a question; memory grew by ${grown.toFixed(0)} MB`);
const last = ids.slice(-100);
const warm = await each([...last, ...last, ...last]);
printLine(`warm: ${summary(warm)} ms a question, over HTTP and stored durably`);
await server.close();

function business(at: number): object {
  return {
    business: `Shop ${at}`,
    facts: Array.from({ length: passages }, (_, fact) => ({
      title: `Item ${fact} of shop ${at}`,
      text:
        `Item ${fact} comes in ${(fact * 7 + at) % 30} colours and costs ${fact * 50 + 100} shillings. It is ` +
        `kept on shelf ${fact} and can be delivered within ${1 + (fact % 5)} days anywhere in the country.`,
    })),
  };
}

async function each(asked: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const id of asked) times.push(await time(id));
  return times;
}

async function time(id: string): Promise<number> {
  const started = performance.now();
  await askSite(server, id, 'How many colours does item 7 come in and what does it cost?');
  return performance.now() - started;
}

/** Live heap after a garbage collection (needs `--expose-gc`). */
function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `median ${at(0.5)}, 99 of 100 within ${at(0.99)}`;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
