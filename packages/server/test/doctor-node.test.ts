import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { examineNode } from '../src/cli/doctor-node.ts';
import { type NodeHouse, openNodeHouse } from './node-house.ts';

describe('the doctor of a node', () => {
  let house: NodeHouse;
  before(async () => {
    house = await openNodeHouse('sqlite');
  });
  after(() => house.close());

  const found = async (aheadMs = 0) => {
    const { config } = house.node.house.installation;
    const known = { ...config, publicSiteUrl: house.node.url };
    const [finding] = await examineNode(known, () => house.node.assistant.clock() + aheadMs);
    return finding;
  };

  test('says nothing on an operator', async () => {
    assert.deepEqual(await examineNode(house.operator.house.installation.config), []);
  });

  test('says until when the grant runs, or what is wrong and how to mend it', async () => {
    assert.match((await found())?.saw ?? '', /BARAZA_GRANT_FILE cannot be read/);
    house.give((await house.authorise()).grant);
    const good = await found();
    assert.equal(good?.status, 'ok');
    assert.ok(good.saw.startsWith(`of ${house.operator.url}; its grant ends at 20`));
    const late = await found(31 * 86_400_000);
    assert.match(late?.saw ?? '', /ended at/);
    assert.match(late?.remedy ?? '', /nodes authorize --origin http/);
  });
});
