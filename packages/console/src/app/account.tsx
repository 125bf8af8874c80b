import type { SessionView } from '@baraza/contract';
import { siteName } from '../api/session.ts';
import { Icon } from '../design/base/icon.tsx';
import { Menu } from '../design/layers/menu.tsx';
import { language, speak } from '../words/language.ts';
import { type Area, areasOf } from './navigation.ts';
import { schemeItems, toggleLanguage } from './preference-switches.tsx';
import { leave } from './sign-out.tsx';
import { words } from './words.ts';

export function AccountMenu({ view, area }: { readonly view: SessionView; readonly area: Area }) {
  const t = speak(words);
  const areas = areasOf(view);
  return (
    <Menu
      label={`${t.account}: ${view.owner.name}`}
      direction="up"
      button={
        <span class="avatar" aria-hidden="true">
          {initial(view.owner.name)}
        </span>
      }
      items={[
        // On a phone, where the switch of areas would take a line of every page.
        ...(areas.length < 2 ? [] : areas).map((one) => ({
          label: t[one],
          icon: signs[one],
          isCurrent: one === area,
          isNarrowOnly: !isQuiet(view),
          href: homes[one],
        })),
        { label: t.otherLanguage, icon: 'language', onSelect: toggleLanguage },
        ...schemeItems(),
        { label: t.signOut, icon: 'leave', onSelect: leave },
      ]}
    />
  );
}

export function SiteSwitch(props: {
  readonly view: SessionView;
  readonly site: string | undefined;
}) {
  const t = speak(words);
  const { sites } = props.view;
  const current = sites.find(({ id }) => id === props.site);
  if (current === undefined) return null;
  return (
    <Menu
      label={t.sites}
      align="start"
      button={
        <>
          <span
            class="avatar site"
            aria-hidden="true"
            style={{ '--site': siteColour(current.colour) }}
          >
            {initial(siteName(current))}
          </span>
          <span class="clip site-name">{siteName(current)}</span>
          <Icon name="open" />
        </>
      }
      items={[
        ...sites.map((site) => ({
          label: siteName(site),
          isCurrent: site.id === props.site,
          href: `#/sites/${encodeURIComponent(site.id)}`,
        })),
        { label: t.allSites, icon: 'sites', href: '#/sites' },
      ]}
    />
  );
}

const signs = { owner: 'sites', developer: 'dev', operator: 'settings' } as const;

const homes: Readonly<Record<Area, string>> = {
  owner: '#/sites',
  developer: '#/platform',
  operator: '#/operator',
};

export function AreaSwitch({ view, area }: { readonly view: SessionView; readonly area: Area }) {
  const t = speak(words);
  const areas = areasOf(view);
  if (areas.length < 2 || isQuiet(view)) return null;
  return (
    <nav class="areas" aria-label={t.areas}>
      {areas.map((one) => (
        <a key={one} href={homes[one]} aria-current={one === area ? 'true' : undefined}>
          {t[one]}
        </a>
      ))}
    </nav>
  );
}

/** An owner who was sent a link came for their business: the rest waits in the menu. */
function isQuiet({ kind, operator, sites }: SessionView): boolean {
  return kind === 'link' && !operator && sites.length > 0;
}

/** Only ever a colour, whatever was stored. */
function siteColour(text: string): string {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text : '#0a7d5a';
}

function initial(name: string): string {
  return ([...name.trim()][0] ?? '?').toLocaleUpperCase(language.value);
}
