/** Events and effects of the turn-taking state machine. */
import type { Language, LiveDone, LiveServerMessage } from '@baraza/contract';
import type { SpeechWindow } from './sound/speech-segments.ts';

export interface TurnRules {
  readonly mode: 'auto' | 'manual';
  readonly silenceMs: number;
  /** Whether speech may interrupt an answer (barge-in). */
  readonly interrupt: boolean;
  /** Whether the transcriber gives partial transcripts. */
  readonly partials: boolean;
  /** Language of a transcript if none was detected. */
  readonly language: Language;
}

/** The fields of an ask's `done`. */
export type AskDone = Omit<LiveDone, 'type' | 'answer' | 'turn' | 'interrupted'>;

export type TurnEvent =
  | ({ readonly type: 'window' } & SpeechWindow)
  /** A turn sent as one audio file. */
  | { readonly type: 'recording' }
  | { readonly type: 'commit' }
  | { readonly type: 'clear' }
  | { readonly type: 'ask'; readonly question: string; readonly speaks: boolean }
  | { readonly type: 'interrupt' }
  /** The transcript of a turn; "" if nothing was recognised. */
  | {
      readonly type: 'heard';
      readonly turn: string;
      readonly text: string;
      readonly language: Language | undefined;
      readonly speaks: boolean;
    }
  /** The partial transcript of the open turn; undefined after a timeout. */
  | { readonly type: 'peeked'; readonly turn: string; readonly text: string | undefined }
  /** Audio of an answer: the first frame is sent, all frames are sent, playback ended, there will be none. */
  | { readonly type: 'speaking' | 'sent' | 'over' | 'mute'; readonly answer: string }
  | { readonly type: 'answered'; readonly answer: string; readonly done: AskDone }
  /** Open questions get no answer, only this `done`. */
  | { readonly type: 'abandon'; readonly done: AskDone }
  /** The session ends: no more turns. */
  | { readonly type: 'end' };

export type TurnEffect =
  | { readonly type: 'send'; readonly message: LiveServerMessage }
  /** Record a turn, from this position on. */
  | { readonly type: 'open'; readonly turn: string; readonly fromMs: number }
  /** The turn is complete: transcribe it. */
  | { readonly type: 'transcribe'; readonly turn: string }
  | { readonly type: 'drop'; readonly turn: string }
  /** The turn is probably complete: transcribe it now, so that the words are there when it is certain. */
  | { readonly type: 'anticipate'; readonly turn: string }
  /** The anticipated turn was not complete. */
  | { readonly type: 'retract' }
  | { readonly type: 'peek'; readonly turn: string }
  | {
      readonly type: 'ask';
      readonly answer: string;
      readonly turn: string;
      readonly question: string;
      readonly language: Language | undefined;
    }
  /** Pause the audio of this answer. */
  | { readonly type: 'hold'; readonly answer: string }
  /** Continue it; after an interruption the client gets `resumed` with the position. */
  | { readonly type: 'release'; readonly answer: string; readonly resumes: boolean }
  /** Stop it for good. */
  | { readonly type: 'hush'; readonly answer: string }
  | { readonly type: 'finished'; readonly answer: string }
  /** Too many open questions. */
  | { readonly type: 'flood' };
