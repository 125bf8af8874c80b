/** Judges a reply to a question of the training sets. */
import type { Reply } from '../../packages/server/src/answers/knowledge.ts';
import { words } from '../../packages/server/src/answers/words.ts';
import {
  type SetBusiness,
  type SetQuestion,
  sentencesOfEntry,
} from '../../training/question-sets.ts';
import type { BusinessSite } from './site.ts';

export type Verdict =
  | 'right'
  /** Answered from information that does not answer it. */
  | 'wrong entry'
  /** Not answered although the information answers it. */
  | 'refused'
  /** Answered although the information does not answer it. */
  | 'false'
  /** Small talk that was not answered as such. */
  | 'missed';

export interface Judgement {
  readonly verdict: Verdict;
  /** Whether every labelled sentence, and every labelled line without sentences, is in the reply. */
  readonly isWhole: boolean;
}

export function judge(
  set: SetBusiness,
  site: BusinessSite,
  asked: SetQuestion,
  reply: Reply,
): Judgement {
  if (asked.mark === '!') return { verdict: reply.answered ? 'false' : 'right', isWhole: false };
  if (asked.mark === '~')
    return { verdict: isSmallTalk(reply) ? 'right' : 'missed', isWhole: false };
  if (!reply.answered) return { verdict: 'refused', isWhole: false };
  const lines = site.linesIn(reply);
  const isRight = asked.labels.some(({ entry }) => lines[0]?.includes(entry));
  const stated = plain([reply.text, ...reply.made.map(({ sentence }) => sentence)].join(' '));
  const isWhole = asked.labels.every(({ entry, sentence }) => {
    const line = set.entries.get(entry);
    const labelled = line && sentence !== undefined && sentencesOfEntry(line)[sentence - 1];
    return labelled ? stated.includes(plain(labelled)) : lines.some((ids) => ids.includes(entry));
  });
  return { verdict: isRight ? 'right' : 'wrong entry', isWhole: isRight && isWhole };
}

/** The kind of line that a question is about; for an unanswerable one, that of the nearest line. */
export function kindOf({ entries }: SetBusiness, { mark, labels }: SetQuestion): string {
  if (mark === '~') return 'small talk';
  const [first] = labels;
  if (first === undefined) return 'other topic';
  if (new Set(labels.map(({ entry }) => entry)).size > 1) return 'two parts';
  return entries.get(first.entry)?.kind ?? '';
}

export function faqsOf({ entries }: SetBusiness, { labels }: SetQuestion): readonly string[] {
  return labels.flatMap(({ entry }) => {
    const line = entries.get(entry);
    return line?.kind === 'faq' ? line.parts.slice(0, 1) : [];
  });
}

/** Whether a reply is small talk: worded by the engine, with contacts as the only source. */
function isSmallTalk({ answered, sources }: Reply): boolean {
  return answered && sources.every(({ title }) => contactsTitles.includes(title));
}

const contactsTitles = [words.sw.contactsTitle, words.en.contactsTitle];

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
}
