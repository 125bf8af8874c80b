/**
 * The engine's words for what it is given and what it gives back: types alone, which every file of
 * this room may import.
 */
import type { EntryKind, Language, Weekday } from '@baraza/contract';

/** One piece of approved information. An entry in two languages is two of them with one id. */
export interface Entry {
  readonly id: string;
  readonly kind: EntryKind;
  /** A FAQ's question, a fact's or document's title; may be ''. */
  readonly title: string;
  /** A FAQ's answer. */
  readonly text: string;
  readonly url: string | null;
  /** As declared; undefined: found from the text. */
  readonly language: Language | undefined;
  /** Other wordings of a FAQ's question. */
  readonly alternatives: readonly string[];
  /** Where it is a field of the profile written out: the reader says that it is meant, the field's own code says it. */
  readonly field?: Field;
}

export type Field =
  | { readonly kind: 'hours' }
  | { readonly kind: 'price'; readonly at: number }
  | { readonly kind: 'contact' }
  | { readonly kind: 'talk' };

/** A part of an entry that can be found and quoted by itself. */
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

export type Bilingual = string | { readonly sw?: string; readonly en?: string };

/** The structured fields of a site. */
export interface Business {
  readonly name: Bilingual;
  readonly business: Bilingual;
  readonly greeting: Bilingual;
  readonly about: Bilingual;
  readonly whatsapp: string;
  readonly phone: string;
  readonly email: string;
  readonly address: Bilingual;
  /** An IANA name: 'Africa/Nairobi'. */
  readonly timezone: string;
  readonly hours: readonly {
    readonly days: readonly Weekday[];
    readonly open: string;
    readonly close: string;
  }[];
  readonly closed: readonly { readonly date: string; readonly note?: Bilingual }[];
  readonly prices: readonly {
    readonly item: Bilingual;
    readonly price: number | string;
    readonly currency: string;
    readonly unit?: Bilingual;
    readonly note?: Bilingual;
    /** The entry that it comes from, where it is not a field of the profile. */
    readonly id?: string;
  }[];
  /** The first is the site's own. */
  readonly languages: readonly Language[];
  readonly strictness: 'low' | 'normal' | 'high';
}

/** What one visitor asks. */
export interface Ask {
  readonly question: string;
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  /** Demanded by the caller. */
  readonly language: Language | undefined;
  readonly mode: 'text' | 'voice';
  readonly nowMs: number;
}

/** A question with what it is asked about, and the language of the answer. */
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
  /** The whole answer, or the refusal sentence, which offers contact (the site adds the link). */
  readonly text: string;
  /** Best first, at most 5, none when not answered. */
  readonly sources: readonly Source[];
  /** The approved sentences it was made from: for the owner's preview, never public. */
  readonly made: readonly { readonly entryId: string; readonly sentence: string }[];
  /** The passages that those sentences stand in; undefined where the answer is of the engine's own words. */
  readonly passages?: readonly Passage[];
  /** Of a refusal: approved questions that may have been meant, the closest first; undefined where none is close. */
  readonly suggestions?: readonly string[];
  /** How sure the engine is: for evals and the owner's tools, never public. */
  readonly confidence: number;
  /** What was read with the question, best first: for the owner's preview, never public. */
  readonly considered?: readonly {
    readonly passage: Passage;
    /** Logits: whether the passage answers, and for each sentence whether it is the one that does. */
    readonly score: { readonly answer: number; readonly evidence: readonly number[] };
  }[];
  /** What a model that may answer need not be asked about. */
  readonly isCertain?: boolean;
  /** A question of the owner's own, told in the other language: a model may word it, and not refuse it. */
  readonly isOwnersQuestion?: boolean;
  /** The question without greeting and commands, and what lies near it, best first: what such a model is given. */
  readonly asked?: { readonly question: string; readonly near: readonly Passage[] };
}

/** Vectors of approved texts, where an encoder made them; a text without one is found by its words alone. */
export interface VectorSource {
  vectorOf(text: string): Float32Array | undefined;
}
