/** A site moves between an operator and its node, which are killed at random steps, while a visitor asks. */
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from '../installation.ts';
import { failingAt } from '../process-killer.ts';
import { freePort } from '../proxies.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';
import {
  type MoveVisitor,
  type Rows,
  rowsAt,
  startVisitor,
  watchOwners,
} from '../site-move-watch.ts';

const site = 'duka-la-asha';
// The number of steps of a whole move, on the server that the site leaves and on the one that it goes to.
const stepsMax = { from: 250, to: 120 };
const busyMsMax = 2_000;
const moveMsMax = 180_000;
// After this number of kills, the move is left to finish.
const killsOfMoveMax = 4;
const fixedTables = ['questions', 'leads', 'messages', 'saved_answers', 'conversations'];

export const siteMoves = scenario({
  name: 'site-moves',
  what: `
    a site with all its rows moves from an operator to its node and back, again and again, while a visitor asks; either
    server is killed right before a random change of a row, and started again`,
  guarantee: `
    no row is lost or doubled, one server at most has the site at any time, and no request waits for longer than two
    seconds while both servers run`,
  provenAgainst: `
    \`nodes/move-calls.ts\` refusing a node that repeats the end of a move which the operator has completed, and upkeep
    that deleted expired asks of a site that was arriving: both times the move never ended. Also seen to fail with the
    state of a move removed before all rows of the site were deleted: a question was answered and lost`,
  engines: ['sqlite'],
  short: { kills: 6 },
  long: { kills: 200 },
  run: async (context, { kills }) => {
    const { figures } = context;
    const [operator, node] = await startPair(context);
    const servers = [operator, node] as const;
    await furnish(operator.server());
    const visitor = startVisitor(site, [operator.url, node.url], () =>
      servers.every((one) => one.isUp()),
    );
    const owners = watchOwners(site, [operator.url, node.url]);
    // Stops the visitor even if the scenario fails.
    context.after(visitor.stop);
    context.after(owners.stop);
    let [killed, moves] = [0, 0];
    const lost: string[] = [];
    while (killed < kills) {
      const [from, to] = moves % 2 === 0 ? [operator, node] : [node, operator];
      const before = rowsAt(from.folder, site);
      killed += await moveWithKills(context, from, to, Math.min(killsOfMoveMax, kills - killed));
      moves += 1;
      await visitor.pause();
      const after = rowsAt(to.folder, site);
      lost.push(...missing(before, after, visitor), ...leftBehind(rowsAt(from.folder, site)));
      const waitMs = Math.round(visitor.longestBusyMs());
      const [first] = lost;
      figures.log(
        `${killed} kills in ${moves} moves: ${lost.length} rows lost, longest wait ${waitMs} ms` +
          (first === undefined ? '' : `; ${first}`),
      );
      visitor.resume();
    }
    await visitor.stop();
    const doubled = await owners.stop();
    figures.atLeast('kills', killed, kills);
    figures.note('moves', moves);
    figures.atLeast('questions that were answered', visitor.answered.size, 1);
    figures.none('rows that were lost, changed or left behind', lost);
    figures.none(
      'questions that were stored twice',
      twice(rowsAt(moves % 2 === 0 ? operator.folder : node.folder, site)),
    );
    figures.none('moments in which both servers had the site', doubled);
    figures.none('unexpected answers', visitor.faults);
    figures.atMostWhenLong(
      'longest wait for a site that is handed over',
      visitor.longestBusyMs(),
      busyMsMax,
      'ms',
    );
  },
});

interface End {
  readonly url: string;
  readonly folder: string;
  readonly server: () => Installation;
  readonly isUp: () => boolean;
  /** Kills the server right before this change of a row, counted from now. */
  readonly arm: (step: number) => void;
  /** Resolves when it was killed and has started again; false when `until` came first. */
  readonly killedBefore: (until: Promise<unknown>) => Promise<boolean>;
}

async function startPair(context: ScenarioContext): Promise<readonly [End, End]> {
  const grantFile = path.join(context.folder(), 'grant.jws');
  writeFileSync(grantFile, '');
  const operatorPort = await freePort();
  const operator = await startEnd(context, operatorPort, {});
  const node = await startEnd(context, await freePort(), {
    BARAZA_ROLE: 'node',
    BARAZA_OPERATOR_URL: operator.url,
    BARAZA_GRANT_FILE: grantFile,
  });
  const { grant } = await operator.server().command('nodes authorize', { origin: node.url });
  writeFileSync(grantFile, grant);
  return [operator, node];
}

async function startEnd(
  context: ScenarioContext,
  port: number,
  settings: { readonly [name: string]: string },
): Promise<End> {
  const folder = context.folder();
  const arm = path.join(context.folder(), 'arm');
  const environment = {
    ...settings,
    ...failingAt(0, 'kill', { arm }),
    BARAZA_SITE_PORT: String(port),
    BARAZA_ENGINES: '1',
  };
  let server = await context.start({ folder, environment });
  let isUp = true;
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    server: () => server,
    isUp: () => isUp,
    arm: (step) => writeFileSync(arm, String(step)),
    killedBefore: async (until) => {
      const isEnded = server.ended.then(() => true);
      const isFirst = await Promise.race([isEnded, until.then(() => false)]);
      // A step that was not reached must not kill later; it may have been reached just now.
      if (!isFirst) {
        writeFileSync(arm, '0');
        await server.visit('POST', `/v1/sites/${site}/leads`, { body: {} }).catch(() => {});
        if (!existsSync(`${arm}.fired`)) return false;
      }
      await isEnded;
      isUp = false;
      rmSync(arm, { force: true });
      rmSync(`${arm}.fired`, { force: true });
      server = await context.start({ folder, environment });
      isUp = true;
      return true;
    },
  };
}

/** Moves the site to the other server, with a maximum number of kills; returns their number. */
async function moveWithKills(
  context: ScenarioContext,
  from: End,
  to: End,
  killsMax: number,
): Promise<number> {
  const startedMs = performance.now();
  const [earlier] = await from.server().command('sites moves');
  let last = earlier;
  for (let killed = 0; ; ) {
    const hasTime = performance.now() - startedMs < moveMsMax;
    assert.ok(hasTime, `a move does not end: ${JSON.stringify(last)}`);
    const which = context.random.below(2) === 0 ? 'from' : 'to';
    const victim = which === 'from' ? from : to;
    if (killed < killsMax) victim.arm(1 + context.random.below(stepsMax[which]));
    // The same command again; the server also continues by itself.
    const command = from.server().command('sites move-to', { id: site, to: to.url });
    const ended = command.catch(() => undefined);
    const wasKilled = await victim.killedBefore(ended);
    if (wasKilled) killed += 1;
    [last] = await from
      .server()
      .command('sites moves')
      .catch(() => [last]);
    if (last?.state === 'finished' && last.id !== earlier?.id) return killed;
    if (!wasKilled) await wait(100);
  }
}

async function furnish(server: Installation): Promise<void> {
  await server.newSite(site, {
    people: true,
    faqs: [{ question: 'Do you deliver?', answer: 'Yes, we deliver in Nairobi.' }],
  });
  const admin = `/v1/admin/sites/${site}`;
  const key = server.credential;
  for (let at = 0; at < 40; at += 1) {
    const body = { contact: `0700 000 ${100 + at}`, message: `Lead ${at}` };
    const reply = await server.visit('POST', `/v1/sites/${site}/leads`, {
      body,
      headers: { 'x-visitor': `visitor-of-the-lead-${100 + at}`.slice(0, 22) },
    });
    assert.ok(reply.status === 201 || reply.status === 429, reply.text);
  }
  await server.visit('POST', `${admin}/saved-answers`, {
    key,
    body: { text: 'Closed on Sundays.' },
  });
  await server.visit('PATCH', `${admin}/profile`, { key, body: { about: 'A shop.' } });
}

/** Rows that existed before, or were answered since, and are now missing or different. */
function missing(before: Rows, after: Rows, visitor: MoveVisitor): readonly string[] {
  const found: string[] = [];
  for (const table of fixedTables)
    for (const [key, hash] of before.get(table) ?? [])
      if (after.get(table)?.get(key) !== hash) found.push(`${table} ${key}`);
  for (const id of visitor.answered)
    if (!after.get('questions')?.has(id)) found.push(`answered question ${id}`);
  return found;
}

function leftBehind(rows: Rows): readonly string[] {
  return [...rows].flatMap(([table, keys]) =>
    keys.size === 0 ? [] : [`${table} was left behind`],
  );
}

/** Each question has a different text. */
function twice(rows: Rows): readonly string[] {
  const seen = new Set<string>();
  const doubled: string[] = [];
  for (const text of rows.get('texts of questions')?.values() ?? []) {
    if (seen.has(text)) doubled.push(text);
    seen.add(text);
  }
  return doubled;
}
