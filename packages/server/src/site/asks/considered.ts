/** Why a question was answered as it was: what owners see when they try one. */
import { cutCharacters, type Language, type Preview, siteLimits } from '@baraza/contract';
import type { Passage, Reply } from '../../answers/knowledge.ts';
import { thresholds } from '../../answers/read/read-answer.ts';
import { sentencesOf } from '../../answers/text/sentences.ts';

const consideredMax = 8;

type Considered = Pick<Preview, 'considered' | 'needed' | 'reason' | 'why'>;

export function consideredFor(reply: Reply, strictness: keyof typeof thresholds): Considered {
  const least = thresholds[strictness];
  const reason = reasonOf(reply, least);
  return {
    considered: readOrFound(reply)
      .slice(0, consideredMax)
      .map(({ passage, score }) => ({
        id: passage.entry.id,
        list: listOf(passage),
        title: cutCharacters(passage.entry.title, siteLimits.quoteCharactersMax),
        sentence: cutCharacters(
          bestSentence(passage, score?.evidence ?? []),
          siteLimits.quoteCharactersMax,
        ),
        sureness: score === undefined ? null : shareOf(score.answer),
        chosen: reply.made.some(({ entryId }) => entryId === passage.entry.id),
      })),
    needed: shareOf(least),
    reason,
    why: sentences[reason][reply.language],
  };
}

type Weighed = Pick<NonNullable<Reply['considered']>[number], 'passage'> & {
  readonly score?: NonNullable<Reply['considered']>[number]['score'];
};

function readOrFound({ considered, asked, passages }: Reply): readonly Weighed[] {
  return considered ?? (asked?.near ?? passages ?? []).map((passage) => ({ passage }));
}

function reasonOf(reply: Reply, least: number): Preview['reason'] {
  const { answered, considered, asked, made } = reply;
  if (answered) {
    if (reply.isOwnersQuestion || (asked === undefined && made.length > 0)) return 'own_question';
    if (asked === undefined) return 'small_talk';
    const isRead = (considered?.[0]?.score.answer ?? Number.NEGATIVE_INFINITY) >= least;
    return isRead ? 'read' : 'field';
  }
  if (asked === undefined) return 'no_question';
  if (considered !== undefined) return 'not_sure';
  return asked.near.length === 0 ? 'nothing_found' : 'not_read';
}

const sentences: {
  readonly [reason in Preview['reason']]: { readonly [language in Language]: string };
} = {
  own_question: {
    en: 'One of your own questions asks the same, so its answer was given.',
    sw: 'Mojawapo ya maswali yako linauliza hivyo hivyo, kwa hiyo jibu lake limetolewa.',
  },
  small_talk: {
    en: 'This is a greeting or a courtesy, which needs none of your information.',
    sw: 'Hii ni salamu au adabu tu, isiyohitaji taarifa zako.',
  },
  read: {
    en: 'What was read first answers the question surely enough.',
    sw: 'Taarifa ya kwanza iliyosomwa inajibu swali kwa uhakika wa kutosha.',
  },
  field: {
    en: 'The question names something that your profile has a field for.',
    sw: 'Swali linataja jambo ambalo wasifu wako una sehemu yake.',
  },
  no_question: {
    en: 'There is no question in it that could be answered.',
    sw: 'Hakuna swali ndani yake linaloweza kujibiwa.',
  },
  not_sure: {
    en: 'Nothing that was read answers the question surely enough.',
    sw: 'Hakuna taarifa iliyosomwa inayojibu swali kwa uhakika wa kutosha.',
  },
  nothing_found: {
    en: 'Nothing in your information is near this question.',
    sw: 'Hakuna taarifa yako inayokaribia swali hili.',
  },
  not_read: {
    en: 'The reader did not read in time, and without it only your own wordings are answered.',
    sw: 'Kisomaji hakikusoma kwa wakati, na bila hicho ni maneno yako mwenyewe tu yanayojibiwa.',
  },
};

function listOf({ entry }: Passage): Preview['considered'][number]['list'] {
  if (entry.field?.kind === 'price') return 'prices';
  if (entry.field?.kind === 'hours') return 'hours';
  if (entry.field !== undefined) return 'business';
  return lists[entry.kind];
}

const lists = {
  faq: 'faqs',
  fact: 'facts',
  document: 'documents',
  profile: 'business',
} as const;

function bestSentence({ text }: Passage, evidence: readonly number[]): string {
  const parts = sentencesOf(text);
  const best = evidence.indexOf(Math.max(...evidence));
  return parts[best] ?? parts[0] ?? text;
}

function shareOf(logit: number): number {
  return Math.round((1 / (1 + Math.exp(-logit))) * 1000) / 1000;
}
