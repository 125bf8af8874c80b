import {
  allSitesSchema,
  backupListSchema,
  backupWorkSchema,
  changedSiteSchema,
  endedGrantSchema,
  grantListSchema,
  healthSchema,
  type Invite,
  invitationSchema,
  inviteSchema,
  madeGrantSchema,
  madeSiteSchema,
  type NewGrant,
  type NewOwner,
  type NewSite,
  newGrantSchema,
  newOwnerSchema,
  newSiteSchema,
  operatorViewSchema,
  ownerListSchema,
  ownerSchema,
  planListSchema,
  type SiteChange,
  siteChangeSchema,
} from '@baraza/contract';
import type { Console } from './console.ts';
import { assertOperator, type OperatorServices } from './operator.ts';
import { type ConsoleRoute, changeRoute, readRoute } from './route.ts';

// The doctor sends requests to servers that may be slow to answer.
const examineMs = 120_000;

/** Empty where the console was given no operator services. */
export function operatorRoutes({ platform, operator }: Console): readonly ConsoleRoute[] {
  if (operator === undefined) return [];
  const { clock, startedAtMs, store, version } = platform;
  const routes = [
    readRoute('', 'How the server is', operatorViewSchema, async () => {
      const { rss, heapUsed: heap } = process.memoryUsage();
      return {
        version,
        node: process.versions.node,
        role: operator.role,
        engines: { ...operator.engines, store: store.engine },
        health: operator.lastHealth() ?? null,
        uptimeMs: Math.max(0, clock() - startedAtMs),
        memory: { rss, heap },
      };
    }),
    {
      ...readRoute('/health', 'What the doctor finds', healthSchema, operator.examine),
      answerMs: examineMs,
    },
    ...ownerRoutes(operator),
    ...siteRoutes(operator),
    ...nodeRoutes(operator),
    ...backupRoutes(operator),
  ];
  return routes.map((route) => ({
    ...route,
    path: `/console/operator${route.path}`,
    limit: async ({ caller }) => assertOperator(caller),
  }));
}

function ownerRoutes({ run }: OperatorServices): readonly ConsoleRoute[] {
  return [
    readRoute('/owners', 'All owners', ownerListSchema, async () => ({
      owners: await run('owners list', {}),
    })),
    changeRoute('POST', '/owners', 'Create an owner', {
      body: newOwnerSchema,
      answers: { 201: ownerSchema },
      work: ({ body }) => run('owners create', body as NewOwner),
    }),
    changeRoute('POST', '/owners/:id/invite', 'Make a link that signs an owner in, once', {
      body: inviteSchema,
      answers: { 201: invitationSchema },
      work: ({ params, body }) => {
        const { operator: isOperator = false, site } = body as Invite;
        return run('owners invite', { owner: params.id ?? '', operator: isOperator, site });
      },
    }),
  ];
}

function siteRoutes({ run, plans, planOfNew }: OperatorServices): readonly ConsoleRoute[] {
  return [
    readRoute('/sites', 'All sites with what they used of the month', allSitesSchema, async () => ({
      // A site key belongs to its owner.
      sites: (await run('sites list', {})).map(({ key: _, ...site }) => site),
    })),
    changeRoute('POST', '/sites', 'Create a site for an owner', {
      body: newSiteSchema,
      answers: { 201: madeSiteSchema },
      work: ({ body }) => {
        const { site, owner, plan } = body as NewSite;
        return run('sites create', { id: site, owner, ...(plan === undefined ? {} : { plan }) });
      },
    }),
    changeRoute('PATCH', '/sites/:site', 'Change the plan of a site, or pause it', {
      body: siteChangeSchema,
      answers: { 200: changedSiteSchema },
      work: async ({ params, body }) => {
        const { plan, paused } = body as SiteChange;
        const id = params.site ?? '';
        const planned = plan === undefined ? {} : await run('sites plan', { id, plan });
        const verb = paused ? 'sites pause' : 'sites resume';
        const changed = paused === undefined ? {} : await run(verb, { id });
        return { id, ...planned, ...changed };
      },
    }),
    readRoute('/plans', 'The plans of sites', planListSchema, async () => ({
      usual: planOfNew,
      plans: Object.entries(plans).map(([name, plan]) => ({ name, ...plan })),
    })),
  ];
}

function nodeRoutes({ run }: OperatorServices): readonly ConsoleRoute[] {
  return [
    readRoute('/nodes', 'Grants to nodes', grantListSchema, async () => ({
      nodes: await run('nodes list', {}),
    })),
    changeRoute('POST', '/nodes', 'Authorise a node', {
      body: newGrantSchema,
      answers: { 201: madeGrantSchema },
      work: ({ body }) => {
        const { origin, sites, days } = body as NewGrant;
        return run('nodes authorize', {
          origin,
          ...(sites === undefined ? {} : { sites }),
          ...(days === undefined ? {} : { days }),
        });
      },
    }),
    changeRoute('DELETE', '/nodes/:jti', 'End a grant', {
      answers: { 200: endedGrantSchema },
      work: ({ params }) => run('nodes revoke', { jti: params.jti ?? '' }),
    }),
  ];
}

function backupRoutes({ backups }: OperatorServices): readonly ConsoleRoute[] {
  return [
    readRoute(
      '/backups',
      'The backups that were taken from the console, on any machine',
      backupListSchema,
      backups.list,
    ),
    changeRoute('POST', '/backups', 'Begin to take a backup', {
      answers: { 202: backupWorkSchema },
      work: async () => ({ running: { ...(await backups.take()), bytes: 0 } }),
    }),
    changeRoute('POST', '/backups/:name/verify', 'Begin to check a backup whole', {
      answers: { 202: backupWorkSchema },
      work: async ({ params }) => ({
        running: { ...(await backups.verify(params.name ?? '')), bytes: 0 },
      }),
    }),
  ];
}
