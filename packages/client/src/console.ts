/**
 * Client of the console's page: both APIs and the console's own endpoints, below /console of the same origin, with the
 * session cookie. Not published.
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
import { type PlatformClient, platformOver } from './platform/platform.ts';
import { type SiteOwnerClient, siteOwnerOver } from './site/site-owner.ts';
import { segment } from './transport/address.ts';
import type { Call, CallOptions, Transfer } from './transport/call.ts';
import { repeatRefused } from './transport/retry.ts';
import { createTransport, type Transport, type TransportOptions } from './transport/transport.ts';

export { isBarazaError, isConnectionError } from './transport/problem.ts';

type ConsoleClient = {
  readonly platform: PlatformClient;
  readonly sites: SiteOwnerClient;
  readonly session: {
    readonly get: (options?: CallOptions) => Promise<SessionView>;
    readonly signIn: (proof: SignIn) => Promise<SessionView>;
    readonly signOut: () => Promise<void>;
    readonly ways: (options?: CallOptions) => Promise<SignInWays>;
    /** Resolves for every address, whether a link is sent or not. */
    readonly sendLink: (email: string) => Promise<void>;
    readonly passkeyOptions: () => Promise<PasskeyOptions>;
  };
  /** Where the person is signed in; an owner sees all members. */
  readonly sessions: {
    readonly list: (options?: CallOptions) => Promise<SessionList>;
    readonly end: (id: string) => Promise<void>;
    readonly endOthers: () => Promise<void>;
  };
  readonly passkeys: {
    readonly list: (options?: CallOptions) => Promise<PasskeyList>;
    readonly options: () => Promise<PasskeyOptions>;
    readonly add: (passkey: NewPasskey) => Promise<Passkey>;
    readonly remove: (id: string) => Promise<void>;
  };
  /** Notices on devices. */
  readonly push: {
    readonly list: (options?: CallOptions) => Promise<Push>;
    readonly add: (device: NewPushDevice) => Promise<PushDevice>;
    readonly remove: (id: string) => Promise<void>;
    readonly test: () => Promise<PushTrial>;
  };
  readonly members: {
    readonly list: (options?: CallOptions) => Promise<MemberList>;
    readonly add: (member: NewMember) => Promise<InvitedMember>;
    readonly change: (id: string, change: MemberChange) => Promise<Member>;
    readonly invite: (id: string) => Promise<MemberInvitation>;
    readonly remove: (id: string) => Promise<void>;
  };
  readonly keys: {
    readonly list: (options?: CallOptions) => Promise<KeyList>;
    readonly create: (key: NewKey) => Promise<IssuedKey>;
    /** The old secret stays valid for `graceMinutes`. */
    readonly rotate: (id: string, graceMinutes: number) => Promise<IssuedKey>;
    readonly revoke: (id: string) => Promise<KeyView>;
  };
  /** Changes for each day, and the amount of stored data. */
  readonly usage: (days: number, options?: CallOptions) => Promise<PlatformUsage>;
  /** The OpenAPI documents of the sites' API and of the console's own endpoints. */
  readonly siteOpenapi: (options?: CallOptions) => Promise<JsonObject>;
  readonly openapi: (options?: CallOptions) => Promise<JsonObject>;
  /** One request as somebody typed it, without retries; resolves with any response. */
  readonly send: (path: string, request: TypedRequest) => Promise<Response>;
  /** For sessions of an operator only. */
  readonly operator: {
    readonly view: (options?: CallOptions) => Promise<OperatorView>;
    readonly health: (options?: CallOptions) => Promise<Health>;
    readonly owners: (options?: CallOptions) => Promise<OwnerList>;
    readonly createOwner: (name: string) => Promise<Owner>;
    readonly renameOwner: (id: string, name: string) => Promise<Owner>;
    /** With all their sites and resources. */
    readonly deleteOwner: (id: string) => Promise<DeletedOwner>;
    readonly inviteOwner: (id: string, invite: Invite) => Promise<Invitation>;
    readonly sites: (options?: CallOptions) => Promise<AllSites>;
    readonly createSite: (site: NewSite) => Promise<MadeSite>;
    readonly changeSite: (id: string, change: SiteChange) => Promise<ChangedSite>;
    readonly plans: (options?: CallOptions) => Promise<PlanList>;
    readonly savePlan: (name: string, plan: PlanLimits) => Promise<SavedPlan>;
    readonly removePlan: (name: string) => Promise<RemovedPlan>;
    readonly grants: (options?: CallOptions) => Promise<GrantList>;
    readonly createGrant: (grant: NewGrant) => Promise<MadeGrant>;
    readonly endGrant: (jti: string) => Promise<EndedGrant>;
    readonly backups: (options?: CallOptions) => Promise<BackupList>;
    readonly takeBackup: () => Promise<BackupWork>;
    readonly verifyBackup: (name: string) => Promise<BackupWork>;
    readonly scheduleBackups: (schedule: NewBackupSchedule) => Promise<SavedBackupSchedule>;
    /** The address of its file, for a link that the browser follows. */
    readonly backupUrl: (name: string) => string;
  };
};

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

export function createConsoleClient(options: ConsoleClientOptions): ConsoleClient {
  const transportOf = (mirror: Mirror) => mirroredTransport(options, mirror);
  const { json } = transportOf({ from: '', to: '/console', sendsIdempotencyKeys: false });
  const get =
    <Value>(path: string) =>
    (call?: CallOptions) =>
      json<Value>({ method: 'GET', path, options: call });
  const post = <Value>(path: string, body?: unknown) =>
    json<Value>({ method: 'POST', path, json: body, repeat: repeatRefused });
  const remove = async (path: string) => void (await json({ method: 'DELETE', path }));
  return {
    platform: platformOver(
      transportOf({ from: '/api/platform', to: '/console/platform', sendsIdempotencyKeys: true }),
    ),
    sites: siteOwnerOver(
      transportOf({ from: '/v1/admin/sites', to: '/console/sites', sendsIdempotencyKeys: false }),
    ),
    session: {
      get: get('/session'),
      signIn: (proof) => post('/session', proof),
      signOut: () => remove('/session'),
      ways: get('/sign-in'),
      sendLink: async (email) => void (await post('/sign-in/link', { email })),
      passkeyOptions: () => post('/sign-in/passkey'),
    },
    sessions: {
      list: get('/sessions'),
      end: (id) => remove(`/sessions/${segment(id)}`),
      endOthers: () => remove('/sessions'),
    },
    passkeys: {
      list: get('/passkeys'),
      options: () => post('/passkeys/options'),
      add: (passkey) => post('/passkeys', passkey),
      remove: (id) => remove(`/passkeys/${segment(id)}`),
    },
    push: {
      list: get('/push'),
      add: (device) => post('/push', device),
      remove: (id) => remove(`/push/${segment(id)}`),
      test: () => post('/push/test'),
    },
    members: {
      list: get('/members'),
      add: (member) => post('/members', member),
      change: (id, change) =>
        json({ method: 'PATCH', path: `/members/${segment(id)}`, json: change }),
      invite: (id) => post(`/members/${segment(id)}/invite`),
      remove: (id) => remove(`/members/${segment(id)}`),
    },
    keys: {
      list: get('/keys'),
      create: (key) => post('/keys', key),
      rotate: (id, graceMinutes) => post(`/keys/${segment(id)}/rotate`, { graceMinutes }),
      revoke: (id) => json({ method: 'DELETE', path: `/keys/${segment(id)}` }),
    },
    usage: (days, call) => json({ method: 'GET', path: '/usage', query: { days }, options: call }),
    siteOpenapi: get('/sites-openapi.json'),
    openapi: get('/openapi.json'),
    send: (path, request) => sendTyped(options, path, request),
    operator: {
      view: get('/operator'),
      health: get('/operator/health'),
      owners: get('/operator/owners'),
      createOwner: (name) => post('/operator/owners', { name }),
      renameOwner: (id, name) =>
        json({ method: 'PATCH', path: `/operator/owners/${segment(id)}`, json: { name } }),
      deleteOwner: (id) =>
        json({ method: 'DELETE', path: `/operator/owners/${segment(id)}`, timeoutMs: deleteMs }),
      inviteOwner: (id, invite) => post(`/operator/owners/${segment(id)}/invite`, invite),
      sites: get('/operator/sites'),
      createSite: (site) => post('/operator/sites', site),
      changeSite: (id, change) =>
        json({ method: 'PATCH', path: `/operator/sites/${segment(id)}`, json: change }),
      plans: get('/operator/plans'),
      savePlan: (name, plan) =>
        json({ method: 'PUT', path: `/operator/plans/${segment(name)}`, json: plan }),
      removePlan: (name) => json({ method: 'DELETE', path: `/operator/plans/${segment(name)}` }),
      grants: get('/operator/nodes'),
      createGrant: (grant) => post('/operator/nodes', grant),
      endGrant: (jti) => json({ method: 'DELETE', path: `/operator/nodes/${segment(jti)}` }),
      backups: get('/operator/backups'),
      takeBackup: () => post('/operator/backups'),
      verifyBackup: (name) => post(`/operator/backups/${segment(name)}/verify`),
      scheduleBackups: (schedule) =>
        json({ method: 'PUT', path: '/operator/backups/schedule', json: schedule }),
      backupUrl: (name) => `/console/operator/backups/${segment(name)}/download`,
    },
  };
}

// An owner may have millions of records.
const deleteMs = 10 * 60_000;

type Mirror = {
  /** The prefix of the API's paths, and the prefix of the same routes on the console's server. */
  readonly from: string;
  readonly to: string;
  readonly sendsIdempotencyKeys: boolean;
};

function mirroredTransport(options: ConsoleClientOptions, mirror: Mirror): Transport {
  const { from, to, sendsIdempotencyKeys } = mirror;
  const sender = { headers: { 'x-console': '1' }, secret: undefined, sendsIdempotencyKeys };
  const { json, jsonIfChanged, open, rest } = createTransport(options, sender);
  const mirrored = (call: Call): Call => {
    const path = to + call.path.slice(from.length);
    return { ...call, path, transfer: observed(options, path, call.transfer) };
  };
  return {
    json: (call) => json(mirrored(call)),
    jsonIfChanged: (call) => jsonIfChanged(mirrored(call)),
    open: (call) => open(mirrored(call)),
    rest,
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
