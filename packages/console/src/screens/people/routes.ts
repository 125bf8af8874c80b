import type { Route } from '../../app/router.ts';

export const peopleRoutes: readonly Route[] = [
  {
    pattern: '/team',
    needs: 'person',
    load: async () => (await import('./team.tsx')).Team,
  },
  {
    pattern: '/account',
    needs: 'person',
    load: async () => (await import('./account.tsx')).Account,
  },
];
