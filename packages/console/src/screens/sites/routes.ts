import type { Route } from '../../app/router.ts';

export const siteRoutes: readonly Route[] = [
  {
    pattern: '/sites',
    needs: 'sites',
    load: () => import('./list/sites.tsx').then(({ Sites }) => Sites),
  },
  {
    pattern: '/sites/:site',
    needs: 'sites',
    load: () => import('./today/today.tsx').then(({ Today }) => Today),
  },
  {
    pattern: '/sites/:site/start',
    needs: 'sites',
    load: () => import('./start/start.tsx').then(({ Start }) => Start),
  },
  {
    pattern: '/sites/:site/questions',
    needs: 'sites',
    load: () => import('./questions/questions.tsx').then(({ Questions }) => Questions),
  },
  {
    pattern: '/sites/:site/questions/:id',
    needs: 'sites',
    load: () => import('./questions/question.tsx').then(({ Question }) => Question),
  },
  {
    pattern: '/sites/:site/leads',
    needs: 'sites',
    load: () => import('./leads/leads.tsx').then(({ Leads }) => Leads),
  },
  {
    pattern: '/sites/:site/leads/:id',
    needs: 'sites',
    load: () => import('./leads/leads.tsx').then(({ Leads }) => Leads),
  },
  {
    pattern: '/sites/:site/appearance',
    needs: 'sites',
    load: () => import('./appearance/appearance.tsx').then(({ Appearance }) => Appearance),
  },
  {
    pattern: '/sites/:site/install',
    needs: 'sites',
    load: () => import('./install/install.tsx').then(({ Install }) => Install),
  },
  {
    pattern: '/sites/:site/settings',
    needs: 'sites',
    load: () => import('./settings/settings.tsx').then(({ Settings }) => Settings),
  },
];
