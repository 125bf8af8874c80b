import type { SiteFeature } from '@baraza/contract';
import type { DailyCode } from '../access/daily-code.ts';
import type { Mac } from '../access/mac.ts';
import type { Caller } from '../access/scopes.ts';
import type { Seal } from '../access/seal.ts';
import type { Answer } from '../http/answer.ts';
import type { Arrival, Call, Policy, Route } from '../http/route.ts';
import type { Clock } from '../kernel/clock.ts';
import type { IdMaker } from '../kernel/id.ts';
import type { Log } from '../kernel/log.ts';
import type { Plans } from '../limits/plans.ts';
import type { Nodes } from '../nodes/nodes.ts';
import type { SpeechEngines } from '../speech/speech.ts';
import type { SiteRow } from '../store/site/sites.ts';
import type { Store } from '../store/store.ts';
import type { Asks } from './asks/asks.ts';
import type { Writer } from './asks/written-answer.ts';
import type { Library } from './knowledge/library.ts';
import type { Vectors } from './knowledge/vectors.ts';
import type { SessionRegistry } from './live/session-registry.ts';
import type { NoticeBell } from './notices/notices.ts';
import type { Offers } from './offers.ts';

/** What the rules of the site assistant work with; everything comes from outside. */
export interface Assistant {
  readonly store: Store;
  readonly clock: Clock;
  readonly makeId: IdMaker;
  readonly log: Log;
  readonly mac: Mac;
  readonly seal: Seal;
  /** Profiles and what the engine made of them, as fresh as the row that asks. */
  readonly library: Library;
  /** Found by meaning: what an encoder makes of the texts of sites. */
  readonly vectors: Vectors;
  /** Hides who visits, anew every day. */
  readonly codeOfDay: DailyCode;
  /** What is being answered in this process. */
  readonly asks: Asks;
  /** Says answers in a model's words, where there is one. */
  readonly writer: Writer;
  /** What hears and speaks, as far as this server can. */
  readonly voice: SpeechEngines;
  /** The live sessions of this process. */
  readonly live: SessionRegistry;
  /** Rung when an owner is to be told something. */
  readonly noticeBell: NoticeBell;
  /** What this server is among others. */
  readonly nodes: Nodes;
  /** What its engines can hear and say now. */
  readonly offers: () => Offers;
  readonly plans: Plans;
  /** The plan of new sites. */
  readonly planOfNew: string;
  /** What this server does not do. */
  readonly off: ReadonlySet<SiteFeature>;
  /** How many proxies stand in front and may name the address of a caller. */
  readonly proxyHops: number;
  /** The address under which visitors reach this server. */
  readonly publicUrl: () => string;
  readonly version: string;
  readonly startedAtMs: number;
}

/** A page or an application that was let in: the site it asks for, read for this call. */
export interface Visitor {
  readonly site: SiteRow;
}

export type SiteCaller = Caller | Visitor;
export type SiteRoute = Route<SiteCaller>;

/** A route as it is written down: who calls is known, and what is usual need not be said. */
type Definition<Who> = Omit<Route<Who>, 'policy' | 'limit' | 'handle'> & {
  readonly body?: Route<Who>['body'];
  /** `json` with this many bytes at most, where there is a schema of a body. */
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
      body: definition.body === undefined ? (rawBody ?? 'none') : 'json',
      bodyBytesMax,
    },
  };
}
