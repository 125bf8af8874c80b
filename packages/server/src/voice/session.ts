/** A session on its wire: what it says and hears, how long it may last, and how it ends. */
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
import { parseJson } from '../kernel/json.ts';
import { Problem } from '../kernel/problem.ts';
import { type Conversation, type ConversationParts, createConversation } from './conversation.ts';
import {
  copied,
  createSampleReader,
  isRecording,
  millisecondsOf,
  type SampleReader,
} from './sound/audio.ts';
import { type Manner, mannerOf, readyMessage } from './start.ts';

/** A socket, as far as a session needs one. */
export interface Wire {
  readonly send: (text: string) => void;
  readonly sendAudio: (bytes: Uint8Array) => void;
  /** What was given to it and has not left. */
  readonly waitingBytes: () => number;
  readonly ping: () => void;
  readonly close: (code: number, reason: string) => void;
  /** Without a word. */
  readonly cut: () => void;
}

interface SessionParts
  extends Omit<ConversationParts, 'send' | 'sendAudio' | 'hasRoom' | 'warn' | 'fail'> {
  readonly id: string;
  readonly wire: Wire;
  /** The site's greeting. */
  readonly greeting: (language: Language) => string;
  /** Told once, when nothing more will come of it. */
  readonly onEnd: () => void;
  /** What went wrong with us, for the log. */
  readonly onFault: (cause: unknown) => void;
}

export interface Session {
  readonly id: string;
  readonly onText: (bytes: Uint8Array) => void;
  readonly onBinary: (bytes: Uint8Array) => void;
  readonly onPing: () => void;
  readonly onPong: () => void;
  /** A frame came that was larger than any may be. */
  readonly onTooLarge: () => void;
  /** A frame came that is none. */
  readonly onBroken: () => void;
  /** The other side is gone. */
  readonly onClose: () => void;
  /** Ends it for this reason. */
  readonly stop: (problem: Problem | Ended) => void;
  /** It will end soon. */
  readonly warnOfEnd: (reason: 'plan' | 'restart', inMs: number) => void;
  /** Lets what is being answered finish for so long, then ends it. */
  readonly drain: (patienceMs: number) => Promise<void>;
}

/** Ends that are nobody's fault. */
type Ended = 'idle' | 'replaced';

const beatMs = 1_000;
const farewellMs = 2_000;
// What a reader that reads may leave unread; sound waits at the first, all ends at the second.
const waitingBytesMax = 256 * 1024;
const unreadBytesMax = 1024 * 1024;

const sentences: { readonly [ended in Ended]: string } = {
  idle: 'Nothing came for too long.',
  replaced: 'A newer session of the same visitor took the place of this one.',
};

export function createSession(parts: SessionParts): Session {
  const { wire, time, engines } = parts;
  const startedMs = time.nowMs();
  let lastInputMs = startedMs;
  let hasInput = false;
  let pingedMs = startedMs;
  let misses = 0;
  let isAnswered = true;
  let isWarned = false;
  const soundAheadMs = createLead(startedMs);
  const messagesAheadMs = createLead(startedMs);
  let state: 'open' | 'ending' | 'ended' = 'open';
  let held: { readonly manner: Manner; readonly conversation: Conversation } | undefined;
  let read: SampleReader = createSampleReader('pcm_s16le');
  let takes: 'anything' | 'samples' | 'recordings' = 'anything';
  let isTold = { plan: false, deaf: false };
  /** Whether only what is under way is still answered. */
  let isDraining = false;

  const send = (message: LiveServerMessage): void => {
    if (state === 'ended') return;
    wire.send(JSON.stringify(message));
    if (wire.waitingBytes() > unreadBytesMax) leave();
  };

  // What a client did wrong is not our fault, and what it said is not for the log.
  const noteFault = (problem: Problem): void => {
    if (problem.cause !== undefined && closeCodeOf(problem) >= liveCloseCodes.fault)
      parts.onFault(problem.cause);
  };

  const warn = (problem: Problem): void => {
    noteFault(problem);
    if (problem.code === 'plan' && isTold.plan) return;
    if (problem.code === 'plan') isTold = { ...isTold, plan: true };
    send({ type: 'warning', ...troubleOf(problem, false) });
  };

  const fail = (problem: Problem): void => {
    noteFault(problem);
    const { handoff } = problem.fields ?? {};
    finish(closeCodeOf(problem), {
      ...troubleOf(problem, true),
      ...(typeof handoff === 'string' ? { handoff } : {}),
    });
  };

  const begin = (start: Parameters<typeof mannerOf>[0]) => {
    const manner = mannerOf(start, engines.speaker !== undefined);
    const hears = engines.transcriber !== undefined;
    const greeting = parts.greeting(manner.language ?? parts.language);
    read = createSampleReader(manner.input);
    send(readyMessage(parts.id, manner, { hears, greeting }));
    const conversation = createConversation(manner, {
      ...parts,
      send,
      sendAudio: (bytes) => {
        if (state !== 'ended') wire.sendAudio(bytes);
      },
      hasRoom: () => wire.waitingBytes() < waitingBytesMax,
      warn,
      fail,
    });
    held = { manner, conversation };
    return held;
  };

  const finish = (code: number, error?: Omit<ErrorMessage, 'type'>): void => {
    if (state === 'ended') return;
    held?.conversation.end();
    held?.conversation.abandon();
    if (error !== undefined) send({ type: 'error', ...error });
    leave(code, error?.code ?? '');
  };

  const leave = (code?: number, reason = ''): void => {
    if (state === 'ended') return;
    state = 'ended';
    cancelBeat();
    held?.conversation.close();
    if (code === undefined) wire.cut();
    else {
      wire.close(code, reason);
      // Whoever does not close its side is not waited for.
      time.after(farewellMs, wire.cut);
    }
    parts.onEnd();
  };

  const sayGoodbye = async (code: number): Promise<void> => {
    if (state !== 'open') return;
    state = 'ending';
    held?.conversation.end();
    await idleWithin(farewellMs);
    held?.conversation.abandon();
    const seconds = Math.ceil((time.nowMs() - startedMs) / 1000);
    const answers = held?.conversation.answers() ?? 0;
    send({ type: 'bye', session: parts.id, seconds, answers });
    leave(code);
  };

  const idleWithin = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = time.after(ms, resolve);
      const settle = () => {
        cancel();
        resolve();
      };
      if (held === undefined) settle();
      else void held.conversation.whenIdle().then(settle);
    });

  const beat = (): void => {
    const nowMs = time.nowMs();
    const leftMs = liveLimits.sessionMs - (nowMs - startedMs);
    const patienceMs = hasInput ? liveLimits.idleMs : liveLimits.startMs;
    if (nowMs - lastInputMs >= patienceMs) stop('idle');
    else if (leftMs <= 0) void sayGoodbye(liveCloseCodes.end);
    else if (leftMs <= liveLimits.closingMs && !isWarned) {
      isWarned = true;
      send({ type: 'closing', reason: 'session', in_ms: Math.round(leftMs) });
    }
    if (state === 'open' && nowMs - pingedMs >= liveLimits.pingMs) {
      misses = isAnswered ? 0 : misses + 1;
      isAnswered = false;
      pingedMs = nowMs;
      if (misses >= liveLimits.pingMissesMax) stop('idle');
      else wire.ping();
    }
    if (state === 'open') cancelBeat = time.after(beatMs, beat);
  };
  let cancelBeat = time.after(beatMs, beat);

  const stop = (why: Problem | Ended): void => {
    if (typeof why !== 'string') fail(why);
    else finish(liveCloseCodes[why], { code: why, error: sentences[why], fatal: true });
  };

  const guarded = (work: () => void): void => {
    if (state !== 'open') return;
    try {
      work();
    } catch (cause) {
      failOf(cause);
    }
  };

  const failOf = (cause: unknown): void =>
    fail(
      cause instanceof Problem
        ? cause
        : new Problem('unavailable', 'Something failed on our side; try again shortly.', { cause }),
    );

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
        if (held === undefined) begin(message);
        else warn(new Problem('invalid', 'The session has started already.'));
        return;
      case 'played':
      case 'interrupt':
        held?.conversation.command(message);
        return;
      default:
        if (!isDraining) (held ?? begin({})).conversation.command(message);
    }
  };

  const onSound = (bytes: Uint8Array): void => {
    const { conversation, manner } = held ?? begin({});
    const isFile = takes !== 'samples' && isRecording(bytes);
    assertPace(isFile ? 0 : millisecondsOf(bytes, manner.input));
    if (engines.transcriber === undefined) {
      if (!isTold.deaf) warn(new Problem('voice', 'This server does not hear; type instead.'));
      isTold = { ...isTold, deaf: true };
      return;
    }
    if (isFile) {
      takes = 'recordings';
      conversation.recording(copied(bytes));
      return;
    }
    takes = 'samples';
    conversation.audio(read(bytes));
  };

  // Sound comes as fast as it sounds; a burst after a gap in the network is forgiven.
  const assertPace = (ms: number): void => {
    const counted = Math.max(ms, liveLimits.frameMsMin);
    if (soundAheadMs(counted, lastInputMs) > liveLimits.inputAheadMsMax)
      throw new Problem('too_large', 'Audio came faster than it can be spoken.');
  };

  const assertMessageRate = (): void => {
    const eachMs = 1_000 / liveLimits.messagesPerSecond;
    if (messagesAheadMs(eachMs, time.nowMs()) > liveLimits.messagesMax * eachMs)
      throw new Problem('rate', 'Messages came faster than anybody writes.');
  };

  return {
    id: parts.id,
    onText: (bytes) =>
      guarded(() => {
        assertMessageRate();
        const result = readLiveMessage(jsonOf(bytes));
        if (!result.ok) {
          const problem = new Problem('invalid', result.error);
          if (result.fatal) throw problem;
          noteInput();
          if (held === undefined && !isDraining) begin({});
          warn(problem);
          return;
        }
        // A ping keeps the line, and is no sign of anybody.
        if (result.message?.type !== 'ping') noteInput();
        if (result.message !== undefined) onMessage(result.message);
      }),
    // Fifty times a second for each talker, so nothing is made here that is not needed.
    onBinary: (bytes) => {
      if (state !== 'open') return;
      noteInput();
      try {
        if (!isDraining) onSound(bytes);
      } catch (cause) {
        failOf(cause);
      }
    },
    onPing: () => guarded(assertMessageRate),
    onPong: () => {
      isAnswered = true;
      guarded(assertMessageRate);
    },
    onTooLarge: () => fail(new Problem('too_large', 'A frame may have at most 65536 bytes.')),
    onBroken: () => fail(new Problem('invalid', 'A frame was not well-formed.')),
    onClose: () => leave(),
    stop,
    warnOfEnd: (reason, inMs) => send({ type: 'closing', reason, in_ms: Math.round(inMs) }),
    drain: async (patienceMs) => {
      if (state !== 'open') return;
      isDraining = true;
      send({ type: 'closing', reason: 'restart', in_ms: Math.round(patienceMs) });
      await idleWithin(patienceMs);
      await sayGoodbye(liveCloseCodes.restart);
    },
  };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, limits.jsonDepthMax);
  } catch (cause) {
    if (cause instanceof Problem && cause.code === 'json')
      throw new Problem('invalid', notOneObject, { cause });
    throw cause;
  }
}

/** How far something is ahead of real time, after so much more of it; what was not used is no credit. */
function createLead(startedMs: number): (ms: number, nowMs: number) => number {
  let aheadMs = 0;
  let atMs = startedMs;
  return (ms, nowMs) => {
    aheadMs = Math.max(0, aheadMs - (nowMs - atMs)) + ms;
    atMs = nowMs;
    return aheadMs;
  };
}

type ErrorMessage = Extract<LiveServerMessage, { type: 'error' }>;

function troubleOf(problem: Problem, fatal: boolean) {
  const code = problem.code === 'unavailable' ? 'fault' : siteProblemCode(problem.code);
  return { code, error: problem.message, fatal };
}

/** 4000 and the status that a call would have got. */
export function closeCodeOf({ code }: { readonly code: AnyProblemCode }): number {
  return code === 'unavailable'
    ? liveCloseCodes.fault
    : 4_000 + siteProblemStatus[siteProblemCode(code)];
}
