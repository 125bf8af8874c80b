import type { Preview } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import type { EngineReply } from '../../engine/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { handoffOf } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { consideredFor } from '../questions/considered.ts';
import { askAsOwner, engineAsk } from './ask.ts';
import { sourceOf } from './ask-outcome.ts';

/** An owner tries a question, also on a profile that is not saved; nothing is stored or counted. */
export async function preview(
  assistant: Assistant,
  site: SiteRow,
  /** A `PreviewRequest` as it was sent. */
  body: Uint8Array,
  signal?: AbortSignal,
): Promise<Preview> {
  const { engine, profiles, vectors } = assistant;
  const caller = { account: site.owner_id, signal };
  const { asked, draft } = await profiles.run('preview', { body }, caller);
  if (draft === undefined) {
    const { reply } = await askAsOwner(assistant, site, asked, { signal });
    return ownersView(assistant, site, await profiles.headOf(site), reply);
  }
  const options = { withDetails: true, isDraft: true, signal };
  const source = vectors.draftOf(site, draft.text);
  const question = await engine.question(source, engineAsk(assistant, asked), options);
  return ownersView(assistant, site, draft.head, (await question.answer).reply);
}

/** A reply with the approved sentences that it was made from: for owners only. */
export function ownersView(
  assistant: Assistant,
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
