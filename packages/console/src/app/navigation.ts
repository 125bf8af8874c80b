/** The pages of each area, in the order in which they are offered. Those without a screen are left out. */
import type { SessionView } from '@baraza/contract';
import { isUnnamed } from '../api/session.ts';
import type { IconName } from '../design/icon.tsx';
import type { Language } from '../words/language.ts';

export type Area = 'owner' | 'developer' | 'operator';

export interface NavigationPage {
  readonly path: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
}

/** `:site` is replaced by the chosen site. The first four are in the bottom bar of a phone. */
export const pages: Readonly<Record<Area, readonly NavigationPage[]>> = {
  owner: [
    { path: '/sites/:site', icon: 'today', label: { sw: 'Leo', en: 'Today' } },
    {
      path: '/sites/:site/information',
      icon: 'information',
      label: { sw: 'Taarifa', en: 'Information' },
    },
    {
      path: '/sites/:site/questions',
      icon: 'questions',
      label: { sw: 'Maswali', en: 'Questions' },
    },
    { path: '/sites/:site/leads', icon: 'leads', label: { sw: 'Wateja', en: 'Leads' } },
    {
      path: '/sites/:site/sources',
      icon: 'sources',
      label: { sw: 'Leta ulichonacho', en: 'Import' },
    },
    { path: '/sites/:site/versions', icon: 'versions', label: { sw: 'Matoleo', en: 'Versions' } },
    {
      path: '/sites/:site/appearance',
      icon: 'appearance',
      label: { sw: 'Mwonekano', en: 'Appearance' },
    },
    {
      path: '/sites/:site/install',
      icon: 'install',
      label: { sw: 'Weka kwenye tovuti', en: 'Add to website' },
    },
    {
      path: '/sites/:site/settings',
      icon: 'settings',
      label: { sw: 'Mipangilio', en: 'Settings' },
    },
  ],
  developer: [
    { path: '/platform', icon: 'overview', label: { sw: 'Muhtasari', en: 'Overview' } },
    { path: '/platform/data', icon: 'data', label: { sw: 'Data', en: 'Data' } },
    { path: '/platform/storage', icon: 'storage', label: { sw: 'Hifadhi', en: 'Storage' } },
    { path: '/keys', icon: 'keys', label: { sw: 'Funguo', en: 'Keys' } },
    { path: '/platform/ai', icon: 'ai', label: { sw: 'Akili bandia', en: 'AI' } },
    { path: '/platform/dev', icon: 'dev', label: { sw: 'Usanidi', en: 'Dev' } },
    { path: '/platform/connect', icon: 'connect', label: { sw: 'Unganisha', en: 'Connect' } },
    { path: '/platform/work', icon: 'work', label: { sw: 'Kazi', en: 'Work' } },
    { path: '/platform/activity', icon: 'activity', label: { sw: 'Shughuli', en: 'Activity' } },
    { path: '/api', icon: 'api', label: { sw: 'Rejea ya API', en: 'API reference' } },
  ],
  operator: [
    { path: '/operator', icon: 'overview', label: { sw: 'Muhtasari', en: 'Overview' } },
    { path: '/operator/owners', icon: 'owners', label: { sw: 'Wamiliki', en: 'Owners' } },
    { path: '/operator/sites', icon: 'sites', label: { sw: 'Tovuti', en: 'Sites' } },
    { path: '/operator/health', icon: 'health', label: { sw: 'Afya', en: 'Health' } },
    { path: '/operator/plans', icon: 'plans', label: { sw: 'Mipango', en: 'Plans' } },
    { path: '/operator/nodes', icon: 'nodes', label: { sw: 'Nodi', en: 'Nodes' } },
    { path: '/operator/backups', icon: 'backups', label: { sw: 'Nakala rudufu', en: 'Backups' } },
  ],
};

export function areasOf({ can, services, operator }: SessionView): readonly Area[] {
  return [
    ...(can.sites && services.site ? (['owner'] as const) : []),
    ...(can.platform && services.platform ? (['developer'] as const) : []),
    ...(operator ? (['operator'] as const) : []),
  ];
}

export function areaOfPath(path: string): Area | undefined {
  if (path.startsWith('/operator')) return 'operator';
  if (path.startsWith('/platform') || path === '/keys' || path === '/api') return 'developer';
  return path.startsWith('/sites') ? 'owner' : undefined;
}

/** The first page for these permissions. */
export function homeOf(view: SessionView): string {
  const [area] = areasOf(view);
  const [only, ...others] = view.sites;
  if (area !== 'owner') return area === 'developer' ? '/platform' : '/operator';
  if (only === undefined || others.length > 0) return '/sites';
  const site = encodeURIComponent(only.id);
  return isUnnamed(only) ? `/sites/${site}/start` : `/sites/${site}`;
}
