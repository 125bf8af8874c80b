/** Renders the screen of the address; the previous one stays until the next is loaded. */
import type { SessionView } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { signedIn } from '../api/session.ts';
import { Button } from '../design/buttons.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../design/notes.tsx';
import { setTo } from '../design/signals.ts';
import { matchPath, type Params } from './match.ts';
import { Page, type ScreenProps } from './page.tsx';
import { place, type Route } from './router.ts';
import { t } from './words.ts';

const loaded = new Map<Route, ComponentType<ScreenProps>>();

function routeOf(
  routes: readonly Route[],
  path: string,
): { readonly route: Route; readonly params: Params } | undefined {
  for (const route of routes) {
    const params = matchPath(route.pattern, path);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function mayOpen({ needs, roles }: Route, view: SessionView): boolean {
  if (roles?.includes(view.role) === false) return false;
  switch (needs) {
    case 'nothing':
      return true;
    case 'person':
      return view.member !== null;
    case 'sites':
      return view.can.sites && view.services.site;
    case 'platform':
      return view.can.platform && view.services.platform;
    case 'keys':
      return view.can.keys;
    case 'operator':
      return view.operator;
  }
}

export function Screen({ routes }: { readonly routes: readonly Route[] }) {
  const { path, query } = place.value;
  const found = routeOf(routes, path);
  if (found === undefined) return <NotFound />;
  if (!mayOpen(found.route, signedIn())) return <NotFound isForbidden />;
  return <Loaded {...found} query={query} />;
}

function Loaded(props: { readonly route: Route; readonly params: Params; readonly query: string }) {
  const { route, params, query } = props;
  const shown = useSignal({ route, params, query, screen: loaded.get(route) });
  const failure = useSignal<Error>();
  const attempt = useSignal(0);
  useEffect(() => {
    let isWanted = true;
    failure.value = undefined;
    const show = (screen: ComponentType<ScreenProps>) => {
      loaded.set(route, screen);
      if (isWanted) shown.value = { route, params, query, screen };
    };
    const known = loaded.get(route);
    if (known !== undefined) show(known);
    else
      loadWithRetries(route, () => isWanted).then(show, () => {
        if (isWanted) failure.value = new Error(t.loadFailed);
      });
    return () => {
      isWanted = false;
    };
  }, [route, JSON.stringify(params), query, attempt.value]);
  if (failure.value !== undefined)
    return <ErrorNote problem={failure.value} onRetry={setTo(attempt, attempt.value + 1)} />;
  const { screen: Shown, ...at } = shown.value;
  if (Shown === undefined) return <Skeleton lines={5} />;
  const isComing = JSON.stringify([at.params, at.query]) !== JSON.stringify([params, query]);
  return (
    <>
      {(at.route !== route || isComing) && <span class="unseen" aria-busy="true" />}
      <Shown
        key={`${at.route.pattern} ${at.params.site ?? ''}`}
        params={at.params}
        query={new URLSearchParams(at.query)}
      />
    </>
  );
}

// Phones often lose their connection only for a moment.
const delaysMs = [300, 1_500];

async function loadWithRetries(
  { load }: Route,
  isWanted: () => boolean,
): ReturnType<Route['load']> {
  for (const delayMs of delaysMs)
    try {
      return await load();
    } catch (error) {
      if (!isWanted()) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  return load().catch((error: unknown) => {
    if (!isWanted() || !navigator.onLine || !mayReload()) throw error;
    location.reload();
    return new Promise(() => {});
  });
}

const reloadEveryMs = 60_000;

/** Some browsers cache a failed module until the page is reloaded. At most one reload a minute. */
function mayReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload =
    navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  return !isReload || performance.now() > reloadEveryMs;
}

function NotFound({ isForbidden }: { readonly isForbidden?: boolean }) {
  const title = isForbidden ? t.notYours : t.notFound;
  return (
    <Page title={title}>
      <EmptyState icon="search" text={isForbidden ? t.notYoursText : t.notFoundText}>
        <Button kind="primary" href="#/" label={t.home} />
      </EmptyState>
    </Page>
  );
}
