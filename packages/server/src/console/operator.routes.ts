import {
  allSitesSchema,
  backupListSchema,
  backupWorkSchema,
  changedSiteSchema,
  deletedOwnerSchema,
  endedGrantSchema,
  grantListSchema,
  healthSchema,
  invitationSchema,
  inviteSchema,
  madeGrantSchema,
  madeSiteSchema,
  minuteMs,
  newBackupScheduleSchema,
  newGrantSchema,
  newOwnerSchema,
  newSiteSchema,
  operatorViewSchema,
  ownerListSchema,
  ownerSchema,
  planListSchema,
  planSchema,
  removedPlanSchema,
  savedBackupScheduleSchema,
  savedPlanSchema,
  siteChangeSchema,
} from '@baraza/contract';
import type { Log } from '../kernel/log.ts';
import type { Store } from '../store/store.ts';
import { sendBackup } from './backup-download.response.ts';
import type { Console } from './console.ts';
import { assertOperator, deleteOtherOwner, type OperatorServices } from './operator.ts';
import { type ConsoleRoute, changeRoute, readRoute, sessionPolicy } from './route.ts';

// The doctor sends requests to servers that may be slow to answer.
const examineMs = 120_000;
// An owner may have millions of records. The deletion continues when the caller has left.
const deleteMs = 10 * minuteMs;

/** Empty if the console was given no operator services. */
export function operatorRoutes({ platform, operator }: Console): readonly ConsoleRoute[] {
  if (operator === undefined) return [];
  const { clock, log, startedAtMs, store, version } = platform;
  const routes = [
    readRoute('', 'Status of the server', operatorViewSchema, async () => {
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
      ...readRoute('/health', 'Results of doctor', healthSchema, operator.examine),
      answerMs: examineMs,
    },
    ...ownerRoutes(operator, store),
    ...siteRoutes(operator),
    ...planRoutes(operator),
    ...nodeRoutes(operator),
    ...backupRoutes(operator, log),
  ];
  return routes.map((route) => ({
    ...route,
    path: `/console/operator${route.path}`,
    limit: async ({ caller }) => assertOperator(caller),
  }));
}

function ownerRoutes(operator: OperatorServices, store: Store): readonly ConsoleRoute[] {
  const { run } = operator;
  return [
    readRoute('/owners', 'All owners', ownerListSchema, async () => ({
      owners: await run('owners list', {}),
    })),
    changeRoute('POST', '/owners', 'Create an owner', {
      body: newOwnerSchema,
      answers: { 201: ownerSchema },
      work: ({ body }) => run('owners create', body),
    }),
    changeRoute('PATCH', '/owners/:id', 'Rename an owner', {
      body: newOwnerSchema,
      answers: { 200: ownerSchema },
      work: ({ params, body }) => run('owners rename', { owner: params.id ?? '', name: body.name }),
    }),
    {
      ...changeRoute('DELETE', '/owners/:id', 'Delete an owner with their sites and resources', {
        answers: { 200: deletedOwnerSchema },
        work: ({ caller, params }) => deleteOtherOwner(store, operator, caller, params.id ?? ''),
      }),
      answerMs: deleteMs,
    },
    changeRoute('POST', '/owners/:id/invite', 'Create a one-time sign-in link for an owner', {
      body: inviteSchema,
      answers: { 201: invitationSchema },
      work: ({ params, body }) => {
        const { operator: isOperator = false, site } = body;
        return run('owners invite', { owner: params.id ?? '', operator: isOperator, site });
      },
    }),
  ];
}

function siteRoutes({ run }: OperatorServices): readonly ConsoleRoute[] {
  return [
    readRoute('/sites', 'All sites with their usage this month', allSitesSchema, async () => ({
      // A site key belongs to its owner.
      sites: (await run('sites list', {})).map(({ key: _, ...site }) => site),
    })),
    changeRoute('POST', '/sites', 'Create a site for an owner', {
      body: newSiteSchema,
      answers: { 201: madeSiteSchema },
      work: ({ body }) => {
        const { site: id, ...wanted } = body;
        return run('sites create', { id, ...wanted });
      },
    }),
    changeRoute('PATCH', '/sites/:site', 'Change the plan of a site, or pause it', {
      body: siteChangeSchema,
      answers: { 200: changedSiteSchema },
      work: async ({ params, body }) => {
        const { plan, paused } = body;
        const id = params.site ?? '';
        const planned = plan === undefined ? {} : await run('sites plan', { id, plan });
        const verb = paused ? 'sites pause' : 'sites resume';
        const changed = paused === undefined ? {} : await run(verb, { id });
        return { id, ...planned, ...changed };
      },
    }),
  ];
}

function planRoutes({ run, planOfNew }: OperatorServices): readonly ConsoleRoute[] {
  return [
    readRoute('/plans', 'The plans of sites', planListSchema, async () => ({
      usual: planOfNew,
      plans: await run('plans list', {}),
    })),
    changeRoute('PUT', '/plans/:name', 'Change a plan, or add one', {
      body: planSchema,
      answers: { 200: savedPlanSchema },
      work: ({ params, body }) => run('plans set', { name: params.name ?? '', change: body }),
    }),
    changeRoute('DELETE', '/plans/:name', 'Remove a plan that no site has', {
      answers: { 200: removedPlanSchema },
      work: ({ params }) => run('plans remove', { name: params.name ?? '' }),
    }),
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
        const { origin, sites, days } = body;
        return run('nodes authorize', {
          origin,
          ...(sites === undefined ? {} : { sites }),
          ...(days === undefined ? {} : { days }),
        });
      },
    }),
    changeRoute('DELETE', '/nodes/:jti', 'Revoke a grant', {
      answers: { 200: endedGrantSchema },
      work: ({ params }) => run('nodes revoke', { jti: params.jti ?? '' }),
    }),
  ];
}

function backupRoutes({ backups }: OperatorServices, log: Log): readonly ConsoleRoute[] {
  return [
    readRoute(
      '/backups',
      'The backups that were taken from the console, on any machine',
      backupListSchema,
      backups.list,
    ),
    changeRoute('POST', '/backups', 'Start a backup', {
      disk: 'fills',
      answers: { 202: backupWorkSchema },
      work: async () => ({ running: { ...(await backups.take()), bytes: 0 } }),
    }),
    changeRoute('PUT', '/backups/schedule', 'Set or end the daily schedule', {
      body: newBackupScheduleSchema,
      answers: { 200: savedBackupScheduleSchema },
      work: async ({ body }) => ({ schedule: await backups.schedule(body) }),
    }),
    {
      method: 'GET',
      path: '/backups/:name/download',
      summary: 'The file of a backup, from the server that has it',
      policy: sessionPolicy('read'),
      headers: ['Range'],
      answers: { 200: 'bytes', 206: 'bytes' },
      handle: async (call) => {
        const name = call.params.name ?? '';
        return sendBackup(call, name, async () => {
          const file = await backups.open(name);
          log.info('a backup is downloaded', { name, owner: call.caller.ownerId });
          return file;
        });
      },
    },
    changeRoute('POST', '/backups/:name/verify', 'Start to verify a backup', {
      answers: { 202: backupWorkSchema },
      work: async ({ params }) => ({
        running: { ...(await backups.verify(params.name ?? '')), bytes: 0 },
      }),
    }),
  ];
}
