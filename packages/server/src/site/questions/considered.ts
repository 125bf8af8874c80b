/** Why a question was answered as it was, for owners who try one. */
import { cutCharacters, type Language, type Preview, siteLimits } from '@baraza/contract';
import type { ConsideredPassage, EngineReply } from '../../engine/messages.ts';

type Considered = Pick<Preview, 'considered' | 'needed' | 'reason' | 'why'>;

export function consideredFor({ details, made, language }: EngineReply): Considered {
  if (details === undefined) throw new Error('the reply has no details');
  return {
    considered: details.considered.map((one) => ({
      id: one.id,
      list: listOf(one),
      title: cutCharacters(one.title, siteLimits.quoteCharactersMax),
      sentence: cutCharacters(one.sentence, siteLimits.quoteCharactersMax),
      sureness: one.score === undefined ? null : shareOf(one.score),
      chosen: made.some(({ entryId }) => entryId === one.id),
    })),
    needed: shareOf(details.needed),
    reason: details.reason,
    why: sentences[details.reason][language],
  };
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
    en: 'The question was not read: without the reader only your own wordings are answered.',
    sw: 'Swali halikusomwa: bila kisomaji ni maneno yako mwenyewe tu yanayojibiwa.',
  },
};

function listOf({ field, kind }: ConsideredPassage): Preview['considered'][number]['list'] {
  if (field === 'price') return 'prices';
  if (field === 'hours') return 'hours';
  return field === undefined ? lists[kind] : 'business';
}

const lists = {
  faq: 'faqs',
  fact: 'facts',
  document: 'documents',
  profile: 'business',
} as const;

function shareOf(logit: number): number {
  return Math.round((1 / (1 + Math.exp(-logit))) * 1000) / 1000;
}
