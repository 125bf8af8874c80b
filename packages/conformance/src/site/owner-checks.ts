import { display, expect, expectEqual, expectShape, is, skipIf } from '../check.ts';
import { expectRefused, expectReply, expectStatus, type Json } from '../reply.ts';
import { offered, siteSection } from './bench.ts';
import { staleKey } from './key-checks.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

const origin = 'https://shop.example.com';
const fields = ['asked_at', 'question', 'language', 'answered', 'answer', 'sources', 'status'];

export const ownerSection = siteSection(
  'owner endpoints',
  {
    'owner-no-cors':
      'Nothing under /v1/admin can be read by a page: no CORS headers, not even on preflights',
    'owner-unauthorized':
      'A request without a credential, with an unknown one or with a site key is 401',
    'owner-absent': 'A site that is not the owner’s is 404, on reading and on writing',
    'owner-details':
      'The details of a site have its state, profile, usage, embed line, capabilities and plan',
    'profile-round-trip': 'Saving the profile that was read changes nothing',
    'profile-at-once':
      'The next ask uses the saved profile, and no longer what was removed from it',
    'profile-stale': 'If-Match with another version is 409',
    'questions-listed':
      'Questions are listed newest first with their fields; only unanswered ones on request',
    'questions-pages': 'A limit returns pages without a gap or a repetition',
    'question-taught': 'A question with the same wording gets the taught answer',
    'site-taken': 'A site whose name is taken is 409',
    'not-supported': 'An endpoint that is not in capabilities is 501 not_supported',
    sources:
      'A price list becomes proposals that the profile accepts, and reading it saves nothing',
    export: 'A site is exported with its profile, without a credential of its owner',
  },
  {
    async 'owner-no-cors'({ wire, site, target }) {
      const authorization = `Bearer ${target.ownerKey ?? 'osk_none'}`;
      for (const [method, headers] of [
        ['GET', { origin, authorization }],
        ['OPTIONS', { origin, 'access-control-request-method': 'GET' }],
      ] as const) {
        const reply = await wire.call(method, `/v1/admin/sites/${site}`, undefined, headers);
        for (const name of Object.keys(reply.headers))
          expect(!name.startsWith('access-control-'), `${method} answers with ${name}`);
      }
    },
    async 'owner-unauthorized'({ wire, site, siteKey = staleKey }) {
      for (const authorization of ['', 'Bearer osk_none', `Bearer ${siteKey}`]) {
        const headers = authorization === '' ? {} : { authorization };
        const reply = await wire.call('GET', `/v1/admin/sites/${site}`, undefined, headers);
        expectStatus(reply, 401, `the status with “${authorization.slice(0, 11)}”`);
      }
    },
    async 'owner-absent'({ own: _, admin }) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '/profile', {}],
        ['GET', '/questions', undefined],
        ['GET', '/leads', undefined],
        ['POST', '/rotate-key', undefined],
      ] as const) {
        const reply = await admin(method, `/v1/admin/sites/no-such-site-here${path}`, body);
        // An endpoint that is not supported is 501 for every site.
        if (reply.status !== 501) expectStatus(reply, 404);
      }
    },
    async 'owner-details'({ own }) {
      const used = { used: is.present, limit: is.present };
      const key = /^pk_[0-9A-Za-z]{22}$/;
      const details = await own.read();
      const wanted = {
        site: { id: own.id, status: 'active', key, origins_open: is.truth },
        usage: { questions: used, voice: used, live_seconds: used, days: is.list },
        capabilities: is.list,
        plan: is.text,
      };
      expectShape(details, wanted, 'what is read');
      const { embed, site } = details;
      if (embed !== undefined)
        expect(
          embed.startsWith('<script src=') && embed.includes(site.key),
          `embed is ${display(embed)}`,
        );
    },
    async 'profile-round-trip'({ own }) {
      const { profile } = await own.read();
      expectStatus(await own.save({ profile }), 200);
      expectEqual((await own.read()).profile, profile, 'the profile afterwards');
    },
    async 'profile-at-once'({ ask, own }) {
      const question = 'What colour is the roof of the shop?';
      const answer = 'The roof of the shop is turquoise.';
      const faq = { id: 'faq-roof', question, answer, language: 'en' };
      await own.change({ faqs: [...own.profile.faqs, faq] });
      const { text } = await ask(question);
      expect(text.includes('turquoise'), `the answer is ${display(text)}`);
      await own.change({});
      const after = (await ask(question)).text;
      expect(!after.includes('turquoise'), `afterwards the answer is ${display(after)}`);
    },
    async 'profile-stale'({ own }) {
      const reply = await own.save(own.profile, { 'if-match': '"999999"' });
      expectRefused(reply, 409, 'version');
    },
    async 'questions-listed'({ own, ask }) {
      await ask(knownQuestions.en.question);
      const { done } = await ask(unknownQuestions.en);
      const { questions } = await own.read('/questions?limit=5');
      expectEqual(questions[0]?.id, done.id, 'the id of the newest');
      for (const field of fields) expect(field in questions[0], `${field} is absent`);
      const open = (await own.read('/questions?unanswered=true')).questions;
      expect(
        open.length > 0 && open.every((one: Json) => one.answered === false),
        `unanswered=true shows ${display(open[0])}`,
      );
    },
    async 'questions-pages'({ own }) {
      const list = (query: string) => own.read(`/questions?${query}`);
      const first = await list('limit=2');
      expectShape(first, { next: is.text }, 'the first page');
      const second = await list(`limit=2&cursor=${encodeURIComponent(first.next)}`);
      const both = await list('limit=4');
      const ids = (page: Json) => page.questions.map(({ id }: Json) => id);
      expectEqual([...ids(first), ...ids(second)], ids(both), 'what two pages show');
    },
    async 'question-taught'({ own, ask }) {
      const question = 'Mna bustani ya watoto?';
      const { id } = (await ask(question)).done;
      const taught = { answer: 'Ndiyo, bustani ya watoto iko nyuma ya duka.', language: 'sw' };
      const reply = await own.call('POST', `/questions/${id}/answer`, taught);
      const { faq } = offered(reply, 'teaching', 404).body;
      const again = await ask(question);
      // What was taught stays until the entry itself is deleted.
      await own.call('DELETE', `/profile/faqs/${encodeURIComponent(faq?.id)}`);
      expectEqual(again.done.answered, true, 'answered');
      expect(again.text.includes('bustani'), `the answer is ${display(again.text)}`);
    },
    async 'site-taken'({ own, admin }) {
      expectStatus(await admin('POST', '/v1/admin/sites', { id: own.id, profile: {} }), 409);
    },
    async 'not-supported'({ own }) {
      const isSupported = (await own.read()).capabilities.includes('rotate-key');
      skipIf(isSupported, 'rotate-key is supported here, and no other endpoint is tried');
      expectRefused(await own.call('POST', '/rotate-key'), 501, 'not_supported');
    },
    async sources({ own }) {
      const before = (await own.read()).profile;
      const prices = 'item,price,currency\nBread,65,KES\n';
      const type = { 'content-type': 'text/csv' };
      const reply = await own.call('POST', '/sources', prices, type, { timeoutMs: 60_000 });
      const entry = { item: 'Bread', price: 65, currency: 'KES' };
      expectReply(offered(reply, 'reading files', 404), 200, {
        left_out: is.list,
        proposals: [{ list: 'prices', entry, from: is.text }],
      });
      expectEqual((await own.read()).profile, before, 'the profile afterwards');
    },
    async export({ own, target }) {
      const exported = offered(await own.call('GET', '/export'), 'an export', 404);
      const { text } = expectReply(exported, 200);
      expect(text.includes(knownQuestions.en.source), 'the profile is not in it');
      const hasKey = /osk_/.test(text) || text.includes(target.ownerKey ?? 'osk_');
      expect(!hasKey, 'a credential is in it');
    },
  },
);
