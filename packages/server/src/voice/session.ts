/** A live session on its socket: message parsing, rate limits, keep-alive, timeouts and the close handshake. */
import {
  type AnyProblemCode,
  type Language,
  type LiveClientMessage,
  type LiveServerMessage,
  limits,
  liveCloseCodes,
  liveLimits,
  notOneObject,
  readLiveMessage,
  siteProblemCode,
  siteProblemStatus,
} from '@baraza/contract';
import { parseJson } from '../kernel/json/json.ts';
import { asProblem, Problem } from '../kernel/problem.ts';
import { type Conversation, type ConversationParts, createConversation } from './conversation.ts';
import {
  copyBytes,
  createSampleReader,
  isRecording,
  millisecondsOf,
  type SampleReader,
} from './sound/audio.ts';
import { readyMessage, type SessionSettings, settingsOf } from './start.ts';

/** The part of a socket that a session uses. */
export interface Wire {
  readonly send: (text: string) => void;
  readonly sendAudio: (bytes: Uint8Array) => void;
  /** Bytes buffered and not sent yet. */
  readonly waitingBytes: () => number;
  readonly ping: () => void;
  readonly close: (code: number, reason: string) => void;
  /** Destroys the connection without a close frame. */
  readonly cut: () => void;
}

interface SessionParts
  extends Omit<ConversationParts, 'send' | 'sendAudio' | 'hasRoom' | 'warn' | 'fail'> {
  readonly id: string;
  readonly wire: Wire;
  /** The site's greeting. */
  readonly greeting: (language: Language) => string;
  /** Called once, after the end. */
  readonly onEnd: () => void;
  /** A failure of the server, for the log. */
  readonly onFault: (cause: unknown) => void;
}

export type Session = ReturnType<typeof createSession>;

/** Ends that are not errors. */
type Ended = 'idle' | 'replaced';

const tickMs = 1_000;
const farewellMs = 2_000;
// Backpressure: above the first audio waits, above the second the connection is cut.
const waitingBytesMax = 256 * 1024;
const unreadBytesMax = 1024 * 1024;

const endSentences: { readonly [ended in Ended]: string } = {
  idle: 'Nothing came for too long.',
  replaced: 'A newer session of the same visitor took the place of this one.',
};

export function createSession(parts: SessionParts) {
  const { wire, time, engines } = parts;
  const startedMs = time.nowMs();
  let lastInputMs = startedMs;
  let hasInput = false;
  let pingedMs = startedMs;
  let misses = 0;
  let isAnswered = true;
  let isWarned = false;
  const soundAheadMs = createLeakyBucket(startedMs);
  const messagesAheadMs = createLeakyBucket(startedMs);
  let state: 'open' | 'ending' | 'ended' = 'open';
  let active:
    | { readonly settings: SessionSettings; readonly conversation: Conversation }
    | undefined;
  let read: SampleReader = createSampleReader('pcm_s16le');
  let inputKind: 'anything' | 'samples' | 'recordings' = 'anything';
  const warned = new Set<'plan' | 'deaf'>();
  /** No new questions; open answers still finish. */
  let isDraining = false;

  const send = (message: LiveServerMessage): void => {
    if (state === 'ended') return;
    wire.send(JSON.stringify(message));
    if (wire.waitingBytes() > unreadBytesMax) leave();
  };

  /** Announces the end to the client. */
  const warnOfEnd = (reason: 'session' | 'plan' | 'restart', inMs: number): void =>
    send({ type: 'closing', reason, in_ms: Math.round(inMs) });

  // Client errors are not logged: they may hold what the visitor said.
  const noteFault = (problem: Problem): void => {
    if (problem.cause !== undefined && closeCodeOf(problem) >= liveCloseCodes.fault)
      parts.onFault(problem.cause);
  };

  const warn = (problem: Problem): void => {
    noteFault(problem);
    if (problem.code === 'plan' && warned.has('plan')) return;
    if (problem.code === 'plan') warned.add('plan');
    send({ type: 'warning', ...errorFields(problem, false) });
  };

  const fail = (problem: Problem): void => {
    noteFault(problem);
    const { handoff } = problem.fields ?? {};
    finish(closeCodeOf(problem), {
      ...errorFields(problem, true),
      ...(typeof handoff === 'string' ? { handoff } : {}),
    });
  };

  const begin = (start: Parameters<typeof settingsOf>[0]) => {
    const settings = settingsOf(start, engines.speaker !== undefined);
    const hears = engines.transcriber !== undefined;
    const greeting = parts.greeting(settings.language ?? parts.language);
    read = createSampleReader(settings.input);
    send(readyMessage(parts.id, settings, { hears, greeting }));
    const conversation = createConversation(settings, {
      ...parts,
      send,
      sendAudio: (bytes) => {
        if (state !== 'ended') wire.sendAudio(bytes);
      },
      hasRoom: () => wire.waitingBytes() < waitingBytesMax,
      warn,
      fail,
    });
    active = { settings, conversation };
    return active;
  };

  const finish = (code: number, error?: Omit<ErrorMessage, 'type'>): void => {
    if (state === 'ended') return;
    active?.conversation.end();
    active?.conversation.abandon();
    if (error !== undefined) send({ type: 'error', ...error });
    leave(code, error?.code ?? '');
  };

  const leave = (code?: number, reason = ''): void => {
    if (state === 'ended') return;
    state = 'ended';
    cancelTick();
    active?.conversation.close();
    if (code === undefined) wire.cut();
    else {
      wire.close(code, reason);
      // A client that does not answer the close frame is cut.
      time.after(farewellMs, wire.cut);
    }
    parts.onEnd();
  };

  const sayGoodbye = async (code: number): Promise<void> => {
    if (state !== 'open') return;
    state = 'ending';
    active?.conversation.end();
    await waitUntilIdle(farewellMs);
    active?.conversation.abandon();
    const seconds = Math.ceil((time.nowMs() - startedMs) / 1000);
    const answers = active?.conversation.answers() ?? 0;
    send({ type: 'bye', session: parts.id, seconds, answers });
    leave(code);
  };

  const waitUntilIdle = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = time.after(ms, resolve);
      const settle = () => {
        cancel();
        resolve();
      };
      if (active === undefined) settle();
      else void active.conversation.whenIdle().then(settle);
    });

  const tick = (): void => {
    const nowMs = time.nowMs();
    const leftMs = liveLimits.sessionMs - (nowMs - startedMs);
    const patienceMs = hasInput ? liveLimits.idleMs : liveLimits.startMs;
    if (nowMs - lastInputMs >= patienceMs) stop('idle');
    else if (leftMs <= 0) void sayGoodbye(liveCloseCodes.end);
    else if (leftMs <= liveLimits.closingMs && !isWarned) {
      isWarned = true;
      warnOfEnd('session', leftMs);
    }
    if (state === 'open' && nowMs - pingedMs >= liveLimits.pingMs) {
      misses = isAnswered ? 0 : misses + 1;
      isAnswered = false;
      pingedMs = nowMs;
      if (misses >= liveLimits.pingMissesMax) stop('idle');
      else wire.ping();
    }
    if (state === 'open') cancelTick = time.after(tickMs, tick);
  };
  let cancelTick = time.after(tickMs, tick);

  /** Ends the session for this reason. */
  const stop = (why: Problem | Ended): void => {
    if (typeof why !== 'string') fail(why);
    else finish(liveCloseCodes[why], { code: why, error: endSentences[why], fatal: true });
  };

  const guarded = (work: () => void): void => {
    if (state !== 'open') return;
    try {
      work();
    } catch (cause) {
      failWith(cause);
    }
  };

  const failWith = (cause: unknown): void => fail(asProblem(cause));

  const noteInput = (): void => {
    hasInput = true;
    lastInputMs = time.nowMs();
  };

  const onMessage = (message: LiveClientMessage): void => {
    switch (message.type) {
      case 'ping':
        send({ type: 'pong', t: message.t });
        return;
      case 'end':
        void sayGoodbye(liveCloseCodes.end);
        return;
      case 'start':
        if (active === undefined) begin(message);
        else warn(new Problem('invalid', 'The session has started already.'));
        return;
      case 'played':
      case 'interrupt':
        active?.conversation.command(message);
        return;
      default:
        if (!isDraining) (active ?? begin({})).conversation.command(message);
    }
  };

  const onSound = (bytes: Uint8Array): void => {
    const { conversation, settings } = active ?? begin({});
    const isFile = inputKind !== 'samples' && isRecording(bytes);
    assertPace(isFile ? 0 : millisecondsOf(bytes, settings.input));
    if (engines.transcriber === undefined) {
      if (!warned.has('deaf'))
        warn(new Problem('voice', 'This server does not hear; type instead.'));
      warned.add('deaf');
      return;
    }
    if (isFile) {
      inputKind = 'recordings';
      conversation.recording(copyBytes(bytes));
      return;
    }
    inputKind = 'samples';
    conversation.audio(read(bytes));
  };

  // Audio may come at real time plus a burst after a network stall.
  const assertPace = (ms: number): void => {
    const counted = Math.max(ms, liveLimits.frameMsMin);
    if (soundAheadMs(counted, lastInputMs) > liveLimits.inputAheadMsMax)
      throw new Problem('too_large', 'Audio came faster than it can be spoken.');
  };

  const assertMessageRate = (): void => {
    const eachMs = 1_000 / liveLimits.messagesPerSecond;
    if (messagesAheadMs(eachMs, time.nowMs()) > liveLimits.messagesMax * eachMs)
      throw new Problem('rate', 'Messages came faster than a person can write.');
  };

  return {
    id: parts.id,
    onText: (bytes: Uint8Array) =>
      guarded(() => {
        assertMessageRate();
        const result = readLiveMessage(parseMessage(bytes));
        if (!result.ok) {
          const problem = new Problem('invalid', result.error);
          if (result.fatal) throw problem;
          noteInput();
          if (active === undefined && !isDraining) begin({});
          warn(problem);
          return;
        }
        // A ping keeps the connection, but not the idle timeout.
        if (result.message?.type !== 'ping') noteInput();
        if (result.message !== undefined) onMessage(result.message);
      }),
    // Hot path, fifty times a second for each talker: no closures.
    onBinary: (bytes: Uint8Array) => {
      if (state !== 'open') return;
      noteInput();
      try {
        if (!isDraining) onSound(bytes);
      } catch (cause) {
        failWith(cause);
      }
    },
    onPing: () => guarded(assertMessageRate),
    onPong: () => {
      isAnswered = true;
      guarded(assertMessageRate);
    },
    // A frame exceeded the size limit, or was malformed.
    onTooLarge: () => fail(new Problem('too_large', 'A frame may have at most 65536 bytes.')),
    onBroken: () => fail(new Problem('invalid', 'A frame was not well-formed.')),
    onClose: () => leave(),
    stop,
    warnOfEnd,
    /** Waits this long for open answers, then ends the session. */
    drain: async (patienceMs: number) => {
      if (state !== 'open') return;
      isDraining = true;
      warnOfEnd('restart', patienceMs);
      await waitUntilIdle(patienceMs);
      await sayGoodbye(liveCloseCodes.restart);
    },
  };
}

function parseMessage(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, limits.jsonDepthMax);
  } catch (cause) {
    if (cause instanceof Problem && cause.code === 'json')
      throw new Problem('invalid', notOneObject, { cause });
    throw cause;
  }
}

/** Leaky bucket: how far the input is ahead of real time after this much more of it; idle time earns no credit. */
function createLeakyBucket(startedMs: number): (ms: number, nowMs: number) => number {
  let aheadMs = 0;
  let atMs = startedMs;
  return (ms, nowMs) => {
    aheadMs = Math.max(0, aheadMs - (nowMs - atMs)) + ms;
    atMs = nowMs;
    return aheadMs;
  };
}

type ErrorMessage = Extract<LiveServerMessage, { type: 'error' }>;

/** The fields of an `error` or `warning` message. */
export function errorFields(problem: Problem, fatal: boolean) {
  const code = problem.code === 'unavailable' ? 'fault' : siteProblemCode(problem.code);
  return { code, error: problem.message, fatal };
}

/** 4000 plus the HTTP status of the same problem. */
export function closeCodeOf({ code }: { readonly code: AnyProblemCode }): number {
  return code === 'unavailable'
    ? liveCloseCodes.fault
    : 4_000 + siteProblemStatus[siteProblemCode(code)];
}
