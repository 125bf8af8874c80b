/** A digest with the texts of its questions, for webhooks and mails. */
import {
  cutCharacters,
  type DigestRhythm,
  type Language,
  type QuestionsDigest,
  siteLimits,
} from '@baraza/contract';
import type { Mail } from '../../delivery/mail.ts';
import { isoTime } from '../../kernel/clock.ts';
import { findQuestions, type QuestionRow } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { consolePage } from '../pages/links.ts';
import { html, type Markup } from '../pages/markup.ts';
import { mailWords } from '../words.ts';
import type { DigestContent } from './digests.ts';
import { oneLine } from './notice-mail.ts';

interface WaitingDigest {
  readonly type: 'questions.digest';
  readonly timestamp: string;
  readonly data: DigestContent & { readonly slot: string };
}

/** Undefined if all its questions have been deleted, taught or dismissed since then. */
export async function viewDigest(
  { store, consoleUrl }: Pick<Assistant, 'store' | 'consoleUrl'>,
  site: SiteRow,
  payload: string,
): Promise<QuestionsDigest | undefined> {
  const { type, timestamp, data } = JSON.parse(payload) as WaitingDigest;
  const ids = data.top.flatMap((group) => group.ids);
  const found = await findQuestions(store, site.id, ids);
  const open = new Map(
    found.filter(({ status }) => status === 'new').map((row) => [row.id, row] as const),
  );
  const questions = data.top.flatMap(({ count, ids: members }) => {
    const rows = members.flatMap((id) => open.get(id) ?? []);
    const [newest] = rows;
    if (newest === undefined) return [];
    const url = consolePage(consoleUrl(), site.id, newest.id);
    return [{ ...viewRows(newest, rows), count, url }];
  });
  if (questions.length === 0) return undefined;
  const { slot, total, groups } = data;
  return {
    type,
    timestamp,
    data: {
      site: site.id,
      slot,
      total,
      groups,
      more: Math.max(0, groups - data.top.length),
      questions,
      url: consolePage(consoleUrl(), site.id),
    },
  };
}

function viewRows(newest: QuestionRow, rows: readonly QuestionRow[]) {
  const wordings = new Set(rows.map(({ question }) => cut(question)));
  return {
    id: newest.id,
    question: cut(newest.question),
    language: newest.language,
    asked_at: isoTime(newest.asked_at),
    wordings: [...wordings].slice(0, siteLimits.digestWordingsMax),
  };
}

// A question may be long; its beginning is enough.
function cut(question: string): string {
  const short = cutCharacters(question, siteLimits.digestQuestionCharactersMax);
  return short === question ? question : `${short}…`;
}

interface DigestMail {
  readonly digest: QuestionsDigest;
  readonly language: Language;
  readonly rhythm: DigestRhythm;
}

/** What was asked, how often, in which words, and where it is answered. */
export function digestMail(mail: DigestMail): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { total, site } = mail.digest.data;
  return {
    subject: `${mailWords[mail.language].digest(total)} – ${site}`,
    text: textOf(mail),
    html: htmlOf(mail),
  };
}

function textOf({ digest: { data }, language, rhythm }: DigestMail): string {
  const words = mailWords[language];
  const questions = data.questions.flatMap(({ question, wordings, count, url }, index) => [
    `${index + 1}. ${oneLine(question)} (${words.times(count)})`,
    ...others(question, wordings).map((other) => `   ${words.alsoAsked}: ${oneLine(other)}`),
    `   ${url}`,
    '',
  ]);
  return [
    words.digestIntroduction,
    '',
    ...questions,
    ...(data.more > 0 ? [words.more(data.more), ''] : []),
    `${words.answerAll}: ${data.url}`,
    words.teach,
    '',
    words.rhythm[rhythm],
    '',
  ].join('\n');
}

// Styles are inline, since mail programs drop style sheets.
const grey = 'color:#5c6660';
const button =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0a5c43;color:#ffffff;text-decoration:none';

function htmlOf({ digest: { data }, language, rhythm }: DigestMail): string {
  const words = mailWords[language];
  const questions = data.questions.map(
    ({ question, wordings, count, url }): Markup => html`<li style="margin:0 0 14px">
<a href="${url}" style="color:#0a5c43">${oneLine(question)}</a> <span style="${grey}">(${words.times(count)})</span>
${others(question, wordings).map(
  (other) => html`<div style="${grey}">${words.alsoAsked}: ${oneLine(other)}</div>`,
)}</li>
`,
  );
  const more = data.more > 0 ? html`<p style="${grey}">${words.more(data.more)}</p>` : html``;
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${words.digest(data.total)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1d2420;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 8px">${words.digest(data.total)}</h1>
<p style="margin:0 0 16px">${words.digestIntroduction}</p>
<ol style="padding-left:22px;margin:0 0 16px">
${questions}</ol>
${more}
<p style="margin:0 0 8px"><a href="${data.url}" style="${button}">${words.answerAll}</a></p>
<p style="margin:0 0 16px">${words.teach}</p>
<p style="margin:0;font-size:14px;${grey}">${words.rhythm[rhythm]}</p>
</div>
</body>
</html>
`.markup;
}

function others(question: string, wordings: readonly string[]): readonly string[] {
  return wordings.filter((wording) => wording !== question);
}
