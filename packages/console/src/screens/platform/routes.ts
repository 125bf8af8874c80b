import type { Route } from '../../app/router.ts';

const route = (pattern: string, load: Route['load']): Route => ({
  pattern,
  needs: pattern === '/keys' ? 'keys' : 'platform',
  load,
});

export const platformRoutes: readonly Route[] = [
  route('/platform', async () => (await import('./overview/overview.tsx')).Overview),
  route(
    '/platform/resources/:id',
    async () => (await import('./resource/resource-screen.tsx')).ResourceScreen,
  ),
  route('/platform/activity', async () => (await import('./activity/activity.tsx')).ActivityScreen),
  route('/platform/work', async () => (await import('./work/tasks.tsx')).Tasks),
  route('/api', async () => (await import('./api/reference.tsx')).Reference),
  route('/keys', async () => (await import('./keys/keys.tsx')).Keys),
  route('/platform/:service', async () => (await import('./resources/resources.tsx')).Resources),
];
