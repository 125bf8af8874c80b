import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { configSchemaOfSite } from '@baraza/contract';
import { demoProfile } from '../../src/server/demo/demo-profile.ts';
import { ask } from '../fixtures/server.ts';
import { openSiteServer, siteServerOfSuite, type TestSite } from '../fixtures/site-server.ts';
import { exchange, head } from '../sockets/raw-socket.ts';

describe('the public config', () => {
  const { server } = siteServerOfSuite('sqlite');
  let site: TestSite;
  before(async () => {
    site = await server.newSite(demoProfile);
  });

  const config = (query = '', headers: { readonly [name: string]: string } = {}) =>
    ask(server, 'GET', `${site.public}/config${query}`, { headers });

  test('has every field and nothing else of the profile', async () => {
    const { status, json, text } = await config();
    assert.equal(status, 200);
    assert.deepEqual(configSchemaOfSite.parse(json), json);
    assert.equal(json.whatsapp, 'https://wa.me/254700000000');
    assert.doesNotMatch(text, /faqs|facts|notify|allowed_origins|strictness|retention/);
  });

  test('is in the language of the query, else of the browser, else of the site', async () => {
    for (const [query, accept, language] of [
      ['', undefined, 'sw'],
      ['?language=en', undefined, 'en'],
      ['?language=sw', 'en', 'sw'],
      ['', 'en-GB,en;q=0.9', 'en'],
      ['', 'fr, sw;q=0.5, en;q=0.4', 'sw'],
      ['', 'fr', 'sw'],
      ['?language=fr', undefined, 'sw'],
      ['?language=', 'en', 'en'],
    ] as const) {
      const { json } = await config(
        query,
        accept === undefined ? {} : { 'accept-language': accept },
      );
      const greeting = (demoProfile.greeting as { sw: string; en: string })[language];
      assert.deepEqual([json.language, json.greeting], [language, greeting], `${query} ${accept}`);
    }
  });

  test('may be cached for a minute and revalidated by its ETag, which changes with the state', async () => {
    const first = await config();
    assert.equal(first.headers.get('cache-control'), 'private, max-age=60');
    assert.equal(first.headers.get('vary'), 'Origin, Accept-Language');
    const etag = first.headers.get('etag') ?? '';
    const again = await config('', { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
    assert.equal((await config('?language=en', { 'if-none-match': etag })).status, 200);
    await site.asOwner('POST', '/pause');
    assert.equal((await config('', { 'if-none-match': etag })).status, 200);
    await site.asOwner('POST', '/resume');
    assert.equal((await config('', { 'if-none-match': etag })).status, 304);
  });

  test('has default texts where the profile has none', async () => {
    const bare = await server.newSite({ business: 'Duka' });
    for (const [language, name, greeting] of [
      ['sw', 'Msaidizi', /^Habari! Karibu Duka\./],
      ['en', 'Assistant', /^Hello! Welcome to Duka\./],
    ] as const) {
      const { json } = await ask(server, 'GET', `${bare.public}/config?language=${language}`);
      assert.equal(json.name, name);
      assert.match(json.greeting, greeting);
      assert.deepEqual([json.whatsapp, json.suggestions, json.privacy], ['', [], '']);
    }
  });

  test('a text in one language is shown to visitors of both', async () => {
    const bare = await server.newSite({ name: { en: 'Amani' }, suggestions: [{ sw: 'Bei?' }] });
    for (const language of ['sw', 'en']) {
      const { json } = await ask(server, 'GET', `${bare.public}/config?language=${language}`);
      assert.deepEqual([json.name, json.suggestions], ['Amani', ['Bei?']]);
    }
  });
});

describe('the HTTP server of the site assistant', () => {
  const { server } = siteServerOfSuite('sqlite', { environment: { BARAZA_METRICS: 'open' } });

  test('answers requests that cannot be parsed with 400 and JSON', async () => {
    for (const sent of [
      'GARBAGE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n`,
      head('GET', '/', { long: 'x'.repeat(20_000) }),
      head('POST', '/v1/sites/abc/ask', { 'content-length': 'x' }),
    ]) {
      const { replies } = await exchange(server.port, [sent]);
      const [reply] = replies;
      assert.deepEqual([reply?.status, reply?.json.code], [400, 'invalid'], sent.slice(0, 40));
      assert.deepEqual(Object.keys(reply?.json), ['error', 'code', 'request_id']);
    }
  });

  test('has the health endpoints of the platform, and metrics by route', async () => {
    for (const path of ['/healthz', '/readyz'])
      assert.deepEqual((await ask(server, 'GET', path)).json, { status: 'ok' });
    const site = await server.newSite();
    await ask(server, 'GET', `${site.public}/config`);
    const { text } = await ask(server, 'GET', '/metrics');
    assert.match(text, /route="\/v1\/sites\/:site\/config",status="200"\} 1$/m);
    assert.ok(!text.includes(site.id) && !text.includes(site.key));
  });

  test('an unexpected fault is 503 with Retry-After, without internal details', async (t) => {
    const lost = await openSiteServer('sqlite');
    t.after(lost.close);
    const site = await lost.newSite();
    await lost.assistant.store.close();
    for (const reply of [
      await ask(lost, 'GET', `${site.public}/config`),
      await site.asOwner('GET', ''),
      await ask(lost, 'GET', '/readyz'),
    ]) {
      assert.deepEqual([reply.status, reply.json.code], [503, 'busy']);
      assert.ok(Number(reply.headers.get('retry-after')) > 0);
      assert.doesNotMatch(reply.text, /sqlite|database|stack|\.ts/i);
    }
  });
});
