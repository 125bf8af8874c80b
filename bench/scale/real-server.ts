/** A real server with one engine on a real PostgreSQL, measured from outside. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { openFakeS3 } from '../../packages/server/test/fakes/s3-server.ts';
import { startServer } from '../../packages/server/test/postgres/server.ts';
import { enginesOf, newFolder, type Server, startCheckout } from '../engine/checkout.ts';
import type { Shop } from '../engine/shops.ts';
import { cpuMicroseconds } from '../process.ts';

export interface ScaleBench {
  readonly url: string;
  readonly plans: string;
  /** The data folder of each server. */
  readonly folders: readonly [string, ...string[]];
  /** What servers on one database share. */
  readonly environment: { readonly [name: string]: string };
  readonly admin: postgres.Sql;
  readonly figures: () => Promise<Figures>;
  readonly databaseCpuMs: () => Promise<number>;
}

interface Figures {
  readonly commits: number;
  readonly flushes: number;
  readonly logBytes: number;
  readonly cpuMs: number;
  readonly rowBytes: number;
}

export const repository = fileURLToPath(new URL('../..', import.meta.url));
const database = 'asked';

export async function openBench(): Promise<ScaleBench> {
  const url = await startServer('on');
  const admin = postgres(`${url}/postgres`, { max: 1, onnotice: () => {} });
  await admin.unsafe(`CREATE DATABASE ${database}`);
  const inside = postgres(`${url}/${database}`, { max: 1, onnotice: () => {} });
  // The limits of a public server, except that all visitors of this test have the same address.
  const rates = { ask_visitor: 20, ask_network: 1e6, transcribe: 10, speak: 20, leads: 5 };
  const objects = await openFakeS3();
  const pepper = path.join(newFolder(), 'pepper');
  writeFileSync(pepper, randomBytes(32).toString('base64url'), { mode: 0o600 });
  const plan = { questions: 1e6, voice: 1e6, live_seconds: 1e6, live_sessions: 50, rates };
  const plans = path.join(newFolder(), 'plans.json');
  writeFileSync(plans, JSON.stringify({ measured: plan }));
  const databaseCpuMs = async () => {
    const [row] = await admin`SELECT pg_backend_pid() AS pid`;
    return cpuOfDatabase(Number(row?.pid)) / 1_000;
  };
  return {
    url: `${url}/${database}`,
    plans,
    folders: [newFolder(), newFolder(), newFolder()],
    environment: { ...objects.environment, BARAZA_PEPPER_FILE: pepper },
    admin,
    databaseCpuMs,
    figures: async () => {
      // Statistics reach the views with a delay of up to a second.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const [row] = await admin`SELECT
        (SELECT xact_commit FROM pg_stat_database WHERE datname = ${database}) AS commits,
        (SELECT sum(fsyncs) FROM pg_stat_io
          WHERE object = 'wal' AND backend_type = 'client backend') AS flushes,
        (SELECT wal_bytes FROM pg_stat_wal) AS bytes`;
      const [size] = await inside`SELECT sum(pg_total_relation_size(name)) AS bytes
        FROM unnest(ARRAY['questions', 'conversations', 'messages']::regclass[]) AS name`;
      return {
        commits: Number(row?.commits),
        flushes: Number(row?.flushes),
        logBytes: Number(row?.bytes),
        cpuMs: await databaseCpuMs(),
        rowBytes: Number(size?.bytes),
      };
    },
  };
}

/** Starts a server with one engine. */
export function startBenchServer(
  { url, plans, folders, environment }: ScaleBench,
  folder: string = folders[0],
): Promise<Server> {
  return startCheckout(repository, {
    folder,
    environment: {
      ...environment,
      DATABASE_URL: url,
      BARAZA_PLANS: plans,
      BARAZA_PLAN: 'measured',
      BARAZA_ENGINES: '1',
    },
  });
}

/** CPU time of the engines and of the main process since the start. */
export function cpuOf({ pid }: Server): { readonly engineMs: number; readonly serverMs: number } {
  const engines = enginesOf(pid).map(cpuMicroseconds);
  return {
    engineMs: engines.reduce((sum, each) => sum + each, 0) / 1_000,
    serverMs: cpuMicroseconds(pid) / 1_000,
  };
}

/** Asks as the widget does: with a visitor, a `request_id` and a conversation. */
export async function askAsWidget(
  { url }: { readonly url: string },
  site: string,
  question: string,
  { mayBeBusy = false } = {},
): Promise<{ readonly isBusy: boolean; readonly bytes: number }> {
  const id = randomBytes(16).toString('base64url');
  const response = await fetch(`${url}/v1/sites/${site}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-visitor': id },
    body: JSON.stringify({ question, request_id: id, conversation: `c_${id}` }),
  });
  const text = await response.text();
  const isBusy = text.includes('"busy"');
  if (isBusy ? !mayBeBusy : response.status !== 200 || text.includes('"error":{'))
    throw new Error(`${response.status} ${text.slice(0, 300)}`);
  return { isBusy, bytes: Buffer.byteLength(text) };
}

export interface SiteQuestion {
  readonly site: string;
  readonly text: string;
}

/** Questions that need reading; successive questions are for different sites. */
export function questionsOf(shops: readonly Shop[]): readonly SiteQuestion[] {
  const most = Math.max(...shops.map(({ questions }) => questions.length));
  return Array.from({ length: most }, (_, at) =>
    shops.flatMap(({ slug, questions }) => {
      const text = questions[at];
      return text === undefined ? [] : [{ site: slug, text }];
    }),
  ).flat();
}

/** CPU of the parent of this backend and of all its children; the connections of the server stay open. */
function cpuOfDatabase(backend: number): number {
  const parent = parentOf(backend);
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const own = all.filter((pid) => pid === parent || parentOf(pid) === parent);
  return own.reduce((sum, pid) => sum + cpuIfRunning(pid), 0);
}

/** Zero for a process that has ended. */
export function cpuIfRunning(pid: number): number {
  try {
    return cpuMicroseconds(pid);
  } catch {
    return 0;
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // The process has ended.
    return undefined;
  }
}
