import type { Route } from '../../app/router.ts';

const route = (path: string, load: Route['load']): Route => ({
  pattern: `/sites/:site/${path}`,
  needs: 'sites',
  roles: ['owner', 'editor'],
  load,
});

export const informationRoutes: readonly Route[] = [
  route('information', async () => (await import('./overview/overview.tsx')).Overview),
  route('information/business', async () => (await import('./business/business.tsx')).Business),
  route('information/hours', async () => (await import('./hours/hours.tsx')).Hours),
  route('information/closed', async () => (await import('./closed/closed.tsx')).Closed),
  route('information/prices', async () => (await import('./prices/prices.tsx')).Prices),
  route('information/facts', async () => (await import('./entries/entries.tsx')).Facts),
  route('information/faqs', async () => (await import('./entries/entries.tsx')).Faqs),
  route('information/documents', async () => (await import('./entries/entries.tsx')).Documents),
  route('versions', async () => (await import('./versions/versions.tsx')).Versions),
  route('sources', async () => (await import('./sources/sources.tsx')).Sources),
];
