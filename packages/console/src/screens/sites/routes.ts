import { type Route, routesFor } from '../../app/router.ts';

const route = routesFor('sites');

const owners = ['owner'] as const;
const answerers = ['owner', 'answerer'] as const;

export const siteRoutes: readonly Route[] = [
  route('/sites', () => import('./list/sites.tsx'), 'Sites'),
  route('/sites/:site', () => import('./today/today.tsx'), 'Today'),
  route('/sites/:site/start', () => import('./start/start.tsx'), 'Start', owners),
  route('/sites/:site/questions', () => import('./questions/questions.tsx'), 'Questions'),
  route('/sites/:site/questions/:id', () => import('./questions/question.tsx'), 'Question'),
  route(
    '/sites/:site/conversations',
    () => import('./conversations/conversations.tsx'),
    'Conversations',
  ),
  route('/sites/:site/conversations/:id', () => import('./conversations/thread.tsx'), 'Thread'),
  route('/sites/:site/channels', () => import('./channels/channels.tsx'), 'Channels'),
  route('/sites/:site/leads', () => import('./leads/leads.tsx'), 'Leads', answerers),
  route('/sites/:site/leads/:id', () => import('./leads/leads.tsx'), 'Leads', answerers),
  route(
    '/sites/:site/appearance',
    () => import('./appearance/appearance.tsx'),
    'Appearance',
    owners,
  ),
  route('/sites/:site/install', () => import('./install/install.tsx'), 'Install', owners),
  route('/sites/:site/settings', () => import('./settings/settings.tsx'), 'Settings', owners),
];
