/** The pages of each area, in the order of the menu. */
import type { SessionView } from '@baraza/contract';
import { isUnnamed } from '../api/session.ts';
import type { IconName } from '../design/icon.tsx';
import type { Pair } from '../words/language.ts';

export type Area = 'owner' | 'developer' | 'operator';

export interface NavigationPage {
  readonly path: string;
  readonly icon: IconName;
  readonly label: Pair;
  /** The roles that see it. */
  readonly roles: readonly Role[];
}

type Role = SessionView['role'];

const everyone: readonly Role[] = ['owner', 'editor', 'answerer'];
const owners: readonly Role[] = ['owner'];
const editors: readonly Role[] = ['owner', 'editor'];
const answerers: readonly Role[] = ['owner', 'answerer'];

const page = (
  path: string,
  icon: IconName,
  sw: string,
  en: string,
  roles: readonly Role[] = owners,
): NavigationPage => ({ path, icon, label: [sw, en], roles });

/** `:site` is replaced by the chosen site. The first four are in the bottom bar of a phone. */
export const pages: Readonly<Record<Area, readonly NavigationPage[]>> = {
  owner: [
    page('/sites/:site', 'today', 'Leo', 'Today', everyone),
    page('/sites/:site/information', 'information', 'Taarifa', 'Information', editors),
    page('/sites/:site/questions', 'questions', 'Maswali', 'Questions', everyone),
    page('/sites/:site/conversations', 'conversations', 'Mazungumzo', 'Conversations', everyone),
    page('/sites/:site/leads', 'leads', 'Wateja', 'Customers', answerers),
    page('/sites/:site/sources', 'sources', 'Leta ulichonacho', 'Import', editors),
    page('/sites/:site/versions', 'versions', 'Matoleo', 'Versions', editors),
    page('/sites/:site/appearance', 'appearance', 'Mwonekano', 'Appearance'),
    page('/sites/:site/install', 'install', 'Weka kwenye tovuti', 'Add to website'),
    page('/sites/:site/channels', 'connect', 'WhatsApp, Telegram', 'WhatsApp, Telegram'),
    page('/sites/:site/settings', 'settings', 'Mipangilio', 'Settings'),
    page('/team', 'owners', 'Timu', 'Team', everyone),
  ],
  developer: [
    page('/platform', 'overview', 'Muhtasari', 'Overview'),
    page('/platform/data', 'data', 'Data', 'Data'),
    page('/platform/storage', 'storage', 'Hifadhi', 'Storage'),
    page('/keys', 'keys', 'Funguo', 'Keys'),
    page('/platform/ai', 'ai', 'Akili mnemba', 'AI'),
    page('/platform/dev', 'dev', 'Usanidi', 'Dev'),
    page('/platform/connect', 'connect', 'Miunganisho', 'Connect'),
    page('/platform/work', 'work', 'Kazi', 'Work'),
    page('/platform/activity', 'activity', 'Shughuli', 'Activity'),
    page('/api', 'api', 'Rejea ya API', 'API reference'),
  ],
  operator: [
    page('/operator', 'overview', 'Muhtasari', 'Overview'),
    page('/operator/owners', 'owners', 'Wamiliki', 'Owners'),
    page('/operator/sites', 'sites', 'Tovuti', 'Sites'),
    page('/operator/health', 'health', 'Afya', 'Health'),
    page('/operator/plans', 'plans', 'Mipango', 'Plans'),
    page('/operator/nodes', 'nodes', 'Nodi', 'Nodes'),
    page('/operator/backups', 'backups', 'Nakala rudufu', 'Backups'),
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
  return path.startsWith('/sites') || path === '/team' ? 'owner' : undefined;
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
