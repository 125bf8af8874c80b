import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@baraza/contract';
import { fetchKeys } from '../../src/nodes/fetch-keys.ts';
import { grantFault } from '../../src/nodes/own-grant.ts';
import { nodePairOfSuite, openNodePair } from '../fixtures/node-pair.ts';

const pair = nodePairOfSuite('sqlite');

test('a node is told what is wrong with a grant that no application would accept', async (t) => {
  const { operatorUrl: operator = '' } = pair.node.platformServer.installation.config;
  const keys = await fetchKeys(operator);
  const faultOf = (grant: string, aheadMs = 0) => {
    const nowMs = pair.node.assistant.clock() + aheadMs;
    return grantFault(grant, { origin: new URL(pair.node.url).origin, operator, nowMs, keys });
  };
  const { grant } = await pair.authorise();
  assert.equal(await faultOf(grant), undefined);
  assert.match((await faultOf(grant.slice(0, 200))) ?? '', /is malformed/);
  const elsewhere = await pair.authorise({ origin: 'https://b.example' });
  assert.match((await faultOf(elsewhere.grant)) ?? '', /is for https:\/\/b\.example, and this is/);
  assert.match((await faultOf(grant, 31 * dayMs)) ?? '', /ended at/);
  const other = await openNodePair('sqlite');
  t.after(other.close);
  const foreign = await other.authorise({ origin: pair.node.url });
  assert.match((await faultOf(foreign.grant)) ?? '', /is not signed by .*BARAZA_OPERATOR_URL/);
});
