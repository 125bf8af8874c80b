import type { Route } from '../../app/router.ts';

export const operatorRoutes: readonly Route[] = [
  {
    pattern: '/operator',
    needs: 'operator',
    load: () => import('./overview.tsx').then(({ OperatorOverview }) => OperatorOverview),
  },
  {
    pattern: '/operator/owners',
    needs: 'operator',
    load: () => import('./owners.tsx').then(({ Owners }) => Owners),
  },
  {
    pattern: '/operator/sites',
    needs: 'operator',
    load: () => import('./sites.tsx').then(({ OperatorSites }) => OperatorSites),
  },
  {
    pattern: '/operator/plans',
    needs: 'operator',
    load: () => import('./plans.tsx').then(({ Plans }) => Plans),
  },
  {
    pattern: '/operator/nodes',
    needs: 'operator',
    load: () => import('./nodes.tsx').then(({ Nodes }) => Nodes),
  },
  {
    pattern: '/operator/health',
    needs: 'operator',
    load: () => import('./health.tsx').then(({ HealthScreen }) => HealthScreen),
  },
  {
    pattern: '/operator/backups',
    needs: 'operator',
    load: () => import('./backups.tsx').then(({ Backups }) => Backups),
  },
];
