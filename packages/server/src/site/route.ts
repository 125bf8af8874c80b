/** Routes of the site assistant, typed by their caller. */
import type { SiteFeature } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import type { Answer, Sink, TextAnswer } from '../http/answer.ts';
import type { Arrival, Call, Policy, Route } from '../http/route.ts';
import { stillHere } from '../http/sse.ts';
import type { SiteRow } from '../store/site/sites.ts';
import { requireOwnSite } from './admission.ts';
import type { Assistant, SiteCaller, Visitor } from './assistant.ts';
import { assertSupported } from './features.ts';
import { assertNotFrozen } from './moves/moved-site.ts';

export type SiteRoute = Route<SiteCaller>;

/** A route without its policy, which follows from the kind of caller. */
type Definition<Who> = Omit<Route<Who>, 'policy' | 'limit' | 'handle'> & {
  readonly body?: Route<Who>['body'];
  /** The limit of the JSON body, or of the raw body. */
  readonly bodyBytesMax?: number;
  /** Set where the handler reads the body from `raw`. */
  readonly rawBody?: Exclude<Policy['body'], 'none' | 'json'>;
  readonly limit?: (arrival: Arrival<Who>) => Promise<void>;
  readonly handle: (call: Call<Who>) => Promise<Answer>;
};

/** A call of an owner about one of the owner's sites. */
export interface OwnSiteCall extends Call<Caller> {
  readonly site: SiteRow;
}

interface OwnSiteDefinition extends Omit<Definition<Caller>, 'limit' | 'handle'> {
  /** Below the path of the site. */
  readonly path: string;
  /** Refused on a server without this feature. */
  readonly feature?: SiteFeature;
  readonly handle: (call: OwnSiteCall) => Promise<Answer>;
}

/** Called with an owner's credential. */
export function ownerRoute(definition: Definition<Caller>): SiteRoute {
  return routeFor('owner', definition);
}

/** Called with an owner's credential about one site. A body is not read before the site was found. */
export function ownSiteRoute(
  assistant: Pick<Assistant, 'store' | 'off'>,
  { path, feature, handle, ...definition }: OwnSiteDefinition,
): SiteRoute {
  const siteOf = async ({ caller, params }: Arrival<Caller>) => {
    if (feature !== undefined) assertSupported(assistant, feature);
    const site = await requireOwnSite(assistant.store, caller.ownerId, params.site ?? '');
    assertNotFrozen(site, definition.method === 'GET');
    return site;
  };
  const limit = async (arrival: Arrival<Caller>) => void (await siteOf(arrival));
  return ownerRoute({
    ...definition,
    path: `/v1/admin/sites/:site${path}`,
    ...(definition.body === undefined ? {} : { limit }),
    handle: async (call) => handle({ ...call, site: await siteOf(call) }),
  });
}

/** Called by visitors that the site in the path admits. */
export function publicRoute(definition: Definition<Visitor>): SiteRoute {
  return routeFor('site', definition);
}

/** Called by anyone, about the server itself. */
export function openRoute(definition: Definition<undefined>): SiteRoute {
  return routeFor('none', definition);
}

function routeFor<Who>(
  credential: Policy['credential'],
  { bodyBytesMax = 0, rawBody, ...definition }: Definition<Who>,
): SiteRoute {
  return {
    // The cast is safe: the credential of the policy decides the type of the caller.
    ...(definition as unknown as Omit<SiteRoute, 'policy'>),
    policy: {
      credential,
      scope: 'any',
      access: definition.method === 'GET' ? 'read' : 'write',
      body: rawBody ?? (definition.body === undefined ? 'none' : 'json'),
      bodyBytesMax,
    },
  };
}

export function jsonAnswer(value: unknown, status = 200, etag?: string): TextAnswer {
  return textAnswer(JSON.stringify(value), status, etag);
}

/** `body` is JSON. */
export function textAnswer(body: string, status = 200, etag?: string): TextAnswer {
  return { status, ...(etag === undefined ? {} : { headers: { etag } }), body };
}

/** Sends a comment after each silence, so that proxies keep the stream open. Returns the function that ends it. */
export function keepAlive(sink: Sink, silenceMs: number): () => void {
  const timer = setInterval(() => {
    void sink
      .write(stillHere)
      .then(sink.flush)
      .catch(() => {});
  }, silenceMs);
  return () => clearInterval(timer);
}

/** A document as a download, written as fast as the client reads. */
export function attachment(name: string, type: string, texts: AsyncIterable<string>): Answer {
  return {
    stream: async (sink) => {
      sink.start(200, {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
      });
      for await (const text of texts) await sink.write(text);
    },
  };
}
