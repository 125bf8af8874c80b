/** A table of the figures, and each failure as a line of JSON. */
import { aligned } from '../measures.ts';
import type { Asked } from './ask-business.ts';

const heads = [
  '',
  'questions',
  'right',
  'answered',
  'whole',
  'wrong entry',
  'refused',
  'false',
  'small talk',
];
const registers = ['sw', 'en', 'mix'];
const kinds = ['hours', 'price', 'contact', 'faq', 'fact', 'doc', 'two parts', 'other topic'];

export function reportOf(all: readonly Asked[]): string {
  const of = (test: (asked: Asked) => boolean) => figures(all.filter(test));
  return aligned([
    heads,
    ['all', ...figures(all)],
    ...registers.map((name) => [name, ...of(({ question }) => question.language === name)]),
    ...kinds.map((name) => [name, ...of(({ kind }) => kind === name)]),
    ['follow-up', ...of(({ question }) => question.before !== undefined)],
  ]);
}

function figures(all: readonly Asked[]): string[] {
  const marked = (mark: string) => all.filter(({ question }) => question.mark === mark);
  const answerable = marked('?');
  return [
    String(all.length),
    share(all, ({ verdict }) => verdict === 'right'),
    share(answerable, ({ verdict }) => verdict === 'right'),
    share(answerable, ({ isWhole }) => isWhole),
    share(answerable, ({ verdict }) => verdict === 'wrong entry'),
    share(answerable, ({ verdict }) => verdict === 'refused'),
    share(marked('!'), ({ verdict }) => verdict === 'false'),
    share(marked('~'), ({ verdict }) => verdict === 'right'),
  ];
}

function share(all: readonly Asked[], test: (asked: Asked) => boolean): string {
  return all.length === 0 ? '–' : (all.filter(test).length / all.length).toFixed(3);
}

/** How often refusals suggest questions ("Did you mean…?"). */
export function suggestionReport(all: readonly Asked[]): string {
  const refused = all.filter(({ reply }) => !reply.answered);
  const isSuggesting = ({ reply }: Asked) => reply.suggestions !== undefined;
  const isMeant = ({ reply, faqs }: Asked) => faqs.some((faq) => reply.suggestions?.includes(faq));
  const line = (name: string, of: readonly Asked[], test: (asked: Asked) => boolean) =>
    `${name}: ${of.filter(test).length} of ${of.length} (${share(of, test)})`;
  const marked = (mark: string) => refused.filter(({ question }) => question.mark === mark);
  return [
    line(
      'Refused although a FAQ answers, and suggested it',
      marked('?').filter(({ faqs }) => faqs.length > 0),
      isMeant,
    ),
    line('Refused although an entry answers, and suggested a FAQ', marked('?'), isSuggesting),
    line('Correctly refused, and suggested a FAQ', marked('!'), isSuggesting),
  ].join('\n');
}

export function cpuReport(all: readonly Asked[]): string {
  const engine = all.map(({ engineCpuMicroseconds }) => engineCpuMicroseconds);
  const whole = all.map((one) => one.engineCpuMicroseconds + one.readerCpuMicroseconds);
  const isRead = all.some(({ read }) => read.length > 0);
  return [
    `CPU a question without the reader: ${spread(engine)}`,
    isRead ? `CPU a question with the reader: ${spread(whole)}` : 'Nothing was read by the reader.',
  ].join('\n');
}

function spread(microseconds: readonly number[]): string {
  const sorted = microseconds.toSorted((one, other) => one - other);
  const at = (part: number) =>
    ((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) / 1000).toFixed(1);
  return `median ${at(0.5)} ms, 90th percentile ${at(0.9)} ms`;
}

export async function failureLine(business: string, asked: Asked): Promise<string> {
  const { question, verdict, kind, reply } = asked;
  return JSON.stringify({
    verdict,
    business,
    kind,
    register: question.language,
    ...(question.before === undefined ? {} : { before: question.before }),
    question: question.question,
    labels: question.labels.map(({ entry, sentence }) =>
      sentence === undefined ? entry : `${entry}.${sentence}`,
    ),
    text: reply.text,
    sources: reply.sources.map(({ id, title }) => (id === 'profile' ? `profile: ${title}` : id)),
    confidence: Number(reply.confidence.toFixed(3)),
    found: await asked.found(),
    read: asked.read.flatMap(({ reading, scores }) =>
      reading.passages
        .map(({ title, sentences }, at) => ({ text: title || sentences[0], ...scores[at] }))
        .toSorted((one, other) => (other.answer ?? 0) - (one.answer ?? 0))
        .slice(0, readMax)
        .map(({ text, answer, said }) => `${text}: answer ${fixed(answer)}, said ${fixed(said)}`),
    ),
  });
}

const readMax = 5;

function fixed(logit: number | undefined): string {
  return logit === undefined ? '–' : logit.toFixed(2);
}
