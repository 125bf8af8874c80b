import { type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectStatus, type Json } from '../reply.ts';
import type { SiteBench } from './bench.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

/** How an owner learns what the information of a site lacks. */
export const missingChecks: Checks<SiteBench> = {
  'questions-by-feedback': {
    holds:
      'feedback=down and status=dismissed return only such questions, and another value is 400',
    run: async ({ requireOwnSite, admin, ask, visit, read }) => {
      const { path } = requireOwnSite();
      const { done } = await ask({ question: unknownQuestions.en });
      await visit('POST', 'feedback', { body: { id: done.id, value: 'down' } });
      await admin('POST', `${path}/questions/${done.id}/dismiss`);
      await ask({ question: knownQuestions.en.question });
      for (const [query, field, value] of [
        ['feedback=down', 'feedback', 'down'],
        ['status=dismissed', 'status', 'dismissed'],
      ] as const) {
        const { questions } = await read(`${path}/questions?${query}`);
        expect(
          questions.some(({ id }: Json) => id === done.id) &&
            questions.every((one: Json) => one[field] === value),
          `${query} shows ${display(questions)}`,
        );
      }
      const wrong = await admin('GET', `${path}/questions?feedback=sideways`);
      expectStatus(wrong, 400, 'the status of feedback=sideways');
    },
  },
  'gaps-language': {
    holds: 'A question answered from an entry without its language is a gap, with the entry',
    run: async ({ requireOwnSite, ask, read }) => {
      const { path } = requireOwnSite();
      const { question, source } = knownQuestions.en;
      await ask({ question, language: 'sw' });
      const { questions } = await read(`${path}/gaps`);
      const gap = questions.find(({ entry }: Json) => entry.id === source);
      expect(gap !== undefined, `questions are ${display(questions)}`);
      expectEqual([gap.language, gap.entry.list], ['sw', 'faqs'], 'language and list');
      expect(Number.isInteger(gap.count) && gap.count > 0, `count is ${display(gap.count)}`);
      const counts = questions.map(({ count }: Json) => count);
      expectEqual(
        counts,
        counts.toSorted((a: number, b: number) => b - a),
        'the order',
      );
    },
  },
  'gaps-unused': {
    holds: 'An entry is listed as unused, with a time, until an answer uses it',
    run: async ({ requireOwnSite, ask, withProfile, read }) => {
      const { path, profile } = requireOwnSite();
      const faq = {
        id: 'faq-lanterns',
        question: 'Do you repair paraffin lanterns?',
        answer: 'Paraffin lanterns are repaired on Mondays.',
        language: 'en',
      };
      const unused = async () =>
        (await read(`${path}/gaps?limit=1000`)).unused.find(({ id }: Json) => id === faq.id);
      await withProfile({ faqs: [...profile.faqs, faq] }, async () => {
        const before = await unused();
        expect(Number.isFinite(Date.parse(before?.since)), `unused is ${display(before)}`);
        await ask({ question: faq.question });
        expectEqual(await unused(), undefined, 'the unused entry after an answer');
      });
    },
  },
  'notify-digest': {
    holds: 'notify.digest is instant, hourly or daily; anything else is 400 naming the field',
    run: async ({ requireOwnSite, saveProfile }) => {
      const { profile } = requireOwnSite();
      const save = (digest: string) => saveProfile({ ...profile, notify: { digest } });
      for (const digest of ['instant', 'hourly', 'daily'])
        expectEqual((await save(digest)).json().profile?.notify?.digest, digest, 'what is kept');
      const wrong = await save('weekly');
      await saveProfile(profile);
      expectStatus(wrong, 400, 'the status of weekly');
      expectIs(wrong.json().error, /digest/, 'the sentence');
    },
  },
};
