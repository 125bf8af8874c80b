/** The largest allowed requests of owners, with the words that are slowest to process. */
import assert from 'node:assert/strict';
import { limits, siteLimits } from '@baraza/contract';
import {
  form,
  type Reply,
  resources,
  storage,
} from '../../../packages/server/test/fixtures/server.ts';
import type { Installation } from '../installation.ts';
import { makeLoad } from '../load.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';
import { otherCallers, settleWaits, watch } from '../watcher.ts';
import { createWords, sentence, text, type Wording, wordings } from '../words.ts';

interface Size {
  /** The share of each limit that is filled. */
  readonly share: number;
  readonly questions: number;
  readonly wordings: readonly Wording[];
}

export const fullSizes = scenario<Size>({
  name: 'full-sizes',
  what: `
    profiles, schemas, imports and documents at their documented limits, with words that are all different, all
    alike and one letter apart, then questions about them`,
  guarantee: `
    the largest requests of owners, and questions about their data, do not delay others`,
  provenAgainst: `
    \`answers/fields/typo.ts\` comparing every word with every word: 2,000 prices of different words made others
    wait 4.2 s, and 5,000 questions with alternatives made them wait 6.5 s`,
  engines: ['sqlite'],
  short: { share: 0.01, questions: 3, wordings: ['one letter apart'] },
  long: { share: 1, questions: 100, wordings },
  run: async (context, size) => {
    const server = await context.start();
    const probes = await otherCallers(server);
    const { credential } = await server.newOwner('large');
    let sites = 0;
    for (const wording of size.wordings) {
      const next = createWords(context.random, wording);
      const cases: { readonly [name: string]: () => Promise<void> } = {
        ...Object.fromEntries(
          Object.entries(profiles(next, size.share)).map(([name, profile]) => [
            name,
            async () => {
              sites += 1;
              const slug = `large-${sites}`;
              await server.newSite(slug, {}, credential);
              const target = `/v1/admin/sites/${slug}/profile`;
              assertAllowed(
                await server.visit('PUT', target, { key: credential, body: profile() }),
              );
              await ask(server, slug, next, size.questions);
            },
          ]),
        ),
        'a document of an assistant': () => document(server, next, size),
        'an import of records': () => importRecords(server, next, size.share),
      };
      for (const [name, run] of Object.entries(cases))
        await watched(context, probes, `${name}, ${wording}`, run);
    }
    await watched(context, probes, 'a schema that doubles itself', () =>
      doubling(server, size.share),
    );
    await watched(context, probes, 'an import of empty lists', () =>
      emptyLists(server, credential, size.share),
    );
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

async function watched(
  context: ScenarioContext,
  probes: Awaited<ReturnType<typeof otherCallers>>,
  name: string,
  run: () => Promise<void>,
): Promise<void> {
  const watcher = await watch(context, probes);
  // A lost connection is counted as an unmet figure.
  const unanswered = await run().then(
    () => 0,
    (error: unknown) => {
      if (error instanceof assert.AssertionError) throw error;
      return 1;
    },
  );
  context.figures.atMost(`requests without a response, ${name}`, unanswered, 0);
  await watcher.rounds(1);
  await settleWaits(context, name, watcher, 300);
}

type Profiles = { readonly [name: string]: () => object };

function profiles(next: () => string, share: number): Profiles {
  const many = (limit: number) => Math.max(1, Math.floor(limit * share));
  const bytes = siteLimits.profileBytesMax * share * 0.95;
  return {
    prices: () => ({
      prices: Array.from({ length: many(siteLimits.pricesMax) }, (_, at) => ({
        item: sentence(next, 20).slice(0, siteLimits.shortCharactersMax),
        price: at + 1,
        currency: 'KES',
      })),
    }),
    questions: () => ({
      faqs: Array.from({ length: many(siteLimits.entriesMax) }, () => ({
        question: sentence(next, 4),
        answer: sentence(next, 8),
        alternatives: Array.from({ length: 30 }, () => sentence(next, 3)),
      })).filter(within(bytes)),
    }),
    facts: () => ({
      facts: Array.from({ length: many(siteLimits.entriesMax) }, () => ({
        title: sentence(next, 5),
        text: text(next, 1_400),
      })).filter(within(bytes)),
    }),
    documents: () => ({
      documents: Array.from({ length: 8 }, () => ({
        title: sentence(next, 4),
        text: text(next, Math.min(bytes / 8, siteLimits.textCharactersMax)),
      })),
    }),
  };
}

/** Keeps the first entries that fit into this many bytes. */
function within(bytes: number): (entry: object) => boolean {
  let taken = 0;
  return (entry) => {
    taken += JSON.stringify(entry).length + 1;
    return taken < bytes;
  };
}

async function ask(server: Installation, slug: string, next: () => string, questions: number) {
  await makeLoad({ together: 2, count: questions }, async (index) => {
    const length = index % 2 === 0 ? 188 : siteLimits.questionCharactersMax;
    const question = text(next, length);
    assertAllowed(await server.visit('POST', `/v1/sites/${slug}/ask`, { body: { question } }));
  });
}

async function document(server: Installation, next: () => string, { share, questions }: Size) {
  const bucket = await server.newResource('storage');
  const paragraph = text(next, 200_000);
  const bytes = `# ${sentence(next, 4)}\n\n${paragraph}\n\n`.repeat(
    Math.max(1, Math.floor((limits.objectBytesMax * share * 0.8) / 200_100)),
  );
  const body = form({ bytes, name: 'large.md', type: 'text/markdown' });
  assertAllowed(await server.platform('POST', `${storage}/${bucket}`, { body }));
  const assistant = await server.newResource('ai', { knowledge: [bucket] });
  await makeLoad({ together: 2, count: questions }, async () => {
    const prompt = text(next, 1_000);
    assertAllowed(
      await server.platform('POST', '/api/platform/ai', { body: { assistant, prompt } }),
    );
  });
}

async function importRecords(server: Installation, next: () => string, share: number) {
  const collection = await server.newResource('data');
  const record = JSON.stringify({ text: text(next, limits.recordBytesMax - 100) });
  const count = Math.max(1, Math.floor(limits.recordsPerResourceMax * share));
  assertAllowed(await importLines(server, collection, `${record}\n`.repeat(count)));
  assertAllowed(await server.platform('GET', `${resources}/${collection}/records?q=${next()}`));
}

/** A schema of 1.5 KB that takes millions of comparisons for every record. */
async function doubling(server: Installation, share: number) {
  const depth = Math.max(4, Math.floor(22 * Math.sqrt(share)));
  const $defs = Object.fromEntries(
    Array.from({ length: depth }, (_, at) => {
      const refer = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, { allOf: [refer, refer] }];
    }),
  );
  const schema = { $ref: '#/$defs/d0', $defs: { ...$defs, [`d${depth}`]: { type: 'object' } } };
  const created = await server.platform('POST', resources, {
    body: { service: 'data', kind: 'Collection', name: 'doubling', config: { schema } },
  });
  assertAllowed(created);
  if (created.status !== 201) return;
  const lines = '{}\n'.repeat(Math.max(3, Math.floor(600 * share)));
  assertAllowed(await importLines(server, created.json.id, lines));
}

function importLines(server: Installation, collection: string, body: string): Promise<Reply> {
  const headers = { 'content-type': 'application/x-ndjson' };
  return server.platform('POST', `${resources}/${collection}/records`, { body, headers });
}

async function emptyLists(server: Installation, credential: string, share: number) {
  await server.newSite('lists', {}, credential);
  const count = Math.floor((siteLimits.importBytesMax * share * 0.45) / 3);
  const x = `[${'[],'.repeat(count)}[]]`;
  const body = `{"format":"baraza-site","version":1,"profile":{"x":${x}}}`;
  const headers = { 'content-type': 'application/json' };
  const target = '/v1/admin/sites/lists/import';
  assertAllowed(await server.visit('POST', target, { key: credential, body, headers }));
}

/** A refusal for size or load is allowed; a server error is not. */
function assertAllowed({ status, text: body, headers }: Reply): void {
  const isFine = [200, 201, 400, 402, 409, 413, 429].includes(status);
  const isBusy = status === 503 && headers.get('retry-after') !== null;
  assert.ok(isFine || isBusy, `${status} ${body.slice(0, 300)}`);
}
