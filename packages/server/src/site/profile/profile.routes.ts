import {
  deletedEntrySchema,
  isProfileList,
  keptVersionSchema,
  type ProfileList,
  profileBodySchema,
  profileDryRunSchema,
  profileEntrySchema,
  profileLists,
  profilePatchSchema,
  profileVersionListSchema,
  savedEntrySchema,
  savedProfileSchema,
  saveProfileQuerySchema,
  siteLimits,
} from '@baraza/contract';
import { z } from 'zod';
import { credentialName } from '../../access/keys.ts';
import { attributed } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Assistant } from '../assistant.ts';
import {
  jsonAnswer,
  type OwnSiteCall,
  ownSiteRoute,
  type SiteRoute,
  textAnswer,
} from '../route.ts';
import { profileTag } from '../sites/sites.ts';
import {
  changeProfile,
  type EditedProfile,
  type ProfileContext,
  tryProfile,
  writeSaved,
} from './profile-saving.ts';
import { listVersions, readVersion, restoreVersion, writeVersion } from './profile-versions.ts';
import type { Change } from './work/change.ts';
import { largeProfileMs } from './work/profile-worker.ts';

export function profileRoutes(
  assistant: ProfileContext & Pick<Assistant, 'engine' | 'vectors' | 'off'>,
): readonly SiteRoute[] {
  const { store } = assistant;
  const feature = 'profile';
  const small = { parsesOwnBody: true, bodyBytesMax: siteLimits.profileBytesMax } as const;
  const optionsOf = ({ header, signal, caller: { person } }: OwnSiteCall) => ({
    ifMatch: readTags(header('if-match')),
    keepsSettings: person !== undefined && person.role !== 'owner',
    signal,
  });
  const edit = async (call: OwnSiteCall, change: Change) => {
    const by = call.caller.via ?? (await credentialName(store, call.caller));
    return changeProfile(assistant, call.site, { change, by, ...optionsOf(call) });
  };
  const savedWhole = async (edited: EditedProfile) =>
    textAnswer(await writeSaved(assistant, edited), 200, profileTag(edited.site.version));
  return [
    ownSiteRoute(assistant, 'PUT /profile', {
      name: 'saveProfile',
      summary: 'Save the approved business information, or see what saving it would change',
      feature,
      query: saveProfileQuerySchema,
      isQueryStrict: true,
      body: profileBodySchema,
      parsesOwnBody: true,
      bodyBytesMax: siteLimits.profileBytesMax + siteLimits.profileSlackBytes,
      answerMs: largeProfileMs,
      answers: { 200: z.union([savedProfileSchema, profileDryRunSchema]) },
      handle: async (call) => {
        const { bodyBytes: body } = call;
        const change: Change = { kind: 'put', body, sentBytes: body.length };
        if (!call.query.dry_run) return savedWhole(await edit(call, change));
        const { site, changed } = await tryProfile(assistant, call.site, {
          change,
          ...optionsOf(call),
        });
        const { changes, warnings } = changed;
        return jsonAnswer({ changes, warnings: [...warnings], version: site.version });
      },
    }),
    ownSiteRoute(assistant, 'PATCH /profile', {
      name: 'changeProfile',
      summary: 'Change fields of the profile outside its lists, by a JSON merge patch',
      feature,
      body: profilePatchSchema,
      ...small,
      answers: { 200: savedProfileSchema },
      handle: async (call) => savedWhole(await edit(call, { kind: 'patch', body: call.bodyBytes })),
    }),
    ownSiteRoute(assistant, 'GET /profile/versions', {
      name: 'listProfileVersions',
      summary: 'The versions of the profile, newest first',
      feature,
      answers: { 200: profileVersionListSchema },
      reply: ({ site }) => listVersions(assistant, site),
    }),
    ownSiteRoute(assistant, 'GET /profile/versions/:version', {
      name: 'getProfileVersion',
      summary: 'A version of the profile',
      feature,
      answers: { 200: keptVersionSchema },
      handle: async ({ site, params, signal }) => {
        const kept = await readVersion(assistant, site, params.version ?? '', signal);
        return textAnswer(writeVersion(kept).join(''), 200, profileTag(kept.view.version));
      },
    }),
    ownSiteRoute(assistant, 'POST /profile/versions/:version/restore', {
      name: 'restoreProfileVersion',
      summary: 'Make an earlier version the current one, as a new version',
      feature,
      answerMs: largeProfileMs,
      answers: { 200: savedProfileSchema },
      handle: async (call) => {
        const wanted = call.params.version ?? '';
        const options = {
          ...optionsOf(call),
          byOf: (version: number) => attributed(call.caller, `restore of ${version}`),
        };
        return savedWhole(await restoreVersion(assistant, call.site, wanted, options));
      },
    }),
    ownSiteRoute(assistant, 'POST /profile/:list', {
      name: 'createEntry',
      summary: 'Add an entry to facts, faqs, documents or prices',
      feature,
      body: profileEntrySchema,
      ...small,
      answers: { 201: savedEntrySchema },
      handle: async (call) => {
        const list = requireList(call.params.list);
        return savedEntry(201, await edit(call, { kind: 'add', list, body: call.bodyBytes }));
      },
    }),
    ownSiteRoute(assistant, 'PUT /profile/:list/:id', {
      name: 'replaceEntry',
      summary: 'Replace an entry of facts, faqs, documents or prices',
      feature,
      body: profileEntrySchema,
      ...small,
      answers: { 200: savedEntrySchema },
      handle: async (call) => {
        const { list, id = '' } = call.params;
        const body = call.bodyBytes;
        const change: Change = { kind: 'replace', list: requireList(list), id, body };
        return savedEntry(200, await edit(call, change));
      },
    }),
    ownSiteRoute(assistant, 'DELETE /profile/:list/:id', {
      name: 'deleteEntry',
      summary: 'Remove an entry from facts, faqs, documents or prices',
      feature,
      answers: { 200: deletedEntrySchema },
      handle: async (call) => {
        const { list, id = '' } = call.params;
        const { site } = await edit(call, { kind: 'remove', list: requireList(list), id });
        const { version } = site;
        return jsonAnswer({ deleted: true, id, version }, 200, profileTag(version));
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
  return textAnswer(joinObjects(entry, rest), status, profileTag(site.version));
}
