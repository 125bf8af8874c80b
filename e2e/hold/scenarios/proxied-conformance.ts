/** The conformance checks through a proxy in front of two processes. */
import assert from 'node:assert/strict';
import type { Finding } from '../../../packages/conformance/src/conformance.ts';
import { runCommand } from '../../../packages/server/test/fixtures/command-line.ts';
import { noProxy, type ProxyName, prepareProxy } from '../proxies.ts';
import { type Scenario, type ScenarioContext, scenario } from '../scenario.ts';
import { startTwo } from '../two-processes.ts';

interface Size {
  readonly rounds: number;
}

const provenAgainst = {
  nginx: '`client_max_body_size 1m` in `deploy/nginx/baraza-server.conf` (3 checks failed)',
  caddy: '`request_body { max_size 1MB }` in `deploy/Caddyfile` (3 checks failed)',
} as const;

export const proxiedConformance: readonly Scenario[] = (['nginx', 'caddy'] as const).map((name) =>
  scenario<Size>({
    name: `conformance-${name}`,
    what: `\`baraza conformance\` through ${name} with the files of \`deploy/\`, in front of two processes with one
      PostgreSQL database and one bucket`,
    guarantee: `two processes behind ${name} fulfil the whole contract`,
    isLongOnly: true,
    provenAgainst: provenAgainst[name],
    engines: ['postgres'],
    short: { rounds: 1 },
    long: { rounds: 3 },
    skip: () => noProxy(name),
    run: (context, size) => examineThrough(context, size, name),
  }),
);

async function examineThrough(
  context: ScenarioContext,
  { rounds }: Size,
  name: ProxyName,
): Promise<void> {
  const { figures } = context;
  const proxy = await prepareProxy({ after: context.after, folder: context.folder() }, name);
  const servers = await startTwo(context, proxy, { BARAZA_DEMO: '1' });
  await proxy.start(servers);
  const words = [
    ...['conformance', proxy.siteUrl, '--platform-url', proxy.platformUrl],
    ...['--bootstrap', servers.bootstrapFile, '--json'],
  ];
  for (let round = 0; round < rounds; round += 1) {
    const { out, err } = await runCommand(words);
    assert.deepEqual(err, []);
    const report = JSON.parse(out.join('\n')) as {
      readonly findings: readonly Finding[];
      readonly left: readonly string[];
    };
    const of = (verdict: Finding['verdict']) =>
      report.findings.filter((finding) => finding.verdict === verdict);
    const asLines = (all: readonly Finding[]) => all.map(({ id, saw }) => `${id}: ${saw}`);
    figures.atLeast('checks passed', of('kept').length, 155);
    figures.none('checks failed', asLines(of('broken')));
    figures.note('not checked', of('not checked').length);
    for (const line of asLines(of('not checked'))) figures.log(line);
    figures.none('items that the checks left behind', report.left);
  }
  const lines = proxy.accessLog().split('\n');
  figures.none(
    'secrets in the access log',
    lines.filter((line) => secretAddress.test(line)),
  );
}

const secretAddress = / \/links\/|conversation_secret=/;
