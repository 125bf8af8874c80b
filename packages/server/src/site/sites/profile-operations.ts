/** The operator's commands about profiles, for the sites of all owners. */
import type { JsonObject, Profile } from '@baraza/contract';
import { changeProfile } from '../profile/profile-saving.ts';
import type { Change } from '../profile/work/change.ts';
import { requireSite, type SiteAdminContext } from './admin-context.ts';
import { commandLine } from './sites.ts';

interface SavedByCommand {
  readonly id: string;
  readonly version: number;
  readonly warnings: readonly string[];
}

export const profileOperations = {
  'sites profile get': async (
    context: SiteAdminContext,
    input: { readonly id: string },
  ): Promise<{ readonly version: number; readonly profile: Profile }> => {
    const site = await requireSite(context.store, input.id);
    const { text } = await (await context.assistant()).profiles.profileText(site);
    return { version: site.version, profile: JSON.parse(text) as Profile };
  },
  'sites profile set': (
    context: SiteAdminContext,
    input: { readonly id: string; readonly profile: JsonObject },
  ): Promise<SavedByCommand> => {
    const body = Buffer.from(JSON.stringify(input.profile));
    return save(context, input.id, { kind: 'put', body, sentBytes: body.length });
  },
  'sites profile patch': (
    context: SiteAdminContext,
    input: { readonly id: string; readonly patch: JsonObject },
  ): Promise<SavedByCommand> => {
    const body = Buffer.from(JSON.stringify(input.patch));
    return save(context, input.id, { kind: 'patch', body });
  },
} as const;

async function save(
  context: SiteAdminContext,
  id: string,
  change: Change,
): Promise<SavedByCommand> {
  const own = await requireSite(context.store, id);
  const edit = { change, by: commandLine };
  const { site, changed } = await changeProfile(await context.assistant(), own, edit);
  return { id: site.id, version: site.version, warnings: changed.warnings };
}
