import type { Preview } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import type { Reply } from '../../answers/knowledge.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import type { ProfileHead } from '../profile/profile-head.ts';
import { consideredFor } from '../questions/considered.ts';
import { sourceOf } from './ask-outcome.ts';
import { handoffOf } from './handoff.ts';

/** An owner tries a question on a profile that is not saved; nothing is kept or counted. */
export async function preview(
  assistant: Assistant,
  site: SiteRow,
  /** A `PreviewRequest` as it was sent. */
  body: Uint8Array,
  signal?: AbortSignal,
): Promise<Preview> {
  const { library, profiles } = assistant;
  const caller = { account: site.owner_id, signal };
  const { asked, draft } = await profiles.run('preview', { body }, caller);
  const saved = draft === undefined;
  const prepared = saved
    ? await library.preparedFor(site)
    : await library.prepareDraft(site, draft.text);
  const ask = {
    question: asked.question,
    history: asked.history ?? [],
    language: asked.language,
    mode: asked.mode ?? 'text',
    nowMs: assistant.clock(),
  } as const;
  const reply = await library.answer({ site, prepared, isDraft: !saved }, ask);
  return ownersView(assistant, site, draft?.head ?? (await profiles.headOf(site)), reply);
}

/** A reply with the approved sentences that it was made from: for owners only. */
export function ownersView(
  assistant: Assistant,
  site: SiteRow,
  profile: ProfileHead,
  reply: Reply,
): Preview {
  const { text, answered, language } = reply;
  return {
    text,
    answered,
    language,
    sources: answered ? reply.sources.slice(0, siteLimits.sourcesMax).map(sourceOf) : [],
    handoff: handoffOf(assistant, site.id, profile),
    made: reply.made.map(({ entryId, sentence }) => ({ id: entryId, sentence })),
    ...consideredFor(reply, profile.strictness),
    ...(reply.suggestions === undefined ? {} : { suggestions: [...reply.suggestions] }),
  };
}
