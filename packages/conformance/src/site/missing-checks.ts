import { display, expect, expectEqual, expectShape, is } from '../check.ts';
import { expectReply, expectStatus, type Json } from '../reply.ts';
import { siteSection } from './bench.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

/** How an owner learns what the information of a site lacks. */
export const missingSection = siteSection(
  'what is missing',
  {
    'questions-by-feedback':
      'feedback=down and status=dismissed return only such questions, and another value is 400',
    'gaps-language':
      'A question answered from an entry without its language is a gap, with the entry',
    'gaps-unused': 'An entry is listed as unused, with a time, until an answer uses it',
    'notify-digest':
      'notify.digest is instant, hourly or daily; anything else is 400 naming the field',
  },
  {
    async 'questions-by-feedback'({ own, ask, visit }) {
      const { id } = (await ask(unknownQuestions.en)).done;
      await visit('POST', 'feedback', { id, value: 'down' });
      await own.call('POST', `/questions/${id}/dismiss`);
      await ask(knownQuestions.en.question);
      for (const [field, value] of [
        ['feedback', 'down'],
        ['status', 'dismissed'],
      ] as const) {
        const { questions } = await own.read(`/questions?${field}=${value}`);
        const others = questions.filter((one: Json) => one[field] !== value);
        expectEqual(others, [], `what else ${field}=${value} shows`);
        const isShown = questions.some((one: Json) => one.id === id);
        expect(isShown, `${field}=${value} shows ${display(questions)}`);
      }
      expectStatus(await own.call('GET', '/questions?feedback=sideways'), 400);
    },
    async 'gaps-language'({ own, ask }) {
      const { question, source } = knownQuestions.en;
      await ask(question, { language: 'sw' });
      const { questions } = await own.read('/gaps');
      const gap = questions.find(({ entry }: Json) => entry.id === source);
      const count = (value: unknown) => Number.isInteger(value) && Number(value) > 0;
      expectShape(gap, { language: 'sw', entry: { list: 'faqs' }, count }, 'the gap');
      expectMostFirst(questions);
    },
    async 'gaps-unused'({ own, ask }) {
      const question = 'Do you repair paraffin lanterns?';
      const answer = 'Paraffin lanterns are repaired on Mondays.';
      const faq = { id: 'faq-lanterns', question, answer, language: 'en' };
      const unused = async () =>
        (await own.read('/gaps?limit=1000')).unused.find(({ id }: Json) => id === faq.id);
      await own.change({ faqs: [...own.profile.faqs, faq] });
      expectShape(await unused(), { since: is.time }, 'the unused entry');
      await ask(question);
      expectEqual(await unused(), undefined, 'the unused entry after an answer');
    },
    async 'notify-digest'({ own }) {
      const save = (digest: string) => own.save({ ...own.profile, notify: { digest } });
      for (const digest of ['instant', 'hourly', 'daily'])
        expectShape((await save(digest)).body, { profile: { notify: { digest } } }, 'what is kept');
      expectReply(await save('weekly'), 400, { error: /digest/ });
    },
  },
);

/** The order of questions and of groups of them. */
export function expectMostFirst(questions: readonly Json[]): void {
  const counts = questions.map(({ count }) => count);
  const mostFirst = counts.toSorted((one, other) => other - one);
  expectEqual(counts, mostFirst, 'the counts');
}
