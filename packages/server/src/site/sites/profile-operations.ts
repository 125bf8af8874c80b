/** What whoever runs the server can do with the profiles of all owners. */
import type { JsonObject, Profile } from '@baraza/contract';
import { inSteps } from '../../kernel/steps.ts';
import { writingJson } from '../../kernel/write-json.ts';
import type { EditedProfile } from '../profile/profile-saving.ts';
import { patchProfile, saveProfile, wholeWarnings } from '../profile/whole-profile.ts';
import { requireSite, type SiteDesk } from './site-desk.ts';
import { commandLine } from './sites.ts';

interface SavedByCommand {
  readonly id: string;
  readonly version: number;
  readonly warnings: readonly string[];
}

export const profileOperations = {
  'sites profile get': async (
    desk: SiteDesk,
    input: { readonly id: string },
  ): Promise<{ readonly version: number; readonly profile: Profile }> => {
    const site = await requireSite(desk.store, input.id);
    return {
      version: site.version,
      profile: await (await desk.assistant()).library.profileOf(site),
    };
  },
  'sites profile set': async (
    desk: SiteDesk,
    input: { readonly id: string; readonly profile: JsonObject },
  ): Promise<SavedByCommand> => {
    const site = await requireSite(desk.store, input.id);
    const sentBytes = Buffer.byteLength(await inSteps(writingJson(input.profile)));
    return told(await saveProfile(desk, site, input.profile, { by: commandLine, sentBytes }));
  },
  'sites profile patch': async (
    desk: SiteDesk,
    input: { readonly id: string; readonly patch: JsonObject },
  ): Promise<SavedByCommand> => {
    const site = await requireSite(desk.store, input.id);
    return told(await patchProfile(desk, site, input.patch, { by: commandLine }));
  },
} as const;

async function told(edited: EditedProfile): Promise<SavedByCommand> {
  const { id, version } = edited.site;
  return { id, version, warnings: await wholeWarnings(edited) };
}
