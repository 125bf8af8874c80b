/** Files of two owners that ask for as much reading as possible, while a third owner sends small ones. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { pictureOf } from '../../../../packages/server/test/fakes/hostile-pictures.ts';
import {
  hostileOffice,
  hostilePdfs,
} from '../../../../packages/server/test/fakes/hostile-sources.ts';
import type { SentSource } from '../../../../packages/server/test/sources/sent-source.ts';
import { isRunning } from '../../descriptors.ts';
import type { Installation } from '../../installation.ts';
import { scenario } from '../../scenario.ts';

const waitMsMax = 2_000;
const everyMs = 1_000;

export const hostileSources = scenario({
  name: 'hostile-sources',
  what: `
    PDF files, Word files and pictures of two owners that ask for as much work as they can, one after the other, while
    a third owner sends a table of 20 bytes every second`,
  guarantee: `the small file of a third owner is read within 2 s while two owners send hostile files`,
  provenAgainst: `
    an earlier version, attacked by hand, gave the third owner no answer for 61 s`,
  engines: ['sqlite'],
  short: { rounds: 1, pictures: 1 },
  long: { rounds: 10, pictures: 3 },
  run: async (context, { rounds, pictures }) => {
    const { figures } = context;
    const server = await context.start();
    const senders = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => {
        const { credential } = await server.newOwner(name);
        await server.newSite(name, { name }, credential);
        return (source: SentSource) => send(server, name, credential, source);
      }),
    );
    const third = senders.pop();
    assert.ok(third !== undefined);
    const files = [
      ...Object.values({ ...hostilePdfs, ...hostileOffice }).map((make) => make()),
      ...Array<SentSource>(pictures).fill({ bytes: pictureOf('blots', 1_600) }),
    ];
    const statuses = new Map<number, number>();
    let isOver = false;
    const attacks = Promise.all(
      senders.map(async (attack) => {
        for (let round = 0; round < rounds; round += 1)
          for (const file of files) {
            const status = await attack(file);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
      }),
    ).finally(() => {
      isOver = true;
    });
    let longestMs = 0;
    let refused = 0;
    while (!isOver) {
      const startMs = performance.now();
      const status = await third({ bytes: 'item,price\nTea,50\n', type: 'text/csv' });
      const tookMs = performance.now() - startMs;
      longestMs = Math.max(longestMs, tookMs);
      if (status !== 200) refused += 1;
      await wait(Math.max(0, everyMs - tookMs));
    }
    await attacks;
    figures.atMostWhenLong('longest wait for a small file', longestMs, waitMsMax, 'ms');
    figures.atMost('small files refused', refused, 0);
    for (const [status, count] of statuses) figures.note(`hostile files answered ${status}`, count);
    figures.atMost('server processes that ended', isRunning(server.pid) ? 0 : 1, 0);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

async function send(
  server: Installation,
  site: string,
  credential: string,
  { bytes, type = 'application/octet-stream' }: SentSource,
): Promise<number> {
  const response = await fetch(`${server.site.url}/v1/admin/sites/${site}/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': type },
    body: bytes as BodyInit,
  });
  await response.arrayBuffer();
  return response.status;
}
