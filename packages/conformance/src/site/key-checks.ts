import { CheckSkipped, display, expect, expectEqual, is } from '../check.ts';
import { expectRefused, expectStatus } from '../reply.ts';
import { offered, siteSection } from './bench.ts';

export const staleKey = `pk_${'0'.repeat(22)}`;

export const keySection = siteSection(
  'site keys',
  {
    'key-ways': 'The site key is accepted as ?key=, X-Site-Key and Bearer, and is optional',
    'key-stale':
      'A key that is not current is 401 with the code site_key, in each way and on each method',
    'key-required': 'With require_key, a call without the key is 401 site_key',
    'key-rotated':
      'After rotate-key answers, the old key is refused at once and the new one is in the embed line',
    'key-rotated-live': 'A live session with the old key ends with 4401 when the key is rotated',
  },
  {
    async 'key-ways'({ siteKey, wire, site }) {
      if (siteKey === undefined) throw new CheckSkipped('needs the site key');
      const path = `/v1/sites/${site}/config`;
      for (const [query, headers] of [...waysOf(siteKey), ['', {}] as const])
        expectStatus(await wire.call('GET', `${path}${query}`, undefined, headers), 200);
    },
    async 'key-stale'({ visit }) {
      for (const [query, headers] of waysOf(staleKey))
        expectRefused(await visit('GET', `config${query}`, undefined, headers), 401, 'site_key');
      const asked = await visit('POST', 'ask', { question: 'Habari?' }, { 'x-site-key': staleKey });
      expectRefused(asked, 401, 'site_key');
    },
    async 'key-required'({ own, visit }) {
      await own.change({ require_key: true });
      expectRefused(await visit('GET', 'config'), 401, 'site_key');
    },
    async 'key-rotated'({ own, visit, siteKey = staleKey }) {
      const { body } = offered(await own.call('POST', '/rotate-key'), 'rotate-key');
      const isNew = /^pk_[0-9A-Za-z]{22}$/.test(body.key) && body.key !== siteKey;
      expect(isNew, `the key is ${display(body.key)}`);
      expect(is.having(body.key)(body.embed), `the embed line is ${display(body.embed)}`);
      expectStatus(await visit('GET', `config?key=${siteKey}`), 401, 'the status of the old key');
      expectStatus(await visit('GET', `config?key=${body.key}`), 200, 'that of the new key');
    },
    async 'key-rotated-live'({ own, talk, requireFeature }) {
      await requireFeature('live');
      const { key } = (await own.read()).site;
      await talk(
        async (session) => {
          await session.until('ready');
          offered(await own.call('POST', '/rotate-key'), 'rotate-key');
          const rotatedMs = performance.now();
          expectEqual(await session.closed(), 4_401, 'the code');
          const tookMs = Math.round(performance.now() - rotatedMs);
          // One second is promised; the rest allows for the network and a busy machine.
          expect(tookMs < 5_000, `it went on for ${tookMs} ms`);
        },
        { speech: false },
        { 'x-site-key': key },
      );
    },
  },
);

/** How a key is sent: the query and the headers. */
function waysOf(key: string): readonly (readonly [string, { readonly [name: string]: string }])[] {
  return [
    [`?key=${key}`, {}],
    ['', { 'x-site-key': key }],
    ['', { authorization: `Bearer ${key}` }],
  ];
}
