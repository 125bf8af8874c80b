/** A route of the site assistant: who calls it is part of its type. */
import type { Caller } from '../access/scopes.ts';
import type { Answer } from '../http/answer.ts';
import type { Arrival, Call, Policy, Route } from '../http/route.ts';
import type { SiteCaller, Visitor } from './assistant.ts';

export type SiteRoute = Route<SiteCaller>;

/** A route as it is written down: who calls is known, and what is usual need not be said. */
type Definition<Who> = Omit<Route<Who>, 'policy' | 'limit' | 'handle'> & {
  readonly body?: Route<Who>['body'];
  /** Of a JSON body where there is a schema and no `rawBody`, else of what the handler reads. */
  readonly bodyBytesMax?: number;
  /** What is read from `raw` by the handler itself. */
  readonly rawBody?: Exclude<Policy['body'], 'none' | 'json'>;
  readonly limit?: (arrival: Arrival<Who>) => Promise<void>;
  readonly handle: (call: Call<Who>) => Promise<Answer>;
};

/** For an owner's credential, over that owner's sites. */
export function ownerRoute(definition: Definition<Caller>): SiteRoute {
  return routeFor('owner', definition);
}

/** For anybody that the site of the path lets in. */
export function publicRoute(definition: Definition<Visitor>): SiteRoute {
  return routeFor('site', definition);
}

/** For everybody, about this server and no site. */
export function openRoute(definition: Definition<undefined>): SiteRoute {
  return routeFor('none', definition);
}

function routeFor<Who>(
  credential: Policy['credential'],
  { bodyBytesMax = 0, rawBody, ...definition }: Definition<Who>,
): SiteRoute {
  return {
    // The credential decides who calls; nothing else makes a caller of this route.
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
