/** Routes of the site assistant, typed by their caller. */
import type { Caller } from '../access/scopes.ts';
import type { Answer } from '../http/answer.ts';
import type { Arrival, Call, Policy, Route } from '../http/route.ts';
import type { SiteCaller, Visitor } from './assistant.ts';

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

/** Called with an owner's credential, for the sites of that owner. */
export function ownerRoute(definition: Definition<Caller>): SiteRoute {
  return routeFor('owner', definition);
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
