/** Routes of the site assistant, typed by their caller. */
import type { SiteFeature } from '@baraza/contract';
import type { z } from 'zod';
import type { Caller } from '../access/scopes.ts';
import type { Answer, Sink, TextAnswer } from '../http/answer.ts';
import type { Arrival, Call, Policy, Route } from '../http/route.ts';
import { keepAliveComment } from '../http/sse.ts';
import type { SiteRow } from '../store/site/sites.ts';
import { requireOwnSite } from './admission.ts';
import type { Assistant, SiteCaller, Visitor } from './assistant.ts';
import { assertSupported } from './features.ts';

export type SiteRoute = Route<SiteCaller>;

/** Method and path, as in `GET /v1/sites/:site/config`. */
export type RequestLine = Route<never>['method'] | `${Route<never>['method']} /${string}`;

/** A call whose query and body have the types of their schemas. */
type TypedCall<Who, Query extends z.ZodObject, Body extends z.ZodType> = Call<Who> & {
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
};

/** `reply` returns what is sent as JSON with the first status of `answers`; `handle` decides on the response itself. */
type Handler<Call> =
  | { readonly reply: (call: Call) => Promise<unknown>; readonly handle?: undefined }
  | { readonly reply?: undefined; readonly handle: (call: Call) => Promise<Answer> };

/** A call of an owner about one of the owner's sites. */
export interface OwnSiteCall extends Call<Caller> {
  readonly site: SiteRow;
}

/** A route without its policy, which follows from the kind of caller. */
type Definition<Who, Query extends z.ZodObject, Body extends z.ZodType, Given = unknown> = Omit<
  Route<Who>,
  'method' | 'path' | 'policy' | 'query' | 'body' | 'handle'
> & {
  readonly query?: Query;
  readonly body?: Body;
  /** The limit of the JSON body, or of the raw body. */
  readonly bodyBytesMax?: number;
  /** Set if it does not follow from the method and the body. */
  readonly disk?: Policy['disk'];
  /** Set if the handler reads the body from `raw`. */
  readonly rawBody?: Exclude<Policy['body'], 'none' | 'json'>;
} & Handler<TypedCall<Who, Query, Body> & Given>;

/** Of the API: it has an entry in the reference. Pages and the parts of the widget have none. */
interface Named {
  readonly name: string;
}

export type OwnSiteDefinition<Query extends z.ZodObject, Body extends z.ZodType> = Definition<
  Caller,
  Query,
  Body,
  OwnSiteCall
> &
  Named & {
    readonly limit?: undefined;
    /** Refused on a server without this feature. */
    readonly feature?: SiteFeature;
    /** Runs before the handler. */
    readonly prepare?: (site: SiteRow) => Promise<void>;
  };

/** Called with an owner's credential. */
export function ownerRoute<Query extends z.ZodObject, Body extends z.ZodType>(
  line: RequestLine,
  definition: Definition<Caller, Query, Body> & Named,
): SiteRoute {
  return routeFor('owner', line, definition);
}

/** Called with an owner's credential about one site; the path is below that of the site. */
export function ownSiteRoute<Query extends z.ZodObject, Body extends z.ZodType>(
  assistant: Pick<Assistant, 'store' | 'off'>,
  line: RequestLine,
  { feature, prepare, reply, handle, ...definition }: OwnSiteDefinition<Query, Body>,
): SiteRoute {
  const [method, path = ''] = line.split(' ');
  const siteOf = async ({ caller, params }: Arrival<Caller>) => {
    if (feature !== undefined) assertSupported(assistant, feature);
    return requireOwnSite(assistant.store, caller.ownerId, params.site ?? '', method === 'GET');
  };
  const answer = handlerOf(definition.answers, { reply, handle } as Handler<OwnSiteCall>);
  // The body is not read before the site has been found.
  const limit = async (arrival: Arrival<Caller>) => void (await siteOf(arrival));
  return ownerRoute(`${method} /v1/admin/sites/:site${path}` as RequestLine, {
    ...definition,
    ...(definition.body === undefined ? {} : { limit }),
    handle: async (call) => {
      const site = await siteOf(call);
      await prepare?.(site);
      return answer({ ...call, site });
    },
  });
}

/** Called by visitors that the site in the path admits. */
export function publicRoute<Query extends z.ZodObject, Body extends z.ZodType>(
  line: RequestLine,
  definition: Definition<Visitor, Query, Body> & Named,
): SiteRoute {
  return routeFor('site', line, definition);
}

/** Called by anyone, about the server itself. */
export function openRoute<Query extends z.ZodObject, Body extends z.ZodType>(
  line: RequestLine,
  definition: Definition<undefined, Query, Body>,
): SiteRoute {
  return routeFor('none', line, definition);
}

function routeFor<Who, Query extends z.ZodObject, Body extends z.ZodType>(
  credential: Policy['credential'],
  line: RequestLine,
  { bodyBytesMax = 0, rawBody, disk, reply, handle, ...definition }: Definition<Who, Query, Body>,
): SiteRoute {
  const [method, path = ''] = line.split(' ') as [SiteRoute['method'], string?];
  return {
    method,
    path,
    // The cast is safe: the credential of the policy decides the caller, and the schemas the rest of the call.
    ...(definition as unknown as Omit<SiteRoute, 'method' | 'path' | 'policy' | 'handle'>),
    handle: handlerOf(definition.answers, { reply, handle } as Handler<Call<SiteCaller>>),
    policy: {
      credential,
      scope: 'any',
      access: method === 'GET' ? 'read' : 'write',
      body: rawBody ?? (definition.body === undefined ? 'none' : 'json'),
      bodyBytesMax,
      ...(disk && { disk }),
    },
  };
}

function handlerOf<Call>(
  answers: SiteRoute['answers'],
  { reply, handle }: Handler<Call>,
): (call: Call) => Promise<Answer> {
  if (handle !== undefined) return handle;
  const [status] = Object.keys(answers);
  return async (call) => jsonAnswer(await reply(call), Number(status));
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
      .write(keepAliveComment)
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
