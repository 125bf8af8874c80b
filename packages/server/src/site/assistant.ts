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
import type { NoticeWays } from './notices/notices.ts';
import type { Profiles } from './profile/profiles.ts';
import type { Imports } from './sites/import-process.ts';
import type { Sources } from './sources/sources.ts';

/** What an installation provides. */
export interface AssistantParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly makeId: IdMaker;
  readonly log: Log;
  /** Answers questions. */
  readonly engine: Engine;
  readonly plans: Plans;
  /** The plan of new sites. */
  readonly planOfNew: string;
  /** Features that this server does not offer. */
  readonly off: ReadonlySet<SiteFeature>;
  /** The number of trusted proxies in front of the server. */
  readonly proxyHops: number;
  /** The address under which visitors reach this server. */
  readonly publicUrl: () => string;
  readonly version: string;
}

/** Everything that the site routes use. A rule takes the fields that it needs: `Pick<Assistant, …>`. */
export interface Assistant extends AssistantParts {
  readonly mac: Mac;
  readonly seal: Seal;
  /** Profiles, and values computed from them, cached by the version in the site's row. */
  readonly profiles: Profiles;
  /** Reads exports of sites. */
  readonly imports: Imports;
  /** Sites as sources of the engine, and the vectors of their texts. */
  readonly vectors: Vectors;
  /** Reads files and websites for owners. */
  readonly sources: Sources;
  /** Daily salt for the hashes of visitors. */
  readonly codeOfDay: DailyCode;
  /** The asks that run in this process. */
  readonly asks: Asks;
  /** Writes answers with a language model, where there is one. */
  readonly writer: Writer;
  readonly voice: SpeechEngines;
  readonly voiceMeasures: SpeechMeasures;
  /** The leads that this process has received. */
  readonly leadTally: Tally<'new' | 'suspect' | 'repeated'>;
  /** The live sessions of this process. */
  readonly live: SessionRegistry;
  /** Wakes the sender of notices. */
  readonly noticeBell: NoticeBell;
  /** How notices are sent, for test notices. */
  readonly noticeWays: NoticeWays;
  /** The role of this server in a federation. */
  readonly nodes: Nodes;
  /** The address of the console, where owners answer questions. */
  readonly consoleUrl: () => string;
}

/** A page or an application that was admitted, with the row of its site, read for this call. */
export interface Visitor {
  readonly site: SiteRow;
}

export type SiteCaller = Caller | Visitor;
