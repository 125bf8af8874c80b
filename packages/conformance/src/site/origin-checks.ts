import { display, expect, expectEqual, expectShape, is } from '../check.ts';
import { expectRefused, expectReply, expectStatus, type Reply } from '../reply.ts';
import { type SiteBench, siteSection } from './bench.ts';

const page = 'https://shop.example.com';
const foreign = 'https://evil.example';
const listed = { allowed_origins: [page, 'https://*.example.org'] };
const exposed = ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-voice', 'etag', 'x-request-id'];
const sent = ['content-type', 'x-site-key', 'x-visitor'];

/** Every public endpoint, with a request body for it. */
const endpoints: readonly (readonly [string, string, unknown])[] = [
  ['GET', 'config', undefined],
  ['POST', 'ask', { question: 'Habari?' }],
  ['POST', 'leads', { contact: 'ab' }],
  ['POST', 'speak', { text: '' }],
  ['POST', 'transcribe', ''],
  ['GET', 'live', undefined],
];

export const originSection = siteSection(
  'origins',
  {
    'cors-echo':
      'CORS responses name the one origin, vary by it, expose what pages read, and allow no credentials',
    'cors-preflight':
      'A preflight is answered for POST with content-type, x-site-key and x-visitor, for two hours',
    'origin-listed':
      'With allowed_origins, listed pages are served, and a wildcard matches subdomains but not the apex',
    'origin-foreign':
      'Other pages get 403 origin on every public endpoint, naming the origin, readable by that page',
    'origin-preflight': 'A preflight of another page is refused with 403 too',
    'origin-many': 'At most 50 origins are listed; one more is 400',
    'origin-near': 'Origins are compared exactly: scheme, host and port; null is never one of them',
    'origin-absent':
      'Callers without an origin are refused if origins are listed, unless apps with the key are allowed',
    'origin-cleaned':
      'Saved origins lose path, case and default port; an invalid origin is 400 and named',
  },
  {
    async 'cors-echo'({ visit }) {
      for (const [method, endpoint, body] of endpoints)
        expectReadable(await visit(method, endpoint, body, { origin: page }), page);
      const { headers } = await visit('GET', 'config', undefined, { origin: page });
      const shown = names(headers['access-control-expose-headers']);
      for (const name of exposed) expect(shown.includes(name), `${name} is not exposed`);
    },
    async 'cors-preflight'(bench) {
      const asked = { 'access-control-request-headers': sent.join(',') };
      const reply = await preflight(bench, page, asked);
      expectShape(reply.status, is.oneOf(200, 204), 'its status');
      expectReadable(reply, page);
      const allowed = names(reply.headers['access-control-allow-headers']);
      for (const name of sent) expect(allowed.includes(name), `${name} is not allowed`);
      expectEqual(reply.headers['access-control-max-age'], '7200', 'Access-Control-Max-Age');
    },
    async 'origin-listed'(bench) {
      await bench.own.change(listed);
      for (const origin of [page, 'https://a.example.org', 'https://a.b.example.org'])
        await expectConfig(bench, origin, 200);
    },
    async 'origin-foreign'({ own, visit }) {
      await own.change(listed);
      for (const [method, endpoint, body] of endpoints) {
        const reply = await visit(method, endpoint, body, { origin: foreign });
        expectReply(reply, 403, { code: 'origin', error: /https:\/\/evil\.example/ });
        expectReadable(reply, foreign);
      }
    },
    async 'origin-preflight'(bench) {
      await bench.own.change(listed);
      expectStatus(await preflight(bench, foreign), 403);
      const { status } = await preflight(bench, page);
      expectShape(status, is.oneOf(200, 204), 'the status for a listed page');
    },
    async 'origin-many'({ own }) {
      const origins = Array.from({ length: 51 }, (_, index) => `https://p${index}.example`);
      const reply = await own.save({ ...own.profile, allowed_origins: origins });
      expectRefused(reply, 400, 'invalid');
    },
    async 'origin-near'(bench) {
      await bench.own.change(listed);
      for (const origin of [
        'http://shop.example.com',
        'https://shop.example.com:8443',
        'https://example.org',
        'https://shop.example.com.evil.example',
        'https://xshop.example.com',
        'null',
      ])
        await expectConfig(bench, origin, 403);
    },
    async 'origin-absent'({ own, visit }) {
      const asApp = () => visit('GET', 'config', undefined, { 'x-site-key': own.key });
      await own.change(listed);
      expectStatus(await asApp(), 403, 'the status without an origin');
      await own.change({ ...listed, allow_apps: true });
      expectStatus(await asApp(), 200, 'the status with allow_apps');
    },
    async 'origin-cleaned'({ own }) {
      await own.change({ allowed_origins: ['HTTPS://Shop.Example.com:443/page'] });
      const saved = (await own.read()).profile.allowed_origins;
      expectEqual(saved, [page], 'what is saved');
      const wrong = await own.save({ ...own.profile, allowed_origins: ['ftp://nowhere'] });
      expectReply(wrong, 400, { error: /ftp:\/\/nowhere/ });
    },
  },
);

function preflight({ visit }: SiteBench, origin: string, more = {}): Promise<Reply> {
  const asked = { origin, 'access-control-request-method': 'POST', ...more };
  return visit('OPTIONS', 'ask', undefined, asked);
}

async function expectConfig({ visit }: SiteBench, origin: string, status: number): Promise<void> {
  const reply = await visit('GET', 'config', undefined, { origin });
  expectStatus(reply, status, `the status for ${origin}`);
}

function expectReadable({ headers, call }: Reply, origin: string): void {
  const readers = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': undefined,
  };
  expectShape(headers, readers, call);
  expect(names(headers.vary).includes('origin'), `Vary of ${call} is ${display(headers.vary)}`);
}

function names(header: unknown): readonly string[] {
  return String(header ?? '')
    .toLowerCase()
    .split(/(?<!\s)\s*,\s*/);
}
