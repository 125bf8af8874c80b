import { createDailyCode } from '../access/daily-code.ts';
import { createMac } from '../access/mac.ts';
import { createSeal } from '../access/seal.ts';
import { createTally } from '../kernel/measures/tally.ts';
import type { LanguageModel } from '../models/models.ts';
import { createNodes, type NodesParts } from '../nodes/nodes.ts';
import { countedSpeech } from '../speech/counted.ts';
import { noSpeech, type SpeechEngines } from '../speech/speech.ts';
import { createAsks } from './asks/asks.ts';
import { createModelExam } from './asks/model-exam.ts';
import { createWriter, noWriter } from './asks/written-answer.ts';
import type { Assistant } from './assistant.ts';
import { createVectors } from './knowledge/vectors.ts';
import { createSessionRegistry } from './live/session-registry.ts';
import { createNoticeBell } from './notices/notice-bell.ts';
import type { NoticeWays } from './notices/notice-ways.ts';
import { offersOf } from './offers.ts';
import { createProfiles } from './profile/profiles.ts';
import { createProfileWorker, workHere } from './profile/work/profile-worker.ts';
import { createImports, importHere } from './sites/import-process.ts';
import { createSources } from './sources/sources.ts';
import { noWeb, type WebAccess } from './sources/website.ts';

type Made =
  | 'mac'
  | 'seal'
  | 'profiles'
  | 'imports'
  | 'vectors'
  | 'codeOfDay'
  | 'asks'
  | 'voice'
  | 'voiceMeasures'
  | 'leadTally'
  | 'live'
  | 'noticeBell'
  | 'writer'
  | 'nodes'
  | 'sources'
  | 'offers'
  | 'consoleUrl'
  | 'noticeWays';

/** Builds the dependencies of the site rules from what an installation brings. */
export function createAssistant(
  parts: Omit<Assistant, Made> & {
    readonly pepper: Buffer;
    /** Without it, the console is where the assistant is. */
    readonly consoleUrl?: () => string;
    /** Without it, answers are in the engine's words. */
    readonly loadLanguageModel?: () => Promise<LanguageModel | undefined>;
    readonly modelContextTokens?: number;
    /** Milliseconds to the first checked sentence of a model. */
    readonly modelWaitMs?: number;
    /** How websites are reached that owners name; without it, none is. */
    readonly reachWeb?: WebAccess['get'];
    /** How notices leave this server; without it, only to public webhooks. */
    readonly noticeWays?: NoticeWays;
    /** On a node only. */
    readonly node?: NodesParts['node'];
    /** Whether requests are served meanwhile: then child processes work on large profiles and exports. */
    readonly isServing?: boolean;
    /** Without it there is no speech. */
    readonly voice?: SpeechEngines;
  },
): Assistant {
  const { pepper, loadLanguageModel, node, ...others } = parts;
  const { voice = noSpeech, reachWeb = noWeb, isServing = false, ...left } = others;
  const { modelContextTokens: contextTokens = 6_000, modelWaitMs: firstMs = 2_500, ...rest } = left;
  const speech = countedSpeech(voice);
  const seal = createSeal(pepper);
  const { store, log, clock, engine } = parts;
  const profiles = createProfiles(store, isServing ? createProfileWorker(log) : workHere);
  return {
    ...rest,
    consoleUrl: parts.consoleUrl ?? parts.publicUrl,
    noticeWays: parts.noticeWays ?? { allowPrivate: false, mailer: undefined },
    mac: createMac(pepper),
    seal,
    nodes: createNodes({ ...parts, seal, node }),
    voice: speech.engines,
    voiceMeasures: speech.measures,
    leadTally: createTally(['new', 'suspect', 'repeated']),
    offers: () => offersOf(voice),
    profiles,
    imports: isServing ? createImports(log) : importHere,
    sources: createSources({
      profiles,
      web: { get: reachWeb, agent: () => `${parts.version} (+${parts.publicUrl()})` },
    }),
    vectors: createVectors({ store, log, engine }),
    codeOfDay: createDailyCode(pepper),
    asks: createAsks(),
    live: createSessionRegistry(undefined, () => store.others?.isListening() ?? false),
    noticeBell: createNoticeBell(store.others),
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
