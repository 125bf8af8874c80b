import { type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectRefused, expectStatus, type Reply } from '../reply.ts';
import type { SiteBench } from './bench.ts';

const page = 'https://shop.example.com';
const foreign = 'https://evil.example';
const exposed = ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-voice', 'etag', 'x-request-id'];

/** Every public endpoint, with a request body for it. */
const endpoints: readonly (readonly [string, string, unknown])[] = [
  ['GET', 'config', undefined],
  ['POST', 'ask', { question: 'Habari?' }],
  ['POST', 'leads', { contact: 'ab' }],
  ['POST', 'speak', { text: '' }],
  ['POST', 'transcribe', ''],
  ['GET', 'live', undefined],
];

export const originChecks: Checks<SiteBench> = {
  'cors-echo': {
    holds:
      'CORS responses name the one origin, vary by it, expose what pages read, and allow no credentials',
    run: async ({ visit }) => {
      for (const [method, endpoint, body] of endpoints)
        expectReadable(
          await visit(method, endpoint, { headers: { origin: page }, body }),
          page,
          endpoint,
        );
      const { headers } = await visit('GET', 'config', { headers: { origin: page } });
      const listed = names(headers['access-control-expose-headers']);
      for (const name of exposed) expect(listed.includes(name), `${name} is not exposed`);
    },
  },
  'cors-preflight': {
    holds:
      'A preflight is answered for POST with content-type, x-site-key and x-visitor, for two hours',
    run: async ({ visit }) => {
      const reply = await visit('OPTIONS', 'ask', {
        headers: {
          origin: page,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-site-key,x-visitor',
        },
      });
      expect(reply.status === 200 || reply.status === 204, `its status is ${reply.status}`);
      expectReadable(reply, page, 'the preflight');
      const allowed = names(reply.headers['access-control-allow-headers']);
      for (const name of ['content-type', 'x-site-key', 'x-visitor'])
        expect(allowed.includes(name), `${name} is not allowed`);
      expectEqual(reply.headers['access-control-max-age'], '7200', 'Access-Control-Max-Age');
    },
  },
  'origin-listed': {
    holds:
      'With allowed_origins, listed pages are served, and a wildcard matches subdomains but not the apex',
    run: (bench) =>
      restricted(bench, async () => {
        for (const origin of [page, 'https://a.example.org', 'https://a.b.example.org'])
          expectStatus(await config(bench, origin), 200, `the status for ${origin}`);
      }),
  },
  'origin-foreign': {
    holds:
      'Other pages get 403 origin on every public endpoint, naming the origin, readable by that page',
    run: (bench) =>
      restricted(bench, async () => {
        for (const [method, endpoint, body] of endpoints) {
          const reply = await bench.visit(method, endpoint, {
            headers: { origin: foreign },
            body,
          });
          expectRefused(reply, 403, 'origin', `the answer of ${endpoint}`);
          expectIs(reply.json().error, /https:\/\/evil\.example/, `the sentence of ${endpoint}`);
          expectReadable(reply, foreign, endpoint);
        }
      }),
  },
  'origin-preflight': {
    holds: 'A preflight of another page is refused with 403 too',
    run: (bench) =>
      restricted(bench, async () => {
        const preflight = async (origin: string) =>
          (
            await bench.visit('OPTIONS', 'ask', {
              headers: { origin, 'access-control-request-method': 'POST' },
            })
          ).status;
        expectEqual(await preflight(foreign), 403, 'the status');
        const listed = await preflight(page);
        expect(listed === 200 || listed === 204, `for a listed page it is ${listed}`);
      }),
  },
  'origin-many': {
    holds: 'At most 50 origins are listed; one more is 400',
    run: async ({ requireOwnSite, saveProfile }) => {
      const { profile } = requireOwnSite();
      const origins = Array.from({ length: 51 }, (_, index) => `https://p${index}.example`);
      const reply = await saveProfile({ ...profile, allowed_origins: origins });
      expectRefused(reply, 400, 'invalid');
    },
  },
  'origin-near': {
    holds: 'Origins are compared exactly: scheme, host and port; null is never one of them',
    run: (bench) =>
      restricted(bench, async () => {
        for (const origin of [
          'http://shop.example.com',
          'https://shop.example.com:8443',
          'https://example.org',
          'https://shop.example.com.evil.example',
          'https://xshop.example.com',
          'null',
        ])
          expectStatus(await config(bench, origin), 403, `the status for ${origin}`);
      }),
  },
  'origin-absent': {
    holds:
      'Callers without an origin are refused if origins are listed, unless apps with the key are allowed',
    run: async (bench) => {
      const key = bench.requireOwnSite().key;
      const asApp = async (changes: object) =>
        restricted(
          bench,
          async () =>
            (await bench.visit('GET', 'config', { headers: { 'x-site-key': key } })).status,
          changes,
        );
      expectEqual([await asApp({}), await asApp({ allow_apps: true })], [403, 200], 'the statuses');
    },
  },
  'origin-cleaned': {
    holds: 'Saved origins lose path, case and default port; an invalid origin is 400 and named',
    run: ({ withProfile, saveProfile, read }) =>
      withProfile(
        { allowed_origins: ['HTTPS://Shop.Example.com:443/page'] },
        async ({ path, profile }) => {
          const saved = (await read(path)).profile.allowed_origins;
          expectEqual(saved, [page], 'what is saved');
          const wrong = await saveProfile({ ...profile, allowed_origins: ['ftp://nowhere'] });
          expectStatus(wrong, 400, 'the status of a wrong one');
          expectIs(wrong.json().error, /ftp:\/\/nowhere/, 'the sentence');
        },
      ),
  },
};

function restricted<Value>(
  { withProfile }: SiteBench,
  use: () => Promise<Value>,
  changes: object = {},
): Promise<Value> {
  return withProfile({ allowed_origins: [page, 'https://*.example.org'], ...changes }, use);
}

function config({ visit }: SiteBench, origin: string): Promise<Reply> {
  return visit('GET', 'config', { headers: { origin } });
}

function expectReadable({ headers }: Reply, origin: string, what: string): void {
  expectEqual(
    headers['access-control-allow-origin'],
    origin,
    `Access-Control-Allow-Origin of ${what}`,
  );
  expectEqual(
    headers['access-control-allow-credentials'],
    undefined,
    `Access-Control-Allow-Credentials of ${what}`,
  );
  expect(names(headers.vary).includes('origin'), `Vary of ${what} is ${display(headers.vary)}`);
}

function names(header: unknown): readonly string[] {
  return String(header ?? '')
    .toLowerCase()
    .split(/(?<!\s)\s*,\s*/);
}
