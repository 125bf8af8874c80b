/**
 * Memory and time budget of all request bodies that are still arriving. When the memory is used up, the
 * client that uses most loses its largest body: small bodies of other clients always get through.
 */
import type { IncomingMessage } from 'node:http';
import { limits } from '@baraza/contract';
import { invalid, Problem } from '../../kernel/problem.ts';

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** The share of one body in the budget. */
export interface Intake {
  /** Reserves memory for bytes that are kept; throws when there is none. */
  readonly admit: (bytes: number) => void;
  /** Called when the body is evicted; its memory is already released by then. */
  readonly onCut: (callback: (refusal: Problem) => void) => void;
  /** Releases everything reserved; no callback after this. */
  readonly close: () => void;
}

interface BodyBudgetSize {
  readonly bytesMax: number;
  readonly timeBaseMs: number;
  readonly bytesPerSecondMin: number;
}

const defaultSize: BodyBudgetSize = {
  bytesMax: limits.bodiesBytesMax,
  timeBaseMs: limits.bodyTimeBaseMs,
  bytesPerSecondMin: limits.bodyBytesPerSecondMin,
};

// Overhead per chunk: a body may arrive in chunks of one byte.
const pieceOverheadBytes = 256;

// On the request itself: a table beside it costs the collector more than the whole of a small body.
const kept = Symbol('intake');
type Carrier = IncomingMessage & { [kept]?: Intake };
export const unlimited: Intake = { admit: () => {}, onCut: () => {}, close: () => {} };

/** The budget share of a request's body; unlimited if the request has no budget, as in unit tests. */
export function intakeOf(request: IncomingMessage): Intake {
  return (request as Carrier)[kept] ?? unlimited;
}

interface Account {
  bytes: number;
  readonly bodies: Set<Body>;
}

interface Body {
  readonly account: Account;
  readonly untilMs: number;
  bytes: number;
  refusal: Problem | undefined;
  onCut: (refusal: Problem) => void;
}

export function createBodyBudget({ bytesMax, timeBaseMs, bytesPerSecondMin } = defaultSize) {
  const accounts = new Map<string, Account>();
  const counts = { memory: 0, time: 0 };
  let bytesInUse = 0;

  function reserve(body: Body, bytes: number): void {
    body.bytes += bytes;
    body.account.bytes += bytes;
    bytesInUse += bytes;
  }

  function release(body: Body): void {
    if (body.account.bodies.delete(body)) reserve(body, -body.bytes);
  }

  function cut(body: Body | undefined, reason: keyof typeof counts): void {
    if (body === undefined) return;
    counts[reason] += 1;
    body.refusal = reason === 'time' ? bodyTooSlow() : tooManyBodies();
    release(body);
    body.onCut(body.refusal);
  }

  function makeRoom(own: Account): void {
    // A client's largest body, such as an import, may use all of the memory, its other bodies together half of it.
    const [first, second] = own.bytes > bytesMax / 2 ? largestFirst(own) : [];
    if (first !== undefined && own.bytes - first.bytes > bytesMax / 2) cut(second, 'memory');
    if (bytesInUse > bytesMax) cut(largestFirst(heaviest(accounts.values()))[0], 'memory');
  }

  function admit(body: Body, bytes: number): void {
    // Already closed: late chunks are not counted.
    if (body.account.bodies.has(body)) {
      reserve(body, bytes + pieceOverheadBytes);
      if (bytesInUse > bytesMax / 2) makeRoom(body.account);
    }
    if (body.refusal !== undefined) throw body.refusal;
  }

  return {
    /** Registers a body before it is read; `lengthMax` is its limit when it declares no length. */
    open: (request: IncomingMessage, client: string, lengthMax: number) => {
      const account = accounts.get(client) ?? { bytes: 0, bodies: new Set() };
      accounts.set(client, account);
      const length = Number(request.headers['content-length'] ?? lengthMax);
      const body: Body = {
        account,
        untilMs: performance.now() + timeBaseMs + (length * 1_000) / bytesPerSecondMin,
        bytes: 0,
        refusal: undefined,
        onCut: () => {},
      };
      account.bodies.add(body);
      (request as Carrier)[kept] = {
        admit: (bytes) => admit(body, bytes),
        onCut: (callback) => {
          body.onCut = callback;
          if (body.refusal !== undefined) callback(body.refusal);
        },
        close: () => {
          body.onCut = () => {};
          release(body);
        },
      };
    },
    /** Refuses bodies that are past their deadline. */
    cutLate: () => {
      const nowMs = performance.now();
      for (const [client, { bodies }] of accounts) {
        // Kept until now for the next body of the same client.
        if (bodies.size === 0) accounts.delete(client);
        for (const body of bodies) if (nowMs > body.untilMs) cut(body, 'time');
      }
    },
    takenBytes: () => bytesInUse,
    counts: () => ({ ...counts }),
  };
}

function heaviest(accounts: Iterable<Account>): Pick<Account, 'bytes' | 'bodies'> {
  let most: Account = { bytes: 0, bodies: new Set() };
  for (const account of accounts) if (account.bytes > most.bytes) most = account;
  return most;
}

function largestFirst({ bodies }: Pick<Account, 'bodies'>): readonly Body[] {
  return [...bodies].sort((one, other) => other.bytes - one.bytes);
}

function tooManyBodies(): Problem {
  return new Problem('busy', 'Too many bodies are being sent at once; try again shortly.', {
    retryAfterSeconds: 2,
  });
}

function bodyTooSlow(): Problem {
  return invalid('The body took too long to arrive.');
}
