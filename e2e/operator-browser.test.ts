import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { revokeNode } from '../packages/server/src/nodes/grants.ts';
import { type NodePair, openNodePair } from '../packages/server/test/fixtures/node-pair.ts';
import { noBrowser, openBrowser } from './browser.ts';
import { type ClientPages, openClientPages } from './hosts/client-pages.ts';

describe('an operator and a node, called from a page of a third origin', {
  skip: noBrowser,
}, () => {
  let pages: ClientPages;
  let pair: NodePair;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const origin = () => pages.url;

  before(async () => {
    pages = await openClientPages();
    pair = await openNodePair('sqlite');
    for (const server of [pair.operator, pair.node])
      await (await server.newOwner()).newSite(
        { business: server.url, allowed_origins: [origin()] },
        'duka',
      );
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await pair?.close();
    pages?.close();
  });

  const readConfig = async (host = '127.0.0.1') => {
    const page = await browser.browser.newPage();
    await page.goto(origin().replace('127.0.0.1', host));
    const seen = await page.evaluate(
      async ({ operator, node }) => {
        const { createSiteClient } = await import('/index.js' as string);
        const lines: string[] = [];
        const warn = (line: string) => lines.push(line);
        const site = createSiteClient({ operator, node, site: 'duka', warn, retries: 0 });
        const served = await site.config().then(
          ({ business }: { business: string }) => business,
          ({ code }: { code: string }) => code,
        );
        return { served, lines };
      },
      { operator: pair.operator.url, node: pair.node.url },
    );
    await page.close();
    return seen;
  };

  test('the browser verifies the grant and reads from the node', async () => {
    pair.give((await pair.authorise({ sites: ['duka'] })).grant);
    assert.deepEqual(await readConfig(), { served: pair.node.url, lines: [] });
  });

  test('with a revoked grant, or one for another site, the operator is used', async () => {
    const { jti, grant } = await pair.authorise();
    pair.give(grant);
    await revokeNode(pair.desk, jti);
    const revoked = await readConfig();
    assert.equal(revoked.served, pair.operator.url);
    assert.match(revoked.lines.join('\n'), /its grant was revoked/);
    pair.give((await pair.authorise({ sites: ['soko'] })).grant);
    const other = await readConfig();
    assert.equal(other.served, pair.operator.url);
    assert.match(other.lines.join('\n'), /not for the site duka/);
  });

  test('a page of an origin that is not allowed is refused by the node as well', async () => {
    pair.give((await pair.authorise()).grant);
    assert.deepEqual(await readConfig('localhost'), { served: 'origin', lines: [] });
  });
});
