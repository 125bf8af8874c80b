import {
  createdSiteSchema,
  createSiteSchema,
  deletedSchema,
  type ExportQuery,
  exportQuerySchema,
  importBodySchema,
  importedSiteSchema,
  limits,
  minuteMs,
  noticeTestSchema,
  okSchema,
  originTestSchema,
  originVerdictSchema,
  rotatedKeySchema,
  siteDetailsSchema,
  siteExportSchema,
  siteLimits,
  siteListSchema,
  siteSummarySchema,
  siteUsageDaysSchema,
  usageQuerySchema,
} from '@baraza/contract';
import { credentialName } from '../../access/keys.ts';
import { jsonType } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import { isoTime } from '../../kernel/clock.ts';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import { absentSite } from '../../kernel/problem.ts';
import { sitesOf } from '../../store/site/sites.ts';
import { judgeOrigin } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { resendLink, sendFirstLink } from '../notices/mailbox.ts';
import { tryNotices } from '../notices/notice-trial.ts';
import { embedLine } from '../pages/links.ts';
import { largeProfileMs } from '../profile/work/profile-worker.ts';
import { attachment, ownerRoute, ownSiteRoute, type SiteRoute, textAnswer } from '../route.ts';
import { removeSite } from './site-removal.ts';
import { siteJson, summaryOf, usageByDay } from './site-view.ts';
import { createSite, profileTag, rotateSiteKey, setStatus } from './sites.ts';
import { exportSite, importSite } from './transfer.ts';

// A mail server may be slow.
const noticeTestMs = 60_000;
// For millions of questions. The deletion continues when this time is over.
const removalMs = 120_000;

export function siteRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store, profiles, clock } = assistant;
  const statusRoute = (verb: string, status: 'active' | 'paused', summary: string) =>
    ownSiteRoute(assistant, `POST /${verb}`, {
      name: `${verb}Site`,
      summary,
      answers: { 200: siteSummarySchema },
      reply: async ({ caller: { ownerId }, site: { id } }) => {
        const site = await store.write((tx) => setStatus(assistant, tx, ownerId, id, status));
        return summaryOf(site);
      },
    });
  return [
    ownerRoute('POST /v1/admin/sites', {
      name: 'createSite',
      summary: 'Create a site',
      body: createSiteSchema,
      parsesOwnBody: true,
      bodyBytesMax: siteLimits.profileBytesMax + siteLimits.profileSlackBytes,
      answerMs: largeProfileMs,
      answers: { 201: createdSiteSchema },
      handle: async ({ caller, bodyBytes: body, signal }) => {
        const work = { account: caller.ownerId, signal };
        const { id, hasProfile, created } = await profiles.run('create', { body }, work);
        if (hasProfile) assertSupported(assistant, 'profile');
        const by = await credentialName(store, caller);
        const site = await store.write((tx) =>
          createSite(assistant, tx, caller.ownerId, { id, created, by }),
        );
        await sendFirstLink(assistant, site);
        const view = await siteJson(assistant, site, created.text);
        const warnings = JSON.stringify({ warnings: created.warnings });
        return textAnswer(joinObjects(view, warnings), 201, profileTag(site.version));
      },
    }),
    ownerRoute('GET /v1/admin/sites', {
      name: 'listSites',
      summary: "List an owner's sites",
      answers: { 200: siteListSchema },
      reply: async ({ caller }) => {
        const rows = await sitesOf(store, caller.ownerId);
        return { sites: rows.map((row) => ({ ...summaryOf(row), plan: row.plan })) };
      },
    }),
    ownSiteRoute(assistant, 'GET', {
      name: 'getSite',
      summary: 'Site details, profile, usage summary and embed line',
      answers: { 200: siteDetailsSchema },
      handle: async ({ site, caller }) => {
        const { text } = await profiles.profileText(site);
        const view = await siteJson(assistant, site, text, caller.person);
        return textAnswer(view, 200, profileTag(site.version));
      },
    }),
    ownSiteRoute(assistant, 'GET /usage', {
      name: 'getUsage',
      summary: 'Questions by day, and the rest of the monthly allowance',
      query: usageQuerySchema,
      answers: { 200: siteUsageDaysSchema },
      reply: ({ site, query }) => usageByDay(assistant, site, query.days),
    }),
    ownSiteRoute(assistant, 'POST /origins/test', {
      name: 'testOrigin',
      summary: 'Whether pages of an origin may ask, and why',
      body: originTestSchema,
      bodyBytesMax: limits.jsonBodyBytesMax,
      answers: { 200: originVerdictSchema },
      reply: async ({ site, body }) => judgeOrigin(assistant, site, body.origin),
    }),
    ownSiteRoute(assistant, 'POST /notices/test', {
      name: 'sendTestNotice',
      summary: 'Send a test notice',
      answers: { 200: noticeTestSchema },
      answerMs: noticeTestMs,
      reply: ({ site, signal }) => tryNotices(assistant, site, signal),
    }),
    ownSiteRoute(assistant, 'POST /notices/confirm', {
      name: 'resendConfirmation',
      summary: 'Send the link again that confirms the e-mail address for notices',
      answers: { 202: okSchema },
      reply: async ({ site }) => {
        await resendLink(assistant, site);
        return { ok: true };
      },
    }),
    ownSiteRoute(assistant, 'POST /rotate-key', {
      name: 'rotateSiteKey',
      summary: 'Issue a new site key; the old one stops working',
      feature: 'rotate-key',
      answers: { 200: rotatedKeySchema },
      reply: async ({ caller, site: { id } }) => {
        const site = await store.write((tx) => rotateSiteKey(assistant, tx, caller.ownerId, id));
        const embed = embedLine(assistant, site);
        return {
          key: site.key,
          created_at: isoTime(site.key_created_at),
          ...(embed === undefined ? {} : { embed }),
        };
      },
    }),
    ownSiteRoute(assistant, 'DELETE', {
      name: 'deleteSite',
      summary: 'Delete a site permanently, with its questions and leads',
      answers: { 200: deletedSchema },
      answerMs: removalMs,
      reply: async ({ caller: { ownerId }, site: { id } }) => {
        if (!(await removeSite(store, { id, ownerId }, clock()))) throw absentSite();
        return { deleted: true, id };
      },
    }),
    statusRoute('pause', 'paused', 'Let the assistant rest; leads are still taken'),
    statusRoute('resume', 'active', 'Let the assistant answer again'),
  ];
}

export function transferRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    ownSiteRoute(assistant, 'GET /export', {
      name: 'exportSite',
      summary: 'The profile as one JSON document, on request with questions and leads',
      query: exportQuerySchema,
      answers: { 200: siteExportSchema },
      handle: async ({ site, query }) => {
        const document = await exportSite(assistant, site, query);
        return attachment(`${site.id}-${contentOf(query)}.json`, jsonType, document);
      },
    }),
    ownSiteRoute(assistant, 'POST /import', {
      name: 'importSite',
      summary: 'Import an export of a site',
      feature: 'profile',
      body: importBodySchema,
      disk: 'fills',
      parsesOwnBody: true,
      bodyBytesMax: siteLimits.importBytesMax,
      answerMs: 10 * minuteMs,
      answers: { 200: importedSiteSchema },
      handle: async ({ site, bodyBytes, header, signal }) => {
        const ifMatch = readTags(header('if-match'));
        const { text, version } = await importSite(assistant, site, bodyBytes, { ifMatch, signal });
        return textAnswer(text, 200, profileTag(version));
      },
    }),
  ];
}

/** The name of a file says whether it has what visitors wrote, with their names and numbers. */
function contentOf({ questions, leads, conversations }: ExportQuery): string {
  return questions || leads || conversations ? 'with-customers' : 'information';
}
