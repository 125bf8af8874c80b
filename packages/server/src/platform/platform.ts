import type { Keyring } from '../access/keys.ts';
import type { Mac } from '../access/mac.ts';
import type { Caller } from '../access/scopes.ts';
import type { Seal } from '../access/seal.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { SendCode } from '../delivery/code-mails.ts';
import type { OutboxDoor } from '../delivery/outbox.ts';
import type { Engine } from '../engine/engine.ts';
import type { Check } from '../kernel/check.ts';
import type { Clock } from '../kernel/clock.ts';
import type { IdMaker } from '../kernel/id.ts';
import type { Log } from '../kernel/log.ts';
import type { LanguageModel } from '../models/models.ts';
import type { Store, Writer } from '../store/store.ts';
import type { Generations } from './ai/generations.ts';
import type { Changes } from './changes.ts';
import type { EventReadings } from './event-readings.ts';
import type { Prepared } from './prepared-change.ts';
import type { RecordUpkeep } from './records/record-upkeep.ts';
import type { SchemaSteps } from './schemas/config-schema.ts';
import type { Passwords } from './users/passwords.ts';

/** Dependencies of the platform rules, all injected. */
export interface Platform {
  readonly store: Store;
  readonly blobs: Blobs;
  /** Whether both take writes. */
  readonly health: { readonly store: Check; readonly objects: Check };
  readonly clock: Clock;
  readonly makeId: IdMaker;
  readonly log: Log;
  readonly changes: Changes;
  readonly outbox: OutboxDoor;
  readonly eventReadings: EventReadings;
  readonly recordUpkeep: RecordUpkeep;
  /** Undefined if no model server is configured; the built-in engine answers then. */
  readonly loadLanguageModel: () => Promise<LanguageModel | undefined>;
  /** Answers from the knowledge of assistants. */
  readonly engine: Engine;
  readonly generations: Generations;
  readonly seal: Seal;
  readonly mac: Mac;
  readonly passwords: Passwords;
  readonly keyring: Keyring;
  /** Sends a mail soon; drops it if no mail server is configured. */
  readonly mail: SendCode;
  /** Number of trusted reverse proxies (X-Forwarded-For). */
  readonly proxyHops: number;
  readonly ownerBytesMax: number;
  /** Records of one resource. */
  readonly recordsMax: number;
  /** Accounts of one Users resource. */
  readonly accountsMax: number;
  readonly version: string;
  readonly commit: string | undefined;
  readonly startedAtMs: number;
}

/** A unit of work: one transaction on behalf of one caller. */
export interface Work {
  readonly platform: Platform;
  readonly tx: Writer;
  readonly caller: Caller;
  /** What is left of the request's steps for schemas; each record has its own where it is absent. */
  readonly schemaSteps?: SchemaSteps;
  /** What was done before the transaction of a new config. */
  readonly prepared?: Prepared;
}
