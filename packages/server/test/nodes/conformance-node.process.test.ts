/** A node is examined like any server, and its grant is verified at its operator. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { examine } from '../../src/conformance/conformance.ts';
import type { Target } from '../../src/conformance/site/bench.ts';
import { breaking } from '../fakes/broken-servers.ts';
import { startTampering } from '../fakes/tampering-proxy.ts';
import { say } from '../fixtures/command-line.ts';
import { startProcess, temporaryFolder } from '../fixtures/server-process.ts';

// With the reader: one of the promises is that any text of a profile answers what is asked of it.
const quiet = { BARAZA_SPEECH: '0' };

test('a node keeps the whole contract, and a grant that does not hold breaks one promise', async (t) => {
  const { node, authorise, give, ownerKey, revoke } = await startPair(t);
  const { grant, jti } = await authorise();
  give(grant);
  const target: Target = { url: node, site: 'demo', ownerKey };
  const { findings, left } = await examine(target, AbortSignal.timeout(120_000));
  assert.deepEqual(
    findings.filter(({ verdict }) => verdict === 'broken'),
    [],
  );
  assert.equal(findings.find(({ id }) => id === 'node-grant')?.verdict, 'kept');
  assert.deepEqual(left, []);

  const [head = '', body = ''] = grant.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  for (const [bad, saw] of [
    [`${encode({ alg: 'none' })}.${body}.x`, /algorithm of the grant is "none"/],
    [grant.slice(0, -40), /not signed by a key/],
    [forged(head, claims), /not signed by a key/],
    [(await authorise('--origin', 'https://other.example')).grant, /the origin of the grant/],
  ] as const) {
    give(bad);
    assert.match(await grantOf(target), saw);
  }
  give(grant);
  assert.equal(await grantOf(target), '');
  for (const [shown, saw] of [
    ['"operator":"http://elsewhere.example"', /its operator is "http:\/\/elsewhere/],
    ['"operator":"file:///etc/passwd"', /its operator is "file:/],
    ['"operator":7', /its operator is 7/],
  ] as const) {
    const url = await startTampering(
      t,
      node,
      breaking(
        ({ path: asked }) => asked === '/v1/operator',
        (one) => {
          one.body = one.body.replace(/"operator":"[^"]*"/, shown);
        },
      ),
    );
    assert.match(await grantOf({ ...target, url }, ['operator-described', 'operator-alias']), saw);
  }
  await revoke(jti);
  assert.match(await grantOf(target), /the grant is revoked/);
});

/** What is seen of a node's grant; '' when it holds. */
async function grantOf(target: Target, alsoBroken: readonly string[] = []): Promise<string> {
  const only = new Set(['operators and nodes']);
  const { findings } = await examine(target, AbortSignal.timeout(60_000), undefined, only);
  assert.deepEqual(
    findings.filter(
      ({ id, verdict }) => verdict === 'broken' && ![...alsoBroken, 'node-grant'].includes(id),
    ),
    [],
  );
  return findings.find(({ id }) => id === 'node-grant')?.saw ?? 'absent';
}

async function startPair(t: TestContext) {
  const operator = await startProcess(t, temporaryFolder(t), quiet);
  const grantFile = path.join(temporaryFolder(t), 'grant');
  writeFileSync(grantFile, '');
  const node = await startProcess(t, temporaryFolder(t), {
    ...quiet,
    BARAZA_DEMO: '1',
    BARAZA_ROLE: 'node',
    BARAZA_OPERATOR_URL: operator.site.url,
    BARAZA_GRANT_FILE: grantFile,
  });
  const command = async (folder: string, ...words: string[]) => {
    const { out, err } = await say([...words, '--json'], { BARAZA_DATA: folder, ...quiet });
    assert.deepEqual(err, []);
    return JSON.parse(out.join(''));
  };
  const { key } = await command(node.folder, 'owners', 'key', '--owner', 'local');
  return {
    node: node.site.url,
    ownerKey: key as string,
    give: (grant: string) => writeFileSync(grantFile, grant),
    authorise: (...words: string[]): Promise<{ readonly grant: string; readonly jti: string }> =>
      command(
        operator.folder,
        'nodes',
        'authorize',
        ...(words.length === 0 ? ['--origin', node.site.url] : words),
      ),
    revoke: (jti: string) => command(operator.folder, 'nodes', 'revoke', jti),
  };
}

function forged(head: string, claims: object): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = `${head}.${encode(claims)}`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
