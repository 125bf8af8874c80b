import type { Command } from './command.ts';
import { operationCommand, table } from './operation-command.ts';

export const siteVisitCommands: readonly Command[] = [
  operationCommand({
    name: 'sites questions',
    summary: 'List what visitors asked; --unanswered --group shows what to answer next.',
    usage:
      'SLUG [--unanswered] [--group] [--status new|taught|dismissed] [--feedback up|down] [--since TIME] [--q WORDS] ' +
      '[--limit N] [--cursor NEXT]',
    example: 'baraza sites questions duka-la-asha --unanswered --group',
    input: (given) => {
      const flags = ['unanswered', 'group'].filter(given.flag);
      const query = {
        ...given.options('status', 'feedback', 'since', 'q', 'limit', 'cursor'),
        ...Object.fromEntries(flags.map((name) => [name, 'true'])),
      };
      return { id: given.positional(0), query };
    },
    show: (page) => [
      ...table(page.questions, {
        id: ({ id }) => id,
        asked: ({ asked_at }) => asked_at,
        times: ({ count }) => count ?? 1,
        answered: ({ answered }) => (answered ? 'yes' : 'no'),
        status: ({ status }) => status,
        feedback: ({ feedback }) => feedback ?? '',
        question: ({ question }) => oneLine(question),
      }),
      ...nextLine(page.next, page.total),
    ],
  }),
  operationCommand({
    name: 'sites teach',
    summary:
      'Teach the answer to a question, by its id as `sites questions` lists it; it becomes an approved FAQ.',
    usage: 'SLUG QUESTION_ID ANSWER [--language sw|en] [--url URL]',
    example: 'baraza sites teach duka-la-asha q_01jd7m8v3qf2x9a4t6c5b0n8we "Ndiyo, kila siku."',
    lastAsOption: 'answer',
    input: (given) => ({
      id: given.positional(0),
      question: given.positional(1),
      lesson: {
        ...given.options('language', 'url'),
        answer: given.positional(2) || given.required('answer'),
      },
    }),
    show: (taught) => [
      `version ${taught.version} has the FAQ ${taught.faq.id}`,
      `asked again: ${oneLine(taught.asked_again.text)}`,
    ],
  }),
  operationCommand({
    name: 'sites leads',
    summary: 'List the contacts that visitors left.',
    usage: 'SLUG [--status new|done|suspect] [--since TIME] [--limit N] [--cursor NEXT]',
    example: 'baraza sites leads duka-la-asha --status new',
    input: (given) => ({
      id: given.positional(0),
      query: given.options('status', 'since', 'limit', 'cursor'),
    }),
    show: (page) => [
      ...table(page.leads, {
        id: ({ id }) => id,
        received: ({ received_at }) => received_at,
        status: ({ status }) => status,
        name: ({ name }) => oneLine(name),
        contact: ({ contact }) => oneLine(contact),
        message: ({ message }) => oneLine(message),
      }),
      ...nextLine(page.next),
    ],
  }),
];

const cellCharactersMax = 100;

/** Without control characters: text of visitors must not steer the terminal. */
function oneLine(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > cellCharactersMax ? `${line.slice(0, cellCharactersMax)}…` : line;
}

function nextLine(next: string | null, total?: number): readonly string[] {
  if (next === null) return [];
  return [`${total === undefined ? 'There are more' : `${total} in all`}: --cursor ${next}`];
}
