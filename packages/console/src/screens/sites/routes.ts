import type { Route } from '../../app/router.ts';

export const siteRoutes: readonly Route[] = [
  {
    pattern: '/sites',
    needs: 'sites',
    load: () => import('./list/sites.tsx').then(({ Sites }) => Sites),
  },
  {
    pattern: '/sites/:site/start',
    needs: 'sites',
    load: () => import('./start/start.tsx').then(({ Start }) => Start),
  },
];
