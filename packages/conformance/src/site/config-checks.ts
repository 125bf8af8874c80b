import { display, expect, expectEqual, is } from '../check.ts';
import { expectHead, expectRefused, expectReply, expectStatus } from '../reply.ts';
import { siteSection } from './bench.ts';

const isLanguage = is.oneOf('sw', 'en');

const settings = {
  name: is.text,
  business: is.text,
  greeting: is.text,
  colour: /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
  position: is.oneOf('left', 'right'),
  suggestions: is.listOf(is.text),
  whatsapp: /^$|^https:\/\/wa\.me\//,
  voice: is.truth,
  enabled: is.truth,
  languages: is.listOf(isLanguage),
  language: isLanguage,
  speak: is.truth,
  live: is.truth,
  feedback: is.truth,
  privacy: is.text,
};

export const configSection = siteSection(
  'config',
  {
    'config-fields': 'GET config returns JSON with every public setting in its type',
    'config-cached':
      'Config carries an ETag, private caching of 60 seconds, and answers 304 to that ETag',
    'config-vary': 'Config varies by Origin and Accept-Language',
    'config-language': '?language selects the language, before Accept-Language',
    'config-paused':
      'A paused site has enabled:false, answers an ask with one sentence and a handoff, and accepts leads',
    'hosted-page': '/s/{site} is a page where the assistant can be reached',
    'site-unknown': 'A site that does not exist is 404 with the code site',
  },
  {
    async 'config-fields'({ visit }) {
      expectReply(await visit('GET', 'config'), 200, settings);
    },
    async 'config-cached'({ visit }) {
      const reply = await visit('GET', 'config');
      const { etag = '' } = reply.headers;
      expect(/^(?:W\/)?"[^"]+"$/.test(etag), `ETag is ${display(reply.headers.etag)}`);
      expectHead(reply, 200, { 'cache-control': is.having('private', 'max-age=60') });
      const again = await visit('GET', 'config', undefined, { 'if-none-match': etag });
      expectStatus(again, 304, 'the status with If-None-Match');
    },
    async 'config-vary'({ visit }) {
      const { vary } = (await visit('GET', 'config')).headers;
      const lower = String(vary).toLowerCase();
      expect(is.having('origin', 'accept-language')(lower), `Vary is ${display(vary)}`);
    },
    async 'config-language'({ own, visit }) {
      const greetingOf = async (endpoint: string, accepted: string) => {
        const reply = await visit('GET', endpoint, undefined, { 'accept-language': accepted });
        return reply.body.greeting;
      };
      for (const [language, other] of [
        ['sw', 'en'],
        ['en', 'sw'],
      ] as const) {
        const greeting = own.profile.greeting[language];
        const asked = await greetingOf(`config?language=${language}`, other);
        expectEqual(asked, greeting, 'the greeting');
        const preferred = await greetingOf('config', `${language}-KE,${language};q=0.9`);
        expectEqual(preferred, greeting, 'the greeting');
      }
    },
    async 'config-paused'({ own, visit, ask }) {
      await own.call('POST', '/pause');
      try {
        expectEqual((await visit('GET', 'config')).body.enabled, false, 'enabled');
        const { text, done } = await ask('Habari?');
        expectEqual(done.answered, false, 'answered');
        expect(
          text.trim() !== '' && isLink(done.handoff),
          `it answered ${display({ text, done })}`,
        );
        const lead = await visit('POST', 'leads', { contact: 'paused@example.com' });
        expectStatus(lead, 201, 'the status of a lead');
      } finally {
        await own.call('POST', '/resume');
      }
    },
    async 'hosted-page'({ wire, site }) {
      const page = await wire.call('GET', `/s/${site}`);
      expectHead(page, 200, { 'content-type': /^text\/html\b/ });
    },
    async 'site-unknown'({ wire }) {
      expectRefused(await wire.call('GET', '/v1/sites/no-such-site-here/config'), 404, 'site');
    },
  },
);

/** What a visitor can follow to reach a person. */
export function isLink(value: unknown): boolean {
  return is.text(value) && /^(?:https?:\/\/|tel:|mailto:)\S+$/.test(value);
}
