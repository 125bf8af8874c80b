/** The interface that the panel gives to the voice part. */
import type { AskOptions, SiteClient } from '@baraza/client';
import type { Language } from '@baraza/contract';
import type { Embed } from '../launcher/embed.ts';
import type { Servers } from '../launcher/stage.ts';
import type { Exchange } from '../panel/memory.ts';

export interface VoiceTools {
  readonly servers: Servers;
  readonly embed: Embed;
  readonly visitor: () => string;
  readonly language: () => Language;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  readonly onTranscript: (question: string, language: Language) => void;
  readonly place: (bar: HTMLElement | undefined) => void;
  /** A spoken exchange that is answered by the live session, not by an ask. */
  readonly exchangeOf: (question: string, language: Language) => Exchange;
  readonly onChange: (exchange: Exchange) => void;
  readonly client: () => Promise<SiteClient>;
  /** Facts of the visit for the `start` message of a live session. */
  readonly visit: () => Visit;
}

type Visit = Required<Pick<AskOptions, 'history' | 'conversation' | 'page'>> & {
  /** The language that the visitor chose; otherwise it is detected in each turn. */
  readonly language: Language | undefined;
};
