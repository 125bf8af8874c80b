/** Protocol of the live voice session: messages of both sides, close codes and limits. */
import { z } from 'zod';
import { hasAtMost } from './characters.ts';
import { siteLimits } from './site-limits.ts';
import { askRequestSchema } from './site-requests.ts';
import { doneEventSchema, tokenEventSchema } from './site-responses.ts';
import { languages } from './site-vocabulary.ts';
import { KB, MB } from './units.ts';

export const liveProtocol = 'site-assistant.v1';

export const liveLimits = {
  inputSampleRate: 16_000,
  thinSampleRate: 8_000,
  frameBytesMax: 64 * KB,
  /** The voiced audio that starts speech, and the pre-roll. */
  speechStartMs: 200,
  preRollMs: 300,
  silenceMsDefault: 600,
  silenceMsMin: 300,
  silenceMsMax: 2_000,
  turnMsMax: 60_000,
  /** The speech that interrupts an answer (`voice/turn.ts`; repeated in docs/api/live.md). */
  bargeInMs: 350,
  /** How long a partial transcription may delay a barge-in. */
  peekMs: 150,
  aheadMsMax: 2_000,
  inputAheadMsMax: 5_000,
  pingMs: 20_000,
  pingMissesMax: 2,
  startMs: 10_000,
  idleMs: 60_000,
  sessionMs: 600_000,
  closingMs: 30_000,
  turnBytesMax: 64 * MB,
  answersMax: 4,
  recordingsMax: 4,
  /** Turns of a session that may wait for transcription; more get `busy`. */
  turnsWaitingMax: 4,
  /** The minimum duration that a frame counts for. */
  frameMsMin: 2,
  /** Token bucket for messages: burst, and rate per second. */
  messagesMax: 200,
  messagesPerSecond: 20,
  sessionsMax: 1_000,
  connectsPerNetworkMax: 600,
  connectsWindowMs: 60_000,
} as const;

/** Why a session ended: 4000 plus the corresponding HTTP status, if there is one. */
export const liveCloseCodes = {
  end: 1000,
  restart: 1001,
  invalid: 4400,
  site_key: 4401,
  plan: 4402,
  voice: 4403,
  idle: 4408,
  replaced: 4409,
  too_large: 4413,
  audio_type: 4415,
  rate: 4429,
  fault: 4500,
  busy: 4503,
} as const;

export const liveEncodings = ['pcm_s16le', 'mulaw'] as const;
export type LiveEncoding = (typeof liveEncodings)[number];

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional());

const count = z.number().min(0);

/** A format name, or a name with a sample rate. */
const format = z.union([
  z.string(),
  z.object({ encoding: z.string(), sample_rate: optional(z.number()) }),
]);

const asked = askRequestSchema.shape;

/** Messages of a client; other types are ignored. */
const liveClientMessages = {
  start: z.object({
    type: z.literal('start'),
    version: optional(z.literal(1, { error: 'version must be 1.' })),
    language: optional(
      z.enum([...languages, 'auto'], { error: 'language must be sw, en or auto.' }),
    ),
    audio: optional(z.object({ input: optional(format), output: optional(format) })),
    turn: optional(
      z.object({
        mode: optional(z.enum(['auto', 'manual'], { error: 'turn.mode must be auto or manual.' })),
        silence_ms: optional(z.number({ error: 'turn.silence_ms must be a number.' })),
        interrupt: optional(z.boolean({ error: 'turn.interrupt must be true or false.' })),
      }),
    ),
    voice: optional(z.string({ error: 'voice must be text.' })),
    speech: optional(z.boolean({ error: 'speech must be true or false.' })),
    history: asked.history,
    conversation: asked.conversation,
    page: asked.page,
  }),
  commit: z.object({ type: z.literal('commit') }),
  clear: z.object({ type: z.literal('clear') }),
  ask: z.object({ type: z.literal('ask'), question: asked.question }),
  interrupt: z.object({ type: z.literal('interrupt'), played_ms: optional(count) }),
  played: z.object({
    type: z.literal('played'),
    answer: z.string({ error: 'answer must be text.' }),
    ms: count,
    ended: optional(z.boolean()),
  }),
  ping: z.object({
    type: z.literal('ping'),
    // Sent back unchanged, so it must be small and flat.
    t: z
      .union([z.number(), z.string().max(100)])
      .optional()
      .catch(undefined),
  }),
  end: z.object({ type: z.literal('end') }),
} as const;
type LiveClientType = keyof typeof liveClientMessages;
export type LiveClientMessage = {
  [Type in LiveClientType]: z.output<(typeof liveClientMessages)[Type]>;
}[LiveClientType];
export type LiveStart = Extract<LiveClientMessage, { readonly type: 'start' }>;

const language = z.enum(languages);
const trouble = { code: z.string(), error: z.string(), fatal: z.boolean() };
const named = { answer: z.string() };

/** Messages of the server; a client ignores unknown types and fields. */
export const liveServerMessages = {
  ready: z.object({
    type: z.literal('ready'),
    session: z.string(),
    version: z.literal(1),
    language: z.enum([...languages, 'auto']),
    audio: z.object({
      input: z.object({ encoding: z.enum(liveEncodings), sample_rate: z.int() }).nullable(),
      output: z.object({ encoding: z.literal('pcm_s16le') }).nullable(),
    }),
    turn: z.object({
      mode: z.enum(['auto', 'manual']),
      silence_ms: z.int(),
      interrupt: z.boolean(),
    }),
    limits: z.object({
      session_seconds: z.int(),
      idle_seconds: z.int(),
      turn_seconds: z.int(),
      frame_bytes: z.int(),
    }),
    greeting: z.string(),
  }),
  speech: z.object({
    type: z.literal('speech'),
    state: z.enum(['start', 'end']),
    at_ms: z.int(),
  }),
  transcript: z.object({
    type: z.literal('transcript'),
    turn: z.string(),
    text: z.string(),
    language,
    final: z.boolean(),
  }),
  answer: z.object({ type: z.literal('answer'), turn: z.string(), ...named }),
  token: tokenEventSchema.extend(named),
  audio: z.object({
    type: z.literal('audio'),
    ...named,
    encoding: z.literal('pcm_s16le'),
    sample_rate: z.int(),
  }),
  audio_end: z.object({ type: z.literal('audio_end'), ...named, duration_ms: z.int() }),
  done: doneEventSchema.omit({ suggestions: true }).extend({
    ...named,
    turn: z.string(),
    interrupted: z.literal(true).optional(),
  }),
  interrupted: z.object({
    type: z.literal('interrupted'),
    ...named,
    reason: z.enum(['speech', 'ask', 'client', 'end']),
  }),
  resumed: z.object({ type: z.literal('resumed'), ...named, from_ms: z.int() }),
  warning: z.object({ type: z.literal('warning'), ...trouble }),
  error: z.object({ type: z.literal('error'), ...trouble, handoff: z.string().optional() }),
  closing: z.object({
    type: z.literal('closing'),
    reason: z.enum(['session', 'plan', 'restart']),
    in_ms: z.int(),
  }),
  pong: z.object({ type: z.literal('pong'), t: z.union([z.number(), z.string()]).optional() }),
  bye: z.object({
    type: z.literal('bye'),
    session: z.string(),
    seconds: z.int(),
    answers: z.int(),
  }),
} as const;
export type LiveServerType = keyof typeof liveServerMessages;
export type LiveServerMessage = {
  [Type in LiveServerType]: z.output<(typeof liveServerMessages)[Type]>;
}[LiveServerType];
export type LiveDone = Extract<LiveServerMessage, { readonly type: 'done' }>;

/**
 * Parses the value of a text frame; `message` is undefined for an unknown type. Only fatal errors end the session.
 */
export function readLiveMessage(
  value: unknown,
):
  | { readonly ok: true; readonly message: LiveClientMessage | undefined }
  | { readonly ok: false; readonly error: string; readonly fatal: boolean } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, error: notOneObject, fatal: true };
  const { type } = value as { readonly type?: unknown };
  if (typeof type !== 'string')
    return { ok: false, error: 'A message must have a type.', fatal: true };
  if (!Object.hasOwn(liveClientMessages, type)) return { ok: true, message: undefined };
  const result = liveClientMessages[type as LiveClientType].safeParse(value);
  if (result.success) return { ok: true, message: result.data };
  return {
    ok: false,
    error: result.error.issues[0]?.message ?? 'The message is not valid.',
    fatal: !isLongQuestion(value),
  };
}

/** Also used for a text frame that is not JSON. */
export const notOneObject = 'A message must be one JSON object.';

/** A question that is too long is refused, but does not end the session. */
function isLongQuestion(value: { readonly type?: unknown; readonly question?: unknown }): boolean {
  const { type, question } = value;
  return (
    type === 'ask' &&
    typeof question === 'string' &&
    !hasAtMost(question.trim(), siteLimits.questionCharactersMax)
  );
}
