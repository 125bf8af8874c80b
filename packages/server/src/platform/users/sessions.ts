/** Sessions of users: a token that lasts 30 days from its last use, and ends at once with its account. */
import { dayMs, type JsonObject } from '@baraza/contract';
import { isKeyAlive } from '../../access/keys.ts';
import type { Caller, UserView } from '../../access/scopes.ts';
import { hashSecret, isSecret, mintSecret } from '../../access/secret.ts';
import { type Clock, isoTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  extendSession,
  findSession,
  insertSession,
  type UserSessionRow,
} from '../../store/platform/accounts.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import type { Reader, Store, Writer } from '../../store/store.ts';
import type { Platform } from '../platform.ts';

const sessionMs = 30 * dayMs;
const sessionsPerAccountMax = 50;
/** A use moves the end only this often. */
const extendAfterMs = dayMs;

/** A token as it is given once. */
export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: string;
}

export async function openSession(
  { keyring, clock }: Platform,
  tx: Writer,
  usersId: string,
  recordId: string,
  byCode: boolean,
): Promise<OpenedSession> {
  const { text: token } = mintSecret('usr');
  const session = {
    hash: hashSecret(keyring.pepper, token),
    users_id: usersId,
    record_id: recordId,
    by_code: byCode ? 1 : 0,
    created_at: clock(),
    expires_at: clock() + sessionMs,
  };
  await insertSession(tx, session, sessionsPerAccountMax);
  return { token, expiresAt: isoTime(session.expires_at) };
}

/** The valid session of a token; moves its end. */
export async function requireSession(
  { store, clock, keyring, log }: Platform,
  token: string | undefined,
): Promise<UserSessionRow> {
  if (token === undefined || !isSecret('usr', token)) throw notSignedIn();
  const nowMs = clock();
  const session = await findSession(store, hashSecret(keyring.pepper, token), nowMs);
  if (session === undefined) throw notSignedIn();
  const expiresAt = nowMs + sessionMs;
  if (expiresAt - session.expires_at < extendAfterMs) return session;
  // Not awaited: a session that is not extended now is extended by a later use.
  store
    .write((tx) => extendSession(tx, session.hash, expiresAt))
    .catch((cause: unknown) => log.warn('a session of a user could not be extended', { cause }));
  return { ...session, expires_at: expiresAt };
}

export function notSignedIn(): Problem {
  return new Problem('unauthorized', 'Sign in, and send the token as Authorization: Bearer usr_….');
}

/** The account as its user and rules see it. */
export function userFields(
  row: Pick<RecordRow, 'id' | 'client_id' | 'record'>,
  verifiedAt: number | null,
): JsonObject {
  const record = JSON.parse(row.record) as JsonObject;
  return { ...record, id: row.client_id ?? row.id, verified: verifiedAt !== null };
}

export function userView(session: UserSessionRow): UserView {
  const { users_id, record_id, client_id, record, verified_at, hash } = session;
  const fields = userFields({ id: record_id, client_id, record }, verified_at);
  return {
    id: String(fields.id),
    email: String(fields.email),
    usersId: users_id,
    recordId: record_id,
    tokenHash: hash,
    fields,
  };
}

/** A caller that rules decide about. */
export function keylessCaller(
  owner: Pick<UserSessionRow, 'owner_id' | 'owner_name'>,
  user: UserView | undefined,
  resources: Caller['resources'],
): Caller {
  return {
    keyId: '',
    keyName: user?.email ?? 'anybody',
    ownerId: owner.owner_id,
    ownerName: owner.owner_name,
    scopes: new Set(),
    resources,
    keyless: { user },
  };
}

/** What `Changes` calls the token of a caller, in addition to the ids of keys; undefined if nothing can end. */
export function credentialOf({ keyId, keyless }: Caller): string | undefined {
  if (keyless === undefined) return keyId;
  return keyless.user && `${tokenPrefix}${keyless.user.tokenHash}`;
}

const tokenPrefix = 'token ';

/** The hash of a token; undefined for a key. */
export function tokenHashIn(credential: string): string | undefined {
  return credential.startsWith(tokenPrefix) ? credential.slice(tokenPrefix.length) : undefined;
}

/** The caller as of now, with the present fields of a user; undefined if the key or the token has ended. */
export async function currentCaller(
  parts: { readonly store: Reader & Pick<Store, 'commitsAbout'>; readonly clock: Clock },
  caller: Caller,
): Promise<Caller | undefined> {
  const { keyless } = caller;
  if (keyless === undefined) return (await isKeyAlive(parts, caller)) ? caller : undefined;
  if (keyless.user === undefined) return caller;
  const session = await findSession(parts.store, keyless.user.tokenHash, parts.clock());
  return session && { ...caller, keyless: { ...keyless, user: userView(session) } };
}
