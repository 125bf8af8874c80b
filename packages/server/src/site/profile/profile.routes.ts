import {
  type DeletedEntry,
  deletedEntrySchema,
  isProfileList,
  keptVersionSchema,
  type ProfileDryRun,
  type ProfileList,
  profileBodySchema,
  profileDryRunSchema,
  profileEntrySchema,
  profileLists,
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
import type { TextAnswer } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Arrival, Call } from '../../http/route.ts';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import { Problem } from '../../kernel/problem.ts';
import { requireOwnSite } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { jsonAnswer, textAnswer } from '../json.response.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import { profileTag } from '../sites/sites.ts';
import {
  changeProfile,
  type EditedProfile,
  type ProfileContext,
  tryProfile,
} from './profile-saving.ts';
import { listVersions, readVersion, restoreVersion, writeVersion } from './profile-versions.ts';
import { writeSaved } from './saved-profile.ts';
import type { Change } from './work/change.ts';

const profile = '/v1/admin/sites/:site/profile';

export function profileRoutes(
  assistant: ProfileContext & Pick<Assistant, 'engine' | 'vectors' | 'off'>,
): readonly SiteRoute[] {
  const { store } = assistant;
  const limit = async ({ caller, params }: Arrival<Caller>) => {
    assertSupported(assistant, 'profile');
    await requireOwnSite(store, caller.ownerId, params.site ?? '');
  };
  const siteOf = ({ caller, params }: Call<Caller>) => ({
    owner_id: caller.ownerId,
    id: params.site ?? '',
  });
  const small = { isReadByRule: true, bodyBytesMax: siteLimits.profileBytesMax } as const;
  const edit = async (call: Call<Caller>, change: Change) =>
    changeProfile(assistant, siteOf(call), {
      change,
      by: await credentialName(store, call.caller),
      ifMatch: readTags(call.header('if-match')),
      signal: call.signal,
    });
  const savedWhole = async (edited: EditedProfile) =>
    textAnswer(200, await writeSaved(assistant, edited), profileTag(edited.site.version));
  return [
    ownerRoute({
      method: 'PUT',
      path: profile,
      summary: 'Save the approved business information, or see what saving it would change',
      limit,
      query: saveProfileQuerySchema,
      isQueryStrict: true,
      body: profileBodySchema,
      isReadByRule: true,
      bodyBytesMax: siteLimits.profileBytesMax + siteLimits.profileSlackBytes,
      answers: { 200: z.union([savedProfileSchema, profileDryRunSchema]) },
      handle: async (call) => {
        const { bodyBytes: body, header, signal } = call;
        const change: Change = { kind: 'put', body, sentBytes: body.length };
        if (!(call.query as SaveProfileQuery).dry_run) return savedWhole(await edit(call, change));
        const ifMatch = readTags(header('if-match'));
        const tried = await tryProfile(assistant, siteOf(call), { change, ifMatch, signal });
        return jsonAnswer(200, dryRunOf(tried));
      },
    }),
    ownerRoute({
      method: 'PATCH',
      path: profile,
      summary: 'Change fields of the profile outside its lists, by a JSON merge patch',
      limit,
      body: profilePatchSchema,
      ...small,
      answers: { 200: savedProfileSchema },
      handle: async (call) => savedWhole(await edit(call, { kind: 'patch', body: call.bodyBytes })),
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
        const wanted = call.params.version ?? '';
        const kept = await readVersion(assistant, siteOf(call), wanted, call.signal);
        return textAnswer(200, writeVersion(kept).join(''), profileTag(kept.view.version));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${profile}/versions/:version/restore`,
      summary: 'Make an earlier version the current one, as a new version',
      limit,
      answers: { 200: savedProfileSchema },
      handle: async (call) => {
        const options = { ifMatch: readTags(call.header('if-match')), signal: call.signal };
        const wanted = call.params.version ?? '';
        return savedWhole(await restoreVersion(assistant, siteOf(call), wanted, options));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${profile}/:list`,
      summary: 'Add an entry to facts, faqs, documents or prices',
      limit,
      body: profileEntrySchema,
      ...small,
      answers: { 201: savedEntrySchema },
      handle: async (call) => {
        const list = requireList(call.params.list);
        return savedEntry(201, await edit(call, { kind: 'add', list, body: call.bodyBytes }));
      },
    }),
    ownerRoute({
      method: 'PUT',
      path: `${profile}/:list/:id`,
      summary: 'Replace an entry of facts, faqs, documents or prices',
      limit,
      body: profileEntrySchema,
      ...small,
      answers: { 200: savedEntrySchema },
      handle: async (call) => {
        const list = requireList(call.params.list);
        const id = call.params.id ?? '';
        const change: Change = { kind: 'replace', list, id, body: call.bodyBytes };
        return savedEntry(200, await edit(call, change));
      },
    }),
    ownerRoute({
      method: 'DELETE',
      path: `${profile}/:list/:id`,
      summary: 'Remove an entry from facts, faqs, documents or prices',
      limit,
      answers: { 200: deletedEntrySchema },
      handle: async (call) => {
        const list = requireList(call.params.list);
        const id = call.params.id ?? '';
        const { version } = (await edit(call, { kind: 'remove', list, id })).site;
        const removed: DeletedEntry = { deleted: true, id, version };
        return jsonAnswer(200, removed, profileTag(version));
      },
    }),
  ];
}

function requireList(name = ''): ProfileList {
  if (isProfileList(name)) return name;
  throw new Problem(
    'not_found',
    `There is no such list; the lists are ${profileLists.join(', ')}.`,
  );
}

function savedEntry(status: number, { site, changed }: EditedProfile): TextAnswer {
  const { entry = '{}', warnings } = changed;
  const rest = JSON.stringify({ version: site.version, warnings });
  return textAnswer(status, joinObjects(entry, rest), profileTag(site.version));
}

function dryRunOf({ site, changed }: Pick<EditedProfile, 'site' | 'changed'>): ProfileDryRun {
  const { changes, warnings } = changed;
  return { changes, warnings: [...warnings], version: site.version };
}
