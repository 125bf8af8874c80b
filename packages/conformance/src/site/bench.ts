import { randomBytes } from 'node:crypto';
import { CheckFailed, CheckSkipped, expect, sectionsWith, skipIf } from '../check.ts';
import { type Json, type Reply, readAskAnswer, retryWhenRateLimited } from '../reply.ts';
import type { Call, Headers, Wire } from '../wire.ts';
import type { LiveSession } from './live-session.ts';
import { createOwnSite } from './own-site.ts';

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

export const siteSection = sectionsWith<SiteBench>();

/** Creates a site for the checks if the target allows it; `clear` removes it. */
export async function prepareBench(target: Target, wire: Wire) {
  const authorization = `Bearer ${target.ownerKey ?? ''}`;
  const admin: Call = (method, path, body, headers, patience) =>
    wire.call(method, path, body, { authorization, ...headers }, patience);
  const given =
    target.ownerKey === undefined ? 'needs the key of an owner' : await createOwnSite(admin);
  const made = typeof given === 'string' ? undefined : given;
  const site = made?.id ?? target.site;
  const visitOnce: Call = (method, endpoint, body, headers, patience) => {
    const visitor = { 'x-visitor': newVisitor(), ...headers };
    return wire.call(method, `/v1/sites/${site}/${endpoint}`, body, visitor, patience);
  };
  const visit: Call = (...call) =>
    retryWhenRateLimited(
      () => visitOnce(...call),
      ({ status }) => status === 429,
      wire.signal,
    );
  let isChanged = false;
  const own = () => {
    if (made === undefined) throw new CheckSkipped(String(given));
    const { path, profile } = made;
    /** A call to an endpoint of the own site: `/leads`. */
    const call: Call = (method, endpoint, ...more) => {
      isChanged ||= method !== 'GET' && /^\/(?:profile|import)/.test(endpoint);
      return admin(method, `${path}${endpoint}`, ...more);
    };
    const save = (body: Json, ...more: [headers?: Headers, patience?: object]) =>
      call('PUT', '/profile', body, ...more);
    return {
      ...made,
      call,
      /** What a GET returns. */
      read: async (endpoint = ''): Promise<Json> => (await call('GET', endpoint)).body,
      /** Saves a profile. */
      save,
      /** Saves the usual profile with some fields changed; CheckFailed if it is refused. */
      change: async (changes: Json) => {
        const saved = await save({ ...profile, ...changes });
        expect(saved.status === 200, `the profile was not saved: ${saved.status} ${saved.text}`);
        return saved;
      },
    };
  };
  const config = once(async (): Promise<Json> => (await visit('GET', 'config')).body);
  const bench = {
    target,
    wire,
    /** The site that is asked: one made for this run if there is an owner's key, else the one named. */
    site,
    /** The key of `site`, if it is known. */
    siteKey: made?.key ?? target.siteKey,
    /** The site created for this run; CheckSkipped without an owner's key. */
    get own() {
      return own();
    },
    /** A call to a public endpoint of the site, as a new visitor; repeated after a rate limit. */
    visit,
    /** Like `visit`, without a repetition. */
    visitOnce,
    /** Opens a live session, sends `start` unless it is null, and closes the session after `use`. */
    talk: async <Value>(
      use: (session: LiveSession) => Promise<Value>,
      start: Json | null = {},
      headers: Headers = {},
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
    ask: async (question: string, more: Json = {}) =>
      readAskAnswer(await visit('POST', 'ask', { question, ...more })),
    /** A call with the key of the owner. */
    admin,
    /** Saves the usual profile if a check has changed it. */
    restore: async () => {
      if (isChanged) await own().save(own().profile);
      isChanged = false;
    },
    /** Skips the check if the config of the site says that it has no such thing. */
    requireFeature: async (feature: keyof typeof lacking) =>
      skipIf((await config())[feature] !== true, lacking[feature]),
    descriptor: once(async (): Promise<Json> => (await wire.call('GET', '/v1/operator')).body),
    config,
  };
  const clear = async () => {
    if (made === undefined) return undefined;
    // With its own signal: the examination may have been aborted.
    const cleaning = wire.apart(AbortSignal.timeout(clearMs));
    const call = (method: string, path: string) =>
      cleaning.call(method, path, undefined, { authorization });
    try {
      const { status } = await call('DELETE', made.path);
      if (status === 200 || status === 204) return undefined;
      await call('POST', `${made.path}/pause`);
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
  feedback: 'the site takes no feedback',
} as const;

/** A server may leave an endpoint out: 501, and for some that owners do not need also 404. */
export function offered(reply: Reply, what: string, ...absent: readonly number[]): Reply {
  skipIf([501, ...absent].includes(reply.status), `${what} is not offered`);
  return reply;
}

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
