import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dayMs } from '@baraza/contract';
import { examineNode } from '../../src/cli/doctor/node.ts';
import type { Config } from '../../src/config.ts';
import { nodeOperations } from '../../src/nodes/node-operations.ts';
import { type NodeHouse, openNodeHouse } from '../fixtures/node-house.ts';

describe('the doctor of a node', () => {
  let house: NodeHouse;
  before(async () => {
    house = await openNodeHouse('sqlite');
  });
  after(() => house.close());

  const found = async (changed: Partial<Config> = {}, aheadMs = 0) => {
    const { config } = house.node.house.installation;
    const known = { ...config, publicSiteUrl: house.node.url, ...changed };
    const [finding] = await examineNode(known, () => house.node.assistant.clock() + aheadMs);
    return finding;
  };
  const assertFailing = async (saw: RegExp, aheadMs = 0) => {
    const finding = await found({}, aheadMs);
    assert.equal(finding?.status, 'failing');
    assert.match(finding.saw, saw);
    assert.match(finding.remedy ?? '', /run nodes authorize --origin http.*, and put the grant/);
  };

  test('says nothing on an operator, unless a grant lies there for nothing', async () => {
    const { config } = house.operator.house.installation;
    assert.deepEqual(await examineNode(config), []);
    const [finding] = await examineNode({ ...config, grantFile: '/x/grant' });
    assert.equal(finding?.status, 'missing');
    assert.match(finding.saw, /^this server is no node, so the grant in \/x\/grant/);
    assert.match(finding.remedy ?? '', /BARAZA_ROLE=node/);
  });

  test('says for what and until when the grant runs', async () => {
    house.give((await house.authorise()).grant);
    const all = await found();
    assert.equal(all?.status, 'ok');
    assert.match(all.saw, /^of http.*; its grant is for every site and ends at 20/);
    house.give((await house.authorise({ sites: ['duka', 'soko'] })).grant);
    assert.match((await found())?.saw ?? '', /is for duka, soko and ends at 20/);
    const many = Array.from({ length: 9 }, (_, index) => `duka-${index}`);
    house.give((await house.authorise({ sites: many })).grant);
    assert.match((await found())?.saw ?? '', /is for 9 sites and ends at 20/);
  });

  test('says what is wrong with a grant that no application would believe, and how to mend it', async () => {
    house.removeFile();
    await assertFailing(/BARAZA_GRANT_FILE cannot be read/);
    house.give('<html>');
    await assertFailing(/holds no grant/);
    const { grant, jti } = await house.authorise();
    house.give(grant.slice(0, 200));
    await assertFailing(/no grant, or not whole/);
    house.give((await house.authorise({ origin: 'https://b.example' })).grant);
    await assertFailing(/is for https:\/\/b\.example, and this is http/);
    house.give(grant);
    await assertFailing(/ended at/, 31 * dayMs);
    await nodeOperations['nodes revoke'](house.desk, { jti });
    await assertFailing(/was revoked by http/);
    const other = await openNodeHouse('sqlite');
    try {
      house.give((await other.authorise({ origin: house.node.url })).grant);
      await assertFailing(/is not signed by http.*, which BARAZA_OPERATOR_URL names$/);
    } finally {
      await other.close();
    }
  });

  test('does not call a grant good that its operator was not asked about', async () => {
    house.give((await house.authorise()).grant);
    const finding = await found({ operatorUrl: 'http://127.0.0.1:1' });
    assert.equal(finding?.status, 'missing');
    assert.match(finding.saw, /whether http:\/\/127\.0\.0\.1:1 signed it is not known/);
  });
});
