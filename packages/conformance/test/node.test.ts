/** A node on PostgreSQL is examined like any server, and its grant is verified with its operator. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { authoriseNode, revokeNode } from '../../server/src/nodes/grants.ts';
import { adminContextOf } from '../../server/src/server/operations.ts';
import { defaultEngine } from '../../server/test/fixtures/server.ts';
import { openSiteServer } from '../../server/test/fixtures/site-server.ts';
import { examine } from '../src/conformance.ts';
import type { Target } from '../src/site/bench.ts';
import type { Transport } from '../src/wire.ts';
import { brokenIn, keepsContract, startExamined } from './examined-server.ts';
import { breaking, tampering, withBody } from './tampering.ts';

test('a node on postgres keeps the whole contract, and a grant that does not hold breaks one check', async (t) => {
  const { target, authorise, give, revoke } = await startPair(t);
  const { grant, jti } = await authorise();
  give(grant);
  const findings = await keepsContract(target);
  assert.equal(findings.find(({ id }) => id === 'node-grant')?.verdict, 'kept');

  const [head = '', body = ''] = grant.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  for (const [bad, saw] of [
    [`${encode({ alg: 'none' })}.${body}.x`, /algorithm of the grant is "none"/],
    [grant.slice(0, -40), /not signed by a key/],
    [forged(head, claims), /not signed by a key/],
    [(await authorise('https://other.example')).grant, /the origin of the grant/],
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
    const transport = tampering(
      breaking({ path: /^\/v1\/operator$/ }, withBody(/"operator":"[^"]*"/, shown)),
    );
    assert.match(await grantOf(target, transport, ['operator-described', 'operator-alias']), saw);
  }
  await revoke(jti);
  assert.match(await grantOf(target), /the grant is revoked/);
});

/** What the check of a node's grant saw; '' when the grant holds. */
async function grantOf(
  target: Target,
  transport: Transport = tampering(),
  alsoBroken: readonly string[] = [],
): Promise<string> {
  const only = new Set(['operators and nodes']);
  const signal = AbortSignal.timeout(60_000);
  const { findings } = await examine(target, { signal, only, transport });
  assert.deepEqual(
    brokenIn(findings).filter(({ id }) => ![...alsoBroken, 'node-grant'].includes(id)),
    [],
  );
  return findings.find(({ id }) => id === 'node-grant')?.saw ?? 'absent';
}

async function startPair(t: TestContext) {
  const operator = await openSiteServer(defaultEngine);
  t.after(operator.close);
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-grant-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const grantFile = path.join(folder, 'grant');
  writeFileSync(grantFile, '');
  const { target } = await startExamined(t, 'postgres', {
    BARAZA_ROLE: 'node',
    BARAZA_OPERATOR_URL: operator.url,
    BARAZA_GRANT_FILE: grantFile,
  });
  const admin = {
    ...adminContextOf(operator.platformServer.installation),
    siteUrl: () => operator.url,
  };
  return {
    target,
    give: (grant: string) => writeFileSync(grantFile, grant),
    authorise: (origin = target.url) => authoriseNode(admin, { origin }),
    revoke: (jti: string) => revokeNode(admin, jti),
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
