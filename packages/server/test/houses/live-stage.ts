import type { LiveServerMessage, LiveServerType } from '@baraza/contract';
import { liveLimits } from '@baraza/contract';
import type { LiveQuestion } from '../../src/voice/answering.ts';
import { createSession, type Session } from '../../src/voice/session.ts';
import { type Budget, createBudget } from '../../src/voice/sound/byte-budget.ts';
import type { AskDone } from '../../src/voice/turn-events.ts';
import {
  type ScriptedSpeech,
  type ScriptOptions,
  scriptedSpeech,
  sound,
} from '../stand-ins/scripted-speech.ts';
import { createManualTime, type ManualTime } from './manual-time.ts';

/** A session on a wire of the test's own, in a time of the test's own. */
export interface Stage {
  readonly session: Session;
  readonly time: ManualTime;
  readonly speech: ScriptedSpeech;
  readonly turnBytes: Budget;
  /** Everything that was sent, in order; sound as its bytes. */
  readonly log: (LiveServerMessage | Uint8Array)[];
  readonly sent: <Type extends LiveServerType>(
    type: Type,
  ) => Extract<LiveServerMessage, { type: Type }>[];
  readonly soundMs: () => number;
  readonly closed: () => { readonly code: number; readonly reason: string } | undefined;
  readonly isCut: () => boolean;
  readonly pings: () => number;
  readonly ends: () => number;
  readonly questions: LiveQuestion[];
  /** What was told to the log. */
  readonly faults: unknown[];
  readonly say: (message: object) => void;
  /** Speaks into the microphone, in real time. */
  readonly voice: (ms: number) => Promise<void>;
  readonly quiet: (ms: number) => Promise<void>;
  /** How spoken answers the plan still has. */
  units: number;
  waitingBytes: number;
}

export interface StageOptions extends ScriptOptions {
  readonly answer?: string;
  readonly ask?: (
    question: LiveQuestion,
    onToken: (text: string) => void,
    signal: AbortSignal,
  ) => Promise<AskDone>;
  readonly turnBytesMax?: number;
}

export const rate = 22_050;

export function openStage(options: StageOptions = {}): Stage {
  const time = createManualTime();
  const speech = scriptedSpeech(options);
  const turnBytes = createBudget(options.turnBytesMax ?? liveLimits.turnBytesMax);
  const log: (LiveServerMessage | Uint8Array)[] = [];
  const questions: LiveQuestion[] = [];
  const faults: unknown[] = [];
  let closed: { readonly code: number; readonly reason: string } | undefined;
  let isCut = false;
  let pings = 0;
  let ends = 0;
  const session = createSession({
    id: 'live_1',
    time,
    engines: speech,
    turnBytes,
    language: 'en',
    spokenIn: undefined,
    hints: {},
    handoff: 'tel:1',
    greeting: (language) => (language === 'sw' ? 'Karibu!' : 'Welcome!'),
    ask: async (question, onToken, signal) => {
      questions.push(question);
      if (options.ask !== undefined) return options.ask(question, onToken, signal);
      onToken(options.answer ?? 'Yes, we deliver.');
      return { answered: true, language: 'en', sources: [], handoff: 'tel:1', id: 'q_1' };
    },
    takeVoice: async () => {
      if (stage.units === 0) return undefined;
      stage.units -= 1;
      return async () => {
        stage.units += 1;
      };
    },
    sentencesOf: (text) => text.split(/(?<=[.!?])\s+/),
    languageOf: () => undefined,
    wire: {
      send: (text) => log.push(JSON.parse(text)),
      sendAudio: (bytes) => log.push(bytes),
      waitingBytes: () => stage.waitingBytes,
      ping: () => {
        pings += 1;
      },
      close: (code, reason) => {
        closed ??= { code, reason };
      },
      cut: () => {
        isCut = true;
      },
    },
    onEnd: () => {
      ends += 1;
    },
    onFault: (cause) => faults.push(cause),
  });
  const speak = async (ms: number, isVoice: boolean) => {
    for (let doneMs = 0; doneMs < ms; doneMs += 40) {
      session.onBinary(sound(40, isVoice));
      await time.pass(40);
    }
  };
  const stage: Stage = {
    session,
    time,
    speech,
    turnBytes,
    log,
    questions,
    faults,
    sent: (type) =>
      log.flatMap((entry) =>
        !(entry instanceof Uint8Array) && entry.type === type
          ? [entry as Extract<LiveServerMessage, { type: typeof type }>]
          : [],
      ),
    soundMs: () =>
      log.reduce(
        (sum, entry) => (entry instanceof Uint8Array ? sum + (entry.length * 500) / rate : sum),
        0,
      ),
    closed: () => closed,
    isCut: () => isCut,
    pings: () => pings,
    ends: () => ends,
    say: (message) => session.onText(Buffer.from(JSON.stringify(message))),
    voice: (ms) => speak(ms, true),
    quiet: (ms) => speak(ms, false),
    units: Number.POSITIVE_INFINITY,
    waitingBytes: 0,
  };
  return stage;
}
