import type { Caller } from '../access/scopes.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../kernel/clock.ts';
import type { IdMaker } from '../kernel/id.ts';
import type { Log } from '../kernel/log.ts';
import type { Store } from '../store/store.ts';

/** What the rules of the platform work with; everything comes from outside. */
export interface Platform {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly makeId: IdMaker;
  readonly log: Log;
  readonly ownerBytesMax: number;
  readonly version: string;
  readonly startedAtMs: number;
}

export type PlatformRoute = Route<Caller>;
