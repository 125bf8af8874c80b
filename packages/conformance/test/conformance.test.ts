/** Examines servers in this process; `conformance.process.test.ts` runs the command as users do. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { before, describe, type TestContext, test } from 'node:test';
import { runCommand } from '../../server/test/fixtures/command-line.ts';
import { defaultEngine } from '../../server/test/fixtures/server.ts';
import { scopeOfSuite } from '../../server/test/fixtures/server-process.ts';
import { listenHttp } from '../../server/test/sockets/http-server.ts';
import {
  type Examination,
  examine,
  type Finding,
  sectionTitles,
  Unfinished,
} from '../src/conformance.ts';
import { brokenIn, type ExaminedServer, keepsContract, startExamined } from './examined-server.ts';
import { platformFaults } from './platform-faults.ts';
import { publicPath, siteFaults } from './site-faults.ts';
import { breaking, type Tamperer, tampering, withStatus } from './tampering.ts';

const soon = () => AbortSignal.timeout(120_000);
// On PostgreSQL a node is examined: node.test.ts.
test('a server keeps the whole contract, and nothing is left behind', async (t) => {
  const { target, sites } = await startExamined(t, 'sqlite');
  await keepsContract(target);
  assert.deepEqual(await sites(), ['demo']);
});

describe('an examination', () => {
  let server: ExaminedServer;
  const scope = scopeOfSuite();
  before(async () => {
    server = await startExamined(scope, defaultEngine);
  });

  const examineOnly = (
    only: readonly string[],
    tamperer: Tamperer = {},
    more: Partial<Examination> = {},
  ) =>
    examine(server.target, {
      signal: soon(),
      only: new Set(only),
      transport: tampering(tamperer),
      ...more,
    });

  test('without keys checks what needs none, and reports what the rest needs', async () => {
    const { url, site } = server.target;
    const { findings } = await examine({ url, site }, { signal: soon(), transport: tampering() });
    assert.deepEqual(brokenIn(findings), []);
    const found = (wanted: string) => findings.find(({ id }) => id === wanted);
    const known = found('ask-known');
    assert.deepEqual([known?.verdict, known?.saw], ['not checked', 'needs the key of an owner']);
    assert.equal(found('ask-one-done')?.verdict, 'kept');
  });

  for (const [section, faults] of Object.entries({ ...siteFaults, ...platformFaults }))
    for (const { name, breaks, tamperer } of faults)
      test(`fails on ${name}`, async () => {
        assert.ok(sectionTitles.includes(section));
        // Leaks are found in the answers to other checks.
        const others = ['ask-one-done', 'error-shape', 'live-ready'];
        const only = section === 'engine details' ? [section, ...others] : breaks;
        const { findings } = await examineOnly(only, tamperer);
        const broken = brokenIn(findings).filter((finding) => finding.section === section);
        const seen = JSON.stringify(broken, null, 1);
        const ids = broken.map(({ id }) => id);
        assert.deepEqual(ids, breaks, seen);
        assert.ok(!broken.some(({ saw }) => saw === ''), seen);
      });

  test('does not take a refusal of a proxy for an answer of the server', async () => {
    const asCaddyDoes = breaking({ asked: /expect/ }, (one) => {
      one.status = 417;
      one.headers = {};
      one.body = '';
    });
    const { findings } = await examineOnly(['platform-expect'], asCaddyDoes);
    assert.deepEqual(
      findings.map(({ verdict, saw }) => [verdict, /^a proxy in front/.test(saw)]),
      [['not checked', true]],
    );
  });

  test('removes what it created when it is aborted', async () => {
    const stopping = new AbortController();
    const onFinding = ({ id }: Finding) => {
      if (id === 'ask-one-done') stopping.abort();
    };
    await assert.rejects(
      examineOnly(['ask'], {}, { signal: stopping.signal, onFinding }),
      (error) => error instanceof Unfinished && error.left.length === 0,
    );
    assert.deepEqual(await server.sites(), ['demo']);
  });

  test('reports what it could not remove', async () => {
    const { left } = await examineOnly(
      ['config'],
      breaking({ method: /DELETE/, path: /^\/v1\/admin\/sites\/conf/ }, withStatus(503)),
    );
    assert.match(
      left.join(),
      /^The site conformance-\w+ could not be deleted \(503\); it is paused/,
    );
  });

  test('uses the named site where a server creates none', async () => {
    const { findings } = await examineOnly(['config', 'leads'], {
      before: (request) => {
        if (request.path === '/v1/admin/sites') request.path = '/v1/admin/no-such-path';
      },
    });
    assert.deepEqual(brokenIn(findings), []);
    const found = (wanted: string) => findings.find(({ id }) => id === wanted);
    assert.match(found('lead-twice')?.saw ?? '', /the status of creating one is 404/);
    assert.equal(found('config-fields')?.verdict, 'kept');
  });

  test('reports texts of a hostile server without their control characters', async () => {
    const { findings } = await examineOnly(
      ['config'],
      breaking(publicPath, (one) => {
        one.body = '\u001b]0;owned\u0007\u009b31m';
      }),
    );
    const seen = findings.map(({ saw }) => saw).join();
    assert.doesNotMatch(seen, /\p{Cc}/u);
    assert.match(seen, /is not JSON: .*owned/);
  });

  test('as a command prints a table with what was seen instead, and exits with 1', async (t) => {
    const url = await startWithoutEtags(t, server.target.url);
    const { code, out } = await runCommand(['conformance', url, '--only', 'config']);
    assert.equal(code, 1);
    assert.ok(out.includes('config'));
    assert.ok(out.some((line) => /^ {2}✓ .*varies by Origin/.test(line)));
    assert.ok(out.includes('      config-cached: ETag is absent'));
    assert.match(out.at(-1) ?? '', /^\d+ kept, 1 broken, \d+ not checked: http/);
  });
});

/** A proxy for GET requests that drops the header ETag. */
function startWithoutEtags(t: TestContext, target: string): Promise<string> {
  const listener: RequestListener = async ({ url, headers }, response) => {
    const { connection, host, ...asked } = headers;
    const answer = await fetch(`${target}${url}`, { headers: asked as HeadersInit });
    const given = Object.fromEntries(answer.headers);
    for (const name of ['etag', 'content-length', 'transfer-encoding', 'connection'])
      delete given[name];
    response.writeHead(answer.status, given).end(await answer.text());
  };
  return listenHttp(t, listener);
}
