/**
 * What a question costs PostgreSQL: transactions, flushes of the log by the connections of the server, bytes of log and
 * CPU of the database. `node bench/commits.ts [--before FOLDER] [--questions N]`: FOLDER is another checkout, measured
 * in the same run. Each visitor asks once, with a `request_id` and a conversation, as the widget does.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { startServer } from '../packages/server/test/postgres/server.ts';
import { newFolder, startCheckout } from './engine/checkout.ts';
import { cpuMicroseconds } from './process.ts';

const { values } = parseArgs({
  options: { before: { type: 'string' }, questions: { type: 'string', default: '400' } },
});
const questions = Number(values.questions);
const askersAtOnce = 8;
const warmUps = 40;
const here = fileURLToPath(new URL('..', import.meta.url));

for (const [name, checkout] of Object.entries({
  ...(values.before === undefined ? {} : { before: values.before }),
  after: here,
})) {
  const { commits, flushes, logBytes, cpuMs } = await measure(checkout);
  console.log(
    `${name}: a question takes ${commits.toFixed(2)} transactions, ${flushes.toFixed(2)} flushes, ` +
      `${Math.round(logBytes)} bytes of log, ${cpuMs.toFixed(2)} ms of CPU of the database`,
  );
}
process.exit();

async function measure(checkout: string) {
  const url = await startServer('on');
  const admin = postgres(`${url}/postgres`, { max: 1, onnotice: () => {} });
  await admin`CREATE DATABASE asked`;
  // The limits of a public server, except that all visitors of this test have the same address.
  const rates = { ask_visitor: 20, ask_network: 1e6, transcribe: 10, speak: 20, leads: 5 };
  const plan = { questions: 1e6, voice: 1e6, live_seconds: 1e6, live_sessions: 50, rates };
  const plans = path.join(newFolder(), 'plans.json');
  writeFileSync(plans, JSON.stringify({ measured: plan }));
  const server = await startCheckout(checkout, {
    environment: { DATABASE_URL: `${url}/asked`, BARAZA_PLANS: plans, BARAZA_PLAN: 'measured' },
  });
  const faqs = [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }];
  const created = await fetch(`${server.url}/v1/admin/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.credential}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'shop', profile: { faqs } }),
  });
  if (!created.ok) throw new Error(await created.text());
  await askMany(server.url, warmUps);
  const before = await figures(admin);
  await askMany(server.url, questions);
  const after = await figures(admin);
  await server.stop();
  await admin.end();
  return {
    commits: (after.commits - before.commits) / questions,
    flushes: (after.flushes - before.flushes) / questions,
    logBytes: (after.logBytes - before.logBytes) / questions,
    cpuMs: (after.cpuMs - before.cpuMs) / questions,
  };
}

async function askMany(url: string, count: number): Promise<void> {
  let left = count;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const id = randomBytes(16).toString('base64url');
      const response = await fetch(`${url}/v1/sites/shop/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-visitor': id },
        body: JSON.stringify({
          question: 'Do you deliver?',
          request_id: id,
          conversation: `c_${id}`,
        }),
      });
      const text = await response.text();
      if (!text.includes('"answered":true')) throw new Error(`${response.status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: askersAtOnce }, ask));
}

/** Statistics reach the views with a delay of up to a second. */
async function figures(admin: postgres.Sql) {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const [row] = await admin`SELECT
    (SELECT xact_commit FROM pg_stat_database WHERE datname = 'asked') AS commits,
    (SELECT sum(fsyncs) FROM pg_stat_io
      WHERE object = 'wal' AND backend_type = 'client backend') AS flushes,
    (SELECT wal_bytes FROM pg_stat_wal) AS bytes,
    (SELECT pg_backend_pid()) AS pid`;
  const backend = Number(row?.pid);
  return {
    commits: Number(row?.commits),
    flushes: Number(row?.flushes),
    logBytes: Number(row?.bytes),
    cpuMs: cpuOfDatabase(backend) / 1_000,
  };
}

/** CPU of the parent of this backend and of all its children; the connections of the server stay open. */
function cpuOfDatabase(backend: number): number {
  const parent = parentOf(backend);
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const own = all.filter((pid) => pid === parent || parentOf(pid) === parent);
  return own.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // The process has ended.
    return undefined;
  }
}
