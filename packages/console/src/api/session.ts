/** Who is signed in. The credential itself is never kept: the cookie that stands for it is out of reach of scripts. */
import { effect, signal } from '@preact/signals';
import { call } from './call.ts';
import { signedOutCount } from './connection.ts';
import { ApiProblem } from './problem.ts';
import { forgetResources } from './resource.ts';

export interface SessionSite {
  readonly id: string;
  readonly business: string;
  readonly colour: string;
  readonly plan: string;
  readonly paused: boolean;
}

export interface SessionView {
  readonly owner: { readonly id: string; readonly name: string };
  readonly kind: 'key' | 'owner' | 'link';
  readonly operator: boolean;
  readonly scopes: readonly string[];
  readonly can: { readonly platform: boolean; readonly sites: boolean; readonly keys: boolean };
  readonly services: { readonly platform: boolean; readonly site: boolean };
  readonly platformUrl: string;
  readonly siteUrl: string;
  readonly version: string;
  readonly expiresAt: string;
  readonly sites: readonly SessionSite[];
  /** Signed in by a link for a site that has no profile yet. */
  readonly isNew?: boolean;
}

export type SessionState =
  | { readonly is: 'loading' }
  | { readonly is: 'unreachable'; readonly problem: ApiProblem }
  | { readonly is: 'nobody' }
  | { readonly is: 'in'; readonly view: SessionView }
  /** It ended while somebody worked: the screen stays, with what was written in it. */
  | { readonly is: 'ended'; readonly view: SessionView };

export const session = signal<SessionState>({ is: 'loading' });

/** The view of who is or was just signed in; screens are only shown to them. */
export function signedIn(): SessionView {
  const state = session.value;
  if (state.is === 'in' || state.is === 'ended') return state.view;
  throw new Error('Nobody is signed in.');
}

export async function loadSession(): Promise<void> {
  try {
    enter(await call<SessionView>('GET', '/console/session'));
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    session.value = problem.status === 401 ? { is: 'nobody' } : { is: 'unreachable', problem };
  }
}

export async function signIn(
  proof: { readonly credential: string } | { readonly link: string },
): Promise<SessionView> {
  const view = await call<SessionView>('POST', '/console/session', { body: proof });
  enter(view);
  return view;
}

export async function signOut(): Promise<void> {
  try {
    await call('DELETE', '/console/session');
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.status !== 401) throw problem;
  }
  session.value = { is: 'nobody' };
  forgetResources();
}

export function watchSession(): void {
  effect(() => {
    if (signedOutCount.value === 0) return;
    const state = session.peek();
    if (state.is === 'in') session.value = { is: 'ended', view: state.view };
  });
}

// What another owner had loaded is not for this one.
function enter(view: SessionView): void {
  const before = session.peek();
  if (!('view' in before) || before.view.owner.id !== view.owner.id) forgetResources();
  session.value = { is: 'in', view };
}
