import type { SessionView } from '@baraza/contract';
import { useEffect } from 'preact/hooks';
import { signedIn, siteName } from '../api/session.ts';
import { Sheet } from '../design/dialogs.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { useFlag } from '../design/signals.ts';
import { count } from '../words/figures.ts';
import { inCurrent, language } from '../words/language.ts';
import { type Command, useCommands } from './commands.ts';
import { pathTo } from './match.ts';
import { type Area, areasOf, type NavigationPage, pages } from './navigation.ts';
import { schemeItems, toggleLanguage } from './preference-switches.tsx';
import { navigate, place } from './router.ts';
import { leave } from './sign-in.tsx';
import { useTalkCounts } from './talk-counts.ts';
import { t } from './words.ts';

interface Place {
  readonly area: Area;
  readonly site: string | undefined;
}

type LinkedPage = NavigationPage & { readonly href: string };

/** The pages of an area that this person may open, with their addresses. */
function pagesOf({ area, site }: Place): readonly LinkedPage[] {
  const view = signedIn();
  return pages[area]
    .filter(({ path }) => site !== undefined || !path.includes(':site'))
    .filter(({ path }) => path !== '/keys' || view.can.keys)
    .filter(({ path }) => path !== '/team' || view.member !== null)
    .filter(({ roles }) => roles.includes(view.role))
    .map((page) => ({ ...page, href: `#${pathTo(page.path, { site: site ?? '' })}` }));
}

export function SideList(at: Place) {
  const list = pagesOf(at);
  return (
    <nav class="side-list stack close" aria-label={t.menu}>
      {list.map((page) => (
        <NavigationLink key={page.path} page={page} all={list} site={at.site} />
      ))}
    </nav>
  );
}

const barMax = 4;

/** The first four pages, and a button for the others. */
export function BottomBar(at: Place) {
  const open = useFlag();
  const list = pagesOf(at);
  useEffect(open.off, [place.value.path]);
  if (list.length < 2) return null;
  const others = list.slice(barMax);
  return (
    <nav class="bottom" aria-label={t.menu}>
      {list.slice(0, barMax).map((page) => (
        <NavigationLink key={page.path} page={page} all={list} site={at.site} />
      ))}
      {others.length > 0 && (
        <button
          type="button"
          class="go"
          aria-haspopup="dialog"
          aria-current={others.some((page) => isCurrent(page, list)) ? 'true' : undefined}
          onClick={open.on}
        >
          <Icon name="more" />
          <span>{t.more}</span>
        </button>
      )}
      {open.isOn && (
        <Sheet title={t.more} onClose={open.off}>
          <div class="side-list stack close">
            {others.map((page) => (
              <NavigationLink key={page.path} page={page} all={list} site={at.site} />
            ))}
          </div>
        </Sheet>
      )}
    </nav>
  );
}

function NavigationLink(props: {
  readonly page: LinkedPage;
  readonly all: readonly LinkedPage[];
  readonly site: string | undefined;
}) {
  const { page, all, site } = props;
  return (
    <a class="go" href={page.href} aria-current={isCurrent(page, all) ? 'page' : undefined}>
      <Icon name={page.icon} />
      <span>{inCurrent(page.label)}</span>
      {page.icon === 'conversations' && site !== undefined && <WaitingMark site={site} />}
    </a>
  );
}

const waitingEveryMs = 30_000;

/** How many visitors wait for a person. */
function WaitingMark({ site }: { readonly site: string }) {
  const waiting = useTalkCounts(site);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void waiting.refresh();
    };
    const timer = setInterval(look, waitingEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [waiting]);
  const value = waiting.data.value?.waiting;
  if (!value) return null;
  return (
    <b class="waiting-mark" role="img" aria-label={t.waiting(count(value))}>
      {value > 99 ? '99+' : value}
    </b>
  );
}

/** The page whose address is the longest prefix of the current one. */
function isCurrent(page: LinkedPage, all: readonly LinkedPage[]): boolean {
  const here = `#${place.value.path}/`;
  const fitting = all.filter(({ href }) => here.startsWith(`${href}/`));
  const best = fitting.toSorted((one, other) => other.href.length - one.href.length)[0];
  return best?.href === page.href;
}

export function AccountMenu({ area }: { readonly area: Area }) {
  const view = signedIn();
  const areas = areasOf(view);
  return (
    <Menu
      label={`${t.account}: ${view.member?.name ?? view.owner.name}`}
      direction="up"
      button={
        <span class="avatar" aria-hidden="true">
          {initial(view.member?.name ?? view.owner.name)}
        </span>
      }
      items={[
        // Phones have no room for the area switch, so the areas are in this menu.
        ...(areas.length < 2 ? [] : areas).map((one) => ({
          label: t[one],
          icon: homes[one].icon,
          isCurrent: one === area,
          isNarrowOnly: !seesOnlyBusiness(view),
          href: homes[one].href,
        })),
        view.member !== null && { label: t.yourAccount, icon: 'leads', href: '#/account' },
        { label: t.otherLanguage, icon: 'language', onSelect: toggleLanguage },
        ...schemeItems(),
        { label: t.signOut, icon: 'leave', onSelect: leave },
      ]}
    />
  );
}

export function SiteSwitch(props: { readonly site: string | undefined }) {
  const { sites } = signedIn();
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

const homes = {
  owner: { icon: 'sites', href: '#/sites' },
  developer: { icon: 'dev', href: '#/platform' },
  operator: { icon: 'settings', href: '#/operator' },
} as const;

export function AreaSwitch({ area }: { readonly area: Area }) {
  const view = signedIn();
  const areas = areasOf(view);
  if (areas.length < 2 || seesOnlyBusiness(view)) return null;
  return (
    <nav class="areas" aria-label={t.areas}>
      {areas.map((one) => (
        <a key={one} href={homes[one].href} aria-current={one === area ? 'true' : undefined}>
          {t[one]}
        </a>
      ))}
    </nav>
  );
}

/** Owners who signed in by a link or passkey see only their business; the other areas are in the account menu. */
function seesOnlyBusiness({ kind, operator, sites }: SessionView): boolean {
  return (kind === 'link' || kind === 'passkey') && !operator && sites.length > 0;
}

/** Anything that is not a colour is replaced by the default. */
function siteColour(text: string): string {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text : '#0a7d5a';
}

function initial(name: string): string {
  return ([...name.trim()][0] ?? '?').toLocaleUpperCase(language.value);
}

/** Commands for every page, every site, and the account menu. */
export function ShellCommands({ site, area: current }: Place): null {
  const view = signedIn();
  useCommands(() => {
    // Owners see the developer pages only while they are in that area.
    const areas = areasOf(view).filter((area) => current !== 'owner' || area !== 'developer');
    return [
      ...areas.flatMap((area) =>
        pagesOf({ site, area }).map(
          (page): Command => ({
            id: `page ${page.href}`,
            title: t.goTo(inCurrent(page.label)),
            icon: page.icon,
            keywords: `${t[area]} ${page.label.join(' ')}`,
            run: () => navigate(page.href.slice(1)),
          }),
        ),
      ),
      ...(areas.includes('owner') ? view.sites : []).map(
        (one): Command => ({
          id: `site ${one.id}`,
          title: siteName(one),
          icon: 'sites',
          keywords: `${t.sites} ${one.id}`,
          run: () => navigate(`/sites/${encodeURIComponent(one.id)}`),
        }),
      ),
      { id: 'language', title: t.language, icon: 'language', run: toggleLanguage },
      ...schemeItems().map(
        ({ label, icon, onSelect }): Command => ({
          id: `scheme ${icon}`,
          title: label,
          icon,
          run: onSelect,
        }),
      ),
      { id: 'sign-out', title: t.signOut, icon: 'leave', run: leave },
    ];
  }, [view, site, current]);
  return null;
}
