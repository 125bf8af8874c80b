import type { Route } from '../../app/router.ts';

const route = (
  pattern: string,
  load: Route['load'],
  roles?: NonNullable<Route['roles']>,
): Route => ({ pattern, needs: 'sites', load, ...(roles === undefined ? {} : { roles }) });

const owners = ['owner'] as const;
const answerers = ['owner', 'answerer'] as const;

export const siteRoutes: readonly Route[] = [
  route('/sites', async () => (await import('./list/sites.tsx')).Sites),
  route('/sites/:site', async () => (await import('./today/today.tsx')).Today),
  route('/sites/:site/start', async () => (await import('./start/start.tsx')).Start, owners),
  route(
    '/sites/:site/questions',
    async () => (await import('./questions/questions.tsx')).Questions,
  ),
  route(
    '/sites/:site/questions/:id',
    async () => (await import('./questions/question.tsx')).Question,
  ),
  route(
    '/sites/:site/conversations',
    async () => (await import('./conversations/conversations.tsx')).Conversations,
  ),
  route(
    '/sites/:site/conversations/:id',
    async () => (await import('./conversations/thread.tsx')).Thread,
  ),
  route('/sites/:site/channels', async () => (await import('./channels/channels.tsx')).Channels),
  route('/sites/:site/leads', async () => (await import('./leads/leads.tsx')).Leads, answerers),
  route('/sites/:site/leads/:id', async () => (await import('./leads/leads.tsx')).Leads, answerers),
  route(
    '/sites/:site/appearance',
    async () => (await import('./appearance/appearance.tsx')).Appearance,
    owners,
  ),
  route(
    '/sites/:site/install',
    async () => (await import('./install/install.tsx')).Install,
    owners,
  ),
  route(
    '/sites/:site/settings',
    async () => (await import('./settings/settings.tsx')).Settings,
    owners,
  ),
];
