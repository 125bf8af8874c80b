/** Calls of the owner of the sites. */
import type { Shop } from './shops.ts';
import { ask } from './visitor.ts';

export interface OwnedServer {
  readonly url: string;
  readonly port: number;
  readonly credential: string;
}

const concurrency = 4;

/** Saves the sites, and asks each of them once. */
export async function openSites(server: OwnedServer, shops: readonly Shop[]): Promise<void> {
  await each(shops, async ({ slug, profile }) => {
    await call(server, 'POST', '/v1/admin/sites', { id: slug, profile });
  });
  await askEachOnce(server, shops);
}

/** Makes the server build the index of each site. */
export async function askEachOnce(server: OwnedServer, shops: readonly Shop[]): Promise<void> {
  await each(shops, async ({ slug }) => {
    for (;;) {
      const { result, fault } = await ask(server, slug, 'Can I bring my old bicycle with me?');
      if (result === 'failed') throw new Error(`${slug}: ${fault}`);
      if (result !== 'busy') return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
}

/** Waits until the vectors of each site are ready; before that, its answers may change. */
export async function untilIndexed(server: OwnedServer, shops: readonly Shop[]): Promise<void> {
  await each(shops, async ({ slug, profile }) => {
    for (;;) {
      const target = `/v1/admin/sites/${slug}/profile`;
      const { index } = (await call(server, 'PUT', target, profile)) as {
        readonly index: { readonly status: string };
      };
      if (index.status === 'ready') return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
}

/** The number of questions counted this month, over all sites. */
export async function countedQuestions(
  server: OwnedServer,
  slugs: Iterable<string>,
): Promise<number> {
  let counted = 0;
  for (const slug of slugs) {
    const { usage } = (await call(server, 'GET', `/v1/admin/sites/${slug}`)) as {
      readonly usage: { readonly questions: { readonly used: number } };
    };
    counted += usage.questions.used;
  }
  return counted;
}

/** The questions that are stored as unanswered. */
export async function keptUnanswered(
  server: OwnedServer,
  slug: string,
): Promise<readonly string[]> {
  const target = `/v1/admin/sites/${slug}/questions?unanswered=true&limit=1000`;
  const { questions } = (await call(server, 'GET', target)) as {
    readonly questions: readonly { readonly question: string }[];
  };
  return questions.map(({ question }) => question);
}

export async function call(
  server: OwnedServer,
  method: string,
  target: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${server.url}${target}`, {
    method,
    headers: { authorization: `Bearer ${server.credential}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${target}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

async function each<Item>(items: readonly Item[], job: (item: Item) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await job(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
