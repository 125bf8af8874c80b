/** Who is signed in. The credential itself is never kept: the cookie that stands for it is out of reach of scripts. */
import type { Bilingual } from '@baraza/contract';
import { effect, signal } from '@preact/signals';
import { language } from '../words/language.ts';
import { inLanguage } from '../words/preferred.ts';
import { call } from './call.ts';
import { signedOutCount } from './connection.ts';
import { ApiProblem } from './problem.ts';
import { forgetResources } from './resource.ts';

export interface SessionSite {
  readonly id: string;
  /** Empty where the owner has not written it yet. */
  readonly business: Bilingual;
  readonly colour: string;
  readonly plan: string;
  readonly paused: boolean;
}

export interface SessionView {
  readonly owner: { readonly id: string; readonly name: string };
  readonly kind: 'key' | 'owner' | 'link';
  readonly operator: boolean;
  readonly scopes: readonly string[];
  /** The ids that the scopes are for; null for all of the owner. */
  readonly resources: readonly string[] | null;
  readonly can: { readonly platform: boolean; readonly sites: boolean; readonly keys: boolean };
  readonly services: { readonly platform: boolean; readonly site: boolean };
  readonly platformUrl: string;
  readonly siteUrl: string;
  readonly version: string;
  readonly expiresAt: string;
  readonly sites: readonly SessionSite[];
  /** Whether no site of this owner has the name of a business yet. */
  readonly isNew: boolean;
}

type SessionState =
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

/** The name of its business, else its own. */
export function siteName(site: SessionSite): string {
  return inLanguage(site.business, language.value) || site.id;
}

/** Nobody has said yet whose site it is. */
export function isUnnamed({ business }: SessionSite): boolean {
  return inLanguage(business, 'en') === '';
}

// What another owner had loaded is not for this one.
function enter(view: SessionView): void {
  const before = session.peek();
  if (!('view' in before) || before.view.owner.id !== view.owner.id) forgetResources();
  session.value = { is: 'in', view };
}
