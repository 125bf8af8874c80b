import { type Route, routesFor } from '../../app/router.ts';

const route = routesFor('operator');

export const operatorRoutes: readonly Route[] = [
  route('/operator', () => import('./overview.tsx'), 'OperatorOverview'),
  route('/operator/owners', () => import('./owners.tsx'), 'Owners'),
  route('/operator/sites', () => import('./sites.tsx'), 'OperatorSites'),
  route('/operator/plans', () => import('./plans.tsx'), 'Plans'),
  route('/operator/nodes', () => import('./nodes.tsx'), 'Nodes'),
  route('/operator/health', () => import('./overview.tsx'), 'HealthScreen'),
  route('/operator/backups', () => import('./backups.tsx'), 'Backups'),
];
