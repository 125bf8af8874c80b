import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { revokeNode } from '../packages/server/src/nodes/grants.ts';
import { type NodeHouse, openNodeHouse } from '../packages/server/test/fixtures/node-house.ts';
import { noBrowser, openBrowser } from './browser.ts';
import { type ClientPages, openClientPages } from './hosts/client-pages.ts';

describe('an operator and a node, seen from a page of neither', { skip: noBrowser }, () => {
  let pages: ClientPages;
  let house: NodeHouse;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const origin = () => pages.url;

  before(async () => {
    pages = await openClientPages();
    house = await openNodeHouse('sqlite');
    for (const server of [house.operator, house.node])
      await (await server.newOwner()).newSite(
        { business: server.url, allowed_origins: [origin()] },
        'duka',
      );
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await house?.close();
    pages?.close();
  });

  const look = async (host = '127.0.0.1') => {
    const page = await browser.browser.newPage();
    await page.goto(origin().replace('127.0.0.1', host));
    const seen = await page.evaluate(
      async ({ operator, node }) => {
        const { createSiteClient } = await import('/index.js' as string);
        const lines: string[] = [];
        const warn = (line: string) => lines.push(line);
        const site = createSiteClient({ operator, node, site: 'duka', warn, retries: 0 });
        const told = await site.config().then(
          ({ business }: { business: string }) => business,
          ({ code }: { code: string }) => code,
        );
        return { told, lines };
      },
      { operator: house.operator.url, node: house.node.url },
    );
    await page.close();
    return seen;
  };

  test('its browser verifies the grant and reads the node', async () => {
    house.give((await house.authorise({ sites: ['duka'] })).grant);
    assert.deepEqual(await look(), { told: house.node.url, lines: [] });
  });

  test('a grant that was revoked, and one for another site, lead to the operator', async () => {
    const { jti, grant } = await house.authorise();
    house.give(grant);
    await revokeNode(house.desk, jti);
    const revoked = await look();
    assert.equal(revoked.told, house.operator.url);
    assert.match(revoked.lines.join('\n'), /its grant was revoked/);
    house.give((await house.authorise({ sites: ['soko'] })).grant);
    const other = await look();
    assert.equal(other.told, house.operator.url);
    assert.match(other.lines.join('\n'), /not for the site duka/);
  });

  test('a page that the site does not list is refused by the node as by the operator', async () => {
    house.give((await house.authorise()).grant);
    assert.deepEqual(await look('localhost'), { told: 'origin', lines: [] });
  });
});
