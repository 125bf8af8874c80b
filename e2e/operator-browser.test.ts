import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { revokeNode } from '../packages/server/src/nodes/grants.ts';
import { type NodeHouse, openNodeHouse } from '../packages/server/test/node-house.ts';
import { openBrowser } from './browser.ts';

describe('an operator and a node, seen from a page of neither', () => {
  let pages: Server;
  let house: NodeHouse;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const built = mkdtempSync(path.join(tmpdir(), 'baraza-client-'));
  const origin = () => `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;

  before(async () => {
    const build = fileURLToPath(new URL('../packages/client/build.mjs', import.meta.url));
    execFileSync(process.execPath, [build, built], { stdio: 'pipe' });
    pages = createServer((request, response) => {
      const name = path.basename(request.url ?? '');
      const isScript = name.endsWith('.js');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript ? readFileSync(path.join(built, name)) : '<!doctype html><title>page</title>',
      );
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
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
    rmSync(built, { recursive: true, force: true });
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
