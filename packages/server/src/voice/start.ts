import {
  type LiveEncoding,
  type LiveServerMessage,
  type LiveStart,
  liveEncodings,
  liveLimits,
} from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';

export type SessionSettings = ReturnType<typeof settingsOf>;

/** Settings of a session: the client's `start` message, bounded by what the server offers. */
export function settingsOf(start: Omit<LiveStart, 'type'>, hasSpeaker: boolean) {
  const { audio, turn } = start;
  const input = encodingOf(audio?.input) ?? 'pcm_s16le';
  assertRate(audio?.input, input);
  if (encodingOf(audio?.output) === 'mulaw') throw unsupportedFormat();
  const silenceMs = turn?.silence_ms ?? liveLimits.silenceMsDefault;
  return {
    /** Undefined: detected in each turn. */
    language: start.language === 'auto' ? undefined : start.language,
    input,
    mode: turn?.mode ?? 'auto',
    silenceMs: Math.min(liveLimits.silenceMsMax, Math.max(liveLimits.silenceMsMin, silenceMs)),
    interrupt: turn?.interrupt ?? true,
    voice: start.voice,
    speaks: hasSpeaker && start.speech !== false,
    history: start.history ?? [],
    conversation: start.conversation,
    page: start.page,
  };
}

export function readyMessage(
  session: string,
  settings: SessionSettings,
  { hears, greeting }: { readonly hears: boolean; readonly greeting: string },
): LiveServerMessage {
  const { input, mode, silenceMs, interrupt, speaks, language } = settings;
  return {
    type: 'ready',
    session,
    version: 1,
    language: language ?? 'auto',
    audio: {
      input: hears ? { encoding: input, sample_rate: rates[input] } : null,
      output: speaks ? { encoding: 'pcm_s16le' } : null,
    },
    turn: { mode, silence_ms: Math.round(silenceMs), interrupt },
    limits: {
      session_seconds: liveLimits.sessionMs / 1000,
      idle_seconds: liveLimits.idleMs / 1000,
      turn_seconds: liveLimits.turnMsMax / 1000,
      frame_bytes: liveLimits.frameBytesMax,
    },
    greeting,
  };
}

const rates = { pcm_s16le: liveLimits.inputSampleRate, mulaw: liveLimits.thinSampleRate };

type Format = NonNullable<NonNullable<LiveStart['audio']>['input']>;

function encodingOf(format: Format | undefined): LiveEncoding | undefined {
  if (format === undefined) return undefined;
  const name = typeof format === 'string' ? format : format.encoding;
  const known = liveEncodings.find((encoding) => encoding === name);
  if (known === undefined) throw unsupportedFormat();
  return known;
}

// The input rate is fixed; the output has the rate of its voice.
function assertRate(format: Format | undefined, encoding: LiveEncoding): void {
  const rate = typeof format === 'object' ? format.sample_rate : undefined;
  if (rate !== undefined && rate !== rates[encoding]) throw unsupportedFormat();
}

function unsupportedFormat(): Problem {
  return new Problem(
    'audio_type',
    'Audio input must be pcm_s16le at 16000 Hz or mulaw at 8000 Hz, and output pcm_s16le.',
  );
}
