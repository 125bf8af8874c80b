import {
  createdSiteSchema,
  createSiteSchema,
  deletedSchema,
  limits,
  noticeTestSchema,
  type OriginTest,
  originTestSchema,
  originVerdictSchema,
  rotatedKeySchema,
  siteDetailsSchema,
  siteLimits,
  siteListSchema,
  siteSummarySchema,
  siteUsageDaysSchema,
  type UsageQuery,
  usageQuerySchema,
} from '@baraza/contract';
import { credentialName } from '../../access/keys.ts';
import type { Caller } from '../../access/scopes.ts';
import type { Call } from '../../http/route.ts';
import { isoTime } from '../../kernel/clock.ts';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import { absentSite } from '../../kernel/problem.ts';
import { type SiteRow, sitesOf } from '../../store/site/sites.ts';
import { judgeOrigin, requireOwnSite } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { jsonAnswer, textAnswer } from '../json.response.ts';
import { tryNotices } from '../notices/notice-trial.ts';
import { embedLine } from '../pages/embed.ts';
import { ownerRoute, type SiteRoute } from '../route.ts';
import { removeSite } from './site-removal.ts';
import { summaryOf, usageByDay, writeSite } from './site-view.ts';
import { createSite, profileTag, rotateSiteKey, setStatus } from './sites.ts';

const one = '/v1/admin/sites/:site';
// A mail server may be slow.
const noticeTestMs = 60_000;
// For millions of questions. The deletion continues when this time is over.
const removalMs = 120_000;

export function siteRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store } = assistant;
  const siteOf = ({ caller, params }: Pick<Call<Caller>, 'caller' | 'params'>) =>
    requireOwnSite(store, caller.ownerId, params.site ?? '');
  return [
    ownerRoute({
      method: 'POST',
      path: '/v1/admin/sites',
      summary: 'Make a site',
      body: createSiteSchema,
      isReadByRule: true,
      bodyBytesMax: siteLimits.profileBytesMax + siteLimits.profileSlackBytes,
      answers: { 201: createdSiteSchema },
      handle: async ({ caller, bodyBytes: body, signal }) => {
        const work = { account: caller.ownerId, signal };
        const { id, hasProfile, created } = await assistant.profiles.run('create', { body }, work);
        if (hasProfile) assertSupported(assistant, 'profile');
        const by = await credentialName(store, caller);
        const { site } = await store.write((tx) =>
          createSite(assistant, tx, caller.ownerId, { id, created, by }),
        );
        const view = await writeSite(assistant, site, created.text);
        const warnings = JSON.stringify({ warnings: created.warnings });
        return textAnswer(201, joinObjects(view, warnings), profileTag(site.version));
      },
    }),
    ownerRoute({
      method: 'GET',
      path: '/v1/admin/sites',
      summary: "List an owner's sites",
      answers: { 200: siteListSchema },
      handle: async ({ caller }) => {
        const rows = await sitesOf(store, caller.ownerId);
        return jsonAnswer(200, {
          sites: rows.map((row) => ({ ...summaryOf(row), plan: row.plan })),
        });
      },
    }),
    ownerRoute({
      method: 'GET',
      path: one,
      summary: 'Site details, profile, usage summary and embed line',
      answers: { 200: siteDetailsSchema },
      handle: async (call) => {
        const site = await siteOf(call);
        const { text } = await assistant.profiles.profileText(site);
        return textAnswer(200, await writeSite(assistant, site, text), profileTag(site.version));
      },
    }),
    ownerRoute({
      method: 'GET',
      path: `${one}/usage`,
      summary: 'What was asked on each day, and what is left of the month',
      query: usageQuerySchema,
      answers: { 200: siteUsageDaysSchema },
      handle: async (call) => {
        const { days } = call.query as UsageQuery;
        return jsonAnswer(200, await usageByDay(assistant, await siteOf(call), days));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${one}/origins/test`,
      summary: 'Whether pages of an origin may ask, and why',
      body: originTestSchema,
      bodyBytesMax: limits.jsonBodyBytesMax,
      answers: { 200: originVerdictSchema },
      handle: async (call) => {
        const { origin } = call.body as OriginTest;
        return jsonAnswer(200, judgeOrigin(assistant, await siteOf(call), origin));
      },
    }),
    ownerRoute({
      method: 'POST',
      path: `${one}/notices/test`,
      summary: 'Send a notice to try out where notices go',
      answers: { 200: noticeTestSchema },
      answerMs: noticeTestMs,
      handle: async (call) =>
        jsonAnswer(200, await tryNotices(assistant, await siteOf(call), call.signal)),
    }),
    ownerRoute({
      method: 'POST',
      path: `${one}/rotate-key`,
      summary: 'Issue a new site key; the old one stops working',
      answers: { 200: rotatedKeySchema },
      handle: async ({ caller, params }) => {
        assertSupported(assistant, 'rotate-key');
        const site = await store.write((tx) =>
          rotateSiteKey(assistant, tx, caller.ownerId, params.site ?? ''),
        );
        const embed = embedLine(assistant, site);
        return jsonAnswer(200, {
          key: site.key,
          created_at: isoTime(site.key_created_at),
          ...(embed === undefined ? {} : { embed }),
        });
      },
    }),
    ownerRoute({
      method: 'DELETE',
      path: one,
      summary: 'Delete a site for good, with its questions and leads',
      answers: { 200: deletedSchema },
      answerMs: removalMs,
      handle: async ({ caller: { ownerId }, params }) => {
        const id = params.site ?? '';
        if (!(await removeSite(store, { id, ownerId }, assistant.clock()))) throw absentSite();
        return jsonAnswer(200, { deleted: true, id });
      },
    }),
    statusRoute(assistant, 'pause', 'paused', 'Let the assistant rest; leads are still taken'),
    statusRoute(assistant, 'resume', 'active', 'Let the assistant answer again'),
  ];
}

function statusRoute(
  assistant: Assistant,
  verb: 'pause' | 'resume',
  status: SiteRow['status'],
  summary: string,
): SiteRoute {
  return ownerRoute({
    method: 'POST',
    path: `${one}/${verb}`,
    summary,
    answers: { 200: siteSummarySchema },
    handle: async ({ caller, params }) => {
      const site = await assistant.store.write((tx) =>
        setStatus(assistant, tx, caller.ownerId, params.site ?? '', status),
      );
      return jsonAnswer(200, summaryOf(site));
    },
  });
}
