/** What whoever runs the server can do with the profiles of all owners. */
import type { JsonObject, Profile } from '@baraza/contract';
import { changeProfile, type EditedProfile } from '../profile/profile-saving.ts';
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
    const { text } = await (await desk.assistant()).profiles.profileText(site);
    return { version: site.version, profile: JSON.parse(text) as Profile };
  },
  'sites profile set': async (
    desk: SiteDesk,
    input: { readonly id: string; readonly profile: JsonObject },
  ): Promise<SavedByCommand> => {
    const site = await requireSite(desk.store, input.id);
    const body = Buffer.from(JSON.stringify(input.profile));
    const change = { kind: 'put', body, sentBytes: body.length } as const;
    return savedBy(await changeProfile(await desk.assistant(), site, { change, by: commandLine }));
  },
  'sites profile patch': async (
    desk: SiteDesk,
    input: { readonly id: string; readonly patch: JsonObject },
  ): Promise<SavedByCommand> => {
    const site = await requireSite(desk.store, input.id);
    const change = { kind: 'patch', body: Buffer.from(JSON.stringify(input.patch)) } as const;
    return savedBy(await changeProfile(await desk.assistant(), site, { change, by: commandLine }));
  },
} as const;

function savedBy({ site: { id, version }, changed }: EditedProfile): SavedByCommand {
  return { id, version, warnings: changed.warnings };
}
