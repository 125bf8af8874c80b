/** Input and output types of the engine. Types only, so that every file of `answers/` can import them. */
import type { EntryKind, KnownProfile, Language, ProfilePrice } from '@baraza/contract';

/** One piece of approved information. An entry in two languages becomes two `Entry` objects with the same id. */
export interface Entry {
  readonly id: string;
  readonly kind: EntryKind;
  /** A FAQ's question, a fact's or document's title; may be ''. */
  readonly title: string;
  /** A FAQ's answer. */
  readonly text: string;
  readonly url: string | null;
  /** As declared; undefined: detected from the text. */
  readonly language: Language | undefined;
  /** Other wordings of a FAQ's question. */
  readonly alternatives: readonly string[];
  /** Set for a profile field: the reader decides that it is meant, the code for that field writes the answer. */
  readonly field?: Field;
}

export type Field =
  | { readonly kind: 'hours' }
  | { readonly kind: 'price'; readonly at: number }
  | { readonly kind: 'contact' }
  | { readonly kind: 'talk' };

/** A part of an entry that is found and quoted on its own. */
export interface Passage {
  readonly entry: Entry;
  /** A FAQ's question with its other wordings, or the entry's title: searched with every passage of the entry. */
  readonly title: string;
  readonly text: string;
  readonly language: Language;
}

/** Everything a site may answer from. */
export interface Knowledge {
  readonly business: Business;
  readonly entries: readonly Entry[];
}

/** The structured fields of a site. */
export interface Business
  extends Pick<
    KnownProfile,
    | 'name'
    | 'business'
    | 'greeting'
    | 'about'
    | 'whatsapp'
    | 'phone'
    | 'email'
    | 'address'
    | 'timezone'
    | 'hours'
    | 'closed'
    | 'languages'
    | 'strictness'
  > {
  /** `id` is the entry that a price comes from, if it is not a field of the profile. */
  readonly prices: readonly (Omit<ProfilePrice, 'id'> & Partial<Pick<ProfilePrice, 'id'>>)[];
}

/** What one visitor asks. */
export interface Ask {
  readonly question: string;
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** Requested by the caller; undefined: detected. */
  readonly language: Language | undefined;
  readonly mode: 'text' | 'voice';
  readonly nowMs: number;
}

/** A question, the business it is asked about, and the language of the answer. */
export interface Inquiry {
  readonly business: Business;
  readonly ask: Ask;
  readonly language: Language;
}

export interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly quote: string;
  readonly kind: EntryKind;
  readonly language: Language;
}

export interface Reply {
  readonly answered: boolean;
  readonly language: Language;
  /** The whole answer, or the refusal sentence, which suggests contacting the business (the site adds the link). */
  readonly text: string;
  /** Best first, at most 5; empty if not answered. */
  readonly sources: readonly Source[];
  /** The approved sentences that the text was made from: for the owner's preview, never public. */
  readonly made: readonly { readonly entryId: string; readonly sentence: string }[];
  /** The passages that contain those sentences; undefined if the engine worded the answer itself. */
  readonly passages?: readonly Passage[];
  /** For a refusal: approved questions that may have been meant, the closest first; undefined if none is close. */
  readonly suggestions?: readonly string[];
  /** Set if the visitor asks for a person instead of an answer. */
  readonly asksForPerson?: true;
  /** 0 to 1: for evals and the owner's tools, never public. */
  readonly confidence: number;
  /** The passages that the reader scored, best first: for the owner's preview, never public. */
  readonly considered?: readonly {
    readonly passage: Passage;
    /** Logits: whether the passage answers, and for each sentence whether it contains the answer. */
    readonly score: { readonly answer: number; readonly evidence: readonly number[] };
  }[];
  /** The reply is final: no model needs to be asked. */
  readonly isCertain?: boolean;
  /** The question is an approved one, answered in the other language: a model may translate it but not refuse it. */
  readonly isOwnersQuestion?: boolean;
  /** The question without greetings and commands, and the passages near it, best first: input for a model. */
  readonly asked?: { readonly question: string; readonly near: readonly Passage[] };
}

/** Vectors of approved texts. A text that has none yet is found by its words alone. */
export interface VectorSource {
  vectorOf(text: string): Float32Array | undefined;
}
