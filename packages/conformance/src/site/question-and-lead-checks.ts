import { display, expect, expectEqual, expectShape, is } from '../check.ts';
import { expectInertCsv, expectRefused, expectReply, expectStatus, type Json } from '../reply.ts';
import { type SiteBench, siteSection } from './bench.ts';
import { expectMostFirst } from './missing-checks.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

/** What an owner does with what visitors left, and with the site as a whole. */
export const questionAndLeadSection = siteSection(
  'questions and leads',
  {
    'question-dismissed':
      'A dismissed question is no longer among the unanswered ones, and stays in the list',
    'question-deleted': 'Deleting a question that does not exist, or no longer exists, is 404',
    'questions-filtered': 'q and since return the matching questions, and total counts them',
    'questions-grouped':
      'group=true groups questions with the same meaning, with count and wordings',
    'questions-csv': 'format=csv returns the questions as a table without formulas',
    'lead-handled':
      'The status of a lead can be changed and filtered by, and a deleted lead is not listed',
    preview: 'A preview answers from an unsaved profile, and stores nothing',
    'export-asked-for': 'Questions and leads are exported only on request, and keys never',
    import: 'An export can be imported: the profile is restored, and nothing is duplicated',
    'usage-counted': 'An ask counts one question of the month and of its day',
    'sites-listed': 'The sites of an owner are listed',
  },
  {
    async 'question-dismissed'(bench) {
      const id = await askUnanswerable(bench);
      const has = (query: string) => isListed(bench, 'questions', query, id);
      expect(await has('unanswered=true'), 'it is not among the unanswered');
      expectStatus(await bench.own.call('POST', `/questions/${id}/dismiss`), 200);
      expect(!(await has('unanswered=true')), 'it is still among the unanswered');
      expect(await has(''), 'it is not listed');
    },
    async 'question-deleted'(bench) {
      const id = await askUnanswerable(bench);
      await expectDeletable(bench, 'questions', id, 'q_00000000000000000000000000');
    },
    async 'questions-filtered'({ own, ask }) {
      await ask('Do you sell zebra stripes?');
      const { questions, total } = await own.read('/questions?q=ZEBRA');
      expect(
        questions.length > 0 &&
          total === questions.length &&
          questions.every(({ question }: Json) => /zebra/i.test(question)),
        `q=ZEBRA shows ${display({ questions, total })}`,
      );
      const future = await own.read('/questions?since=2999-01-01T00:00:00Z');
      expectEqual(future.questions, [], 'the questions since 2999');
      expectRefused(await own.call('GET', '/questions?limit=0'), 400, 'invalid');
    },
    async 'questions-grouped'({ own, ask }) {
      const question = 'Do you repair violins?';
      for (const _ of [1, 2]) await ask(question);
      const { questions } = await own.read('/questions?group=true');
      const group = questions.find(({ wordings }: Json) => wordings.includes(question));
      expect(group?.count >= 2, `the group is ${display(group)}`);
      expectMostFirst(questions);
    },
    async 'questions-csv'({ own, ask }) {
      await ask('=SUM(A1:A9) zebra?');
      expectInertCsv(await own.call('GET', '/questions?format=csv'), '=SUM(A1');
    },
    async 'lead-handled'(bench) {
      const { own, visit } = bench;
      const body = { contact: `desk-${Date.now()}@example.com`, message: 'Nipigie' };
      const { id } = (await visit('POST', 'leads', body)).body;
      const mark = (status: string) => own.call('PATCH', `/leads/${id}`, { status });
      expectReply(await mark('done'), 200, { status: 'done' });
      const has = (query: string) => isListed(bench, 'leads', query, id);
      const shown = [await has('status=done'), await has('status=new')];
      expectEqual(shown, [true, false], 'whether it is among those done and new');
      expectStatus(await mark('lost'), 400, 'the answer to an unknown status');
      await expectDeletable(bench, 'leads', id, 'lead_00000000000000000000000000');
    },
    async preview({ own, ask }) {
      const question = 'Do you hire out tents?';
      const profile = {
        ...own.profile,
        faqs: [{ question, answer: 'Yes, tents cost 900 a day.' }],
      };
      const reply = await own.call('POST', '/preview', { question, profile });
      expectReply(reply, 200, { answered: true, text: is.having('900') });
      const { total } = await own.read('/questions?q=tents');
      expectEqual(total, 0, 'the number of questions kept');
      const { text } = await ask(question);
      expect(!text.includes('900'), `a visitor gets ${display(text)}`);
    },
    async 'export-asked-for'(bench) {
      const id = await askUnanswerable(bench);
      const contact = `export-${Date.now()}@example.com`;
      await bench.visit('POST', 'leads', { contact });
      const plain = (await bench.own.call('GET', '/export')).text;
      const hasOne = plain.includes(id) || plain.includes(contact);
      expect(!hasOne, 'it has the question or the lead without a request for them');
      const whole = (await bench.own.call('GET', '/export?questions=true&leads=true')).text;
      expect(is.having(id, contact)(whole), 'it lacks the question or the lead');
      expect(!/osk_|pk_[0-9A-Za-z]{22}/.test(whole), 'a key is in it');
    },
    async import({ own, ask }) {
      const exported = await own.read('/export?questions=true&leads=true');
      await own.save({});
      const reply = await own.call('POST', '/import', exported);
      expectReply(reply, 200, { questions: 0, leads: 0 });
      const { question, source } = knownQuestions.en;
      expectEqual((await ask(question)).done.sources[0]?.id, source, 'the source of an answer');
      const wrong = await own.call('POST', '/import', { profile: [] });
      expectStatus(wrong, 400, 'the status of a document that is not an export');
    },
    async 'usage-counted'({ own, ask }) {
      const usage = async () => (await own.read()).usage;
      const before = await usage();
      await ask(unknownQuestions.en);
      const { questions, period, days } = await usage();
      expectEqual(questions.used, before.questions.used + 1, 'questions.used');
      const [from, to] = [Date.parse(period.from), Date.parse(period.to)];
      expect(from <= Date.now() && Date.now() < to, `period is ${display(period)}`);
      const isSome = (count: unknown) => Number(count) > 0;
      const day = { date: /^\d{4}-\d\d-\d\d$/, questions: isSome };
      expectShape(days.at(-1), day, 'the last day');
    },
    async 'sites-listed'({ own, admin }) {
      const { sites } = (await admin('GET', '/v1/admin/sites')).body;
      const isThere = sites.some(({ id }: Json) => id === own.id);
      expect(isThere, `the list is ${display(sites)}`);
    },
  },
);

async function askUnanswerable({ own: _, ask }: SiteBench): Promise<string> {
  const { done } = await ask(unknownQuestions.en);
  expectEqual(done.answered, false, 'answered');
  return done.id;
}

type Noun = 'questions' | 'leads';

async function isListed(
  { own }: SiteBench,
  noun: Noun,
  query: string,
  id: string,
): Promise<boolean> {
  // More leads are not shown at once.
  const list = await own.read(`/${noun}?limit=${noun === 'leads' ? 100 : 200}&${query}`);
  return list[noun].some((one: Json) => one.id === id);
}

async function expectDeletable(
  bench: SiteBench,
  noun: Noun,
  id: string,
  absent: string,
): Promise<void> {
  for (const [one, status] of [
    [id, 200],
    [id, 404],
    [absent, 404],
  ] as const)
    expectStatus(await bench.own.call('DELETE', `/${noun}/${one}`), status);
  expect(!(await isListed(bench, noun, '', id)), 'it is still listed');
}
