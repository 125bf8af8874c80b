import type { Route } from '../../app/router.ts';

export const informationRoutes: readonly Route[] = [
  {
    pattern: '/sites/:site/information',
    needs: 'sites',
    load: () => import('./overview/overview.tsx').then(({ Overview }) => Overview),
  },
  {
    pattern: '/sites/:site/information/business',
    needs: 'sites',
    load: () => import('./business/business.tsx').then(({ Business }) => Business),
  },
  {
    pattern: '/sites/:site/information/hours',
    needs: 'sites',
    load: () => import('./hours/hours.tsx').then(({ Hours }) => Hours),
  },
  {
    pattern: '/sites/:site/information/closed',
    needs: 'sites',
    load: () => import('./closed/closed.tsx').then(({ Closed }) => Closed),
  },
  {
    pattern: '/sites/:site/information/prices',
    needs: 'sites',
    load: () => import('./prices/prices.tsx').then(({ Prices }) => Prices),
  },
  {
    pattern: '/sites/:site/information/facts',
    needs: 'sites',
    load: () => import('./entries/entries.tsx').then(({ Facts }) => Facts),
  },
  {
    pattern: '/sites/:site/information/faqs',
    needs: 'sites',
    load: () => import('./entries/entries.tsx').then(({ Faqs }) => Faqs),
  },
  {
    pattern: '/sites/:site/information/documents',
    needs: 'sites',
    load: () => import('./entries/entries.tsx').then(({ Documents }) => Documents),
  },
  {
    pattern: '/sites/:site/versions',
    needs: 'sites',
    load: () => import('./versions/versions.tsx').then(({ Versions }) => Versions),
  },
  {
    pattern: '/sites/:site/sources',
    needs: 'sites',
    load: () => import('./sources/sources.tsx').then(({ Sources }) => Sources),
  },
];
