import { type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectRefused, expectStatus } from '../reply.ts';
import type { SiteBench } from './bench.ts';

const kinds: { readonly [field: string]: (value: unknown) => boolean } = {
  name: isText,
  business: isText,
  greeting: isText,
  colour: (value) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(String(value)),
  position: (value) => value === 'left' || value === 'right',
  suggestions: (value) => Array.isArray(value) && value.every(isText),
  whatsapp: (value) => value === '' || /^https:\/\/wa\.me\//.test(String(value)),
  voice: isTruth,
  enabled: isTruth,
  languages: (value) => Array.isArray(value) && value.every((one) => one === 'sw' || one === 'en'),
  language: (value) => value === 'sw' || value === 'en',
  speak: isTruth,
  live: isTruth,
  feedback: isTruth,
  privacy: isText,
};

export const configChecks: Checks<SiteBench> = {
  'config-fields': {
    holds: 'GET config returns JSON with every public setting in its type',
    run: async ({ visit }) => {
      const reply = await visit('GET', 'config');
      expectStatus(reply, 200);
      const config = reply.json();
      for (const [field, isKind] of Object.entries(kinds))
        expect(isKind(config[field]), `${field} is ${display(config[field])}`);
    },
  },
  'config-cached': {
    holds: 'Config carries an ETag, private caching of 60 seconds, and answers 304 to that ETag',
    run: async ({ visit }) => {
      const { headers } = await visit('GET', 'config');
      const etag = String(headers.etag ?? '');
      expect(/^(?:W\/)?"[^"]+"$/.test(etag), `ETag is ${display(headers.etag)}`);
      const caching = String(headers['cache-control'] ?? '');
      expect(
        caching.includes('private') && caching.includes('max-age=60'),
        `Cache-Control is ${display(caching)}`,
      );
      const again = await visit('GET', 'config', { headers: { 'if-none-match': etag } });
      expectStatus(again, 304, 'the status with If-None-Match');
    },
  },
  'config-vary': {
    holds: 'Config varies by Origin and Accept-Language',
    run: async ({ visit }) => {
      const vary = String((await visit('GET', 'config')).headers.vary ?? '').toLowerCase();
      expect(vary.includes('origin'), `Vary is ${display(vary)}`);
      expect(vary.includes('accept-language'), `Vary is ${display(vary)}`);
    },
  },
  'config-language': {
    holds: '?language selects the language, before Accept-Language',
    run: async ({ requireOwnSite, visit }) => {
      const { profile } = requireOwnSite();
      for (const [language, other] of [
        ['sw', 'en'],
        ['en', 'sw'],
      ] as const) {
        const asked = await visit('GET', `config?language=${language}`, {
          headers: { 'accept-language': other },
        });
        expectEqual(asked.json().greeting, profile.greeting[language], 'the greeting');
        const preferred = await visit('GET', 'config', {
          headers: { 'accept-language': `${language}-KE,${language};q=0.9` },
        });
        expectEqual(preferred.json().greeting, profile.greeting[language], 'the greeting');
      }
    },
  },
  'config-paused': {
    holds:
      'A paused site has enabled:false, answers an ask with one sentence and a handoff, and accepts leads',
    run: async ({ requireOwnSite, admin, visit, ask }) => {
      const { path } = requireOwnSite();
      await admin('POST', `${path}/pause`);
      try {
        expectEqual((await visit('GET', 'config')).json().enabled, false, 'enabled');
        const { text, done } = await ask({ question: 'Habari?' });
        expectEqual(done.answered, false, 'answered');
        expect(
          text.trim() !== '' && isLink(done.handoff),
          `it answered ${display({ text, done })}`,
        );
        const lead = await visit('POST', 'leads', { body: { contact: 'paused@example.com' } });
        expectStatus(lead, 201, 'the status of a lead');
      } finally {
        await admin('POST', `${path}/resume`);
      }
    },
  },
  'hosted-page': {
    holds: '/s/{site} is a page where the assistant can be reached',
    run: async ({ wire, site }) => {
      const reply = await wire.call('GET', `/s/${site}`);
      expectStatus(reply, 200);
      const type = String(reply.headers['content-type'] ?? '');
      expectIs(type, /^text\/html\b/, 'Content-Type');
    },
  },
  'site-unknown': {
    holds: 'A site that does not exist is 404 with the code site',
    run: async ({ wire }) => {
      const reply = await wire.call('GET', '/v1/sites/no-such-site-here/config');
      expectRefused(reply, 404, 'site');
    },
  },
};

/** What a visitor can follow to reach a person. */
export function isLink(value: unknown): boolean {
  return typeof value === 'string' && /^(?:https?:\/\/|tel:|mailto:)\S+$/.test(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTruth(value: unknown): boolean {
  return typeof value === 'boolean';
}
