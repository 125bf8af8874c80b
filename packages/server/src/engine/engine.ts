/**
 * The port to the answer engine. Each edition, a version of what a site answers from, is prepared once; then a question
 * goes in and a reply comes out. `pool.ts` runs the engine in child processes.
 */
import type { Ask, Passage } from '../answers/knowledge.ts';
import type { DurationCounts } from '../kernel/measures/durations.ts';
import type {
  Edition,
  EditionContent,
  EngineReply,
  OpenWriting,
  QuestionRequest,
  StatementReply,
  StatementRequest,
  StatusReply,
  VectorRow,
  VectorsReply,
} from './messages.ts';

export interface Engine {
  /**
   * Resolves when the question is answered or has its position in the queue. Rejects with `busy` when it cannot be read
   * in time: at once if that is known at once.
   */
  readonly question: (
    source: EngineSource,
    ask: Ask,
    options?: QuestionOptions,
  ) => Promise<PendingAnswer>;
  /** Builds the index of an edition if no engine holds it. */
  readonly open: (source: EngineSource) => Promise<OpenedEdition>;
  /** Makes some of the missing vectors. */
  readonly embed: (source: EngineSource, textsMax: number) => Promise<VectorsReply>;
  /** To be called when all vectors of an edition are stored: engines that lack them open it again. */
  readonly vectorsStored: (source: EngineSource) => void;
  /** The passages of an edition that a question is about, for a model. */
  readonly passages: (
    source: EngineSource,
    ask: Pick<Ask, 'question' | 'history'>,
    charactersMax: number,
  ) => Promise<readonly Passage[]>;
  /** Whether vectors are made here; without an encoder search is by words. */
  readonly hasEncoder: boolean;
  readonly measures: EngineMeasures;
  readonly close: () => Promise<void>;
}

/** An edition, its owner for fair turns, and where its content is read from when an engine needs it. */
export interface EngineSource extends Edition {
  readonly owner: string;
  readonly load: () => Promise<EditionContent>;
  /** Its stored vectors in batches; undefined if none are kept. */
  readonly vectors?: (() => AsyncIterable<readonly VectorRow[]>) | undefined;
  /** If at most this many vectors are missing, they are made while it is opened, and not stored. */
  readonly embedMax?: number | undefined;
  /** Called whenever an engine has opened it. */
  readonly onOpened?: ((opened: OpenedEdition) => void) | undefined;
}

export type OpenedEdition = Omit<StatusReply, 'kind'>;

export interface QuestionOptions
  extends Pick<QuestionRequest, 'writing' | 'withDetails' | 'isDeclined'> {
  readonly signal?: AbortSignal | undefined;
  /** The visitor's network: the networks of a site are served in turn. */
  readonly network?: string | undefined;
  /** Nothing is remembered of a draft. */
  readonly isDraft?: boolean;
}

export interface PendingAnswer {
  /** Rejects with `busy` if the question was not read after all. */
  readonly answer: Promise<EngineAnswer>;
}

export interface EngineAnswer {
  readonly reply: EngineReply;
  /** Undefined if a model need not, or cannot, write the answer. */
  readonly writing: EngineWriting | undefined;
}

/** An answer that a model writes and the engine checks. */
export interface EngineWriting extends Omit<OpenWriting, 'id'> {
  /** Checks the next statement; rejects when the engine has lost the answer. */
  readonly check: (
    statement: Pick<StatementRequest, 'say' | 'from'>,
    signal: AbortSignal,
  ) => Promise<Omit<StatementReply, 'kind' | 'busyMs'>>;
  /** To be called when the model has finished. */
  readonly end: () => void;
}

interface EngineMeasures {
  /** Questions that needed reading, by result. */
  readonly results: () => { readonly [result in QuestionResult]: number };
  readonly waitingCount: () => number;
  /** Time in the queue. */
  readonly waits: () => DurationCounts;
}

export type QuestionResult = 'read' | 'cached' | 'busy' | 'failed';
