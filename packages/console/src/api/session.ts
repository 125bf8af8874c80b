/** Who is signed in. The credential is not kept; scripts cannot read the session cookie. */
import type { SessionView, SignIn } from '@baraza/contract';
import { effect, signal } from '@preact/signals';
import { inLanguage, localized } from '../words/language.ts';
import { client, forgetResources } from './client.ts';
import { signedOutCount } from './connection.ts';
import { type ApiProblem, asProblem } from './problem.ts';

export type SessionSite = SessionView['sites'][number];

type SessionState =
  | { readonly is: 'loading' }
  | { readonly is: 'unreachable'; readonly problem: ApiProblem }
  | { readonly is: 'signed-out' }
  | { readonly is: 'in'; readonly view: SessionView }
  /** The session expired: the screen stays, with unsaved input. */
  | { readonly is: 'ended'; readonly view: SessionView };

export const session = signal<SessionState>({ is: 'loading' });

/** The current session, also right after it expired. Screens are rendered only with a session. */
export function signedIn(): SessionView {
  const state = session.value;
  if (state.is === 'in' || state.is === 'ended') return state.view;
  throw new Error('No session.');
}

export async function loadSession(): Promise<void> {
  try {
    enter(await client.session.get());
  } catch (error) {
    const problem = asProblem(error);
    session.value = problem.status === 401 ? { is: 'signed-out' } : { is: 'unreachable', problem };
  }
}

export async function signIn(proof: SignIn): Promise<SessionView> {
  const view = await client.session.signIn(proof);
  enter(view);
  return view;
}

export async function signOut(): Promise<void> {
  try {
    await client.session.signOut();
  } catch (error) {
    const problem = asProblem(error);
    if (problem.status !== 401) throw problem;
  }
  forgetPerson();
}

/** Shows the sign-in page and forgets everything that was loaded or written. */
export function forgetPerson(): void {
  session.value = { is: 'signed-out' };
  forgetResources();
  for (const listener of signedOutListeners) listener();
}

const signedOutListeners = new Set<() => void>();
const signedInListeners = new Set<(view: SessionView) => void>();

/** Calls back when a person is signed in, also when the page opens with an existing session. */
export function onSignedIn(listener: (view: SessionView) => void): void {
  signedInListeners.add(listener);
}

/** Calls back when a person signs out, to delete what the page keeps for them. */
export function onSignedOut(listener: () => void): void {
  signedOutListeners.add(listener);
}

export function watchSession(): void {
  effect(() => {
    if (signedOutCount.value === 0) return;
    const state = session.peek();
    if (state.is === 'in') session.value = { is: 'ended', view: state.view };
  });
  // Every request extends the session, but only this one extends its cookie: a page may stay open for weeks.
  let askedMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || session.peek().is !== 'in' || Date.now() - askedMs < dayMs) return;
    askedMs = Date.now();
    client.session.get().catch(() => {});
  });
}

/** The business name, or the id. */
export function siteName(site: SessionSite): string {
  return localized(site.business) || site.id;
}

/** Whether the site has no business name. */
export function isUnnamed({ business }: SessionSite): boolean {
  return inLanguage(business, 'en') === '';
}

const dayMs = 86_400_000;

// Data that another owner loaded must not be shown.
function enter(view: SessionView): void {
  const before = session.peek();
  if (!('view' in before) || before.view.owner.id !== view.owner.id) forgetResources();
  session.value = { is: 'in', view };
  if (before.is !== 'in') for (const listener of signedInListeners) listener(view);
}
