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
import type { Assistant, AssistantParts } from './assistant.ts';
import { createVectors } from './knowledge/vectors.ts';
import { createSessionRegistry } from './live/session-registry.ts';
import { createNoticeBell } from './notices/notice-bell.ts';
import type { NoticeWays } from './notices/notices.ts';
import { createProfiles } from './profile/profiles.ts';
import { createProfileWorker, workHere } from './profile/work/profile-worker.ts';
import { createImports, importHere } from './sites/import-process.ts';
import { createSources } from './sources/sources.ts';
import { noWeb, type WebAccess } from './sources/website.ts';

interface AssistantOptions {
  readonly pepper: Buffer;
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
  readonly noticeWays?: NoticeWays;
  /** On a node only. */
  readonly node?: NodesParts['node'];
  /** Whether this process serves requests: then child processes work on large profiles and exports. */
  readonly isServing?: boolean;
  /** Without it there is no speech. */
  readonly voice?: SpeechEngines;
}

/** Builds the dependencies of the site rules. */
export function createAssistant(parts: AssistantParts & AssistantOptions): Assistant {
  const {
    pepper,
    loadLanguageModel,
    modelContextTokens: contextTokens = 6_000,
    modelWaitMs: firstMs = 2_500,
    reachWeb = noWeb,
    noticeWays = { allowPrivate: false, mailer: undefined },
    node,
    isServing = false,
    voice = noSpeech,
    ...base
  } = parts;
  const { store, log, clock, engine, publicUrl, version } = base;
  const speech = countedSpeech(voice);
  const seal = createSeal(pepper);
  const profiles = createProfiles(store, isServing ? createProfileWorker(log) : workHere);
  return {
    ...base,
    consoleUrl: base.consoleUrl ?? publicUrl,
    noticeWays,
    mac: createMac(pepper),
    seal,
    nodes: createNodes({ ...base, seal, node }),
    voice: speech.engines,
    voiceMeasures: speech.measures,
    leadTally: createTally(['new', 'suspect', 'repeated']),
    profiles,
    imports: isServing ? createImports(log) : importHere,
    sources: createSources({
      profiles,
      web: { get: reachWeb, agent: () => `${version} (+${publicUrl()})` },
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
