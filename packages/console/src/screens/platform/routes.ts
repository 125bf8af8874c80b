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
    pattern: '/platform/:service',
    needs: 'platform',
    load: () => import('./resources/resources.tsx').then(({ Resources }) => Resources),
  },
];
