import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Target } from '../src/conformance/bench.ts';
import { examine, sectionTitles } from '../src/conformance/conformance.ts';
import { breaking, faults, isPublic } from './broken-servers.ts';
import { type Said, say } from './command-line.ts';
import { type ServerProcess, startProcess, temporaryFolder } from './server-process.ts';
import { startTampering } from './tampering-proxy.ts';

describe('the conformance command', () => {
  let server: ServerProcess;
  let target: Target;
  const afterwards: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => afterwards.push(end) };

  before(async () => {
    server = await startProcess(t, temporaryFolder(t), { BARAZA_DEMO: '1', BARAZA_PLAN: 'free' });
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
    assert.ok(report.kept >= 100, `${report.kept} are kept`);
    assert.deepEqual(report.left, []);
    const sites = await fetch(`${server.site.url}/v1/admin/sites`, {
      headers: { authorization: `Bearer ${target.ownerKey}` },
    });
    assert.deepEqual(
      ((await sites.json()) as { sites: { id: string }[] }).sites.map(({ id }) => id),
      ['demo'],
    );
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

  for (const { name, section, breaks, tamperer } of faults)
    test(`fails on ${name}`, async (context) => {
      assert.ok(sectionTitles.includes(section));
      const url = await startTampering(context, server.site.url, tamperer);
      // What leaks is found in the answers to other sections.
      const only = section === 'engine details' ? [section, 'ask', 'errors'] : [section];
      const { findings } = await examine(
        { ...target, url },
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

  test('a server that is not there is told in one sentence, with an exit code of its own', async () => {
    const said = await say(['conformance', 'http://127.0.0.1:9', '--owner-key', 'osk_x']);
    assert.equal(said.code, 2);
    assert.match(said.out.at(-1) ?? '', /^The server cannot be examined: .+\.$/);
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
