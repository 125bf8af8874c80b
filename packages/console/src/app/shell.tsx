/** What surrounds every screen: navigation, account, offline note, toasts and dialogs. */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { isOffline } from '../api/connection.ts';
import { forgetPerson, session, signedIn } from '../api/session.ts';
import { Button } from '../design/buttons.tsx';
import { Dialog } from '../design/dialogs.tsx';
import { Icon } from '../design/icon.tsx';
import { setTo } from '../design/signals.ts';
import { Toasts } from '../design/toast.tsx';
import {
  AccountMenu,
  AreaSwitch,
  BottomBar,
  ShellCommands,
  SideList,
  SiteSwitch,
} from './bars.tsx';
import { areaOfPath, areasOf, homeOf } from './navigation.ts';
import { Offers } from './offers.tsx';
import { openPalette, Palette } from './palette.tsx';
import { leaveUnsaved, navigate, place, type Route, wantedPath } from './router.ts';
import { Screen } from './screen.tsx';
import { Brand, enterLater, LinkQuestion, SignInPage, SignOutQuestion } from './sign-in.tsx';
import { SignInWays } from './sign-in-ways.tsx';
import { t } from './words.ts';

export function Shell({ routes }: { readonly routes: readonly Route[] }) {
  const state = session.value;
  const { path } = place.value;
  // `enter` handles the link with which the page was loaded.
  const isLoading = state.is === 'loading';
  useLayoutEffect(() => {
    if (!isLoading && path.startsWith('/enter/')) void enterLater();
  }, [path, isLoading]);
  return (
    <>
      <button type="button" class="skip" onClick={skipToContent}>
        {t.skip}
      </button>
      {isOffline.value && (
        <p class="offline" role="status">
          <Icon name="offline" />
          {t.offline}
        </p>
      )}
      {state.is === 'in' || state.is === 'ended' ? <SignedIn routes={routes} /> : <SignInPage />}
      <Toasts />
    </>
  );
}

function SignedIn({ routes }: { readonly routes: readonly Route[] }) {
  const view = signedIn();
  const { path } = place.value;
  const lastSite = useSignal(view.sites[0]?.id);
  const site = /^\/sites\/([^/]+)/.exec(path)?.[1];
  useEffect(() => {
    if (site !== undefined) lastSite.value = decodeURIComponent(site);
  }, [site]);
  // Runs before the first paint, so that it does not replace an address that is opened right after it.
  useLayoutEffect(() => {
    if (path === '/' || path === '/sign-in') navigate(homeOf(view), { isReplaced: true });
  }, [path, view]);
  const area = areaOfPath(path) ?? areasOf(view)[0] ?? 'owner';
  // A site that was deleted is no longer in the view.
  const isThere = view.sites.some(({ id }) => id === lastSite.value) || site !== undefined;
  const at = { area, site: isThere ? lastSite.value : view.sites[0]?.id };
  return (
    <div class="shell">
      <header class="side">
        <div class="side-head">
          <span class="side-brand">
            <Brand />
          </span>
          {area === 'owner' && <SiteSwitch {...at} />}
        </div>
        <AreaSwitch {...at} />
        <SideList {...at} />
        <div class="side-foot">
          <Button kind="quiet" icon="search" onClick={openPalette} label={t.search} />
          <AccountMenu {...at} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Offers />
        <Screen routes={routes} />
      </main>
      <BottomBar {...at} />
      <ShellCommands {...at} />
      <Palette site={area === 'owner' ? at.site : undefined} />
      <UnsavedQuestion />
      <LinkQuestion owner={view.owner.name} />
      <SignOutQuestion />
      {session.value.is === 'ended' && (
        <Dialog
          title={t.endedTitle}
          actions={<Button kind="quiet" icon="leave" onClick={forgetPerson} label={t.endedLeave} />}
        >
          <p class="quiet">{t.endedText}</p>
          <SignInWays />
        </Dialog>
      )}
    </div>
  );
}

function UnsavedQuestion() {
  if (wantedPath.value === undefined) return null;
  const stay = setTo(wantedPath, undefined);
  return (
    <Dialog
      title={t.unsavedTitle}
      onClose={stay}
      actions={
        <>
          <Button kind="danger" onClick={leaveUnsaved} label={t.leave} />
          <Button kind="primary" onClick={stay} label={t.stay} />
        </>
      }
    >
      <p>{t.unsavedText}</p>
    </Dialog>
  );
}

// Not a link, because the router uses the hash.
function skipToContent(): void {
  document.getElementById('content')?.focus();
}
