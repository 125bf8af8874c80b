/** Pages and sitemaps of owners: read within robots.txt, within one host, and never from private addresses. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Proposals, proposalsSchema } from '@baraza/contract';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { openSiteServer, siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';
import { assertSavable, entriesOf } from './sent-source.ts';

type Page = {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string | Buffer;
} & { readonly headers?: { readonly [name: string]: string } };

const prose = (name: string) =>
  `The ${name} is what visitors of this shop ask about, ` +
  'in one sentence that is far too long to be an entry of a menu.';
const page = (name: string) =>
  `<!doctype html><title>${name}</title><nav>Home ${name}</nav><main><h1>${name}</h1><p>${prose(name)}</p></main>`;

describe('websites of owners', () => {
  const { server } = siteServerOfSuite('sqlite', { environment: { BARAZA_WEBHOOK_PRIVATE: '1' } });
  let site: TestSite;
  let web: Server;
  let base = '';
  let pages: { [path: string]: Page } = {};
  let asked: IncomingMessage[] = [];
  let open = 0;
  let openMost = 0;
  before(async () => {
    web = createServer((request, response) => {
      asked.push(request);
      open += 1;
      openMost = Math.max(openMost, open);
      response.on('close', () => {
        open -= 1;
      });
      const {
        status = 200,
        type = 'text/html',
        headers = {},
        body = '',
      } = pages[request.url ?? ''] ?? { status: 404 };
      response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    });
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    site = await server.newSite({});
  });
  after(() => web.close());
  beforeEach(() => {
    pages = {};
    asked = [];
    openMost = 0;
  });

  const post = (url: unknown, of: TestSite = site) => of.asOwner('POST', '/sources', { url });
  const read = async (url: string): Promise<Proposals> => {
    const reply = await post(url);
    assert.equal(reply.status, 200, reply.text);
    const found = proposalsSchema.parse(reply.json);
    await assertSavable(site, found);
    return found;
  };
  const sitemap = (...paths: readonly string[]): Page => ({
    type: 'application/xml',
    body: `<?xml version="1.0"?><urlset>${paths.map(located).join('')}</urlset>`,
  });
  const located = (path: string) =>
    `<url><loc>${path.startsWith('/') ? base : ''}${path}</loc></url>`;
  const paths = () => asked.map(({ url }) => url);

  test('a page is read without its menu, and its entries have its address', async () => {
    pages['/garden'] = { body: page('garden') };
    const found = await read(`${base}/garden#top`);
    assert.deepEqual(fieldsOf(found.proposals, 'entry', 'from'), [
      [
        { title: 'garden', text: prose('garden'), url: `${base}/garden`, language: 'en' },
        `${base}/garden`,
      ],
    ]);
    assert.deepEqual(paths(), ['/robots.txt', '/garden']);
    assert.match(asked[1]?.headers['user-agent'] ?? '', /^BarazaSources .*\(\+http/);
    assert.equal(asked[1]?.headers.authorization, undefined);
  });

  test('at most 50 pages of a sitemap are read, one by one; what all of them say is proposed once', async () => {
    const notice =
      '<p>Free parking is behind the building, and the guard opens the gate for guests.</p>';
    const many = Array.from({ length: 53 }, (_, index) => `/page-${index}`);
    pages['/sitemap.xml'] = sitemap(...many, many[0] ?? '');
    for (const path of many)
      pages[path] = { body: page(path.slice(1)).replace('</main>', `${notice}</main>`) };
    const found = await read(`${base}/sitemap.xml`);
    const facts = entriesOf(found, 'facts');
    assert.equal(facts.length, 50);
    assert.equal(facts.filter(({ text }) => text.includes('Free parking')).length, 1);
    assert.equal(openMost, 1);
    assert.equal(paths().length, 52);
    assert.match(found.left_out[0]?.why ?? '', /^3 more pages/);
  });

  test('a whole website is read from its first page; carts, files and other hosts are not', async () => {
    const links =
      '<a href="/blog/2024/news">News</a> <a href="/prices">Prices</a> <a href="/cart">Cart</a> ' +
      '<a href="/menu.pdf">PDF</a> <a href="https://elsewhere.example/x">Other</a> <a href="/prices#top">Again</a>';
    pages['/'] = {
      body:
        `<title>Home | Duka</title><meta property="og:site_name" content="Duka la Asha"><nav>${links}</nav>` +
        `<main><h1>Welcome</h1><p>${prose('shop')}</p></main>` +
        '<footer><p>Open Monday to Friday: 8:00 am – 5:00 pm</p><a href="tel:0722123456">Call</a></footer>',
    };
    pages['/prices'] = {
      body:
        '<h1>Prices</h1><ul><li>Bread – KES 65</li></ul><p>Simu: 0722 123 456</p>' +
        '<p>Barua pepe: a@duka.example</p>',
    };
    pages['/blog/2024/news'] = { body: page('news') };
    pages['/sitemap.xml'] = sitemap('/prices', '/hidden');
    pages['/hidden'] = { body: page('hidden') };
    const reply = await site.asOwner('POST', '/sources', { url: base, whole: true });
    assert.equal(reply.status, 200, reply.text);
    const found = proposalsSchema.parse(reply.json);
    const expected = ['/robots.txt', '/', '/sitemap.xml', '/prices', '/hidden', '/blog/2024/news'];
    assert.deepEqual(paths(), expected);
    assert.deepEqual(found.left_out, [
      {
        from: `${base}/menu.pdf`,
        why: 'The document menu.pdf is not read with the website: send it as a file.',
      },
    ]);
    const fields = entriesOf(found, 'profile' as never) as unknown as Record<string, string>[];
    assert.deepEqual(Object.assign({}, ...fields), {
      business: 'Duka la Asha',
      about: prose('shop'),
      phone: '0722123456',
      email: 'a@duka.example',
    });
    assert.deepEqual(fieldsOf(entriesOf(found, 'hours'), 'open', 'close'), [['08:00', '17:00']]);
    assert.deepEqual(fieldsOf(entriesOf(found, 'prices'), 'item', 'price'), [['Bread', 65]]);
    assert.doesNotMatch(
      reply.text,
      /Simu: 0722/,
      'a line that became a field is not a fact as well',
    );
  });

  test('an address inside a folder stands for that folder', async () => {
    pages['/view/asha'] = {
      body: `${page('asha')}<a href="/view/asha/bei">Bei</a><a href="/view/juma">Juma</a>`,
    };
    pages['/view/asha/bei'] = { body: page('bei') };
    pages['/view/juma'] = { body: page('juma') };
    const reply = await site.asOwner('POST', '/sources', { url: `${base}/view/asha`, whole: true });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(paths(), ['/robots.txt', '/view/asha', '/sitemap.xml', '/view/asha/bei']);
  });

  test('an address of more than 2000 characters is nowhere kept', async () => {
    // Three times as long once its letters are encoded.
    const long = `/${'é'.repeat(400)}`;
    pages['/'] = { body: `<h1>Duka</h1><p>${prose('shop')}</p><a href="${long}">Long</a>` };
    pages['/sitemap.xml'] = sitemap('/garden', `/${'x'.repeat(2_000)}`);
    pages['/garden'] = { body: page('garden') };
    const reply = await site.asOwner('POST', '/sources', { url: base, whole: true });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json.left_out, []);
    assert.deepEqual(paths(), ['/robots.txt', '/', '/sitemap.xml', '/garden']);
  });

  test('a sitemap index is followed; other hosts and pages that robots.txt forbids are left out', async () => {
    pages['/robots.txt'] = {
      type: 'text/plain',
      body: 'User-agent: *\nDisallow: /secret\nUser-agent: BarazaSources\nDisallow: /ours',
    };
    pages['/sitemap.xml'] = {
      type: 'text/xml',
      body: `<sitemapindex><sitemap><loc>${base}/a.xml</loc></sitemap></sitemapindex>`,
    };
    pages['/a.xml'] = sitemap(
      ...['/one', 'https://elsewhere.example/two', 'javascript:alert(1)', '/ours', '/secret'],
    );
    for (const name of ['one', 'ours', 'secret']) pages[`/${name}`] = { body: page(name) };
    const refused = await post(`${base}/ours`);
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid']);
    assert.match(refused.json.error, /robots\.txt/);
    const found = await read(`${base}/sitemap.xml`);
    assert.deepEqual(fieldsOf(entriesOf(found, 'facts'), 'title'), ['one', 'secret']);
    assert.deepEqual(fieldsOf(found.left_out, 'from'), [
      'https://elsewhere.example/two',
      'javascript:alert(1)',
      `${base}/ours`,
    ]);
    assert.match(found.left_out[2]?.why ?? '', /robots\.txt/);
    assert.ok(!paths().includes('/ours'));
  });

  test('closing the connection while a website is slow frees the place at once', async () => {
    const reached = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const slow = createServer((_, response) => {
      response.once('close', left.resolve);
      reached.resolve();
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    try {
      const leaving = new AbortController();
      const first = fetch(`${server.url}${site.admin}/sources`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${site.owner.credential}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/` }),
        signal: leaving.signal,
      });
      await Promise.race([reached.promise, first]);
      leaving.abort();
      await assert.rejects(first);
      await left.promise;
      pages['/garden'] = { body: page('garden') };
      assert.equal(entriesOf(await read(`${base}/garden`), 'facts').length, 1);
    } finally {
      slow.close();
    }
  });

  test('a body that is not an object is 400', async () => {
    for (const body of [[], ['https://example.com']]) {
      const reply = await site.asOwner('POST', '/sources', body);
      assert.deepEqual([reply.status, reply.json.code], [400, 'invalid']);
      assert.match(reply.json.error, /^The body must be an object/, JSON.stringify(body));
    }
  });

  test('redirects are followed a few times, each of them checked', async () => {
    pages['/old'] = { status: 301, headers: { location: '/new' } };
    pages['/new'] = { body: page('new') };
    assert.equal(entriesOf(await read(`${base}/old`), 'facts')[0]?.url, `${base}/new`);
    pages['/loop'] = { status: 302, headers: { location: '/loop' } };
    const looped = await post(`${base}/loop`);
    assert.deepEqual([looped.status, looped.json.code], [400, 'invalid']);
    pages['/file'] = { status: 302, headers: { location: 'file:///etc/passwd' } };
    assert.equal((await post(`${base}/file`)).status, 400);
  });

  test('an unreadable page is refused: not found, too large, no page, no answer', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024 + 1, 'a');
    pages['/large'] = { body: large };
    pages['/picture'] = { type: 'image/png', body: Buffer.from('89504e47', 'hex') };
    pages['/down'] = { status: 502 };
    for (const [path, status, code] of [
      ['/nothing', 400, 'invalid'],
      ['/large', 400, 'invalid'],
      ['/picture', 400, 'invalid'],
      ['/down', 503, 'upstream'],
    ] as const) {
      const reply = await post(`${base}${path}`);
      assert.deepEqual([reply.status, reply.json.code], [status, code], `${path} ${reply.text}`);
      assert.equal(reply.headers.has('retry-after'), status === 503);
    }
    for (const url of [
      '',
      'garden',
      'ftp://example.com/',
      'https://a:b@example.com/',
      7,
      undefined,
    ])
      assert.deepEqual((await post(url)).json.code, 'invalid', String(url));
  });

  test('private addresses are refused, by address and by name', async (t) => {
    const strict = await openSiteServer('sqlite', {
      resolve: (name, done) =>
        done(null, [{ address: name === 'public.example' ? '8.8.8.8' : '127.0.0.1', family: 4 }]),
    });
    t.after(strict.close);
    const shop = await strict.newSite({});
    const { port } = new URL(base);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', 'inside.example']) {
      const reply = await post(`http://${host}:${port}/garden`, shop);
      assert.deepEqual([reply.status, reply.json.code], [400, 'invalid'], reply.text);
      assert.match(reply.json.error, /not a public address/);
    }
    assert.deepEqual(asked, []);
  });
});
