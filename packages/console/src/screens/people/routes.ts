import { type Route, routesFor } from '../../app/router.ts';

const route = routesFor('person');

export const peopleRoutes: readonly Route[] = [
  route('/team', () => import('./team.tsx'), 'Team'),
  route('/account', () => import('./account.tsx'), 'Account'),
  // From the mail that confirms an address.
  route('/account/:proof', () => import('./account.tsx'), 'Account'),
];
