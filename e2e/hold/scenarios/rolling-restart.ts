/** Restarts two processes behind a proxy one after the other while visitors ask. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../../packages/server/test/fixtures/server.ts';
import { noProxy, type ProxyName, prepareProxy } from '../proxies.ts';
import { type Scenario, type ScenarioContext, scenario } from '../scenario.ts';
import { startTwo } from '../two-processes.ts';

interface Size {
  readonly rounds: number;
  readonly asksPerSecond: number;
  /** The pause between two restarts. */
  readonly pauseMs: number;
}

const errorOutputShown = 2_000;

const provenAgainst = {
  nginx: '`max_fails=1 fail_timeout=1s` in `deploy/nginx/baraza.conf` (35 of 540 questions failed)',
  caddy: '`fail_duration` and `max_fails` in `deploy/Caddyfile` (146 questions failed)',
} as const;

export const rollingRestarts: readonly Scenario[] = (['nginx', 'caddy'] as const).map(
  rollingRestart,
);

function rollingRestart(name: ProxyName): Scenario {
  return scenario<Size>({
    name: `rolling-restart-${name}`,
    what: `two processes on one PostgreSQL database behind ${name} with the files of \`deploy/\`, restarted in turn at
      50 questions a second`,
    guarantee: `during a rolling restart behind ${name} no question fails for a visitor who retries after a 503`,
    isLongOnly: true,
    provenAgainst: provenAgainst[name],
    engines: ['postgres'],
    short: { rounds: 1, asksPerSecond: 20, pauseMs: 0 },
    long: { rounds: 5, asksPerSecond: 50, pauseMs: 3_000 },
    skip: () => noProxy(name),
    run: (context, size) => restartUnderLoad(context, size, name),
  });
}

async function restartUnderLoad(
  context: ScenarioContext,
  size: Size,
  name: ProxyName,
): Promise<void> {
  const { figures } = context;
  const proxy = await prepareProxy({ after: context.after, folder: context.folder() }, name);
  const servers = await startTwo(context, proxy);
  await proxy.start(servers);
  const site = { url: proxy.siteUrl };
  const created = await ask(site, 'POST', '/v1/admin/sites', {
    key: servers.credential,
    body: {
      id: 'shop',
      profile: { faqs: [{ question: 'Do you deliver?', answer: 'Yes, in town.' }] },
    },
  });
  if (created.status !== 201) throw new Error(`the site was not created: ${created.text}`);

  const asks: Promise<void>[] = [];
  const failed: string[] = [];
  const retries: number[] = [];
  let isOver = false;
  const askOnce = () =>
    ask(site, 'POST', '/v1/sites/shop/ask', { body: { question: 'Do you deliver?' } });
  const askAsClientsDo = async () => {
    let reply = await askOnce();
    if (reply.status === 503) {
      retries.push(reply.status);
      await sleep(Number(reply.headers.get('retry-after') ?? 1) * 1_000);
      reply = await askOnce();
    }
    if (reply.status !== 200 || !reply.text.includes('"answered":true'))
      failed.push(`${reply.status} ${reply.text.slice(0, 200)}`);
  };
  const load = (async () => {
    while (!isOver) {
      asks.push(askAsClientsDo().catch((error: unknown) => void failed.push(String(error))));
      await sleep(1_000 / size.asksPerSecond);
    }
  })();
  for (let round = 0; round < size.rounds; round += 1)
    for (const index of [0, 1]) {
      await servers.restart(index);
      await sleep(size.pauseMs);
    }
  isOver = true;
  await load;
  await Promise.all(asks);
  figures.atLeast('questions asked', asks.length, size.rounds * size.asksPerSecond);
  figures.note('retries after a 503', retries.length);
  if (failed.length > 0) figures.log(proxy.errorOutput().slice(-errorOutputShown));
  figures.none('questions that failed', failed);
}
