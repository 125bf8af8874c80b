/** A digest with the texts of its questions, for webhooks and mails. */
import { cutCharacters, type QuestionsDigest, siteLimits } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { findQuestions, type QuestionRow } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { consolePage } from '../pages/links.ts';
import type { DigestContent } from './digests.ts';

interface WaitingDigest {
  readonly type: 'questions.digest';
  readonly timestamp: string;
  readonly data: DigestContent & { readonly slot: string };
}

/** Undefined where every question of it was deleted, taught or dismissed since. */
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
