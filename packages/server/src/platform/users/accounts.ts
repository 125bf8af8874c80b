/** Sign-up, sign-in and one's own account. A known and an unknown address get the same answers in the same time. */
import { randomInt } from 'node:crypto';
import {
  isId,
  type JsonObject,
  type Language,
  minuteMs,
  type PasswordChange,
} from '@baraza/contract';
import type { Caller, UserView } from '../../access/scopes.ts';
import { normalized } from '../../kernel/formats/normalized.ts';
import { absent, conflict, invalid, Problem } from '../../kernel/problem.ts';
import {
  clearPassword,
  deleteCode,
  deleteSessions,
  findAccount,
  putCode,
  setPassword,
  setVerified,
  tryCode,
  type UserSessionRow,
} from '../../store/platform/accounts.ts';
import { type RecordRow, recordsByIds } from '../../store/platform/records.ts';
import { findAnyResource, type ResourceRow } from '../../store/platform/resources.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Platform } from '../platform.ts';
import { makeCall } from '../records/record-calls.ts';
import { findByUnique } from '../records/record-unique.ts';
import { hiderFor } from '../rules/visible-fields.ts';
import { assertNotReserved, emailFields, emailOf, isUsers } from './account-record.ts';
import { codeMs, codeTries, countAttempt, countWrites, takeCodeTry } from './attempts.ts';
import { checkedPassword } from './passwords.ts';
import {
  keylessCaller,
  type OpenedSession,
  openSession,
  userFields,
  userView,
} from './sessions.ts';
import { codeMailWords } from './words.ts';

/** A call on the accounts of a Users resource. */
export interface Visit {
  readonly platform: Platform;
  readonly users: ResourceRow;
  readonly network: string;
  readonly language: Language;
}

export interface SignedIn extends OpenedSession {
  readonly user: JsonObject;
}

/** An active Users resource. */
export async function requireUsers(reader: Reader, id: string): Promise<ResourceRow> {
  const row = isId('resource', id) ? await findAnyResource(reader, id) : undefined;
  if (row === undefined || !isUsers(row)) throw absent('resource');
  if (row.state === 'archived')
    throw conflict('This is not possible while the resource is archived.');
  return row;
}

/** `key` is the caller with a key of the owner, who may add accounts even if users may not. */
export async function signUp(visit: Visit, body: JsonObject, key?: Caller): Promise<SignedIn> {
  const { platform, users, network } = visit;
  const { password: given, ...record } = body;
  const email = emailOf(record.email);
  assertNotReserved(record);
  const password = checkedPassword(given);
  if (key === undefined) {
    if (parsedConfig(users.config).signUp !== true)
      throw new Problem('scope', 'This resource takes no sign-ups; see config.signUp.');
    await countAttempt(platform, 'sign-up', { usersId: users.id, email, network });
  }
  const hash = await platform.passwords.hash(password, network);
  const caller = key ?? ownCaller(users, { keyName: email });
  const call = { method: 'POST', resourceId: users.id, recordId: undefined, record } as const;
  const add = async (tx: Writer): Promise<SignedIn> => {
    const made = await makeCall({ platform, tx, caller }, call);
    await setPassword(tx, users.id, made.record.id, hash);
    return signedIn(visit, tx, made.record, false);
  };
  return platform.store.write(add).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.fields?.field !== 'email') throw error;
    throw conflict('There is an account with this e-mail address.', {
      fields: { field: 'email' },
    });
  });
}

export async function signInByPassword(
  visit: Visit,
  email: string,
  given: string,
): Promise<SignedIn> {
  const { platform, users, network } = visit;
  const { store, passwords } = platform;
  const giveBack = await countAttempt(platform, 'sign-in', { usersId: users.id, email, network });
  const holder = await findByUnique(store, users, emailFields, { email });
  const stored = holder && (await findAccount(store, users.id, holder.id))?.password;
  const isRight = await passwords.isRight(normalized(given, 'NFKC'), stored, network);
  const session = isRight
    ? await store.write(async (tx) => {
        const found = await lockAccount(tx, users, email);
        // Meanwhile the account may be gone, or its password another one.
        const now = found && (await findAccount(tx, users.id, found.id));
        if (found === undefined || now?.password !== stored) return undefined;
        return signedIn(visit, tx, found, false);
      })
    : undefined;
  if (session === undefined) throw wrong('password');
  await giveBack();
  return session;
}

/** Sends a code if the address has an account; nothing shows whether it has. */
export async function sendCode(
  { platform, users, network, language }: Visit,
  email: string,
): Promise<void> {
  const { store, clock, mac, mail } = platform;
  await countAttempt(platform, 'code', { usersId: users.id, email, network });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const holder = await findByUnique(store, users, emailFields, { email });
  await store.write((tx) =>
    putCode(tx, {
      usersId: users.id,
      address: mac.of('user address', email),
      hash: codeHash(platform, users, email, code),
      tries: codeTries,
      expiresAt: clock() + codeMs,
    }),
  );
  if (holder === undefined) return;
  const words = codeMailWords[language];
  // On one line, so that it cannot pass for text of the mail.
  const name = users.name.replaceAll(/\s+/g, ' ');
  const text = { subject: words.subject(code, name), text: words.text(code, name) };
  mail({ ...text, to: email, id: platform.makeId('event') }, users.owner_id);
}

/** `own` is the session of the caller, if there is one. */
export async function signInByCode(
  visit: Visit,
  email: string,
  code: string,
  own: UserSessionRow | undefined,
): Promise<SignedIn> {
  const { platform, users, network } = visit;
  const { store, clock, mac } = platform;
  const giveBack = await countAttempt(platform, 'sign-in', { usersId: users.id, email, network });
  const address = mac.of('user address', email);
  // Errors are thrown after the transaction, so that a failed try stays counted.
  const session = await store.write(async (tx) => {
    const hash = await tryCode(tx, users.id, address, clock());
    if (hash === undefined || !(await takeCodeTry(platform, tx, network, hash))) return undefined;
    if (hash !== codeHash(platform, users, email, code)) return undefined;
    const found = await lockAccount(tx, users, email);
    if (found === undefined) return undefined;
    await deleteCode(tx, users.id, address);
    const account = await findAccount(tx, users.id, found.id);
    // Before the address was verified, anyone may have signed up with it: only the caller's own session is kept.
    const isOwn = own?.users_id === users.id && own.record_id === found.id;
    if ((account?.verified_at ?? null) === null && !isOwn) {
      await clearPassword(tx, users.id, found.id);
      await deleteSessions(tx, users.id, found.id);
    }
    await setVerified(tx, users.id, found.id, clock());
    return signedIn(visit, tx, found, true);
  });
  if (session === undefined) throw wrong('code');
  await giveBack();
  return session;
}

/** The account of a session without what users do not see. */
export function ownAccount({ users }: Visit, session: UserSessionRow): JsonObject {
  return visibleFields(users, userView(session).fields);
}

export async function changeOwnAccount(
  { platform, users, network }: Visit,
  session: UserSessionRow,
  patch: JsonObject,
): Promise<JsonObject> {
  const user = userView(session);
  const caller = ownCaller(users, { keyName: user.email, ownerName: session.owner_name, user });
  await countWrites(platform, { caller, network, resources: [users] }, 'too_many');
  assertNotReserved(patch);
  const isMoved = patch.email !== undefined && emailOf(patch.email) !== user.fields.email;
  if (isMoved && !isRecent(platform, session))
    throw new Problem('scope', 'Sign in again to change the e-mail address.');
  const call = {
    method: 'PATCH',
    resourceId: users.id,
    recordId: session.client_id ?? session.record_id,
    record: patch,
  } as const;
  const { record } = await platform.store.write((tx) => makeCall({ platform, tx, caller }, call));
  const account = await findAccount(platform.store, users.id, record.id);
  return visibleFields(users, userFields(record, account?.verified_at ?? null));
}

/** The current password is not needed just after a code, nor if there is none. Other sessions end. */
export async function changePassword(
  { platform, network }: Visit,
  session: UserSessionRow,
  given: PasswordChange,
): Promise<void> {
  const { store, passwords } = platform;
  const { users_id, record_id, hash: kept } = session;
  const password = checkedPassword(given.password);
  const account = await findAccount(store, users_id, record_id);
  const stored = account?.password ?? null;
  const isKnown = stored === null || (session.by_code === 1 && isRecent(platform, session));
  if (!isKnown) {
    if (typeof given.current !== 'string')
      throw invalid('current must be the present password, as text.');
    const attempt = { usersId: users_id, email: userView(session).email, network };
    const giveBack = await countAttempt(platform, 'sign-in', attempt);
    if (!(await passwords.isRight(normalized(given.current, 'NFKC'), stored, network)))
      throw new Problem('scope', 'The present password is wrong.');
    await giveBack();
  }
  const hash = await passwords.hash(password, network);
  await store.write(async (tx) => {
    const now = await findAccount(tx, users_id, record_id);
    if ((now?.password ?? null) !== stored) throw conflict('The password was changed meanwhile.');
    const [record] = await recordsByIds(tx, users_id, [record_id]);
    if (record === undefined) throw absent('record');
    await setPassword(tx, users_id, record_id, hash);
    await deleteSessions(tx, users_id, record_id, kept);
  });
}

const recentMs = 15 * minuteMs;

function isRecent({ clock }: Platform, { created_at }: UserSessionRow): boolean {
  return clock() - created_at <= recentMs;
}

async function signedIn(
  { platform, users }: Visit,
  tx: Writer,
  record: RecordRow,
  byCode: boolean,
): Promise<SignedIn> {
  const account = await findAccount(tx, users.id, record.id);
  const opened = await openSession(platform, tx, users.id, record.id, byCode);
  const fields = userFields(record, account?.verified_at ?? null);
  return { ...opened, user: visibleFields(users, fields) };
}

/** The record of an address inside a transaction; undefined if it or the resource is gone or archived. */
async function lockAccount(tx: Writer, users: ResourceRow, email: string) {
  const now = await findAnyResource(tx, users.id);
  if (now === undefined || now.state === 'archived') return undefined;
  const holder = await findByUnique(tx, now, emailFields, { email });
  return holder && (await recordsByIds(tx, users.id, [holder.id]))[0];
}

function visibleFields(users: ResourceRow, fields: JsonObject): JsonObject {
  const hide = hiderFor(ownCaller(users, {}), users);
  return hide === undefined ? fields : hide(fields);
}

/** Who makes or changes the own account. */
function ownCaller(
  { id, owner_id }: ResourceRow,
  { user, ...names }: { keyName?: string; ownerName?: string; user?: UserView },
): Caller {
  const caller = keylessCaller({ owner_id, owner_name: '' }, user, new Set([id]));
  return { ...caller, ...names, keyless: { user, isOnOwnAccount: true } };
}

function codeHash({ mac }: Platform, { id }: ResourceRow, email: string, code: string): string {
  return mac.of('user code', `${id} ${email} ${code}`);
}

function wrong(what: 'password' | 'code'): Problem {
  return new Problem('unauthorized', `The e-mail address or the ${what} is wrong.`);
}
