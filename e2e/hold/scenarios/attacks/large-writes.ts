/** Writes of the largest records into a searched collection, whose words are slow to index. */
import assert from 'node:assert/strict';
import { limits } from '@baraza/contract';
import { type Reply, resources } from '../../../../packages/server/test/fixtures/server.ts';
import type { Installation } from '../../installation.ts';
import { makeLoad } from '../../load.ts';
import { scenario } from '../../scenario.ts';
import { otherCallers } from '../../watcher.ts';
import { createWords, text } from '../../words.ts';
import { watched } from './costly-texts.ts';

export const largeWrites = scenario({
  name: 'large-writes',
  what: `
    imports, batches, single changes and deletions of the largest records, all of different words, in searched
    collections of one owner, several at once`,
  guarantee: `others wait for at most 300 ms while an owner writes and deletes the largest records with a search index`,
  provenAgainst: `
    not yet run against a planted defect; its first long runs on SQLite missed the limit, with waits of .86 s (imports),
    1.6 s (batches) and .88 s (single deletions)`,
  engines: ['sqlite', 'postgres'],
  short: { collections: 1, records: 60, batches: 2 },
  long: { collections: 2, records: limits.recordsPerResourceMax, batches: 30 },
  run: async (context, { collections, records, batches }) => {
    const server = await context.start();
    const probes = await otherCallers(server);
    const { key } = await server.newOwner('writer');
    const next = createWords(context.random, 'all different');
    const record = () => ({ text: text(next, 19_000) });
    const ids: string[] = [];
    for (let made = 0; made < collections; made += 1)
      ids.push(await server.newResource('data', { search: ['text'] }, key));
    const lines = `${Array.from({ length: records }, () => JSON.stringify(record())).join('\n')}\n`;
    const bodies = Array.from({ length: 4 }, () => Array.from({ length: 50 }, record));
    const pathOf = (id = '') => `${resources}/${id}/records`;
    const recordIds = new Map<string, readonly string[]>();
    const batch = async (calls: readonly object[]) =>
      assertDone(await server.platform('POST', '/api/platform/batch', { key, body: { calls } }));
    const works: { readonly [name: string]: () => Promise<unknown> } = {
      imports: () => Promise.all(ids.map((id) => importLines(server, key, pathOf(id), lines))),
      'batches of changes': async () => {
        for (const id of ids) recordIds.set(id, await idsOf(server, key, pathOf(id)));
        await makeLoad({ together: 2, count: batches }, async (index) => {
          const id = ids[index % ids.length] ?? '';
          const some = recordIds.get(id)?.slice(0, 50) ?? [];
          await batch(
            some.map((recordId, at) => ({
              method: 'PUT',
              path: `${pathOf(id)}/${recordId}`,
              body: bodies[index % bodies.length]?.[at],
            })),
          );
        });
      },
      'single deletions, many at once': () =>
        makeLoad({ together: 50, count: Math.min(records, 300) }, async (index) => {
          const target = `${pathOf(ids[0])}/${recordIds.get(ids[0] ?? '')?.[index]}`;
          assertDone(await server.platform('DELETE', target, { key }));
        }),
      'deletions of the collections': async () => {
        for (const id of ids)
          assertDone(await server.platform('DELETE', `${resources}/${id}`, { key }));
      },
    };
    for (const [name, run] of Object.entries(works))
      await watched(context, server, probes, run, name);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

async function importLines(server: Installation, key: string, target: string, body: string) {
  const headers = { 'content-type': 'application/x-ndjson' };
  assertDone(await server.platform('POST', target, { key, body, headers }));
}

async function idsOf(server: Installation, key: string, target: string) {
  const { json } = await server.platform('GET', `${target}?limit=1000&fields=none`, { key });
  return (json.records as { readonly recordId: string }[]).map(({ recordId }) => recordId);
}

function assertDone({ status, text: body }: Reply): void {
  assert.ok(status === 200 || status === 201, `${status} ${body.slice(0, 200)}`);
}
