/** Saves the largest allowed profile and measures the effect on others. */
import { siteLimits } from '@baraza/contract';
import { watch } from '../../e2e/hold/watcher.ts';
import { createWords, sentence, text } from '../../e2e/hold/words.ts';
import type { Random } from '../../packages/server/test/fixtures/random.ts';
import { type Server, startCheckout, untilQuiet } from './checkout.ts';
import { call, openSites } from './owner.ts';
import { openShops } from './shops.ts';
import { ask } from './visitor.ts';

export interface Large {
  /** The longest wait of others before the profile is saved, and while it is saved and asked. */
  readonly calmMs: number;
  readonly meanwhileMs: number;
  readonly refused: number;
  readonly savedMs: number;
  /** The time until its first question is answered. */
  readonly askedMs: number;
}

export async function measureLarge(
  checkout: string,
  { share, calmMs }: { readonly share: number; readonly calmMs: number },
  random: Random,
): Promise<Large> {
  const server = await startCheckout(checkout);
  const shops = openShops(20, 1);
  await openSites(server, shops);
  await call(server, 'POST', '/v1/admin/sites', { id: 'large', profile: {} });
  await untilQuiet(server);
  const calm = await waitsDuring(
    server,
    () => new Promise((resolve) => setTimeout(resolve, calmMs)),
  );
  const profile = largestProfile(random, share);
  let savedMs = 0;
  let askedMs = 0;
  const meanwhile = await waitsDuring(server, async () => {
    const startedMs = performance.now();
    await call(server, 'PUT', '/v1/admin/sites/large/profile', profile);
    savedMs = performance.now() - startedMs;
    for (let question = 0; question < 5; question += 1) {
      const { result, fault } = await ask(server, 'large', `${question} ${largeQuestion}`);
      if (result === 'failed') throw new Error(fault);
      if (question === 0) askedMs = performance.now() - startedMs;
    }
  });
  await server.stop();
  return {
    calmMs: calm.maxMs,
    meanwhileMs: meanwhile.maxMs,
    refused: meanwhile.failed,
    savedMs,
    askedMs,
  };
}

const largeQuestion = 'How long does it take until my parcel is there?';

/** Facts with only distinct words, so that the index is as large as possible. */
function largestProfile(random: Random, share: number): object {
  const next = createWords(random, 'all different');
  const facts: object[] = [];
  let bytes = 0;
  while (bytes < siteLimits.profileBytesMax * share * 0.95) {
    const fact = { title: sentence(next, 5), text: text(next, 1_400) };
    bytes += JSON.stringify(fact).length + 1;
    facts.push(fact);
  }
  return { facts: facts.slice(0, siteLimits.entriesMax) };
}

/** Measures how long others wait during `work`: they load small sites, or ask a question with a cached answer. */
async function waitsDuring(server: Server, work: () => Promise<unknown>) {
  const ends: (() => unknown)[] = [];
  const headers = { 'content-type': 'application/json' };
  const config = { method: 'GET', headers: {}, body: '', isFresh: false } as const;
  const asking = { method: 'POST', headers, isFresh: false } as const;
  const watcher = await watch({ after: (end) => void ends.push(end) }, [
    { ...config, name: 'config', url: `${server.url}/v1/sites/shop-0-0/config` },
    { ...config, name: 'newcomer', url: `${server.url}/v1/sites/shop-1-0/config`, isFresh: true },
    {
      ...asking,
      name: 'ask',
      url: `${server.url}/v1/sites/shop-2-0/ask`,
      body: JSON.stringify({ question: 'Can I bring my old bicycle with me?' }),
    },
  ]);
  await work();
  await watcher.rounds(1);
  const { all } = await watcher.stop();
  for (const end of ends) await end();
  if (all === undefined) throw new Error('the watcher has no figures');
  return all;
}
