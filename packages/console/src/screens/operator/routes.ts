import type { Route } from '../../app/router.ts';

const route = (pattern: string, load: Route['load']): Route => ({
  pattern,
  needs: 'operator',
  load,
});

export const operatorRoutes: readonly Route[] = [
  route('/operator', async () => (await import('./overview.tsx')).OperatorOverview),
  route('/operator/owners', async () => (await import('./owners.tsx')).Owners),
  route('/operator/sites', async () => (await import('./sites.tsx')).OperatorSites),
  route('/operator/plans', async () => (await import('./plans.tsx')).Plans),
  route('/operator/nodes', async () => (await import('./nodes.tsx')).Nodes),
  route('/operator/health', async () => (await import('./overview.tsx')).HealthScreen),
  route('/operator/backups', async () => (await import('./backups.tsx')).Backups),
];
