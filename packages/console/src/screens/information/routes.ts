import { type Route, routesFor } from '../../app/router.ts';

const route = routesFor('sites', ['owner', 'editor']);

export const informationRoutes: readonly Route[] = [
  route('/sites/:site/information', () => import('./overview/overview.tsx'), 'Overview'),
  route('/sites/:site/information/business', () => import('./business/business.tsx'), 'Business'),
  route('/sites/:site/information/hours', () => import('./hours/hours.tsx'), 'Hours'),
  route('/sites/:site/information/closed', () => import('./closed/closed.tsx'), 'Closed'),
  route('/sites/:site/information/prices', () => import('./prices/prices.tsx'), 'Prices'),
  route('/sites/:site/information/facts', () => import('./entries/entries.tsx'), 'Facts'),
  route('/sites/:site/information/faqs', () => import('./entries/entries.tsx'), 'Faqs'),
  route('/sites/:site/information/documents', () => import('./entries/entries.tsx'), 'Documents'),
  route('/sites/:site/versions', () => import('./versions/versions.tsx'), 'Versions'),
  route('/sites/:site/sources', () => import('./sources/sources.tsx'), 'Sources'),
];
