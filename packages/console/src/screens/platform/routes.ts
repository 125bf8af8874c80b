import type { Route } from '../../app/router.ts';

export const platformRoutes: readonly Route[] = [
  {
    pattern: '/platform',
    needs: 'platform',
    load: () => import('./overview/overview.tsx').then(({ Overview }) => Overview),
  },
  {
    pattern: '/platform/resources/:id',
    needs: 'platform',
    load: () =>
      import('./resource/resource-screen.tsx').then(({ ResourceScreen }) => ResourceScreen),
  },
  {
    pattern: '/platform/activity',
    needs: 'platform',
    load: () => import('./activity/activity.tsx').then(({ ActivityScreen }) => ActivityScreen),
  },
  {
    pattern: '/platform/work',
    needs: 'platform',
    load: () => import('./work/tasks.tsx').then(({ Tasks }) => Tasks),
  },
  {
    pattern: '/api',
    needs: 'platform',
    load: () => import('./api/reference.tsx').then(({ Reference }) => Reference),
  },
  {
    pattern: '/keys',
    needs: 'keys',
    load: () => import('./keys/keys.tsx').then(({ Keys }) => Keys),
  },
  {
    pattern: '/platform/:service',
    needs: 'platform',
    load: () => import('./resources/resources.tsx').then(({ Resources }) => Resources),
  },
];
