import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { revokeNode } from '../packages/server/src/nodes/grants.ts';
import { nodePairOfSuite } from '../packages/server/test/fixtures/node-pair.ts';
import type { TestSite } from '../packages/server/test/fixtures/site-server.ts';
import { noBrowser, openBrowser } from './browser.ts';
import { type Host, openHost } from './hosts/host.ts';
import { createPagePool, type PagePool } from './hosts/page-pool.ts';
import { withWidget } from './hosts/widget-server.ts';

describe('the widget with an operator and a node', { skip: noBrowser }, () => {
  const pair = nodePairOfSuite('sqlite');
  let host: Host;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let pool: PagePool;
  let moved: TestSite;
  let keys: { readonly operator: string; readonly node: string };
  before(async () => {
    const [operator, node] = [
      await (await pair.operator.newOwner()).newSite(
        { business: 'Kwa msimamizi', languages: ['sw'] },
        'duka',
      ),
      await (await pair.node.newOwner()).newSite(
        {
          business: 'Kwenye nodi',
          languages: ['sw'],
          require_key: true,
          faqs: [{ question: 'Mnauza unga?', answer: 'Ndiyo, tunauza unga.' }],
        },
        'duka',
      ),
    ];
    moved = operator;
    keys = { operator: operator.key, node: node.key };
    host = await openHost();
    browser = await openBrowser();
    pool = createPagePool(browser.browser, { locale: 'sw', withoutCache: true });
  });
  after(async () => {
    await browser?.close();
    await host?.close();
  });

  const line = (node: string, more = '') =>
    `<script src="${pair.operator.url}/w.js" data-site="duka" data-key="${keys.operator}" data-node="${node}" ` +
    `${more} defer></script>`;
  const open = async (body: string) => {
    const warnings: string[] = [];
    const opened = await pool.open(host.put('/', { body }), {}, async (context) => {
      const [page = assert.fail()] = context.pages();
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
    });
    const session = withWidget(opened);
    await session.widget.open();
    return { ...session, warnings };
  };

  test('a node that the operator has authorised answers with the key of the node', async () => {
    pair.give((await pair.authorise({ sites: ['duka'] })).grant);
    const { page, widget, warnings, close } = await open(
      line(pair.node.url, `data-node-key="${keys.node}"`),
    );
    await page.getByRole('heading', { name: 'Kwenye nodi' }).waitFor();
    await widget.ask('Mnauza unga?');
    await widget.answer.getByText('Ndiyo, tunauza unga.').first().waitFor();
    assert.deepEqual(warnings, []);
    await close();
  });

  test('a node with a revoked grant gets one warning, and the operator answers', async () => {
    const { jti, grant } = await pair.authorise();
    pair.give(grant);
    await revokeNode(pair.desk, jti);
    const { page, warnings, close } = await open(line(pair.node.url));
    await page.getByRole('heading', { name: 'Kwa msimamizi' }).waitFor();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /its grant was revoked/);
    await close();
  });

  test('the operator named by the page is used, even if another server delivers the widget', async () => {
    const { page, close } = await open(
      `<script src="${pair.node.url}/w.js" data-site="duka" data-key="${keys.operator}" ` +
        `data-operator="${pair.operator.url}" defer></script>`,
    );
    await page.getByRole('heading', { name: 'Kwa msimamizi' }).waitFor();
    await close();
  });

  test('a conversation with a site that has moved begins on its new server', async () => {
    await moved.asOwner('POST', '/move', { base: pair.node.url });
    const { page, widget, close } = await open(
      `<script src="${pair.operator.url}/w.js" data-site="duka" data-key="${keys.operator}" ` +
        `data-node-key="${keys.node}" defer></script>`,
    );
    await page.getByRole('heading', { name: 'Kwenye nodi' }).waitFor();
    await widget.ask('Mnauza unga?');
    await widget.answer.getByText('Ndiyo, tunauza unga.').first().waitFor();
    await moved.asOwner('POST', '/move', { base: null });
    await close();
  });

  for (const [node, reason] of [
    ['http://node.example', 'its address is not https'],
    ['node', 'it is not an address'],
  ] as const)
    test(`a node gets one warning and no request if ${reason}`, async () => {
      const { page, warnings, close } = await open(line(node));
      await page.getByRole('heading', { name: 'Kwa msimamizi' }).waitFor();
      assert.deepEqual(warnings, [`The operator is used instead of the node ${node}: ${reason}.`]);
      await close();
    });
});
