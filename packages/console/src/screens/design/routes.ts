import type { Route } from '../../app/router.ts';

export const designRoutes: readonly Route[] = [
  {
    pattern: '/design',
    needs: 'anybody',
    load: () => import('./design.tsx').then(({ Design }) => Design),
  },
];
