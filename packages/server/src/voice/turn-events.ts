/** What happens on the floor, and what is to be done about it. */
import type { Language, LiveDone, LiveServerMessage } from '@baraza/contract';
import type { Window } from './sound/speech-segments.ts';

export interface TurnRules {
  readonly mode: 'auto' | 'manual';
  readonly silenceMs: number;
  /** Whether a voice may stop an answer. */
  readonly interrupt: boolean;
  /** Whether what is being said can be looked at before it is finished. */
  readonly partials: boolean;
  /** What is named where nothing tells. */
  readonly language: Language;
}

/** The fields of an ask's `done`. */
export type AskDone = Omit<LiveDone, 'type' | 'answer' | 'turn' | 'interrupted'>;

export type TurnEvent =
  | ({ readonly type: 'window' } & Window)
  /** A whole recording came at once. */
  | { readonly type: 'recording' }
  | { readonly type: 'commit' }
  | { readonly type: 'clear' }
  | { readonly type: 'ask'; readonly question: string; readonly speaks: boolean }
  | { readonly type: 'interrupt' }
  /** What was said in a turn; "" where nothing was recognised. */
  | {
      readonly type: 'heard';
      readonly turn: string;
      readonly text: string;
      readonly language: Language | undefined;
      readonly speaks: boolean;
    }
  /** What a look at a turn under way showed; undefined where it took too long to show anything. */
  | { readonly type: 'peeked'; readonly turn: string; readonly text: string | undefined }
  /** The first sound of an answer leaves, all of it has left, all of it was heard, none will come. */
  | { readonly type: 'speaking' | 'sent' | 'over' | 'mute'; readonly answer: string }
  | { readonly type: 'answered'; readonly answer: string; readonly done: AskDone }
  /** What has no answer yet will have none: this is its `done`. */
  | { readonly type: 'abandon'; readonly done: AskDone }
  /** The session is to end: nobody gets the floor any more. */
  | { readonly type: 'end' };

export type TurnEffect =
  | { readonly type: 'send'; readonly message: LiveServerMessage }
  /** Keep the sound of a turn, from this place on. */
  | { readonly type: 'open'; readonly turn: string; readonly fromMs: number }
  /** The turn is complete: find out what was said. */
  | { readonly type: 'transcribe'; readonly turn: string }
  | { readonly type: 'drop'; readonly turn: string }
  | { readonly type: 'peek'; readonly turn: string }
  | {
      readonly type: 'ask';
      readonly answer: string;
      readonly turn: string;
      readonly question: string;
      readonly language: Language | undefined;
    }
  /** No sound of this answer may leave, for now. */
  | { readonly type: 'hold'; readonly answer: string }
  /** It may again; where it was interrupted, the listener is told from where it goes on. */
  | { readonly type: 'release'; readonly answer: string; readonly resumes: boolean }
  /** It never may again. */
  | { readonly type: 'hush'; readonly answer: string }
  | { readonly type: 'finished'; readonly answer: string }
  /** More questions are open than there may be. */
  | { readonly type: 'flood' };
