import { createDailyCode } from '../access/daily-code.ts';
import { createMac } from '../access/mac.ts';
import { createSeal } from '../access/seal.ts';
import type { Encoder, LanguageModel } from '../models/models.ts';
import { createNodes, type NodesParts } from '../nodes/nodes.ts';
import { noSpeech, type SpeechEngines } from '../speech/speech.ts';
import { createAsks } from './asks/asks.ts';
import { createWriter, noWriter } from './asks/written-answer.ts';
import type { Assistant } from './assistant.ts';
import { createLibrary } from './knowledge/library.ts';
import { createVectors, noVectors } from './knowledge/vectors.ts';
import { createSessionRegistry } from './live/session-registry.ts';
import { createNoticeBell } from './notices/notice-bell.ts';
import { offersOf } from './offers.ts';

type Made =
  | 'mac'
  | 'seal'
  | 'library'
  | 'vectors'
  | 'codeOfDay'
  | 'asks'
  | 'voice'
  | 'live'
  | 'noticeBell'
  | 'writer'
  | 'nodes'
  | 'offers';

/** Builds the dependencies of the site rules from what an installation brings. */
export function createAssistant(
  parts: Omit<Assistant, Made> & {
    readonly pepper: Buffer;
    /** Without it, search is by words alone. */
    readonly loadEncoder?: () => Promise<Encoder | undefined>;
    /** Without it, answers are in the engine's words. */
    readonly loadLanguageModel?: () => Promise<LanguageModel | undefined>;
    /** On a node only. */
    readonly node?: NodesParts['node'];
    /** Without it there is no speech. */
    readonly voice?: SpeechEngines;
  },
): Assistant {
  const { pepper, loadEncoder, loadLanguageModel, node, voice = noSpeech, ...rest } = parts;
  const seal = createSeal(pepper);
  const { store, log, clock } = parts;
  const vectors =
    loadEncoder === undefined ? noVectors : createVectors({ store, log, loadEncoder });
  return {
    ...rest,
    mac: createMac(pepper),
    seal,
    nodes: createNodes({ ...parts, seal, node }),
    voice,
    offers: () => offersOf(voice),
    library: createLibrary(store, undefined, vectors),
    vectors,
    codeOfDay: createDailyCode(pepper),
    asks: createAsks(),
    live: createSessionRegistry(),
    noticeBell: createNoticeBell(),
    writer:
      loadLanguageModel === undefined ? noWriter : createWriter({ log, clock, loadLanguageModel }),
  };
}
