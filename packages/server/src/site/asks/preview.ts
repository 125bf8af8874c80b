import { cutCharacters, type Language, type Preview, siteLimits } from '@baraza/contract';
import type { ConsideredPassage, EngineReply } from '../../engine/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { handoffOf } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { type EngineContext, engineAsk } from './ask.ts';
import { sourceOf } from './ask-outcome.ts';

type PreviewContext = EngineContext & Pick<Assistant, 'profiles' | 'publicUrl'>;

/** An owner tries a question, also on a profile that is not saved; nothing is stored or counted. */
export async function preview(
  assistant: PreviewContext,
  site: SiteRow,
  /** A `PreviewRequest` as it was sent. */
  body: Uint8Array,
  signal?: AbortSignal,
): Promise<Preview> {
  const { engine, profiles, vectors } = assistant;
  const caller = { account: site.owner_id, signal };
  const { asked, draft } = await profiles.run('preview', { body }, caller);
  const source = draft ? vectors.draftOf(site, draft.text) : vectors.sourceOf(site);
  const options = { withDetails: true, isDraft: draft !== undefined, signal };
  const question = await engine.question(source, engineAsk(assistant, asked), options);
  const { reply } = await question.answer;
  return ownersView(assistant, site, draft?.head ?? (await profiles.headOf(site)), reply);
}

/** A reply with the approved sentences that it was made from: for owners only. */
export function ownersView(
  assistant: Pick<Assistant, 'publicUrl'>,
  site: SiteRow,
  contacts: Pick<ProfileHead, 'whatsapp' | 'phone' | 'email'>,
  reply: EngineReply,
): Preview {
  const { text, answered, language } = reply;
  return {
    text,
    answered,
    language,
    sources: answered ? reply.sources.slice(0, siteLimits.sourcesMax).map(sourceOf) : [],
    handoff: handoffOf(assistant, site.id, contacts),
    made: reply.made.map(({ entryId, sentence }) => ({ id: entryId, sentence })),
    ...consideredFor(reply),
    ...(reply.suggestions === undefined ? {} : { suggestions: [...reply.suggestions] }),
  };
}

/** Why a question was answered as it was. */
function consideredFor({ details, made, language }: EngineReply) {
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
    en: 'The best passage answers the question with enough certainty.',
    sw: 'Taarifa ya kwanza iliyosomwa inajibu swali kwa uhakika wa kutosha.',
  },
  field: {
    en: 'The question names something that your profile has a field for.',
    sw: 'Swali linataja jambo ambalo wasifu wako una sehemu yake.',
  },
  no_question: {
    en: 'It contains no question that could be answered.',
    sw: 'Hakuna swali ndani yake linaloweza kujibiwa.',
  },
  not_sure: {
    en: 'No passage answers the question with enough certainty.',
    sw: 'Hakuna taarifa iliyosomwa inayojibu swali kwa uhakika wa kutosha.',
  },
  nothing_found: {
    en: 'Nothing in your information is close to this question.',
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
