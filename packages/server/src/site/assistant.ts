import type { SiteFeature } from '@baraza/contract';
import type { DailyCode } from '../access/daily-code.ts';
import type { Mac } from '../access/mac.ts';
import type { Caller } from '../access/scopes.ts';
import type { Seal } from '../access/seal.ts';
import type { Engine } from '../engine/engine.ts';
import type { Clock } from '../kernel/clock.ts';
import type { IdMaker } from '../kernel/id.ts';
import type { Log } from '../kernel/log.ts';
import type { Tally } from '../kernel/measures/tally.ts';
import type { Plans } from '../limits/plans.ts';
import type { Nodes } from '../nodes/nodes.ts';
import type { SpeechMeasures } from '../speech/counted.ts';
import type { SpeechEngines } from '../speech/speech.ts';
import type { SiteRow } from '../store/site/sites.ts';
import type { Store } from '../store/store.ts';
import type { Asks } from './asks/asks.ts';
import type { Writer } from './asks/written-answer.ts';
import type { Vectors } from './knowledge/vectors.ts';
import type { SessionRegistry } from './live/session-registry.ts';
import type { NoticeBell } from './notices/notice-bell.ts';
import type { NoticeWays } from './notices/notice-ways.ts';
import type { Offers } from './offers.ts';
import type { Profiles } from './profile/profiles.ts';
import type { Imports } from './sites/import-process.ts';
import type { Sources } from './sources/sources.ts';

/** The dependencies of the site rules, all injected. */
export interface Assistant {
  readonly store: Store;
  readonly clock: Clock;
  readonly makeId: IdMaker;
  readonly log: Log;
  readonly mac: Mac;
  readonly seal: Seal;
  /** Profiles and what is known of them, by the version in the site's row. */
  readonly profiles: Profiles;
  /** Reads exports of sites that are brought in. */
  readonly imports: Imports;
  /** Answers questions. */
  readonly engine: Engine;
  /** Sites as the engine knows them, and the vectors of their texts. */
  readonly vectors: Vectors;
  /** Reads files and websites that owners bring. */
  readonly sources: Sources;
  /** Daily salt for the hashes of visitors. */
  readonly codeOfDay: DailyCode;
  /** The asks that run in this process. */
  readonly asks: Asks;
  /** Writes answers with a language model, where there is one. */
  readonly writer: Writer;
  /** The speech engines of this server. */
  readonly voice: SpeechEngines;
  readonly voiceMeasures: SpeechMeasures;
  /** The leads that this process has taken. */
  readonly leadTally: Tally<'new' | 'suspect' | 'repeated'>;
  /** The live sessions of this process. */
  readonly live: SessionRegistry;
  /** Wakes the sender of notices. */
  readonly noticeBell: NoticeBell;
  /** How notices leave this server, for those that are tried out. */
  readonly noticeWays: NoticeWays;
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
  /** The address of the console, where owners answer questions. */
  readonly consoleUrl: () => string;
  readonly version: string;
  readonly startedAtMs: number;
}

/** A page or an application that was let in: the site it asks for, read for this call. */
export interface Visitor {
  readonly site: SiteRow;
}

export type SiteCaller = Caller | Visitor;
