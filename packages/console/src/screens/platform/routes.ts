import { type Route, routesFor } from '../../app/router.ts';

const route = routesFor('platform');

export const platformRoutes: readonly Route[] = [
  route('/platform', () => import('./overview/overview.tsx'), 'Overview'),
  route(
    '/platform/resources/:id',
    () => import('./resource/resource-screen.tsx'),
    'ResourceScreen',
  ),
  route('/platform/activity', () => import('./activity/activity.tsx'), 'ActivityScreen'),
  route('/platform/work', () => import('./work/tasks.tsx'), 'Tasks'),
  route('/api', () => import('./api/reference.tsx'), 'Reference'),
  routesFor('keys')('/keys', () => import('./keys/keys.tsx'), 'Keys'),
  route('/platform/:service', () => import('./resources/resources.tsx'), 'Resources'),
];
