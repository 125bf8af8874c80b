import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { examine, sectionTitles, Unfinished } from '../../src/conformance/conformance.ts';
import type { Target } from '../../src/conformance/site/bench.ts';
import { platformFaults } from '../fakes/broken-platforms.ts';
import { breaking, faults, isPublic } from '../fakes/broken-servers.ts';
import { sessionFaults } from '../fakes/broken-sessions.ts';
import { startTampering } from '../fakes/tampering-proxy.ts';
import { type Said, say } from '../fixtures/command-line.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '../fixtures/server-process.ts';

describe('the conformance command', () => {
  let server: ServerProcess;
  let target: Target;
  const afterwards: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => afterwards.push(end) };

  before(async () => {
    server = await startProcess(t, temporaryFolder(t), {
      BARAZA_DEMO: '1',
      BARAZA_PLAN: 'free',
      BARAZA_TRUST_PROXY: '1',
    });
    const { platform, site } = JSON.parse(
      readFileSync(path.join(server.folder, 'bootstrap.json'), 'utf8'),
    );
    target = {
      url: server.site.url,
      site: site.site,
      siteKey: site.site_key,
      ownerKey: site.owner_key,
      platformUrl: platform.url,
      platformKey: platform.key,
    };
  });
  after(async () => {
    for (const end of afterwards.reverse()) await end();
  });

  test('finds nothing broken on a true server, and leaves nothing behind', async () => {
    const bootstrap = path.join(server.folder, 'bootstrap.json');
    const said = await say(['conformance', server.site.url, '--bootstrap', bootstrap, '--json']);
    const report = reportOf(said);
    assert.deepEqual(
      report.findings.filter(({ verdict }) => verdict === 'broken'),
      [],
    );
    assert.equal(said.code, 0);
    assert.ok(report.kept >= 155, `${report.kept} are kept`);
    assert.equal(report.findings.find(({ id }) => id === 'platform-expect')?.verdict, 'kept');
    const ids = report.findings.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'an id names one check');
    assert.deepEqual(report.left, []);
    assert.deepEqual(await sites(), ['demo']);
    assert.doesNotMatch(said.out.join('\n'), /osk_|rpk_/);
  });

  test('sees what needs no key without one, and says of the rest what it needs', async () => {
    const said = await say(['conformance', server.site.url, '--json']);
    const { findings } = reportOf(said);
    assert.equal(said.code, 0);
    assert.deepEqual(
      findings.filter(({ verdict }) => verdict === 'broken'),
      [],
    );
    const known = findings.find(({ id }) => id === 'ask-known');
    assert.deepEqual([known?.verdict, known?.saw], ['not checked', 'needs the key of an owner']);
    assert.equal(findings.find(({ id }) => id === 'ask-one-done')?.verdict, 'kept');
  });

  const all = [
    ...[...faults, ...sessionFaults].map((fault) => ({ ...fault, side: 'url' as const })),
    ...platformFaults.map((fault) => ({ ...fault, side: 'platformUrl' as const })),
  ];
  for (const { name, section, breaks, tamperer, side } of all)
    test(`fails on ${name}`, async (context) => {
      assert.ok(sectionTitles.includes(section));
      const url = await startTampering(context, target[side] ?? '', tamperer);
      // What leaks is found in the answers to other sections.
      const told = tamperer.heard === undefined ? ['ask', 'errors'] : ['live-ready'];
      // Sessions take the time that speech takes.
      const part = section === 'live' ? [...breaks, 'live-ready', 'live-unknown'] : [section];
      const only = section === 'engine details' ? [section, ...told] : part;
      const { findings } = await examine(
        { ...target, [side]: url },
        AbortSignal.timeout(60_000),
        undefined,
        new Set(only),
      );
      const broken = findings.filter(
        (finding) => finding.section === section && finding.verdict === 'broken',
      );
      assert.deepEqual(
        broken.map(({ id }) => id),
        breaks,
        JSON.stringify(broken, null, 1),
      );
      assert.ok(broken.every(({ saw }) => saw !== ''));
    });

  test('what a proxy refuses by itself is not taken for an answer of the server', async (context) => {
    const asCaddyDoes = breaking(
      ({ asked }) => asked.expect !== undefined,
      (one) => {
        one.status = 417;
        one.headers = {};
        one.body = '';
      },
    );
    const platformUrl = await startTampering(context, target.platformUrl ?? '', asCaddyDoes);
    const { findings } = await examine(
      { ...target, platformUrl },
      AbortSignal.timeout(60_000),
      undefined,
      new Set(['platform-expect']),
    );
    assert.deepEqual(
      findings.map(({ verdict, saw }) => [verdict, /^a proxy in front/.test(saw)]),
      [['not checked', true]],
    );
  });

  test('a server that is not there is told in one sentence, with an exit code of its own', async () => {
    const said = await say(['conformance', 'http://127.0.0.1:9', '--owner-key', 'osk_x']);
    assert.equal(said.code, 2);
    assert.match(said.out.at(-1) ?? '', /^The server cannot be examined: .+\.$/);
  });

  const sites = async () => {
    const headers = { authorization: `Bearer ${target.ownerKey}` };
    const list = await fetch(`${server.site.url}/v1/admin/sites`, { headers });
    return ((await list.json()) as { sites: { id: string }[] }).sites.map(({ id }) => id);
  };

  test('removes what it made when it is given up in the middle', async () => {
    const stopping = new AbortController();
    const work = examine(target, stopping.signal, ({ id }) => {
      if (id === 'ask-one-done') stopping.abort();
    });
    await assert.rejects(work, (error) => error instanceof Unfinished && error.left.length === 0);
    assert.deepEqual(await sites(), ['demo']);
  });

  test('says what stays where it cannot be removed', async (context) => {
    const url = await startTampering(
      context,
      server.site.url,
      breaking(
        ({ method, path }) => method === 'DELETE' && path.startsWith('/v1/admin/sites/conf'),
        (one) => {
          one.status = 503;
        },
      ),
    );
    const only = new Set(['config']);
    const { left } = await examine(
      { ...target, url },
      AbortSignal.timeout(60_000),
      undefined,
      only,
    );
    assert.match(
      left.join(),
      /^The site conformance-\w+ could not be deleted \(503\); it is paused/,
    );
  });

  const remove = (id: string) =>
    fetch(`${server.site.url}/v1/admin/sites/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${target.ownerKey}` },
    });

  test('goes on with the named site where a server makes none', async (context) => {
    const url = await startTampering(
      context,
      server.site.url,
      breaking(
        ({ method, path }) => method === 'POST' && path === '/v1/admin/sites',
        (one) => {
          one.status = 501;
        },
      ),
    );
    const { findings } = await examine(
      { ...target, url },
      AbortSignal.timeout(60_000),
      undefined,
      new Set(['config', 'leads']),
    );
    const broken = findings.filter(({ verdict }) => verdict === 'broken');
    assert.deepEqual(broken, []);
    assert.match(
      findings.find(({ id }) => id === 'lead-twice')?.saw ?? '',
      /making one is answered 501/,
    );
    assert.equal(findings.find(({ id }) => id === 'config-fields')?.verdict, 'kept');
    for (const id of await sites()) if (id !== 'demo') await remove(id);
  });

  test('a hostile server cannot write to the terminal of whoever examines it', async (context) => {
    const url = await startTampering(
      context,
      server.site.url,
      breaking(isPublic, (one) => {
        one.body = '\u001b]0;owned\u0007\u009b31m';
      }),
    );
    const { code, out } = await say(['conformance', url, '--only', 'config']);
    assert.equal(code, 1);
    assert.doesNotMatch(out.join(''), /\p{Cc}/u);
    assert.match(out.join(''), /is not JSON: .*owned/);
  });

  test('shows people a table with what was seen instead', async (context) => {
    const url = await startTampering(
      context,
      server.site.url,
      breaking(isPublic, (one) => {
        delete one.headers.etag;
      }),
    );
    const { code, out } = await say(['conformance', url, '--only', 'config']);
    assert.equal(code, 1);
    assert.ok(out.includes('config'));
    assert.ok(out.some((line) => /^ {2}✓ .*varies by Origin/.test(line)));
    assert.ok(out.includes('      config-cached: ETag is absent'));
    assert.match(out.at(-1) ?? '', /^\d+ kept, 1 broken, \d+ not checked: http/);
  });
});

interface Told {
  readonly kept: number;
  readonly left: readonly string[];
  readonly findings: readonly {
    readonly id: string;
    readonly verdict: string;
    readonly saw: string;
  }[];
}

function reportOf({ out }: Said): Told {
  assert.equal(out.length, 1, 'one JSON value');
  return JSON.parse(out[0] ?? '') as Told;
}
