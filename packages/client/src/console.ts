/**
 * Client of the console's page. It calls both APIs and the console's own endpoints below /console of the same origin,
 * with the session cookie. Not published.
 */
import type {
  AllSites,
  BackupList,
  BackupWork,
  ChangedSite,
  DeletedOwner,
  EndedGrant,
  GrantList,
  Health,
  Invitation,
  Invite,
  InvitedMember,
  IssuedKey,
  JsonObject,
  KeyList,
  KeyView,
  MadeGrant,
  MadeSite,
  Member,
  MemberChange,
  MemberInvitation,
  MemberList,
  NewBackupSchedule,
  NewGrant,
  NewKey,
  NewMember,
  NewPasskey,
  NewPushDevice,
  NewSite,
  OperatorView,
  Owner,
  OwnerList,
  Passkey,
  PasskeyList,
  PasskeyOptions,
  PlanLimits,
  PlanList,
  PlatformUsage,
  Push,
  PushDevice,
  PushTrial,
  RemovedPlan,
  SavedBackupSchedule,
  SavedPlan,
  SessionList,
  SessionView,
  SignIn,
  SignInWays,
  SiteChange,
} from '@baraza/contract';
import { platformOver } from './platform/platform.ts';
import { siteOwnerOver } from './site/site-owner.ts';
import { segment } from './transport/address.ts';
import type { Call, CallOptions, Transfer } from './transport/call.ts';
import { repeatRefused } from './transport/retry.ts';
import { createTransport, type Transport, type TransportOptions } from './transport/transport.ts';

export { isBarazaError, isConnectionError } from './transport/problem.ts';

type TypedRequest = Pick<RequestInit, 'method' | 'body' | 'signal'> & {
  readonly headers: { readonly [name: string]: string };
  /** Whether it is sent with the cookie of the session, below /console. */
  readonly hasSession: boolean;
};

type ConsoleClientOptions = TransportOptions & {
  /** Called for every response, also of retried attempts. */
  readonly onAnswer?: (status: number, path: string) => void;
  /** Called after an attempt without a response. */
  readonly onLost?: () => void;
};

export function createConsoleClient(options: ConsoleClientOptions) {
  const transportOf = (mirror: Mirror) => mirroredTransport(options, mirror);
  const { json } = transportOf({ from: '', to: '/console', sendsIdempotencyKeys: false });
  const get =
    <Value>(path: string) =>
    (call?: CallOptions) =>
      json<Value>({ method: 'GET', path, options: call });
  const post = <Value>(path: string, body?: unknown) =>
    json<Value>({ method: 'POST', path, json: body, repeat: repeatRefused });
  const patch = <Value>(path: string, body: unknown) =>
    json<Value>({ method: 'PATCH', path, json: body });
  const put = <Value>(path: string, body: unknown) =>
    json<Value>({ method: 'PUT', path, json: body });
  const remove = <Value = unknown>(path: string) => json<Value>({ method: 'DELETE', path });
  return {
    platform: platformOver(
      transportOf({ from: '/api/platform', to: '/console/platform', sendsIdempotencyKeys: true }),
      undefined,
      // The page shows them.
      () => {},
    ),
    sites: siteOwnerOver(
      transportOf({ from: '/v1/admin/sites', to: '/console/sites', sendsIdempotencyKeys: false }),
    ),
    session: {
      get: get<SessionView>('/session'),
      signIn: (proof: SignIn) => post<SessionView>('/session', proof),
      signOut: () => remove('/session'),
      ways: get<SignInWays>('/sign-in'),
      /** Resolves for every address, whether a link is sent or not. */
      sendLink: (email: string) => post<unknown>('/sign-in/link', { email }),
      passkeyOptions: () => post<PasskeyOptions>('/sign-in/passkey'),
    },
    /** Where the person is signed in; an owner sees all members. */
    sessions: {
      list: get<SessionList>('/sessions'),
      end: (id: string) => remove(`/sessions/${segment(id)}`),
      endOthers: () => remove('/sessions'),
    },
    passkeys: {
      list: get<PasskeyList>('/passkeys'),
      options: () => post<PasskeyOptions>('/passkeys/options'),
      add: (passkey: NewPasskey) => post<Passkey>('/passkeys', passkey),
      remove: (id: string) => remove(`/passkeys/${segment(id)}`),
    },
    /** Notifications on devices (Web Push). */
    push: {
      list: get<Push>('/push'),
      add: (device: NewPushDevice) => post<PushDevice>('/push', device),
      remove: (id: string) => remove(`/push/${segment(id)}`),
      test: () => post<PushTrial>('/push/test'),
    },
    members: {
      list: get<MemberList>('/members'),
      add: (member: NewMember) => post<InvitedMember>('/members', member),
      change: (id: string, change: MemberChange) =>
        patch<Member>(`/members/${segment(id)}`, change),
      invite: (id: string) => post<MemberInvitation>(`/members/${segment(id)}/invite`),
      remove: (id: string) => remove(`/members/${segment(id)}`),
    },
    /** Confirms the address of the person who is signed in. */
    email: {
      sendLink: () => post<unknown>('/email/link'),
      confirm: (link: string) => post<Member>('/email', { link }),
    },
    keys: {
      list: get<KeyList>('/keys'),
      create: (key: NewKey) => post<IssuedKey>('/keys', key),
      /** The old secret stays valid for `graceMinutes`. */
      rotate: (id: string, graceMinutes: number) =>
        post<IssuedKey>(`/keys/${segment(id)}/rotate`, { graceMinutes }),
      revoke: (id: string) => remove<KeyView>(`/keys/${segment(id)}`),
    },
    /** Changes for each day, and the amount of stored data. */
    usage: (days: number, call?: CallOptions) =>
      json<PlatformUsage>({ method: 'GET', path: '/usage', query: { days }, options: call }),
    /** The OpenAPI documents of the sites' API and of the console's own endpoints. */
    siteOpenapi: get<JsonObject>('/sites-openapi.json'),
    openapi: get<JsonObject>('/openapi.json'),
    /** Sends a request as the user typed it, without retries; resolves with any response. */
    send: (path: string, request: TypedRequest) => sendTyped(options, path, request),
    /** For sessions of an operator only. */
    operator: {
      view: get<OperatorView>('/operator'),
      health: get<Health>('/operator/health'),
      owners: get<OwnerList>('/operator/owners'),
      createOwner: (name: string) => post<Owner>('/operator/owners', { name }),
      renameOwner: (id: string, name: string) =>
        patch<Owner>(`/operator/owners/${segment(id)}`, { name }),
      /** Also deletes all sites and resources of the owner. */
      deleteOwner: (id: string) =>
        json<DeletedOwner>({
          method: 'DELETE',
          path: `/operator/owners/${segment(id)}`,
          timeoutMs: deleteMs,
        }),
      inviteOwner: (id: string, invite: Invite) =>
        post<Invitation>(`/operator/owners/${segment(id)}/invite`, invite),
      sites: get<AllSites>('/operator/sites'),
      createSite: (site: NewSite) => post<MadeSite>('/operator/sites', site),
      changeSite: (id: string, change: SiteChange) =>
        patch<ChangedSite>(`/operator/sites/${segment(id)}`, change),
      plans: get<PlanList>('/operator/plans'),
      savePlan: (name: string, plan: PlanLimits) =>
        put<SavedPlan>(`/operator/plans/${segment(name)}`, plan),
      removePlan: (name: string) => remove<RemovedPlan>(`/operator/plans/${segment(name)}`),
      grants: get<GrantList>('/operator/nodes'),
      createGrant: (grant: NewGrant) => post<MadeGrant>('/operator/nodes', grant),
      endGrant: (jti: string) => remove<EndedGrant>(`/operator/nodes/${segment(jti)}`),
      backups: get<BackupList>('/operator/backups'),
      takeBackup: () => post<BackupWork>('/operator/backups'),
      verifyBackup: (name: string) => post<BackupWork>(`/operator/backups/${segment(name)}/verify`),
      scheduleBackups: (schedule: NewBackupSchedule) =>
        put<SavedBackupSchedule>('/operator/backups/schedule', schedule),
      /** The URL of the backup file, for a download link. */
      backupUrl: (name: string) => `/console/operator/backups/${segment(name)}/download`,
    },
  };
}

// The timeout of deleting an owner, who may have millions of records.
const deleteMs = 10 * 60_000;

type Mirror = {
  /** The prefix of the API's paths. */
  readonly from: string;
  /** The prefix of the same routes below /console. */
  readonly to: string;
  readonly sendsIdempotencyKeys: boolean;
};

function mirroredTransport(options: ConsoleClientOptions, mirror: Mirror): Transport {
  const { from, to, sendsIdempotencyKeys } = mirror;
  const sender = { headers: { 'x-console': '1' }, secret: undefined, sendsIdempotencyKeys };
  const { json, jsonIfChanged, open, pause } = createTransport(options, sender);
  const mirrored = (call: Call): Call => {
    const path = to + call.path.slice(from.length);
    return { ...call, path, transfer: observed(options, path, call.transfer) };
  };
  return {
    json: (call) => json(mirrored(call)),
    jsonIfChanged: (call) => jsonIfChanged(mirrored(call)),
    open: (call) => open(mirrored(call)),
    pause,
  };
}

function sendTyped(
  options: ConsoleClientOptions,
  path: string,
  { hasSession, headers, ...request }: TypedRequest,
): Promise<Response> {
  const url = `${options.baseUrl}${path}`;
  const init: RequestInit = { ...request, cache: 'no-store', redirect: 'manual' };
  if (hasSession)
    return observed(options, path)(
      options.fetch,
      url,
      { ...init, headers: { ...headers, 'x-console': '1' } },
      () => {},
    );
  return (options.fetch ?? globalThis.fetch)(url, { ...init, headers, credentials: 'omit' });
}

function observed(
  { onAnswer, onLost }: ConsoleClientOptions,
  path: string,
  transfer: Transfer = sendWithCookie,
): Transfer {
  return async (send, url, init, onMoved) => {
    try {
      const response = await transfer(send, url, init, onMoved);
      onAnswer?.(response.status, path);
      return response;
    } catch (error) {
      if (!init.signal?.aborted) onLost?.();
      throw error;
    }
  };
}

const sendWithCookie: Transfer = (send, url, init) =>
  (send ?? globalThis.fetch)(url, { ...init, credentials: 'same-origin' });
