import { runOperation } from './admin/run-operation.ts';
import type { Command, Given } from './command.ts';
import { table } from './table.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const siteVisitCommands: readonly Command[] = [
  {
    name: 'sites questions',
    summary: 'List what visitors asked; --unanswered --group shows what to answer next.',
    usage:
      'SLUG [--unanswered] [--group] [--status new|taught|dismissed] [--feedback up|down] [--since TIME] [--q WORDS] ' +
      '[--limit N] [--cursor NEXT]',
    example: 'baraza sites questions duka-la-asha --unanswered --group',
    options: {
      unanswered: flag,
      group: flag,
      status: text,
      feedback: text,
      since: text,
      q: text,
      limit: text,
      cursor: text,
    },
    positionals: ['SLUG'],
    run: async (given, { config, log }) => {
      const names = ['status', 'feedback', 'since', 'q', 'limit', 'cursor'];
      const flags = ['unanswered', 'group'].filter(given.flag);
      const query = {
        ...queryOf(given, names),
        ...Object.fromEntries(flags.map((name) => [name, 'true'])),
      };
      const id = given.positional(0);
      const page = await runOperation(config, log, 'sites questions', { id, query });
      return {
        value: page,
        lines: [
          ...table(
            ['id', 'asked', 'times', 'answered', 'status', 'feedback', 'question'],
            page.questions.map((question) => [
              question.id,
              question.asked_at,
              String(question.count ?? 1),
              question.answered ? 'yes' : 'no',
              question.status,
              question.feedback ?? '',
              oneLine(question.question),
            ]),
          ),
          ...nextLine(page.next, page.total),
        ],
      };
    },
  },
  {
    name: 'sites teach',
    summary:
      'Teach the answer to a question, by its id as `sites questions` lists it; it becomes an approved FAQ.',
    usage: 'SLUG QUESTION_ID ANSWER [--language sw|en] [--url URL]',
    example: 'baraza sites teach duka-la-asha q_01jd7m8v3qf2x9a4t6c5b0n8we "Ndiyo, kila siku."',
    options: { answer: text, language: text, url: text },
    positionals: ['SLUG', 'QUESTION_ID'],
    lastPositional: 'ANSWER',
    run: async (given, { config, log }) => {
      const answer = given.positional(2) || given.required('answer');
      const taught = await runOperation(config, log, 'sites teach', {
        id: given.positional(0),
        question: given.positional(1),
        lesson: { ...queryOf(given, ['language', 'url']), answer },
      });
      return {
        value: taught,
        lines: [
          `version ${taught.version} has the FAQ ${taught.faq.id}`,
          `asked again: ${oneLine(taught.asked_again.text)}`,
        ],
      };
    },
  },
  {
    name: 'sites leads',
    summary: 'List the contacts that visitors left.',
    usage: 'SLUG [--status new|done|suspect] [--since TIME] [--limit N] [--cursor NEXT]',
    example: 'baraza sites leads duka-la-asha --status new',
    options: { status: text, since: text, limit: text, cursor: text },
    positionals: ['SLUG'],
    run: async (given, { config, log }) => {
      const query = queryOf(given, ['status', 'since', 'limit', 'cursor']);
      const page = await runOperation(config, log, 'sites leads', {
        id: given.positional(0),
        query,
      });
      return {
        value: page,
        lines: [
          ...table(
            ['id', 'received', 'status', 'name', 'contact', 'message'],
            page.leads.map((lead) => [
              lead.id,
              lead.received_at,
              lead.status,
              oneLine(lead.name),
              oneLine(lead.contact),
              oneLine(lead.message),
            ]),
          ),
          ...nextLine(page.next),
        ],
      };
    },
  },
];

function queryOf(given: Given, names: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.option(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const cellCharactersMax = 100;

/** What visitors wrote moves no cursor and clears no terminal. */
function oneLine(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > cellCharactersMax ? `${line.slice(0, cellCharactersMax)}…` : line;
}

function nextLine(next: string | null, total?: number): readonly string[] {
  if (next === null) return [];
  return [`${total === undefined ? 'There are more' : `${total} in all`}: --cursor ${next}`];
}
