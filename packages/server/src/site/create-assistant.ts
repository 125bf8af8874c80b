import type { SiteFeature } from '@baraza/contract';
import { createDailyCode } from '../access/daily-code.ts';
import { pushKeys } from '../access/push-keys.ts';
import { createSeal } from '../access/seal.ts';
import type { Channels } from '../channels/channels.ts';
import { createOutboxDoor } from '../delivery/outbox.ts';
import { createPushService, makePushKeys, type PushServiceOptions } from '../delivery/push.ts';
import type { Transports } from '../delivery/signed-post.ts';
import type { Engine } from '../engine/engine.ts';
import type { Clock } from '../kernel/clock.ts';
import { ampleRoom, type DiskRoom } from '../kernel/disk/disk-room.ts';
import type { IdMaker } from '../kernel/id.ts';
import type { Log } from '../kernel/log.ts';
import { createTally } from '../kernel/measures/tally.ts';
import type { Plans } from '../limits/plans.ts';
import { createFullRates } from '../limits/rate.ts';
import type { LanguageModel } from '../models/models.ts';
import { createNodes, type NodesParts } from '../nodes/nodes.ts';
import { countedSpeech } from '../speech/counted.ts';
import { noSpeech, type SpeechEngines } from '../speech/speech.ts';
import type { Store } from '../store/store.ts';
import { createAsks } from './asks/asks.ts';
import { createModelExam } from './asks/model-exam.ts';
import { createWriter, noWriter } from './asks/written-answer.ts';
import { createConversationSecrets } from './conversations/conversation-secret.ts';
import { createConversationUpdates } from './conversations/conversation-updates.ts';
import { createVectors } from './knowledge/vectors.ts';
import { createSessionRegistry } from './live/session-registry.ts';
import { createProfiles } from './profile/profiles.ts';
import { createProfileWorker, workHere } from './profile/work/profile-worker.ts';
import { createImports, importHere } from './sites/import-process.ts';
import { createSources } from './sources/sources.ts';
import { noWeb, type WebAccess } from './sources/website.ts';

/** What an installation provides. */
interface AssistantOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly makeId: IdMaker;
  readonly log: Log;
  /** Refuses what no request begins, such as a question in a conversation by voice. */
  readonly disk?: Pick<DiskRoom, 'assertRoom'>;
  /** Answers questions. */
  readonly engine: Engine;
  readonly plans: Plans;
  readonly planOfNew: string;
  /** Features that this server does not offer. */
  readonly off: ReadonlySet<SiteFeature>;
  /** The number of trusted proxies in front of the server. */
  readonly proxyHops: number;
  /** What an owner may store, with the earlier versions of profiles and what was imported; without it, anything. */
  readonly ownerBytesMax?: number;
  /** The address under which visitors reach this server. */
  readonly publicUrl: () => string;
  readonly version: string;
  /** The services in which visitors write. */
  readonly channels: Channels;
  readonly pepper: Buffer;
  /** Notes who was erased, so that a backup does not bring them back. */
  readonly erasures?: { readonly note: (siteId: string, contact: string) => Promise<void> };
  /** Without it, the console is at the address of the assistant. */
  readonly consoleUrl?: () => string;
  /** Without it, answers are in the engine's words. */
  readonly loadLanguageModel?: () => Promise<LanguageModel | undefined>;
  readonly modelContextTokens?: number;
  /** The time limit for the first checked sentence of a model. */
  readonly modelWaitMs?: number;
  /** HTTP access to the websites that owners name; without it, there is none. */
  readonly reachWeb?: WebAccess['get'];
  /** Without it, notices go to public webhooks only. */
  readonly noticeTransports?: Transports;
  /** How messages reach push services; without it, as they should. */
  readonly postPush?: PushServiceOptions['post'];
  /** On a node only. */
  readonly node?: NodesParts['node'];
  /** Whether `/` shows the demo site, if there is one. */
  readonly hasDemoPage?: boolean;
  /** Whether this process serves requests: then child processes work on large profiles and exports. */
  readonly isServing?: boolean;
  /** Without it there is no speech. */
  readonly voice?: SpeechEngines;
}

/** Builds the dependencies of the site rules. */
export function createAssistant(options: AssistantOptions) {
  const {
    pepper,
    loadLanguageModel,
    modelContextTokens: contextTokens = 6_000,
    modelWaitMs: firstMs = 2_500,
    reachWeb = noWeb,
    noticeTransports = { allowPrivate: false, mailer: undefined },
    postPush,
    node,
    isServing = false,
    voice = noSpeech,
    disk = ampleRoom,
    ...given
  } = options;
  const { store, log, clock, engine, publicUrl, version } = given;
  const speech = countedSpeech(voice);
  const seal = createSeal(pepper);
  const profiles = createProfiles(
    store,
    isServing ? createProfileWorker(log) : workHere,
    options.ownerBytesMax,
  );
  const consoleUrl = given.consoleUrl ?? publicUrl;
  const nodes = createNodes({ ...given, seal, node });
  return {
    ...given,
    disk,
    /** The address of the console, where owners answer questions. */
    consoleUrl,
    hasDemoPage: given.hasDemoPage ?? true,
    /** How notices are sent, for test notices. */
    noticeTransports,
    /** Sends messages to devices. */
    pushService: createPushService({
      keys: () => pushKeys({ store, seal, clock, generate: makePushKeys }),
      publicUrl: consoleUrl,
      ...(postPush && { post: postPush }),
    }),
    /** Takes notices, and messages of channels. */
    outbox: createOutboxDoor(store.otherProcesses),
    /** Wakes the event streams of conversations. */
    conversationUpdates: createConversationUpdates(store.otherProcesses),
    conversationSecrets: createConversationSecrets(pepper),
    seal,
    /** The role of this server in a federation. */
    nodes,
    voice: speech.engines,
    voiceMeasures: speech.measures,
    /** The leads that this process has received. */
    leadTally: createTally(['new', 'suspect', 'repeated']),
    /** Profiles, and values computed from them, cached by the version in the site's row. */
    profiles,
    /** Reads exports of sites. */
    imports: isServing ? createImports(log) : importHere,
    /** Reads files and websites for owners. */
    sources: createSources(profiles, {
      get: reachWeb,
      agent: () => `${version} (+${publicUrl()})`,
    }),
    /** What the engine loads of a site, and the vectors of its texts. */
    vectors: createVectors({ store, log, engine, disk }),
    /** Daily salt for the hashes of visitors. */
    codeOfDay: createDailyCode(pepper),
    /** The limits that visitors of this process have reached. */
    fullRates: createFullRates(),
    asks: createAsks(),
    live: createSessionRegistry(undefined, () => store.otherProcesses?.isListening() ?? false),
    /** Writes answers with a language model, if there is one. */
    writer:
      loadLanguageModel === undefined
        ? noWriter
        : createWriter({
            log,
            clock,
            loadLanguageModel,
            contextTokens,
            times: { firstMs },
            exam: createModelExam({ log, clock }),
          }),
  };
}
