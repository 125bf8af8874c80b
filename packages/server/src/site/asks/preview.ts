import type { Preview, PreviewRequest, Profile } from '@baraza/contract';
import { siteLimits } from '@baraza/contract';
import type { Reply } from '../../answers/knowledge.ts';
import { inSteps } from '../../kernel/steps.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { readingProfile } from '../profile/profile.ts';
import { consideredFor } from '../questions/considered.ts';
import { sourceOf } from './ask-outcome.ts';
import { handoffOf } from './handoff.ts';

/** An owner tries a question on a profile that is not saved; nothing is kept or counted. */
export async function preview(
  assistant: Assistant,
  site: SiteRow,
  wanted: PreviewRequest,
): Promise<Preview> {
  const { library } = assistant;
  const saved = wanted.profile === undefined;
  const profile = saved
    ? await library.profileOf(site)
    : (await inSteps(readingProfile(wanted.profile ?? {}))).profile;
  const prepared = saved
    ? await library.preparedFor(site)
    : await library.prepareDraft(site, profile);
  const ask = {
    question: wanted.question,
    history: wanted.history ?? [],
    language: wanted.language,
    mode: wanted.mode ?? 'text',
    nowMs: assistant.clock(),
  } as const;
  const reply = await library.answer({ site, prepared, isDraft: !saved }, ask);
  return ownersView(assistant, site, profile, reply);
}

/** A reply with the approved sentences that it was made from: for owners only. */
export function ownersView(
  assistant: Assistant,
  site: SiteRow,
  profile: Profile,
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
