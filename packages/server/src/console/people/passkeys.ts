/** Passkeys of members: registered in a session, and used to open one without a name or a password. */
import {
  consoleLimits,
  type NewPasskey,
  type Passkey,
  type PasskeyList,
  type PasskeyOptions,
} from '@baraza/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoTime } from '../../kernel/clock.ts';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import { deleteSession, sessionsOfMember, setSessionPasskey } from '../../store/console.ts';
import { findMember } from '../../store/members.ts';
import {
  countPasskeys,
  deletePasskey,
  findPasskey,
  findPasskeyOf,
  insertPasskey,
  type PasskeyRow,
  passkeysOf,
  usePasskey,
} from '../../store/passkeys.ts';
import { whileAlive } from '../caller-keys.ts';
import type { Console } from '../console.ts';
import { consoleKey, type Opened, openSession, personOf, type SessionCaller } from '../sessions.ts';
import { openChallenge, sealChallenge, staleChallenge, useChallenge } from './challenge.ts';

/** Where the browser is: its passkeys belong to the name of this host. */
export interface PasskeyReply {
  readonly origin: string;
  /** The text of the challenge cookie. */
  readonly challenge: string | undefined;
}

interface Offered {
  readonly options: PasskeyOptions;
  /** The text of the challenge cookie. */
  readonly sealed: string;
}

// Loaded at the first use: many servers have no passkeys, and the library has parsers for certificates.
const library = () => import('@simplewebauthn/server');

// Ed25519, ES256 and RS256, which all authenticators and Node support without experimental features.
const supportedAlgorithmIDs = [-8, -7, -257];

export async function listPasskeys(console: Console, signed: SessionCaller): Promise<PasskeyList> {
  const rows = await passkeysOf(console.platform.store, personOf(signed).id);
  return { passkeys: rows.map(viewPasskey) };
}

export async function offerRegistration(
  console: Console,
  signed: SessionCaller,
  origin: string,
): Promise<Offered> {
  const { keyring } = console;
  const member = personOf(signed);
  const known = await passkeysOf(keyring.store, member.id);
  assertRoom(known.length);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Baraza',
    rpID: hostOf(origin),
    userID: new TextEncoder().encode(member.id),
    userName: member.email ?? member.name,
    userDisplayName: member.name,
    timeout: consoleLimits.passkeyChallengeMs,
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: JSON.parse(transports) as string[],
    })),
    // It signs in on its own, so it must name its user and verify that it is them.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  });
  const purpose = { is: 'register', sessionHash: signed.session.hash } as const;
  return {
    options: options as unknown as PasskeyOptions,
    sealed: sealChallenge(keyring, purpose, options.challenge),
  };
}

export async function addPasskey(
  { keyring }: Console,
  signed: SessionCaller,
  { name = 'Passkey', response }: NewPasskey,
  place: PasskeyReply,
): Promise<Passkey> {
  const { id: memberId } = personOf(signed);
  const { hash, operator } = signed.session;
  const open = openChallenge(keyring, { is: 'register', sessionHash: hash }, place.challenge);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: open.challenge,
    expectedOrigin: place.origin,
    expectedRPID: hostOf(place.origin),
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => {
    throw invalid('This is not a valid passkey response for this page.', { cause });
  });
  if (registrationInfo === undefined)
    throw invalid('This is not a valid passkey response for this page.');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const passkey: PasskeyRow = {
    id,
    member_id: memberId,
    name,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports),
    operator: operator ? 1 : 0,
    credential_id: signed.session.credential?.id ?? null,
    created_at: keyring.clock(),
    last_used_at: null,
  };
  await whileAlive(keyring, signed).store.write(async (tx) => {
    await useChallenge(tx, open);
    assertRoom(await countPasskeys(tx, memberId));
    if ((await insertPasskey(tx, passkey)) === 0)
      throw conflict('This passkey is registered already.');
    await setSessionPasskey(tx, hash, id);
  });
  return viewPasskey(passkey);
}

/**
 * Ends the other sessions that were opened with it, too. The second factor of an operator is not removed by a session
 * that lacks it.
 */
export async function removePasskey(
  console: Console,
  signed: SessionCaller,
  id: string,
): Promise<void> {
  const { id: memberId } = personOf(signed);
  const ended = await console.keyring.store.write(async (tx) => {
    const passkey = await findPasskeyOf(tx, memberId, id);
    if (passkey?.operator === 1 && !signed.session.operator)
      throw new Problem('scope', "Sign in with an operator's passkey to remove one.");
    if ((await deletePasskey(tx, memberId, id)) === 0)
      throw new Problem('not_found', 'There is no such passkey.');
    const hashes = await sessionsOfMember(tx, memberId, id);
    const others = hashes.filter((hash) => hash !== signed.session.hash);
    for (const hash of others) await deleteSession(tx, hash);
    return others;
  });
  for (const hash of ended) console.watch.announceEnd(hash);
}

/** Without a name: the authenticator lists the passkeys that it has for this host. */
export async function offerSignIn({ keyring }: Console, origin: string): Promise<Offered> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    userVerification: 'required',
    timeout: consoleLimits.passkeyChallengeMs,
  });
  return {
    options: options as unknown as PasskeyOptions,
    sealed: sealChallenge(keyring, { is: 'sign-in' }, options.challenge),
  };
}

export async function signInByPasskey(
  { keyring }: Console,
  given: { readonly [field: string]: unknown },
  place: PasskeyReply,
  oldToken: string | undefined,
): Promise<Opened> {
  const open = openChallenge(keyring, { is: 'sign-in' }, place.challenge);
  const response = given as unknown as AuthenticationResponseJSON;
  const passkey =
    typeof response.id === 'string'
      ? await findPasskey(keyring.store, response.id, keyring.clock())
      : undefined;
  if (passkey === undefined || !belongsToMember(response, passkey.member_id))
    throw unknownPasskey();
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: open.challenge,
    expectedOrigin: place.origin,
    expectedRPID: hostOf(place.origin),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((cause: unknown) => {
    throw unknownPasskey(cause);
  });
  if (!verified) throw unknownPasskey();
  const { owner_id: ownerId, member_id: memberId, id, counter, operator } = passkey;
  return openSession(keyring, oldToken, async (tx) => {
    await useChallenge(tx, open);
    const { newCounter } = authenticationInfo;
    if ((await usePasskey(tx, { id, counter, newCounter }, keyring.clock())) === 0)
      throw staleChallenge();
    if ((await findMember(tx, ownerId, memberId)) === undefined) throw unknownPasskey();
    const actingId = await consoleKey(keyring, tx, ownerId);
    // The session ends with the credential, too.
    const common = { ownerId, actingId, memberId, credentialId: passkey.credential_id };
    return { ...common, passkeyId: id, operator: operator === 1 };
  });
}

/** A discoverable credential says whose it is; one that names another member is refused. */
function belongsToMember({ response }: AuthenticationResponseJSON, memberId: string): boolean {
  const handle: unknown = response?.userHandle;
  if (handle === undefined || handle === null) return true;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() === memberId;
}

function assertRoom(count: number): void {
  const { passkeysPerMemberMax } = consoleLimits;
  if (count >= passkeysPerMemberMax)
    throw new Problem('quota', `You have ${passkeysPerMemberMax} passkeys; remove one first.`);
}

function viewPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: isoTime(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
    operator: row.operator === 1,
  };
}

function hostOf(origin: string): string {
  return new URL(origin).hostname;
}

function unknownPasskey(cause?: unknown): Problem {
  return new Problem(
    'unauthorized',
    'This passkey is not known here; sign in another way and add it again.',
    { cause },
  );
}
