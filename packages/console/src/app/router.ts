/** Hash router. */
import type { SessionView } from '@baraza/contract';
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { parseHash } from './match.ts';
import type { ScreenProps } from './page.tsx';

export interface Route {
  readonly pattern: string;
  /** Loads the screen on the first visit. */
  readonly load: () => Promise<ComponentType<ScreenProps>>;
  /** The permission it needs; without it the page is not listed. */
  readonly needs: 'nothing' | 'person' | 'sites' | 'platform' | 'keys' | 'operator';
  /** The roles that may open it; all roles if undefined. */
  readonly roles?: readonly SessionView['role'][] | undefined;
}

/** Makes the routes of an area. A screen is an export of its module. */
export function routesFor(needs: Route['needs'], usualRoles?: Route['roles']) {
  return <Name extends string>(
    pattern: string,
    load: () => Promise<Readonly<Record<Name, ComponentType<ScreenProps>>>>,
    name: Name,
    roles = usualRoles,
  ): Route => ({ pattern, needs, roles, load: async () => (await load())[name] });
}

export const place = signal(parseHash(location.hash));

/** The path of a navigation that waits because of unsaved changes. */
export const wantedPath = signal<string>();

const guards = new Set<(to: string | undefined) => boolean>();
let currentHash = location.hash;

export function navigate(path: string, { isReplaced = false } = {}): void {
  const hash = `#${path}`;
  if (hash === currentHash) return;
  if (isHeld(path)) {
    wantedPath.value = path;
    return;
  }
  // A page that is opened from a dialog takes over the entry of the dialog.
  const isFromLayer = (history.state as { readonly layer?: number } | null)?.layer !== undefined;
  if (isReplaced || isFromLayer) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  arrive(hash);
}

/** Discards unsaved changes and continues the navigation. */
export function leaveUnsaved(): void {
  const path = wantedPath.peek();
  guards.clear();
  wantedPath.value = undefined;
  if (path !== undefined) navigate(path);
}

/** While `isUnsaved(to)` is true, leaving asks first; `to` is undefined when the page is closed. */
export function useUnsavedGuard(isUnsaved: (to: string | undefined) => boolean): void {
  useEffect(() => {
    const guard = (to: string | undefined) => isUnsaved(to);
    guards.add(guard);
    return () => {
      guards.delete(guard);
    };
  });
}

export function startRouter(): void {
  // Links are handled before the browser navigates, so that a held navigation adds no history entry.
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    const href = link?.getAttribute('href');
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!href?.startsWith('#/') || !isPlain || event.button !== 0) return;
    if (link?.target === '_blank' || event.defaultPrevented) return;
    event.preventDefault();
    navigate(href.slice(1));
  });
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
  addEventListener('beforeunload', (event) => {
    if (isHeld(undefined)) event.preventDefault();
  });
}

function follow(): void {
  if (location.hash === currentHash) return;
  if (isHeld(location.hash.slice(1))) {
    wantedPath.value = location.hash.slice(1);
    history.pushState(null, '', currentHash === '' ? '#/' : currentHash);
    return;
  }
  arrive(location.hash);
}

function arrive(hash: string): void {
  currentHash = hash;
  place.value = parseHash(hash);
}

function isHeld(to: string | undefined): boolean {
  return [...guards].some((isUnsaved) => isUnsaved(to));
}
