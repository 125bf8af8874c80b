/** The engine's reply as the server gets it: without passages, and on request with what was considered. */
import type { Prepared } from '../answers/find/prepared.ts';
import type { Passage, Reply } from '../answers/knowledge.ts';
import { thresholds } from '../answers/read/read-answer.ts';
import { sentencesOf } from '../kernel/language/sentences.ts';
import type { ConsideredPassage, EngineReply, ReplyDetails, ReplyReason } from './messages.ts';

export function engineReply(
  reply: Reply,
  { business }: Prepared,
  withDetails = false,
): EngineReply {
  const { answered, language, text, sources, made, suggestions, isCertain, isOwnersQuestion } =
    reply;
  return {
    answered,
    language,
    text,
    sources,
    made,
    ...(suggestions && { suggestions }),
    ...(isCertain && { isCertain }),
    ...(isOwnersQuestion && { isOwnersQuestion }),
    ...(withDetails && { details: detailsOf(reply, thresholds[business.strictness]) }),
  };
}

const consideredMax = 8;

function detailsOf(reply: Reply, needed: number): ReplyDetails {
  const { considered, asked, passages } = reply;
  const found = considered ?? (asked?.near ?? passages ?? []).map((passage) => ({ passage }));
  return {
    considered: found.slice(0, consideredMax).map(consideredPassage),
    needed,
    reason: reasonOf(reply, needed),
  };
}

function consideredPassage(read: {
  readonly passage: Passage;
  readonly score?: { readonly answer: number; readonly evidence: readonly number[] };
}): ConsideredPassage {
  const { entry, text } = read.passage;
  return {
    id: entry.id,
    kind: entry.kind,
    field: entry.field?.kind,
    title: entry.title,
    sentence: bestSentence(text, read.score?.evidence ?? []),
    score: read.score?.answer,
  };
}

function bestSentence(text: string, evidence: readonly number[]): string {
  const parts = sentencesOf(text);
  const best = evidence.indexOf(Math.max(...evidence));
  return parts[best] ?? parts[0] ?? text;
}

function reasonOf(reply: Reply, needed: number): ReplyReason {
  const { answered, considered, asked, made } = reply;
  if (answered) {
    if (reply.isOwnersQuestion || (asked === undefined && made.length > 0)) return 'own_question';
    if (asked === undefined) return 'small_talk';
    const isRead = (considered?.[0]?.score.answer ?? Number.NEGATIVE_INFINITY) >= needed;
    return isRead ? 'read' : 'field';
  }
  if (asked === undefined) return 'no_question';
  if (considered !== undefined) return 'not_sure';
  return asked.near.length === 0 ? 'nothing_found' : 'not_read';
}
