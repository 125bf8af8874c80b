/** Watches a site that moves: what its visitor gets, the rows in both stores, and which server has the site. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** For each table, the keys of the rows of a site with their hashes. */
export type Rows = ReadonlyMap<string, ReadonlyMap<string, string>>;

const keys: { readonly [table: string]: string } = {
  questions: 'id',
  leads: 'id',
  messages: 'id',
  saved_answers: 'id',
  conversations: 'id',
  profile_versions: 'version',
  site_days: 'date',
};

/** The rows of the site in a data folder; also while its server runs. */
export function rowsAt(folder: string, site: string): Rows {
  const database = new DatabaseSync(path.join(folder, 'baraza.db'), { readOnly: true });
  try {
    const rows = new Map<string, Map<string, string>>();
    for (const [table, key] of Object.entries(keys)) {
      const found = database.prepare(`SELECT * FROM ${table} WHERE site_id = ?`).all(site);
      rows.set(table, new Map(found.map((row) => [String(row[key]), hashOf(JSON.stringify(row))])));
      if (table === 'questions')
        rows.set(
          'texts of questions',
          new Map(found.map((row) => [String(row.id), String(row.question)])),
        );
    }
    return rows;
  } finally {
    database.close();
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export interface MoveVisitor {
  /** The ids of questions whose answer arrived whole. */
  readonly answered: ReadonlySet<string>;
  readonly faults: readonly string[];
  /** The longest time for which the site was busy, while both servers ran. */
  readonly longestBusyMs: () => number;
  /** Resolves when no question is on its way. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
}

/** Asks one question after the other, each with a different text, and follows the site to its server. */
export function startVisitor(
  site: string,
  [first, second]: readonly [string, string],
  areUp: () => boolean,
): MoveVisitor {
  const answered = new Set<string>();
  const faults: string[] = [];
  let isStopped = false;
  let isPaused = false;
  let idle = Promise.resolve();
  let at = first;
  const served = new Set([first]);
  let longestMs = 0;
  let busySince: number | undefined;
  let count = 0;

  const otherOf = (url: string) => (url === first ? second : first);
  /** An answer that was begun at this time: a site that answers was free since then. */
  const note = (isBusy: boolean, sentMs: number) => {
    if (!areUp()) busySince = undefined;
    else if (isBusy) busySince ??= sentMs;
    const untilMs = isBusy ? performance.now() : sentMs;
    if (busySince !== undefined) longestMs = Math.max(longestMs, untilMs - busySince);
    if (!isBusy) busySince = undefined;
  };
  const askOnce = async (question: string): Promise<'again' | 'done'> => {
    const sentMs = performance.now();
    const response = await fetch(`${at}/v1/sites/${site}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question, request_id: hashOf(question).slice(0, 22) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const isMoving = response.status === 503 && text.includes('being moved');
    // A redirect counts neither as busy nor as an answer: the other server may not serve the site yet.
    if (response.status !== 308) note(isMoving, sentMs);
    if (response.status === 308) {
      at = new URL(response.headers.get('location') ?? at).origin;
      served.add(at);
      return 'again';
    }
    // After a kill during the first move, the visitor asks a server that never had the site.
    if (response.status === 404 && !served.has(at)) {
      at = otherOf(at);
      await wait(20);
      return 'again';
    }
    if (response.status === 503 || response.status === 429) {
      await wait(20);
      return 'again';
    }
    if (response.status !== 200) faults.push(`${response.status} ${text.slice(0, 200)}`);
    const done = text.split('\n').findLast((line) => line.startsWith('data:'));
    const { id, error } = JSON.parse(done?.slice(5) ?? '{}') as { id?: string; error?: object };
    if (error !== undefined) return 'again';
    if (id !== undefined) answered.add(id);
    return 'done';
  };
  const askUntilKnown = async () => {
    count += 1;
    const question = `Do you deliver to house ${count}?`;
    try {
      while (!isStopped && (await askOnce(question)) === 'again');
    } catch {
      // A server was killed: whether it was stored is not known, so it is not asked again.
      busySince = undefined;
      at = otherOf(at);
      await wait(20);
    }
  };
  const work = (async () => {
    while (!isStopped) {
      if (isPaused) await wait(20);
      else {
        idle = askUntilKnown();
        await idle;
      }
    }
  })();
  return {
    answered,
    faults,
    longestBusyMs: () => longestMs,
    pause: async () => {
      isPaused = true;
      await idle;
    },
    resume: () => {
      isPaused = false;
    },
    stop: async () => {
      isStopped = true;
      await work;
    },
  };
}

/** Looks for moments at which both servers have the site: the first has it before and after the second. */
export function watchOwners(site: string, [first, second]: readonly [string, string]) {
  const found: string[] = [];
  let isStopped = false;
  const isServed = async (url: string) => {
    const path = `${url}/v1/sites/${site}/config`;
    const response = await fetch(path, { redirect: 'manual' }).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status === 200;
  };
  const work = (async () => {
    while (!isStopped) {
      const before = await isServed(first);
      const other = before && (await isServed(second));
      if (other && (await isServed(first))) found.push(`both at ${new Date().toISOString()}`);
      await wait(5);
    }
  })();
  return {
    stop: async (): Promise<readonly string[]> => {
      isStopped = true;
      await work;
      return found;
    },
  };
}
