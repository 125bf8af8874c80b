import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs } from '@baraza/contract';
import { examineNode } from '../../src/cli/doctor/node.ts';
import type { Config } from '../../src/config.ts';
import { nodeOperations } from '../../src/nodes/grants.ts';
import { nodePairOfSuite, openNodePair } from '../fixtures/node-pair.ts';

describe('the doctor of a node', () => {
  const pair = nodePairOfSuite('sqlite');

  const found = async (changed: Partial<Config> = {}, aheadMs = 0) => {
    const { config } = pair.node.platformServer.installation;
    const known = { ...config, publicSiteUrl: pair.node.url, ...changed };
    const [finding] = await examineNode(known, () => pair.node.assistant.clock() + aheadMs);
    return finding;
  };
  const assertFailing = async (saw: RegExp, aheadMs = 0) => {
    const finding = await found({}, aheadMs);
    assert.equal(finding?.status, 'failing');
    assert.match(finding.saw, saw);
    assert.match(finding.remedy ?? '', /run nodes authorize --origin http.*, and put the grant/);
  };

  test('reports nothing on an operator, unless a grant file has no effect', async () => {
    const { config } = pair.operator.platformServer.installation;
    assert.deepEqual(await examineNode(config), []);
    const [finding] = await examineNode({ ...config, grantFile: '/x/grant' });
    assert.equal(finding?.status, 'missing');
    assert.match(finding.saw, /^this server is not a node, so the grant in \/x\/grant/);
    assert.match(finding.remedy ?? '', /BARAZA_ROLE=node/);
  });

  test('says for what and until when the grant runs', async () => {
    pair.give((await pair.authorise()).grant);
    const all = await found();
    assert.equal(all?.status, 'ok');
    assert.match(all.saw, /^of http.*; its grant is for every site and ends at 20/);
    pair.give((await pair.authorise({ sites: ['duka', 'soko'] })).grant);
    assert.match((await found())?.saw ?? '', /is for duka, soko and ends at 20/);
    const many = Array.from({ length: 9 }, (_, index) => `duka-${index}`);
    pair.give((await pair.authorise({ sites: many })).grant);
    assert.match((await found())?.saw ?? '', /is for 9 sites and ends at 20/);
  });

  test('says what is wrong with a grant that no application would accept, and how to fix it', async (t) => {
    pair.removeFile();
    await assertFailing(/BARAZA_GRANT_FILE cannot be read/);
    pair.give('<html>');
    await assertFailing(/has no grant/);
    const { grant, jti } = await pair.authorise();
    pair.give(grant.slice(0, 200));
    await assertFailing(/The grant of this node is malformed/);
    pair.give((await pair.authorise({ origin: 'https://b.example' })).grant);
    await assertFailing(/is for https:\/\/b\.example, and this is http/);
    pair.give(grant);
    await assertFailing(/ended at/, 31 * dayMs);
    await nodeOperations['nodes revoke'](pair.desk, { jti });
    await assertFailing(/was revoked by http/);
    const other = await openNodePair('sqlite');
    t.after(other.close);
    pair.give((await other.authorise({ origin: pair.node.url })).grant);
    await assertFailing(/is not signed by http.*, which BARAZA_OPERATOR_URL names$/);
  });

  test('does not call a grant good that its operator was not asked about', async () => {
    pair.give((await pair.authorise()).grant);
    const finding = await found({ operatorUrl: 'http://127.0.0.1:1' });
    assert.equal(finding?.status, 'missing');
    assert.match(finding.saw, /whether http:\/\/127\.0\.0\.1:1 signed it is not known/);
  });
});
