import { type Checks, display, expect, expectEqual } from '../check.ts';
import { expectInertCsv, expectRefused, expectStatus, type Json } from '../reply.ts';
import type { SiteBench } from './bench.ts';
import { knownQuestions, unknownQuestions } from './own-site.ts';

const absentQuestion = 'q_00000000000000000000000000';
const absentLead = 'lead_00000000000000000000000000';

/** What an owner does with what visitors left, and with the site as a whole. */
export const questionAndLeadChecks: Checks<SiteBench> = {
  'question-dismissed': {
    holds: 'A dismissed question is no longer among the unanswered ones, and stays in the list',
    run: async (bench) => {
      const id = await askUnanswerable(bench);
      const { path } = bench.requireOwnSite();
      expect(await isListed(bench, 'unanswered=true', id), 'it is not among the unanswered');
      const reply = await bench.admin('POST', `${path}/questions/${id}/dismiss`);
      expectStatus(reply, 200);
      expectEqual(
        [await isListed(bench, 'unanswered=true', id), await isListed(bench, '', id)],
        [false, true],
        'whether it is unanswered and listed',
      );
    },
  },
  'question-deleted': {
    holds: 'Deleting a question that does not exist, or no longer exists, is 404',
    run: async (bench) => {
      const id = await askUnanswerable(bench);
      const { path } = bench.requireOwnSite();
      const remove = async (one: string) =>
        (await bench.admin('DELETE', `${path}/questions/${one}`)).status;
      expectEqual(
        [await remove(id), await remove(id), await remove(absentQuestion)],
        [200, 404, 404],
        'the statuses',
      );
      expectEqual(await isListed(bench, '', id), false, 'whether it is listed');
    },
  },
  'questions-filtered': {
    holds: 'q and since return the matching questions, and total counts them',
    run: async ({ requireOwnSite, admin, ask, read }) => {
      const { path } = requireOwnSite();
      await ask({ question: 'Do you sell zebra stripes?' });
      const list = async (query: string) => await read(`${path}/questions?${query}`);
      const found = await list('q=ZEBRA');
      expect(
        found.questions.length > 0 &&
          found.total === found.questions.length &&
          found.questions.every(({ question }: Json) => /zebra/i.test(question)),
        `q=ZEBRA shows ${display(found)}`,
      );
      expectEqual(
        (await list('since=2999-01-01T00:00:00Z')).questions,
        [],
        'the questions since 2999',
      );
      const wrong = await admin('GET', `${path}/questions?limit=0`);
      expectRefused(wrong, 400, 'invalid', 'the answer to limit=0');
    },
  },
  'questions-grouped': {
    holds: 'group=true groups questions with the same meaning, with count and wordings',
    run: async ({ requireOwnSite, ask, read }) => {
      const { path } = requireOwnSite();
      const question = 'Do you repair violins?';
      for (const _ of [1, 2]) await ask({ question });
      const { questions } = await read(`${path}/questions?group=true`);
      const group = questions.find(({ wordings }: Json) => wordings.includes(question));
      expect(group?.count >= 2, `the group is ${display(group)}`);
      const counts = questions.map(({ count }: Json) => count);
      expectEqual(
        counts,
        [...counts].sort((one: number, other: number) => other - one),
        'the counts',
      );
    },
  },
  'questions-csv': {
    holds: 'format=csv returns the questions as a table without formulas',
    run: async ({ requireOwnSite, admin, ask }) => {
      const { path } = requireOwnSite();
      await ask({ question: '=SUM(A1:A9) zebra?' });
      const reply = await admin('GET', `${path}/questions?format=csv`);
      expectInertCsv(reply, '=SUM(A1');
    },
  },
  'lead-handled': {
    holds: 'The status of a lead can be changed and filtered by, and a deleted lead is not listed',
    run: async ({ requireOwnSite, visit, admin, read }) => {
      const { path } = requireOwnSite();
      const body = { contact: `desk-${Date.now()}@example.com`, message: 'Nipigie' };
      const { id } = (await visit('POST', 'leads', { body })).json();
      const changed = await admin('PATCH', `${path}/leads/${id}`, { body: { status: 'done' } });
      expectEqual([changed.status, changed.json().status], [200, 'done'], 'the change');
      const has = async (query: string) =>
        (await read(`${path}/leads?limit=100&${query}`)).leads.some((lead: Json) => lead.id === id);
      expectEqual(
        [await has('status=done'), await has('status=new')],
        [true, false],
        'whether it is among those done and new',
      );
      const wrong = await admin('PATCH', `${path}/leads/${id}`, { body: { status: 'lost' } });
      expectStatus(wrong, 400, 'the answer to an unknown status');
      const remove = async (one: string) => (await admin('DELETE', `${path}/leads/${one}`)).status;
      expectEqual(
        [await remove(id), await remove(id), await remove(absentLead)],
        [200, 404, 404],
        'the statuses of deleting',
      );
      expectEqual(await has(''), false, 'whether it is listed');
    },
  },
  preview: {
    holds: 'A preview answers from an unsaved profile, and stores nothing',
    run: async ({ requireOwnSite, admin, ask, read }) => {
      const { path, profile } = requireOwnSite();
      const faq = { question: 'Do you hire out tents?', answer: 'Yes, tents cost 900 a day.' };
      const reply = await admin('POST', `${path}/preview`, {
        body: { question: faq.question, profile: { ...profile, faqs: [faq] } },
      });
      const preview = reply.json();
      expectEqual([reply.status, preview.answered], [200, true], 'the answer');
      expect(String(preview.text).includes('900'), `it says ${display(preview.text)}`);
      const { total } = await read(`${path}/questions?q=tents`);
      expectEqual(total, 0, 'the number of questions kept');
      const { text } = await ask({ question: faq.question });
      expect(!text.includes('900'), `a visitor gets ${display(text)}`);
    },
  },
  'export-asked-for': {
    holds: 'Questions and leads are exported only on request, and keys never',
    run: async (bench) => {
      const { requireOwnSite, admin, visit } = bench;
      const { path } = requireOwnSite();
      const id = await askUnanswerable(bench);
      const contact = `export-${Date.now()}@example.com`;
      await visit('POST', 'leads', { body: { contact } });
      const plain = (await admin('GET', `${path}/export`)).text;
      expect(
        !plain.includes(id) && !plain.includes(contact),
        'it has the question or the lead without a request for them',
      );
      const whole = (await admin('GET', `${path}/export?questions=true&leads=true`)).text;
      expect(whole.includes(id) && whole.includes(contact), 'it lacks the question or the lead');
      expect(!/osk_|pk_[0-9A-Za-z]{22}/.test(whole), 'a key is in it');
    },
  },
  import: {
    holds: 'An export can be imported: the profile is restored, and nothing is duplicated',
    run: ({ withProfile, saveProfile, admin, ask, read }) =>
      withProfile({}, async ({ path }) => {
        const exported = await read(`${path}/export?questions=true&leads=true`);
        await saveProfile({});
        const reply = await admin('POST', `${path}/import`, { body: exported });
        expectStatus(reply, 200);
        expectEqual([reply.json().questions, reply.json().leads], [0, 0], 'how many were new');
        const { done } = await ask({ question: knownQuestions.en.question });
        expectEqual(done.sources[0]?.id, knownQuestions.en.source, 'the source of an answer');
        const wrong = await admin('POST', `${path}/import`, { body: { profile: [] } });
        expectStatus(wrong, 400, 'the status of a document that is not an export');
      }),
  },
  'usage-counted': {
    holds: 'An ask counts one question of the month and of its day',
    run: async ({ requireOwnSite, ask, read }) => {
      const { path } = requireOwnSite();
      const usage = async () => (await read(path)).usage;
      const before = await usage();
      await ask({ question: unknownQuestions.en });
      const after = await usage();
      expectEqual(after.questions.used, before.questions.used + 1, 'questions.used');
      expect(
        Date.parse(after.period.from) <= Date.now() && Date.now() < Date.parse(after.period.to),
        `period is ${display(after.period)}`,
      );
      const { date, questions } = after.days.at(-1) ?? {};
      expect(
        /^\d{4}-\d\d-\d\d$/.test(date) && questions > 0,
        `the last day is ${display(after.days.at(-1))}`,
      );
    },
  },
  'sites-listed': {
    holds: 'The sites of an owner are listed',
    run: async ({ requireOwnSite, read }) => {
      const { id } = requireOwnSite();
      const { sites } = await read('/v1/admin/sites');
      expect(
        sites.some((site: Json) => site.id === id),
        `the list is ${display(sites)}`,
      );
    },
  },
};

async function askUnanswerable({ requireOwnSite, ask }: SiteBench): Promise<string> {
  requireOwnSite();
  const { done } = await ask({ question: unknownQuestions.en });
  expectEqual(done.answered, false, 'answered');
  return done.id;
}

async function isListed(
  { requireOwnSite, read }: SiteBench,
  query: string,
  id: string,
): Promise<boolean> {
  const { questions } = await read(`${requireOwnSite().path}/questions?limit=200&${query}`);
  return questions.some((question: Json) => question.id === id);
}
