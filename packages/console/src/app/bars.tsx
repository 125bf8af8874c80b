import type { SessionView } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { put } from '../design/base/bind.ts';
import { Icon } from '../design/base/icon.tsx';
import { Sheet } from '../design/layers/dialog.tsx';
import { language, speak } from '../words/language.ts';
import { pathTo } from './match.ts';
import { type Area, type NavigationPage, pages } from './navigation.ts';
import { place, type Route } from './router.ts';
import { mayOpen, routeOf } from './screen.tsx';
import { words } from './words.ts';

export interface Around {
  readonly area: Area;
  readonly routes: readonly Route[];
  readonly view: SessionView;
  readonly site: string | undefined;
}

/** The pages of an area that have a screen, that this person may open, with their addresses. */
export function pagesOf({
  area,
  routes,
  view,
  site,
}: Around): (NavigationPage & { href: string })[] {
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
    <nav class="side-list" aria-label={speak(words).menu}>
      {list.map((page) => (
        <NavigationLink key={page.path} page={page} all={list} />
      ))}
    </nav>
  );
}

const barMax = 4;

/** The four that are needed most under the thumb, the others one tap further. */
export function BottomBar(around: Around) {
  const t = speak(words);
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
      <span>{page.label[language.value]}</span>
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
