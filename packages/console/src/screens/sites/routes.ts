import type { Route } from '../../app/router.ts';

const route = (pattern: string, load: Route['load']): Route => ({ pattern, needs: 'sites', load });

export const siteRoutes: readonly Route[] = [
  route('/sites', async () => (await import('./list/sites.tsx')).Sites),
  route('/sites/:site', async () => (await import('./today/today.tsx')).Today),
  route('/sites/:site/start', async () => (await import('./start/start.tsx')).Start),
  route(
    '/sites/:site/questions',
    async () => (await import('./questions/questions.tsx')).Questions,
  ),
  route(
    '/sites/:site/questions/:id',
    async () => (await import('./questions/question.tsx')).Question,
  ),
  route('/sites/:site/leads', async () => (await import('./leads/leads.tsx')).Leads),
  route('/sites/:site/leads/:id', async () => (await import('./leads/leads.tsx')).Leads),
  route(
    '/sites/:site/appearance',
    async () => (await import('./appearance/appearance.tsx')).Appearance,
  ),
  route('/sites/:site/install', async () => (await import('./install/install.tsx')).Install),
  route('/sites/:site/settings', async () => (await import('./settings/settings.tsx')).Settings),
];
