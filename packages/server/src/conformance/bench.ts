import { randomBytes } from 'node:crypto';
import { expect, Unseen } from './check.ts';
import { type Told, toldBy } from './event-stream.ts';
import { mySite, type OwnSite } from './own-site.ts';
import type { Json, Reply, Request, Wire } from './wire.ts';

/** What is known of the server under examination; keys are optional, and so is what needs them. */
export interface Target {
  readonly url: string;
  readonly site: string;
  readonly siteKey?: string | undefined;
  readonly ownerKey?: string | undefined;
  readonly platformUrl?: string | undefined;
  readonly platformKey?: string | undefined;
}

/** What the checks of the site assistant work with. */
export interface SiteBench {
  readonly target: Target;
  readonly wire: Wire;
  /** The site that is asked: one made for this run where there is an owner's key, else the one named. */
  readonly site: string;
  /** That of `site`, where it is known. */
  readonly siteKey: string | undefined;
  /** The site made for this run; unseen without an owner's key. */
  readonly own: () => OwnSite;
  /** A call to a public endpoint of the site, as a visitor of their own. */
  readonly visit: (method: string, endpoint: string, request?: Request) => Promise<Reply>;
  readonly ask: (body: Json, headers?: { readonly [name: string]: string }) => Promise<Told>;
  readonly admin: (method: string, path: string, request?: Request) => Promise<Reply>;
  /** Puts the own site's profile with some fields changed; `undo` puts the usual one back. */
  readonly withProfile: <Value>(changes: Json, use: () => Promise<Value>) => Promise<Value>;
  readonly descriptor: () => Promise<Json>;
  readonly config: () => Promise<Json>;
}

/** A bench with a site of its own where the target allows one; `clear` removes what was made. */
export async function prepareBench(
  target: Target,
  wire: Wire,
): Promise<{ readonly bench: SiteBench; readonly clear: () => Promise<string | undefined> }> {
  const admin = (method: string, path: string, request: Request = {}) =>
    wire.call(method, path, {
      ...request,
      headers: { authorization: `Bearer ${target.ownerKey ?? ''}`, ...request.headers },
    });
  const made = target.ownerKey === undefined ? undefined : await mySite(admin);
  const site = made?.id ?? target.site;
  const visit: SiteBench['visit'] = (method, endpoint, request = {}) =>
    wire.call(method, `/v1/sites/${site}/${endpoint}`, {
      ...request,
      headers: { 'x-visitor': newVisitor(), ...request.headers },
    });
  const own = () => {
    if (made === undefined) throw new Unseen('needs the key of an owner');
    return made;
  };
  const bench: SiteBench = {
    target,
    wire,
    site,
    siteKey: made?.key ?? target.siteKey,
    own,
    visit,
    ask: async (body, headers = {}) => toldBy(await visit('POST', 'ask', { body, headers })),
    admin,
    withProfile: async (changes, use) => {
      const { path, profile } = own();
      const saved = await admin('PUT', `${path}/profile`, { body: { ...profile, ...changes } });
      expect(saved.status === 200, `the profile was not saved: ${saved.status} ${saved.text}`);
      try {
        return await use();
      } finally {
        await admin('PUT', `${path}/profile`, { body: profile });
      }
    },
    descriptor: once(async () => (await wire.call('GET', '/v1/operator')).json()),
    config: once(async () => (await visit('GET', 'config')).json()),
  };
  const clear = async () => {
    if (made === undefined) return undefined;
    const { status } = await admin('DELETE', made.path);
    if (status === 200 || status === 204) return undefined;
    await admin('POST', `${made.path}/pause`);
    return `The site ${made.id} could not be deleted (${status}); it is paused and stays.`;
  };
  return { bench, clear };
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
