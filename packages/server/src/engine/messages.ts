/** Messages between the server and an engine process. */
import type { EntryKind } from '@baraza/contract';
import type { Ask, Field, Knowledge, Passage, Reply, Source } from '../answers/knowledge.ts';

/** The files of a built-in model. */
export interface ModelFiles {
  readonly weights: string;
  readonly vocabulary: string;
}

/** What an engine process is started with. A model that is left out is not used. */
export interface EngineInput {
  readonly encoder?: (ModelFiles & { readonly model: string }) | undefined;
  readonly reader?: ModelFiles | undefined;
}

/** What a site or an assistant may answer from, at one version. */
export interface Edition {
  readonly id: string;
  /** Changes with every version. */
  readonly stamp: string;
}

export type EditionContent =
  /** The stored profile of a site, as JSON. */
  { readonly profile: string } | { readonly knowledge: Knowledge };

/** A stored vector: the hash of its text, and the vector as `editions.ts` writes it. */
export type VectorRow = readonly [hash: string, vector: string];

export type EngineRequest =
  /** Starts the process, so that the first question does not wait for that. */
  | { readonly kind: 'wake' }
  | OpenRequest
  /** Asks what the engine holds of an edition. */
  | { readonly kind: 'status'; readonly edition: Edition }
  | VectorsRequest
  | EmbedRequest
  | QuestionRequest
  | PassagesRequest
  | StatementRequest;

/** Builds the search index of an edition. */
export interface OpenRequest {
  readonly kind: 'open';
  readonly edition: Edition;
  readonly content: EditionContent;
  /** Whether stored vectors follow in `vectors` requests; until the last one the edition cannot be asked. */
  readonly hasVectors: boolean;
}

export interface OpenReply {
  readonly kind: 'opened';
  readonly passages: number;
}

export interface StatusReply {
  readonly kind: 'status';
  readonly passages: number;
  /** Texts without a vector. */
  readonly missing: number;
}

export interface VectorsRequest {
  readonly kind: 'vectors';
  readonly edition: Edition;
  readonly rows: readonly VectorRow[];
  readonly isLast: boolean;
}

/** Makes vectors of texts that have none, at most `textsMax` of them. */
export interface EmbedRequest {
  readonly kind: 'embed';
  readonly edition: Edition;
  readonly textsMax: number;
}

export interface VectorsReply {
  readonly kind: 'vectors';
  /** New vectors, to be stored. */
  readonly made: readonly VectorRow[];
  /** Texts that still have no vector; at 0 the edition is searched by meaning. */
  readonly missing: number;
  /** Hashes of stored vectors that this edition does not use; known once nothing is missing. */
  readonly unused: readonly string[];
}

export interface QuestionRequest {
  readonly kind: 'question';
  readonly edition: Edition;
  readonly ask: Ask;
  /** Whether the models may be used; otherwise only what was read before counts. */
  readonly mayRead: boolean;
  /** What was read for the same question before. */
  readonly memo?: Memo | undefined;
  /** Whether the reply says what was considered, as owners see it when they try a question. */
  readonly withDetails?: boolean | undefined;
  /** Refuses the question without searching. */
  readonly isDeclined?: boolean | undefined;
  /** Options for a model that may write the answer; undefined if none may. */
  readonly writing?: WritingOptions | undefined;
}

export interface WritingOptions {
  /** The length of the approved information in the model's prompt. */
  readonly charactersMax: number;
  /** Whether the model may decide what answers; otherwise the reader has to agree. */
  readonly isTrusted: boolean;
}

/** What the models gave for one question: the same question on the same edition needs no model again. */
export interface Memo {
  readonly vectors: readonly Float32Array[] | undefined;
  /** Scores by the hash of what was read: answer, said and evidence of each passage, one after another. */
  readonly readings: ReadonlyMap<string, Float32Array>;
}

/** A reply without what only the engine needs. */
export interface EngineReply
  extends Omit<Reply, 'confidence' | 'asked' | 'considered' | 'passages'> {
  readonly details?: ReplyDetails | undefined;
}

interface ReplyDetails {
  /** Best first. */
  readonly considered: readonly ConsideredPassage[];
  /** What the best passage must reach, as a logit. */
  readonly needed: number;
  readonly reason: ReplyReason;
}

export interface ConsideredPassage {
  readonly id: string;
  readonly kind: EntryKind;
  readonly field: Field['kind'] | undefined;
  readonly title: string;
  /** The one that answers best. */
  readonly sentence: string;
  /** A logit; undefined if it was not read. */
  readonly score: number | undefined;
}

/** Why a question was answered, or was not. */
export type ReplyReason =
  | 'own_question'
  | 'small_talk'
  | 'read'
  | 'field'
  | 'no_question'
  | 'not_sure'
  | 'nothing_found'
  | 'not_read';

export type QuestionReply =
  | {
      readonly kind: 'answer';
      readonly reply: EngineReply;
      /** What the models were used for, and how long the engine worked on it; undefined if none was used. */
      readonly memo?: Memo | undefined;
      readonly busyMs?: number | undefined;
      /** Whether it was answered from the memo of the request. */
      readonly isRemembered?: boolean;
      readonly writing?: OpenWriting | undefined;
    }
  /** The models are needed. `certain` is what can be answered without them. */
  | { readonly kind: 'unread'; readonly certain: EngineReply | undefined };

/** An answer that a model writes, statement by statement. */
export interface OpenWriting {
  readonly id: string;
  /** Without greeting and commands. */
  readonly question: string;
  /** The engine's sentence for a question without an answer. */
  readonly refusal: string;
  readonly isTrusted: boolean;
  readonly items: readonly InformationText[];
}

export interface InformationText {
  /** As the model cites it: `i3`. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface PassagesRequest {
  readonly kind: 'passages';
  readonly edition: Edition;
  readonly ask: Pick<Ask, 'question' | 'history'>;
  readonly charactersMax: number;
}

/** A statement of a model about the open writing, to be checked. */
export interface StatementRequest {
  readonly kind: 'statement';
  readonly writing: string;
  readonly say: string;
  /** Ids of the items that it cites. */
  readonly from: readonly string[];
}

export interface StatementReply {
  readonly kind: 'statement';
  /** Sentences that may be sent, in order. */
  readonly sentences: readonly CheckedSentence[];
  /** How the answer has ended; undefined to continue. */
  readonly ended: WritingEnd | undefined;
  readonly counts: StatementCounts;
  readonly busyMs: number;
}

export interface CheckedSentence {
  readonly text: string;
  readonly sources: readonly Source[];
}

/**
 * `whole`: it has as many sentences as fit. `length`: its first sentence is too long to be sent. `repeated`: the model
 * wrote a sentence a second time.
 */
export type WritingEnd = 'whole' | 'length' | 'repeated';

export interface StatementCounts {
  readonly passed: number;
  /** Replaced by the owner's own sentence. */
  readonly replaced: number;
  readonly dropped: number;
}

/** The engine does not hold the edition or the writing: it has ended, or made room for others. */
export interface UnknownReply {
  readonly kind: 'unknown';
}

/** Messages without a reply: the model has finished; the edition has changed and must be opened again. */
export type EngineNotice = { readonly endWriting: string } | { readonly drop: Edition };

export interface ReplyTo {
  readonly wake: { readonly kind: 'awake' };
  readonly open: OpenReply;
  readonly status: StatusReply | UnknownReply;
  readonly vectors: VectorsReply | UnknownReply;
  readonly embed: VectorsReply | UnknownReply;
  readonly question: QuestionReply | UnknownReply;
  readonly passages:
    | { readonly kind: 'passages'; readonly passages: readonly Passage[] }
    | UnknownReply;
  readonly statement: StatementReply | UnknownReply;
}
