import { randomBytes } from 'node:crypto';
import { CheckFailed, CheckSkipped, expect } from '../check.ts';
import { type Json, readAskAnswer, retryWhenRateLimited } from '../reply.ts';
import type { Request, Wire } from '../wire.ts';
import type { LiveSession } from './live-session.ts';
import { createOwnSite, type OwnSite } from './own-site.ts';

/** The server to examine; without a key, the checks that need it are skipped. */
export interface Target {
  readonly url: string;
  readonly site: string;
  readonly siteKey?: string | undefined;
  readonly ownerKey?: string | undefined;
  readonly platformUrl?: string | undefined;
  readonly platformKey?: string | undefined;
}

/** What the checks of the site assistant work with. */
export type SiteBench = Awaited<ReturnType<typeof prepareBench>>['bench'];

/** Creates a site for the checks if the target allows it; `clear` removes it. */
export async function prepareBench(target: Target, wire: Wire) {
  const admin = (method: string, path: string, request: Request = {}) =>
    wire.call(method, path, {
      ...request,
      headers: { authorization: `Bearer ${target.ownerKey ?? ''}`, ...request.headers },
    });
  const given =
    target.ownerKey === undefined ? 'needs the key of an owner' : await createOwnSite(admin);
  const made = typeof given === 'string' ? undefined : given;
  const site = made?.id ?? target.site;
  const visitOnce = (method: string, endpoint: string, request: Request = {}) =>
    wire.call(method, `/v1/sites/${site}/${endpoint}`, {
      ...request,
      headers: { 'x-visitor': newVisitor(), ...request.headers },
    });
  const visit = (method: string, endpoint: string, request?: Request) =>
    retryWhenRateLimited(
      () => visitOnce(method, endpoint, request),
      ({ status }) => status === 429,
      wire.signal,
    );
  const requireOwnSite = (): OwnSite => {
    if (made === undefined) throw new CheckSkipped(String(given));
    return made;
  };
  /** Saves a profile of the site created for this run. */
  const saveProfile = (body: Json, request: Request = {}) =>
    admin('PUT', `${requireOwnSite().path}/profile`, { ...request, body });
  const config = once(async (): Promise<Json> => (await visit('GET', 'config')).json());
  const bench = {
    target,
    wire,
    /** The site that is asked: one made for this run if there is an owner's key, else the one named. */
    site,
    /** The key of `site`, if it is known. */
    siteKey: made?.key ?? target.siteKey,
    /** The site created for this run; CheckSkipped without an owner's key. */
    requireOwnSite,
    /** A call to a public endpoint of the site, as a new visitor; repeated after a rate limit. */
    visit,
    /** Like `visit`, without a repetition. */
    visitOnce,
    /** Opens a live session, sends `start` unless it is null, and closes the session after `use`. */
    talk: async <Value>(
      use: (session: LiveSession) => Promise<Value>,
      { headers = {}, start = {} }: { headers?: Request['headers']; start?: Json | null } = {},
    ) => {
      const visitor = { 'x-visitor': newVisitor(), ...headers };
      const { session, refusal } = await wire.connect(`/v1/sites/${site}/live`, visitor);
      if (session === undefined) throw new CheckFailed(`the upgrade is answered ${refusal.status}`);
      try {
        if (start !== null) session.send({ type: 'start', version: 1, ...start });
        return await use(session);
      } finally {
        session.leave();
      }
    },
    ask: async (body: Json, headers: Request['headers'] = {}) =>
      readAskAnswer(await visit('POST', 'ask', { body, headers })),
    admin,
    /** What a GET of the owner returns. */
    read: async (path: string): Promise<Json> => (await admin('GET', path)).json(),
    saveProfile,
    /** Saves the own site's profile with some fields changed, and the usual one after `use`. */
    withProfile: async <Value>(changes: Json, use: (own: OwnSite) => Promise<Value>) => {
      const own = requireOwnSite();
      const saved = await saveProfile({ ...own.profile, ...changes });
      expect(saved.status === 200, `the profile was not saved: ${saved.status} ${saved.text}`);
      try {
        return await use(own);
      } finally {
        await saveProfile(own.profile);
      }
    },
    /** Skips the check if the config of the site says that it has no such thing. */
    requireFeature: async (feature: keyof typeof lacking) => {
      if ((await config())[feature] !== true) throw new CheckSkipped(lacking[feature]);
    },
    descriptor: once(async (): Promise<Json> => (await wire.call('GET', '/v1/operator')).json()),
    config,
  };
  const clear = async () => {
    if (made === undefined) return undefined;
    // With its own signal: the examination may have been aborted.
    const cleaning = wire.apart(AbortSignal.timeout(clearMs));
    const headers = { authorization: `Bearer ${target.ownerKey ?? ''}` };
    try {
      const { status } = await cleaning.call('DELETE', made.path, { headers });
      if (status === 200 || status === 204) return undefined;
      await cleaning.call('POST', `${made.path}/pause`, { headers });
      return `The site ${made.id} could not be deleted (${status}); it is paused and stays.`;
    } catch (error) {
      return `The site ${made.id} may have stayed: ${(error as Error).message}.`;
    }
  };
  return { bench, clear };
}

const clearMs = 30_000;

const lacking = {
  voice: 'voice is off here',
  speak: 'this server has no speech output',
  live: 'no live session is offered here',
} as const;

export function newVisitor(): string {
  return randomBytes(16).toString('base64url').slice(0, 22);
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
