import {
  deletedEntrySchema,
  type JsonObject,
  keptVersionSchema,
  profileBodySchema,
  profileDryRunSchema,
  profileEntrySchema,
  profilePatchSchema,
  profileVersionListSchema,
  type SaveProfileQuery,
  savedEntrySchema,
  savedProfileSchema,
  saveProfileQuerySchema,
  siteLimits,
} from '@baraza/contract';
import { z } from 'zod';
import { credentialName } from '../../access/keys.ts';
import type { Caller } from '../../access/scopes.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Arrival, Call } from '../../http/route.ts';
import { requireOwnSite } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { jsonAnswer } from '../json.response.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import { profileTag } from '../sites/sites.ts';
import { addEntry, removeEntry, replaceEntry, requireList } from './profile-entries.ts';
import type { EditedProfile } from './profile-saving.ts';
import { listVersions, readVersion, restoreVersion } from './profile-versions.ts';
import { patchProfile, saveProfile, tellSaved, tryToSave } from './whole-profile.ts';

const profile = '/v1/admin/sites/:site/profile';

export function profileRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store } = assistant;
  const limit = async ({ caller, params }: Arrival<Caller>) => {
    assertSupported(assistant, 'profile');
    await requireOwnSite(store, caller.ownerId, params.site ?? '');
  };
  const siteOf = ({ caller, params }: Call<Caller>) => ({
    owner_id: caller.ownerId,
    id: params.site ?? '',
  });
  const optionsOf = async ({ caller, header, bodyBytes }: Call<Caller>) => ({
    by: await credentialName(store, caller),
    ifMatch: readTags(header('if-match')),
    sentBytes: bodyBytes.length,
  });
  const saved = async (edited: EditedProfile) =>
    jsonAnswer(200, await tellSaved(assistant, edited), profileTag(edited.site.version));
  return [
    ownerRoute({
      method: 'PUT',
      path: profile,
      summary: 'Save the approved business information, or see what saving it would change',
      limit,
      query: saveProfileQuerySchema,
      isQueryStrict: true,
      body: profileBodySchema,
      bodyBytesMax: siteLimits.profileBytesMax + siteLimits.profileSlackBytes,
      answers: { 200: z.union([savedProfileSchema, profileDryRunSchema]) },
      handle: async (call) => {
        const [site, body] = [siteOf(call), call.body as JsonObject];
        const options = await optionsOf(call);
        if ((call.query as SaveProfileQuery).dry_run)
          return jsonAnswer(200, await tryToSave(assistant, site, body, options));
        return saved(await saveProfile(assistant, site, body, options));
      },
    }),
    ownerRoute({
      method: 'PATCH',
      path: profile,
      summary: 'Change fields of the profile outside its lists, by a JSON merge patch',
      limit,
      body: profilePatchSchema,
      bodyBytesMax: siteLimits.profileBytesMax,
      answers: { 200: savedProfileSchema },
      handle: async (call) => {
        const options = await optionsOf(call);
        return saved(await patchProfile(assistant, siteOf(call), call.body as JsonObject, options));
      },
    }),
    ownerRoute({
      method: 'GET',
      path: `${profile}/versions`,
      summary: 'The versions of the profile, newest first',
      limit,
      answers: { 200: profileVersionListSchema },
      handle: async (call) => jsonAnswer(200, await listVersions(assistant, siteOf(call))),
    }),
    ownerRoute({
      method: 'GET',
      path: `${profile}/versions/:version`,
      summary: 'A version of the profile',
      limit,
      answers: { 200: keptVersionSchema },
      handle: async (call) => {
        const kept = await readVersion(assistant, siteOf(call), call.params.version ?? '');
        return jsonAnswer(200, kept, profileTag(kept.version));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${profile}/versions/:version/restore`,
      summary: 'Make an earlier version the current one, as a new version',
      limit,
      answers: { 200: savedProfileSchema },
      handle: async (call) => {
        const options = { ifMatch: readTags(call.header('if-match')) };
        const wanted = call.params.version ?? '';
        return saved(await restoreVersion(assistant, siteOf(call), wanted, options));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${profile}/:list`,
      summary: 'Add an entry to facts, faqs, documents or prices',
      limit,
      body: profileEntrySchema,
      bodyBytesMax: siteLimits.profileBytesMax,
      answers: { 201: savedEntrySchema },
      handle: async (call) => {
        const list = requireList(call.params.list ?? '');
        const options = await optionsOf(call);
        const entry = call.body as JsonObject;
        const added = await addEntry(assistant, siteOf(call), list, entry, options);
        return jsonAnswer(201, added, profileTag(added.version));
      },
    }),
    ownerRoute({
      method: 'PUT',
      path: `${profile}/:list/:id`,
      summary: 'Replace an entry of facts, faqs, documents or prices',
      limit,
      body: profileEntrySchema,
      bodyBytesMax: siteLimits.profileBytesMax,
      answers: { 200: savedEntrySchema },
      handle: async (call) => {
        const list = requireList(call.params.list ?? '');
        const options = await optionsOf(call);
        const [id, entry] = [call.params.id ?? '', call.body as JsonObject];
        const changed = await replaceEntry(assistant, siteOf(call), list, id, entry, options);
        return jsonAnswer(200, changed, profileTag(changed.version));
      },
    }),
    ownerRoute({
      method: 'DELETE',
      path: `${profile}/:list/:id`,
      summary: 'Remove an entry from facts, faqs, documents or prices',
      limit,
      answers: { 200: deletedEntrySchema },
      handle: async (call) => {
        const list = requireList(call.params.list ?? '');
        const options = await optionsOf(call);
        const id = call.params.id ?? '';
        const removed = await removeEntry(assistant, siteOf(call), list, id, options);
        return jsonAnswer(200, removed, profileTag(removed.version));
      },
    }),
  ];
}
