/** Accounts of an application: signing in and out, and the session that all calls of a client then use. */
import type { JsonObject } from '@baraza/contract';
import { segment } from '../transport/address.ts';
import type { CallOptions, Sender } from '../transport/call.ts';
import { BarazaError } from '../transport/problem.ts';
import { repeatAlways, repeatRefused } from '../transport/retry.ts';
import type { Transport } from '../transport/transport.ts';
import type { MergePatch } from './records/collection.ts';

export type Users<Account extends object = JsonObject> = {
  /** Needs `config.signUp`, or a client with a key. Other fields are stored in the account. */
  readonly signUp: (
    account: NewAccount<Account>,
    options?: CallOptions,
  ) => Promise<SignedIn<Account>>;
  readonly signIn: (credentials: Credentials, options?: CallOptions) => Promise<SignedIn<Account>>;
  /** Sends a code by mail if the account exists; the result does not show whether it does. */
  readonly sendCode: (email: string, options?: CallOptions) => Promise<void>;
  /** The account that is signed in; undefined without a session, or with one that has ended. */
  readonly me: (options?: CallOptions) => Promise<User<Account> | undefined>;
  /** Changes the account by a JSON merge patch. */
  readonly update: (
    patch: MergePatch<Account & { readonly email: string }>,
    options?: CallOptions,
  ) => Promise<User<Account>>;
  /** Ends all other sessions. `current` is not needed within 15 minutes of a sign-in by code. */
  readonly setPassword: (
    password: { readonly password: string; readonly current?: string },
    options?: CallOptions,
  ) => Promise<void>;
  readonly signOut: (options?: CallOptions) => Promise<void>;
  readonly signOutEverywhere: (options?: CallOptions) => Promise<void>;
};

/** The fields of the account that users see. */
export type User<Account extends object = JsonObject> = Account & {
  /** Its record id. */
  readonly id: string;
  readonly email: string;
  /** Whether a code proved the address. */
  readonly verified: boolean;
};
export type SignedIn<Account extends object = JsonObject> = {
  readonly token: string;
  readonly expiresAt: string;
  readonly user: User<Account>;
};
export type NewAccount<Account extends object = JsonObject> = Account & {
  readonly email: string;
  readonly password: string;
};
export type Credentials =
  | { readonly email: string; readonly password: string }
  | { readonly email: string; readonly code: string };

/** Where the token is kept between visits. */
export type SessionStore = {
  readonly read: () => string | undefined;
  /** Undefined if the session has ended. */
  readonly write: (token: string | undefined) => void;
};

export function sessionInMemory(): SessionStore {
  let kept: string | undefined;
  return {
    read: () => kept,
    write: (token) => {
      kept = token;
    },
  };
}

/** In `localStorage`, so that a visitor who returns is still signed in. */
export function sessionInBrowser(name = 'baraza-session'): SessionStore {
  return {
    read: () => localStorage.getItem(name) ?? undefined,
    write: (token) => {
      if (token === undefined) localStorage.removeItem(name);
      else localStorage.setItem(name, token);
    },
  };
}

/** Sends the token of the session, if there is one. */
export function sessionSender(session: SessionStore): Sender {
  return {
    headers: {
      get authorization() {
        const token = session.read();
        return token === undefined ? undefined : `Bearer ${token}`;
      },
    },
    get secret() {
      return session.read();
    },
    sendsIdempotencyKeys: true,
    endSession: (token) => {
      // Another call may have signed in meanwhile.
      if (session.read() === token) session.write(undefined);
    },
  };
}

export function createUsers<Account extends object>(
  { json }: Transport,
  session: SessionStore,
  id: string,
): Users<Account> {
  const post = <Result>(name: string, body: object | undefined, options?: CallOptions) =>
    json<Result>({
      method: 'POST',
      path: pathOf(id, name),
      ...(body === undefined ? {} : { json: body }),
      options,
      // Not repeated after a lost response: the first request may have succeeded.
      repeat: repeatRefused,
    });
  const open = async (name: string, body: object, options?: CallOptions) => {
    const opened = await post<SignedIn<Account>>(name, body, options);
    session.write(opened.token);
    return opened;
  };
  const close = async (name: string, options?: CallOptions) => {
    if (session.read() === undefined) return;
    await post(name, undefined, options).catch(ignoreEnded);
    session.write(undefined);
  };
  return {
    signUp: (account, options) => open('sign-up', account, options),
    signIn: (credentials, options) => open('sign-in', credentials, options),
    sendCode: async (email, options) => {
      await post('code', { email }, options);
    },
    me: async (options) => {
      if (session.read() === undefined) return undefined;
      try {
        return await json<User<Account>>({ method: 'GET', path: pathOf(id, 'me'), options });
      } catch (error) {
        ignoreEnded(error);
        session.write(undefined);
        return undefined;
      }
    },
    update: (patch, options) =>
      json({
        method: 'PATCH',
        path: pathOf(id, 'me'),
        json: patch,
        options,
        // No key protects this route: a repeated addition would count twice.
        repeat: JSON.stringify(patch).includes('"$add":') ? repeatRefused : repeatAlways,
      }),
    setPassword: async (password, options) => {
      await post('password', password, options);
    },
    signOut: (options) => close('sign-out', options),
    signOutEverywhere: (options) => close('sign-out-everywhere', options),
  };
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof BarazaError) || error.status !== 401) throw error;
}

function pathOf(id: string, name: string): string {
  return `/api/platform/users/${segment(id)}/${name}`;
}
