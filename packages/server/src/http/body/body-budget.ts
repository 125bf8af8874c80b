/**
 * How much memory and time bodies may take that are still on their way, all of them together. When
 * the memory is used up, room is made by refusing the body that has been silent longest of those
 * that take most, of the client that takes most: small bodies of others always get through.
 */
import type { IncomingMessage } from 'node:http';
import { limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';

export interface BodyBudget {
  /** A body is about to be read; `bytesMax` is what it may have where it does not say. */
  readonly open: (request: IncomingMessage, account: string, bytesMax: number) => void;
  /** Refuses those that had time enough. */
  readonly cutLate: () => void;
  readonly takenBytes: () => number;
  readonly counts: () => { readonly [reason in 'memory' | 'time']: number };
}

/** What one body takes of it. */
interface Intake {
  /** Takes room for bytes that will be kept; throws the refusal where there is none. */
  readonly admit: (bytes: number) => void;
  /** Calls back when the body has to give way; it has given its room back by then. */
  readonly onCut: (callback: (refusal: Problem) => void) => void;
  /** Gives back all that was taken; nobody is told any more. */
  readonly close: () => void;
}

interface BodyBudgetSize {
  readonly bytesMax: number;
  readonly timeBaseMs: number;
  readonly bytesPerSecondMin: number;
}

const usual: BodyBudgetSize = {
  bytesMax: limits.bodiesBytesMax,
  timeBaseMs: limits.bodyTimeBaseMs,
  bytesPerSecondMin: limits.bodyBytesPerSecondMin,
};

// What a piece costs besides its bytes: a body may come in pieces of one byte.
const pieceOverheadBytes = 256;

const intakes = new WeakMap<IncomingMessage, Intake>();
const unlimited: Intake = { admit: () => {}, onCut: () => {}, close: () => {} };

/** The room of a request's body; without a budget, as in a reader alone, there is no end of it. */
export function intakeOf(request: IncomingMessage): Intake {
  return intakes.get(request) ?? unlimited;
}

interface Account {
  readonly name: string;
  bytes: number;
  /** Those that have been silent longest first. */
  readonly bodies: Set<Body>;
}

interface Body {
  readonly account: Account;
  readonly untilMs: number;
  bytes: number;
  refusal: Problem | undefined;
  onCut: (refusal: Problem) => void;
}

export function createBodyBudget(size: BodyBudgetSize = usual): BodyBudget {
  const accounts = new Map<string, Account>();
  const counts = { memory: 0, time: 0 };
  let bytesInUse = 0;

  const release = (body: Body): void => {
    const { account } = body;
    if (!account.bodies.delete(body)) return;
    bytesInUse -= body.bytes;
    account.bytes -= body.bytes;
    if (account.bodies.size === 0) accounts.delete(account.name);
  };

  const cutBody = (body: Body, refusal: Problem): void => {
    body.refusal = refusal;
    release(body);
    body.onCut(refusal);
  };

  const makeRoom = (): void => {
    while (bytesInUse > size.bytesMax) {
      const victim = silentLargest(heaviestAccount(accounts.values()));
      if (victim === undefined) return;
      counts.memory += 1;
      cutBody(victim, tooManyBodies());
    }
  };

  const admit = (body: Body, bytes: number): void => {
    if (body.refusal !== undefined) throw body.refusal;
    const { account } = body;
    // Closed already: what still comes is nobody's.
    if (!account.bodies.delete(body)) return;
    account.bodies.add(body);
    const cost = bytes + pieceOverheadBytes;
    body.bytes += cost;
    account.bytes += cost;
    bytesInUse += cost;
    if (bytesInUse > size.bytesMax) makeRoom();
    if (body.refusal !== undefined) throw body.refusal;
  };

  return {
    open: (request, name, bytesMax) => {
      const account = accounts.get(name) ?? { name, bytes: 0, bodies: new Set() };
      const bytes = Number(request.headers['content-length'] ?? bytesMax);
      const body: Body = {
        account,
        untilMs: performance.now() + size.timeBaseMs + (bytes * 1_000) / size.bytesPerSecondMin,
        bytes: 0,
        refusal: undefined,
        onCut: () => {},
      };
      accounts.set(name, account);
      account.bodies.add(body);
      intakes.set(request, {
        admit: (pieceBytes) => admit(body, pieceBytes),
        onCut: (callback) => {
          body.onCut = callback;
          if (body.refusal !== undefined) callback(body.refusal);
        },
        close: () => {
          body.onCut = () => {};
          release(body);
        },
      });
    },
    cutLate: () => {
      const nowMs = performance.now();
      for (const { bodies } of [...accounts.values()])
        for (const body of [...bodies])
          if (nowMs > body.untilMs) {
            counts.time += 1;
            cutBody(body, bodyTooSlow());
          }
    },
    takenBytes: () => bytesInUse,
    counts: () => ({ ...counts }),
  };
}

function heaviestAccount(accounts: Iterable<Account>): Account | undefined {
  let most: Account | undefined;
  for (const account of accounts)
    if (most === undefined || account.bytes > most.bytes) most = account;
  return most;
}

// One below the average is not what fills the memory; cutting it would make no room.
function silentLargest(account: Account | undefined): Body | undefined {
  if (account === undefined) return undefined;
  const { bodies, bytes } = account;
  for (const body of bodies) if (body.bytes * bodies.size >= bytes) return body;
  return undefined;
}

function tooManyBodies(): Problem {
  return new Problem('busy', 'Too many bodies are being sent at once; try again shortly.', {
    retryAfterSeconds: 2,
  });
}

function bodyTooSlow(): Problem {
  return new Problem('invalid', 'The body took too long to arrive.');
}
