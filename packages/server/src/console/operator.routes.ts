import {
  allSitesSchema,
  backupListSchema,
  backupWorkSchema,
  changedSiteSchema,
  consoleLimits,
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
import type { Call } from '../http/route.ts';
import type { Console } from './console.ts';
import { assertOperator, type OperatorDesk } from './operator.ts';
import { type ConsoleRoute, json, sessionPolicy } from './route.ts';
import type { Signed } from './sessions.ts';

const operator = '/console/operator';
// The doctor asks servers that may be slow to answer.
const lookMs = 120_000;

/** None where nobody gave the console a desk for the operator. */
export function operatorRoutes({ platform, operator: desk }: Console): readonly ConsoleRoute[] {
  if (desk === undefined) return [];
  const { clock, startedAtMs, store, version } = platform;
  return [
    read('', 'How the server is', operatorViewSchema, async () => {
      const { rss, heapUsed: heap } = process.memoryUsage();
      return {
        version,
        node: process.versions.node,
        role: desk.role,
        engines: { ...desk.engines, store: store.engine },
        health: desk.lastHealth() ?? null,
        uptimeMs: Math.max(0, clock() - startedAtMs),
        memory: { rss, heap },
      };
    }),
    { ...read('/health', 'What the doctor finds', healthSchema, desk.look), answerMs: lookMs },
    ...ownerRoutes(desk),
    ...siteRoutes(desk),
    ...nodeRoutes(desk),
    ...backupRoutes(desk),
  ];
}

function ownerRoutes({ run }: OperatorDesk): readonly ConsoleRoute[] {
  return [
    read('/owners', 'All owners', ownerListSchema, async () => ({
      owners: await run('owners list', {}),
    })),
    change('POST', '/owners', 'Create an owner', {
      body: newOwnerSchema,
      answers: { 201: ownerSchema },
      work: ({ body }) => run('owners create', body as NewOwner),
    }),
    change('POST', '/owners/:id/invite', 'Make a link that signs an owner in, once', {
      body: inviteSchema,
      answers: { 201: invitationSchema },
      work: ({ params, body }) => {
        const { operator: isOperator = false, site } = body as Invite;
        return run('owners invite', { owner: params.id ?? '', operator: isOperator, site });
      },
    }),
  ];
}

function siteRoutes({ run, plans, planOfNew }: OperatorDesk): readonly ConsoleRoute[] {
  return [
    read('/sites', 'All sites with what they used of the month', allSitesSchema, async () => ({
      // A site key belongs to its owner.
      sites: (await run('sites list', {})).map(({ key: _, ...site }) => site),
    })),
    change('POST', '/sites', 'Create a site for an owner', {
      body: newSiteSchema,
      answers: { 201: madeSiteSchema },
      work: ({ body }) => {
        const { site, owner, plan } = body as NewSite;
        return run('sites create', { id: site, owner, ...(plan === undefined ? {} : { plan }) });
      },
    }),
    change('PATCH', '/sites/:site', 'Change the plan of a site, or pause it', {
      body: siteChangeSchema,
      answers: { 200: changedSiteSchema },
      work: async ({ params, body }) => {
        const { plan, paused } = body as SiteChange;
        const id = params.site ?? '';
        const planned = plan === undefined ? {} : await run('sites plan', { id, plan });
        const paused_ =
          paused === undefined ? {} : await run(paused ? 'sites pause' : 'sites resume', { id });
        return { id, ...planned, ...paused_ };
      },
    }),
    read('/plans', 'The plans of sites', planListSchema, async () => ({
      usual: planOfNew,
      plans: Object.entries(plans).map(([name, plan]) => ({ name, ...plan })),
    })),
  ];
}

function nodeRoutes({ run }: OperatorDesk): readonly ConsoleRoute[] {
  return [
    read('/nodes', 'Grants to nodes', grantListSchema, async () => ({
      nodes: await run('nodes list', {}),
    })),
    change('POST', '/nodes', 'Authorise a node', {
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
    change('DELETE', '/nodes/:jti', 'End a grant', {
      answers: { 200: endedGrantSchema },
      work: ({ params }) => run('nodes revoke', { jti: params.jti ?? '' }),
    }),
  ];
}

function backupRoutes({ backups }: OperatorDesk): readonly ConsoleRoute[] {
  return [
    read(
      '/backups',
      'The backups that were taken from the console, on any machine',
      backupListSchema,
      backups.list,
    ),
    change('POST', '/backups', 'Begin to take a backup', {
      answers: { 202: backupWorkSchema },
      work: async () => ({ running: { ...(await backups.take()), bytes: 0 } }),
    }),
    change('POST', '/backups/:name/verify', 'Begin to check a backup whole', {
      answers: { 202: backupWorkSchema },
      work: async ({ params }) => ({
        running: { ...(await backups.verify(params.name ?? '')), bytes: 0 },
      }),
    }),
  ];
}

function read(
  path: string,
  summary: string,
  answer: ConsoleRoute['answers'][number],
  work: () => Promise<object>,
): ConsoleRoute {
  return {
    method: 'GET',
    path: `${operator}${path}`,
    summary,
    policy: sessionPolicy('read'),
    answers: { 200: answer },
    limit: async ({ caller }) => assertOperator(caller),
    handle: async () => json(200, await work()),
  };
}

function change(
  method: ConsoleRoute['method'],
  path: string,
  summary: string,
  {
    body,
    answers,
    work,
  }: Pick<ConsoleRoute, 'body' | 'answers'> & {
    readonly work: (call: Call<Signed>) => Promise<object>;
  },
): ConsoleRoute {
  const [status = 200] = Object.keys(answers).map(Number);
  return {
    method,
    path: `${operator}${path}`,
    summary,
    policy: sessionPolicy('write', body === undefined ? 0 : consoleLimits.keyBytesMax),
    ...(body === undefined ? {} : { body }),
    answers,
    limit: async ({ caller }) => assertOperator(caller),
    handle: async (call) => json(status, await work(call)),
  };
}
