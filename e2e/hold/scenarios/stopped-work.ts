/** SIGTERM during the longest work: the process ends in time, releases its lock last, and keeps acknowledged writes. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteLimits } from '@baraza/contract';
import { form, resources, storage } from '../../../packages/server/test/fixtures/server.ts';
import {
  type Environment,
  eventually,
  spawnBaraza,
} from '../../../packages/server/test/fixtures/server-process.ts';
import type { Installation } from '../installation.ts';
import { openSocket, requestHead } from '../load.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';
import { createWords, sentence, text } from '../words.ts';

interface Size {
  readonly profileBytes: number;
  readonly profiles: number;
  readonly records: number;
  /** Objects of 5 MB, for the backup. */
  readonly objects: number;
  readonly uploads: number;
  readonly streams: number;
}

const exitMs = 20_000;
// A signal within a second of the first one counts as the same.
const secondSignalMs = 1_500;

export const stoppedWork = scenario<Size>({
  name: 'stopped-work',
  what: `
    SIGTERM while profiles of 7.5 MB of different words are indexed, records and sites are imported, a backup is taken,
    uploads never end and event streams are open; then the same with a second SIGTERM, and a second server that is
    started meanwhile`,
  guarantee: `
    a server that is stopped during any work exits within 20 seconds, keeps its data folder locked until then, leaves
    no process behind and keeps what it acknowledged`,
  provenAgainst: `
    \`kernel/lifecycle.ts\` without a time limit, and \`site/knowledge/vectors.ts\` waiting for the engine at a stop:
    the server ended with code 13 in the middle of the stop, with a warning about an unsettled await`,
  engines: ['sqlite', 'postgres'],
  short: { profileBytes: 40_000, profiles: 1, records: 50, objects: 1, uploads: 2, streams: 5 },
  long: {
    profileBytes: 7_500_000,
    profiles: 4,
    records: 20_000,
    objects: 60,
    uploads: 8,
    streams: 200,
  },
  run: async (context, size) => {
    const folder = context.folder();
    for (const name of Object.keys(works)) await stopDuring(context, size, folder, [name]);
    await stopDuring(context, size, folder, Object.keys(works));
    await stopDuring(context, size, folder, Object.keys(works), { isTwice: true });
  },
});

/** What the server confirmed; checked after the restart. */
type Acknowledged = (server: Installation, stop: { readonly isTwice: boolean }) => Promise<void>;

interface Begun {
  readonly acknowledged: () => readonly Acknowledged[];
  /** Settles when the work has ended, with success or not. */
  readonly ended: Promise<unknown>;
}

type Work = (server: Installation, context: ScenarioContext, size: Size) => Promise<Begun>;

async function stopDuring(
  context: ScenarioContext,
  size: Size,
  folder: string,
  names: readonly string[],
  { isTwice = false } = {},
): Promise<void> {
  const { figures } = context;
  const server = await context.start({ folder, environment: { BARAZA_ENCODER: '1' } });
  const begun: Begun[] = [];
  for (const name of names) begun.push(await (works[name] as Work)(server, context, size));
  const children = childrenOf(server.pid);

  const startedMs = performance.now();
  process.kill(server.pid, 'SIGTERM');
  const rival = startRival(context, server);
  if (isTwice) {
    await sleep(secondSignalMs);
    if (isAlive(server.pid)) process.kill(server.pid, 'SIGTERM');
  }
  const { code, stderr } = await server.ended;
  const label = `${names.length > 1 ? 'everything at once' : names[0]}${isTwice ? ', with a second SIGTERM' : ''}`;
  figures.atMostWhenLong(
    `time until the exit, ${label}`,
    performance.now() - startedMs,
    exitMs,
    'ms',
  );
  if (isTwice) assert.ok(code === 0 || code === 143, `it ended with ${code}`);
  else assert.equal(code, 0, stderr.slice(-500));
  for (const line of stderr.split('\n').filter((one) => one.includes('in time'))) figures.log(line);
  figures.none(`log lines with a stack, ${label}`, server.stacks());
  figures.none(`servers started before the first had ended, ${label}`, await rival);
  await eventually(() => !children.some(isAlive), 5_000).catch(() => {});
  figures.none(
    `processes left behind, ${label}`,
    children.filter(isAlive).map((pid) => `process ${pid}`),
  );
  await Promise.all(begun.map(({ ended }) => ended));

  const again = await context.start({ folder });
  const facts = begun.flatMap(({ acknowledged }) => acknowledged());
  for (const isKept of facts) await isKept(again, { isTwice });
  figures.note(`acknowledged and kept, ${label}`, facts.length);
  assert.equal((await again.end('SIGTERM')).code, 0);
}

/** Tries to start another server on the folder until the first has gone; what it sees must not be `ready`. */
async function startRival(
  context: ScenarioContext,
  { pid, folder }: Installation,
): Promise<readonly string[]> {
  const found: string[] = [];
  const store = storeOf(pid);
  while (isAlive(pid)) {
    const rival = spawnBaraza({ after: context.after as never }, ['serve'], folder, {
      BARAZA_ENCODER: '0',
      ...store,
    });
    rival.child.stdout?.on('data', () => {
      if (isAlive(pid)) found.push(`process ${pid} was still running: ${rival.stdout()}`);
      rival.child.kill('SIGKILL');
    });
    await rival.ended;
  }
  return found;
}

/** The database of a running server. */
function storeOf(pid: number): Environment {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  const [, url] =
    variables.map((one) => one.split(/(?<=^DATABASE_URL)=/)).find((one) => one[1]) ?? [];
  return url === undefined ? {} : { DATABASE_URL: url };
}

const works: { readonly [name: string]: Work } = {
  indexing: async (server, context, size) => {
    const next = createWords(context.random, 'all different');
    const kept: Acknowledged[] = [];
    const slugs = Array.from({ length: size.profiles }, () => newName(context));
    for (const slug of slugs) await server.newSite(slug);
    const puts = slugs.map(async (slug) => {
      const target = `/v1/admin/sites/${slug}/profile`;
      const body = profileOf(next, size.profileBytes);
      const put = await tried(() => server.visit('PUT', target, { key: server.credential, body }));
      if (put?.status !== 200) return;
      const title = body.facts[0]?.title;
      kept.push(async (again) => {
        assert.equal(await firstTitle(again, slug), title, 'a saved profile is lost');
      });
      // The first question opens the index.
      await tried(() => server.visit('POST', `/v1/sites/${slug}/ask`, { body: question(next) }));
    });
    await Promise.race([Promise.all(puts), eventually(() => kept.length > 0)]);
    return { acknowledged: () => kept, ended: Promise.all(puts) };
  },

  'an import of records': async (server, context, size) => {
    const next = createWords(context.random, 'all different');
    const collection = await server.newResource('data');
    const target = `${resources}/${collection}/records`;
    const record = JSON.stringify({ text: text(next, 1_000) });
    const kept: Acknowledged[] = [];
    const ended = (async () => {
      const body = `${record}\n`.repeat(size.records);
      const headers = { 'content-type': 'application/x-ndjson' };
      const reply = await tried(() => server.platform('POST', target, { body, headers }));
      kept.push(async (again) => {
        const { json } = await again.platform('GET', `${target}?limit=1`);
        const isThere = json.records.length > 0;
        const wanted = reply === undefined ? isThere : reply.status < 300;
        assert.equal(isThere, wanted, 'an import was acknowledged and lost, or refused and stored');
      });
    })();
    await sleep(100);
    return { acknowledged: () => kept, ended };
  },

  'an import of a site': async (server, context, size) => {
    const next = createWords(context.random, 'all different');
    const slug = newName(context);
    await server.newSite(slug);
    const profile = profileOf(next, size.profileBytes);
    const kept: Acknowledged[] = [];
    const target = `/v1/admin/sites/${slug}/import`;
    const ended = (async () => {
      const body = { format: 'baraza-site', version: 1, profile };
      const key = server.credential;
      const reply = await tried(() => server.visit('POST', target, { key, body }));
      if (reply?.status !== 200) return;
      kept.push(async (again) => {
        assert.equal(await firstTitle(again, slug), profile.facts[0]?.title, 'an import is lost');
      });
    })();
    await sleep(100);
    return { acknowledged: () => kept, ended };
  },

  'a backup': async (server, context, size) => {
    const bucket = await server.newResource('storage');
    for (let n = 0; n < size.objects; n += 1) {
      const body = form({ bytes: randomBytes(5_000_000).toString('latin1') });
      await server.platform('POST', `${storage}/${bucket}?key=${n}`, { body });
    }
    const workFolder = context.folder();
    const file = path.join(workFolder, 'stopped.backup');
    const kept: Acknowledged[] = [];
    const ended = tried(() => server.command('backup', { file, force: false })).then((report) => {
      const isThere = existsSync(file);
      kept.push(async (_, { isTwice }) => {
        assert.equal(report !== undefined && isThere, isThere, 'a refused backup left a file');
        // After a second signal the next backup removes the part.
        const isPartLeft = !isTwice && existsSync(`${file}.part`);
        assert.ok(!isPartLeft, 'a part of a backup was left');
      });
    });
    await eventually(() => readdirSync(workFolder).length > 0, 10_000);
    return { acknowledged: () => kept, ended };
  },

  uploads: async (server, context, size) => {
    const bucket = await server.newResource('storage');
    const keys: string[] = [];
    const put = async (key: string) => {
      const body = form({ bytes: 'k'.repeat(30_000) });
      const reply = await server.platform('POST', `${storage}/${bucket}?key=${key}`, { body });
      if (reply.status === 201) keys.push(key);
    };
    for (let n = 0; n < size.uploads; n += 1) await put(`whole-${n}`);
    const open = await Promise.all(
      Array.from({ length: size.uploads }, () => neverEnding(server, bucket)),
    );
    context.after(() => open.forEach(({ stop }) => void stop()));
    const isKept: Acknowledged = async (again) => {
      const { json } = await again.platform('GET', `${storage}/${bucket}`);
      const found = json.objects.map(({ key }: { key: string }) => key);
      assert.deepEqual(found.toSorted(), keys.toSorted(), 'other objects than acknowledged');
    };
    return { acknowledged: () => [isKept], ended: Promise.all(open.map(({ closed }) => closed)) };
  },

  streams: async (server, _stage, size) => {
    const open = await Promise.all(
      Array.from({ length: size.streams }, async () => {
        const socket = await openSocket(server.port);
        assert.ok(socket !== undefined);
        const headers = { authorization: `Bearer ${server.key}` };
        socket.write(requestHead('GET', '/api/platform/events', headers));
        await new Promise((resolve) => socket.once('data', resolve));
        return { closed: new Promise((resolve) => socket.once('close', resolve)) };
      }),
    );
    return { acknowledged: () => [], ended: Promise.all(open.map(({ closed }) => closed)) };
  },
};

/** An upload that sends a byte from time to time and never ends. */
async function neverEnding(server: Installation, bucket: string) {
  const socket = await openSocket(server.port);
  assert.ok(socket !== undefined);
  const boundary = 'part';
  socket.write(
    requestHead('POST', `${storage}/${bucket}?key=endless`, {
      authorization: `Bearer ${server.key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'transfer-encoding': 'chunked',
    }),
  );
  const chunk = (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
  socket.write(chunk(`--${boundary}\r\n${disposition}\r\nContent-Type: text/plain\r\n\r\n`));
  const timer = setInterval(() => socket.writable && socket.write(chunk('k')), 200);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const stop = () => {
    clearInterval(timer);
    socket.destroy();
  };
  void closed.then(stop);
  return { closed, stop };
}

function profileOf(next: () => string, bytes: number) {
  const factBytes = 1_500;
  const count = Math.max(1, Math.min(Math.floor(bytes / factBytes), siteLimits.entriesMax));
  return {
    facts: Array.from({ length: count }, () => ({
      title: sentence(next, 5),
      text: text(next, Math.floor(bytes / count) - 100),
    })),
  };
}

async function firstTitle(server: Installation, slug: string): Promise<string | undefined> {
  const target = `/v1/admin/sites/${slug}`;
  const {
    status,
    text: body,
    json,
  } = await server.visit('GET', target, { key: server.credential });
  assert.equal(status, 200, body.slice(0, 300));
  return json.profile.facts?.[0]?.title;
}

function question(next: () => string) {
  return { question: sentence(next, 8) };
}

function newName(context: ScenarioContext): string {
  return `shop-${context.random.below(2 ** 30)}`;
}

/** Undefined if the server ended before it answered. */
function tried<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  return act().catch(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended, and waits only for its parent.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        const stat = readFileSync(`/proc/${child}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) === pid;
      } catch {
        return false;
      }
    });
}
