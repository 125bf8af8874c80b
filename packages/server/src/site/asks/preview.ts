import type { Preview, PreviewRequest, Profile } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import type { EngineReply } from '../../engine/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { readProfileInput } from '../profile/profile.ts';
import { consideredFor } from '../questions/considered.ts';
import { askAsOwner, engineAsk } from './ask.ts';
import { sourceOf } from './ask-outcome.ts';
import { handoffOf } from './handoff.ts';

/** An owner tries a question, also on a profile that is not saved; nothing is stored or counted. */
export async function preview(
  assistant: Assistant,
  site: SiteRow,
  wanted: PreviewRequest,
): Promise<Preview> {
  if (wanted.profile === undefined) {
    const { reply } = await askAsOwner(assistant, site, wanted);
    return ownersView(assistant, site, await assistant.library.profileOf(site), reply);
  }
  const { profile } = readProfileInput(wanted.profile);
  const source = assistant.vectors.draftOf(site, JSON.stringify(profile));
  const options = { wantsDetails: true, isDraft: true };
  const question = await assistant.engine.question(source, engineAsk(assistant, wanted), options);
  return ownersView(assistant, site, profile, (await question.answer).reply);
}

/** A reply with the approved sentences that it was made from: for owners only. */
export function ownersView(
  assistant: Assistant,
  site: SiteRow,
  contacts: Pick<Profile, 'whatsapp' | 'phone' | 'email'>,
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
