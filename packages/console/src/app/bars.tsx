import type { SessionView } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { siteName } from '../api/session.ts';
import { Sheet } from '../design/dialogs.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { put } from '../design/signals.ts';
import { inCurrent, language } from '../words/language.ts';
import { type Command, useCommands } from './commands.ts';
import { pathTo } from './match.ts';
import { type Area, areasOf, type NavigationPage, pages } from './navigation.ts';
import { schemeItems, toggleLanguage } from './preference-switches.tsx';
import { navigate, place, type Route } from './router.ts';
import { mayOpen, routeOf } from './screen.tsx';
import { leave } from './sign-in.tsx';
import { words } from './words.ts';

interface Around {
  readonly area: Area;
  readonly routes: readonly Route[];
  readonly view: SessionView;
  readonly site: string | undefined;
}

/** The pages of an area that have a screen, that this person may open, with their addresses. */
function pagesOf({ area, routes, view, site }: Around): (NavigationPage & { href: string })[] {
  return pages[area].flatMap((page) => {
    if (page.path.includes(':site') && site === undefined) return [];
    const path = pathTo(page.path, { site: site ?? '' });
    const found = routeOf(routes, path);
    return found === undefined || !mayOpen(found.route, view)
      ? []
      : [{ ...page, href: `#${path}` }];
  });
}

export function SideList(around: Around) {
  const list = pagesOf(around);
  return (
    <nav class="side-list" aria-label={words().menu}>
      {list.map((page) => (
        <NavigationLink key={page.path} page={page} all={list} />
      ))}
    </nav>
  );
}

const barMax = 4;

/** The four that are needed most under the thumb, the others one tap further. */
export function BottomBar(around: Around) {
  const t = words();
  const isOpen = useSignal(false);
  const list = pagesOf(around);
  const { path } = place.value;
  useEffect(() => {
    isOpen.value = false;
  }, [path]);
  if (list.length < 2) return null;
  const others = list.slice(barMax);
  return (
    <nav class="bottom" aria-label={t.menu}>
      {list.slice(0, barMax).map((page) => (
        <NavigationLink key={page.path} page={page} all={list} />
      ))}
      {others.length > 0 && (
        <button
          type="button"
          class="go"
          aria-haspopup="dialog"
          aria-current={others.some((page) => isCurrent(page, list)) ? 'true' : undefined}
          onClick={put(isOpen, true)}
        >
          <Icon name="more" />
          <span>{t.more}</span>
        </button>
      )}
      {isOpen.value && (
        <Sheet title={t.more} onClose={put(isOpen, false)}>
          <div class="side-list">
            {others.map((page) => (
              <NavigationLink key={page.path} page={page} all={list} />
            ))}
          </div>
        </Sheet>
      )}
    </nav>
  );
}

type LinkedPage = NavigationPage & { readonly href: string };

function NavigationLink({
  page,
  all,
}: {
  readonly page: LinkedPage;
  readonly all: readonly LinkedPage[];
}) {
  return (
    <a class="go" href={page.href} aria-current={isCurrent(page, all) ? 'page' : undefined}>
      <Icon name={page.icon} />
      <span>{inCurrent(page.label)}</span>
    </a>
  );
}

/** The one whose address is the longest beginning of where we are. */
function isCurrent(page: LinkedPage, all: readonly LinkedPage[]): boolean {
  const here = `#${place.value.path}/`;
  const fitting = all.filter(({ href }) => here.startsWith(`${href}/`));
  const best = fitting.toSorted((one, other) => other.href.length - one.href.length)[0];
  return best?.href === page.href;
}

export function AccountMenu({ view, area }: { readonly view: SessionView; readonly area: Area }) {
  const t = words();
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
  const t = words();
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
  const t = words();
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

/** Every page of every area, every site, and what the account menu has. */
export function ShellCommands(around: Around): null {
  useCommands(() => {
    const t = words();
    const areas = areasOf(around.view);
    return [
      ...areas.flatMap((area) =>
        pagesOf({ ...around, area }).map(
          (page): Command => ({
            id: `page ${page.href}`,
            title: t.goTo(inCurrent(page.label)),
            icon: page.icon,
            keywords: `${t[area]} ${Object.values(page.label).join(' ')}`,
            run: () => navigate(page.href.slice(1)),
          }),
        ),
      ),
      ...(areas.includes('owner') ? around.view.sites : []).map(
        (site): Command => ({
          id: `site ${site.id}`,
          title: siteName(site),
          icon: 'sites',
          keywords: `${t.sites} ${site.id}`,
          run: () => navigate(`/sites/${encodeURIComponent(site.id)}`),
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
  }, [around.view, around.site, around.routes, pages]);
  return null;
}
