import { CheckSkipped, type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectRefused, expectStatus, type Json } from '../reply.ts';
import type { SiteBench } from './bench.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

const origin = 'https://shop.example.com';

export const ownerChecks: Checks<SiteBench> = {
  'owner-no-cors': {
    holds: 'Nothing under /v1/admin can be read by a page: no CORS headers, not even on preflights',
    run: async ({ wire, site, target }) => {
      const path = `/v1/admin/sites/${site}`;
      const authorization = `Bearer ${target.ownerKey ?? 'osk_none'}`;
      for (const [method, headers] of [
        ['GET', { origin, authorization }],
        ['OPTIONS', { origin, 'access-control-request-method': 'GET' }],
      ] as const) {
        const reply = await wire.call(method, path, { headers });
        for (const name of Object.keys(reply.headers))
          expect(!name.startsWith('access-control-'), `${method} answers with ${name}`);
      }
    },
  },
  'owner-unauthorized': {
    holds: 'A request without a credential, with an unknown one or with a site key is 401',
    run: async ({ wire, site, siteKey }) => {
      const credentials = ['', 'Bearer osk_none', `Bearer ${siteKey ?? `pk_${'0'.repeat(22)}`}`];
      for (const authorization of credentials) {
        const headers = authorization === '' ? {} : { authorization };
        const reply = await wire.call('GET', `/v1/admin/sites/${site}`, { headers });
        expectStatus(reply, 401, `the status with “${authorization.slice(0, 11)}”`);
      }
    },
  },
  'owner-absent': {
    holds: 'A site that is not the owner’s is 404, on reading and on writing',
    run: async ({ requireOwnSite, admin }) => {
      requireOwnSite();
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', '/profile'],
        ['GET', '/questions'],
        ['GET', '/leads'],
        ['POST', '/rotate-key'],
      ] as const) {
        const reply = await admin(method, `/v1/admin/sites/no-such-site-here${path}`, {
          ...(method === 'PUT' ? { body: {} } : {}),
        });
        // An endpoint that is not supported is 501 for every site.
        if (reply.status !== 501) expectStatus(reply, 404, `the status of ${method} ${path}`);
      }
    },
  },
  'owner-details': {
    holds:
      'The details of a site have its state, profile, usage, embed line, capabilities and plan',
    run: async ({ requireOwnSite, read }) => {
      const { id, path } = requireOwnSite();
      const details = await read(path);
      expectEqual(details.site.id, id, 'site.id');
      expectEqual(details.site.status, 'active', 'site.status');
      expectIs(details.site.key, /^pk_[0-9A-Za-z]{22}$/, 'site.key');
      expect(typeof details.site.origins_open === 'boolean', 'site.origins_open is absent');
      for (const field of ['questions', 'voice', 'live_seconds'])
        expect(
          'used' in details.usage[field] && 'limit' in details.usage[field],
          `usage.${field} is ${display(details.usage[field])}`,
        );
      expect(Array.isArray(details.usage.days), 'usage.days is not a list');
      expect(Array.isArray(details.capabilities), 'capabilities is not a list');
      expect(typeof details.plan === 'string', `plan is ${display(details.plan)}`);
      if (details.embed !== undefined)
        expect(
          details.embed.startsWith('<script src=') && details.embed.includes(details.site.key),
          `embed is ${display(details.embed)}`,
        );
    },
  },
  'profile-round-trip': {
    holds: 'Saving the profile that was read changes nothing',
    run: async ({ requireOwnSite, saveProfile, read }) => {
      const { path } = requireOwnSite();
      const { profile } = await read(path);
      expectStatus(await saveProfile({ profile }), 200);
      expectEqual((await read(path)).profile, profile, 'the profile afterwards');
    },
  },
  'profile-at-once': {
    holds: 'The next ask uses the saved profile, and no longer what was removed from it',
    run: async ({ ask, withProfile, requireOwnSite }) => {
      const { profile } = requireOwnSite();
      const faq = {
        id: 'faq-roof',
        question: 'What colour is the roof of the shop?',
        answer: 'The roof of the shop is turquoise.',
        language: 'en',
      };
      await withProfile({ faqs: [...profile.faqs, faq] }, async () => {
        const { text } = await ask({ question: faq.question });
        expect(text.includes('turquoise'), `the answer is ${display(text)}`);
      });
      const { text } = await ask({ question: faq.question });
      expect(!text.includes('turquoise'), `afterwards the answer is ${display(text)}`);
    },
  },
  'profile-stale': {
    holds: 'If-Match with another version is 409',
    run: async ({ requireOwnSite, saveProfile }) => {
      const headers = { 'if-match': '"999999"' };
      const reply = await saveProfile(requireOwnSite().profile, { headers });
      expectRefused(reply, 409, 'version');
    },
  },
  'questions-listed': {
    holds: 'Questions are listed newest first with their fields; only unanswered ones on request',
    run: async ({ requireOwnSite, ask, read }) => {
      const { path } = requireOwnSite();
      await ask({ question: knownQuestions.en.question });
      const { done } = await ask({ question: unknownQuestions.en });
      const { questions } = await read(`${path}/questions?limit=5`);
      expectEqual(questions[0]?.id, done.id, 'the id of the newest');
      for (const field of [
        'asked_at',
        'question',
        'language',
        'answered',
        'answer',
        'sources',
        'status',
      ])
        expect(field in questions[0], `${field} is absent`);
      const open = (await read(`${path}/questions?unanswered=true`)).questions;
      expect(
        open.length > 0 && open.every((one: Json) => one.answered === false),
        `unanswered=true shows ${display(open[0])}`,
      );
    },
  },
  'questions-pages': {
    holds: 'A limit returns pages without a gap or a repetition',
    run: async ({ requireOwnSite, read }) => {
      const { path } = requireOwnSite();
      const first = await read(`${path}/questions?limit=2`);
      expect(typeof first.next === 'string', `next is ${display(first.next)}`);
      const second = await read(
        `${path}/questions?limit=2&cursor=${encodeURIComponent(first.next)}`,
      );
      const both = await read(`${path}/questions?limit=4`);
      const ids = (page: Json) => page.questions.map(({ id }: Json) => id);
      expectEqual([...ids(first), ...ids(second)], ids(both), 'what two pages show');
    },
  },
  'question-taught': {
    holds: 'A question with the same wording gets the taught answer',
    run: async ({ requireOwnSite, admin, saveProfile, ask }) => {
      const { path, profile } = requireOwnSite();
      const { done } = await ask({ question: 'Mna bustani ya watoto?' });
      const reply = await admin('POST', `${path}/questions/${done.id}/answer`, {
        body: { answer: 'Ndiyo, bustani ya watoto iko nyuma ya duka.', language: 'sw' },
      });
      if (reply.status === 404 || reply.status === 501)
        throw new CheckSkipped('teaching is not offered');
      const again = await ask({ question: 'Mna bustani ya watoto?' });
      // What was taught stays until the entry itself is deleted.
      const { faq } = reply.json();
      await admin('DELETE', `${path}/profile/faqs/${encodeURIComponent(faq?.id)}`);
      await saveProfile(profile);
      expectEqual(again.done.answered, true, 'answered');
      expect(again.text.includes('bustani'), `the answer is ${display(again.text)}`);
    },
  },
  'site-taken': {
    holds: 'A site whose name is taken is 409',
    run: async ({ requireOwnSite, admin }) => {
      const reply = await admin('POST', '/v1/admin/sites', {
        body: { id: requireOwnSite().id, profile: {} },
      });
      expectStatus(reply, 409);
    },
  },
  'not-supported': {
    holds: 'An endpoint that is not in capabilities is 501 not_supported',
    run: async ({ requireOwnSite, admin, read }) => {
      const { path } = requireOwnSite();
      const { capabilities } = await read(path);
      if (capabilities.includes('rotate-key'))
        throw new CheckSkipped('rotate-key is supported here, and no other endpoint is tried');
      const reply = await admin('POST', `${path}/rotate-key`);
      expectRefused(reply, 501, 'not_supported');
    },
  },
  sources: {
    holds: 'A price list becomes proposals that the profile accepts, and reading it saves nothing',
    run: async ({ requireOwnSite, admin, read }) => {
      const { path } = requireOwnSite();
      const before = (await read(path)).profile;
      const reply = await admin('POST', `${path}/sources`, {
        body: 'item,price,currency\nBread,65,KES\n',
        timeoutMs: 60_000,
        headers: { 'content-type': 'text/csv' },
      });
      if (reply.status === 404 || reply.status === 501)
        throw new CheckSkipped('reading files is not offered');
      expectStatus(reply, 200);
      const { proposals, left_out } = reply.json();
      expect(Array.isArray(left_out), 'left_out is not a list');
      expectEqual(proposals.length, 1, 'how many proposals there are');
      expectEqual(proposals[0].list, 'prices', 'the list');
      const { item, price, currency } = proposals[0].entry;
      expectEqual([item, price, currency], ['Bread', 65, 'KES'], 'the entry');
      expect(typeof proposals[0].from === 'string', 'it does not say where it was found');
      expectEqual((await read(path)).profile, before, 'the profile afterwards');
    },
  },
  export: {
    holds: 'A site is exported with its profile, without a credential of its owner',
    run: async ({ requireOwnSite, admin, target }) => {
      const reply = await admin('GET', `${requireOwnSite().path}/export`);
      if (reply.status === 404 || reply.status === 501)
        throw new CheckSkipped('exports are not offered');
      expectStatus(reply, 200);
      expect(reply.text.includes(knownQuestions.en.source), 'the profile is not in it');
      expect(
        !/osk_/.test(reply.text) && !reply.text.includes(target.ownerKey ?? 'osk_'),
        'a credential is in it',
      );
    },
  },
};
