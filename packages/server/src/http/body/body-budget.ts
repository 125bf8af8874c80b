/**
 * Memory and time budget of all request bodies that are still arriving. When the memory is used up, the
 * client that uses most loses its largest body: small bodies of other clients always get through.
 */
import type { IncomingMessage } from 'node:http';
import { limits } from '@baraza/contract';
import { invalid, Problem } from '../../kernel/problem.ts';

export type BodyBudget = ReturnType<typeof createBodyBudget>;

/** The share of one body in the budget. */
interface Intake {
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
const unlimited: Intake = { admit: () => {}, onCut: () => {}, close: () => {} };

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

export function createBodyBudget(size: BodyBudgetSize = defaultSize) {
  const accounts = new Map<string, Account>();
  const counts = { memory: 0, time: 0 };
  let bytesInUse = 0;

  const release = (body: Body): void => {
    const { account } = body;
    if (!account.bodies.delete(body)) return;
    bytesInUse -= body.bytes;
    account.bytes -= body.bytes;
  };

  const cutBody = (body: Body, refusal: Problem): void => {
    body.refusal = refusal;
    release(body);
    body.onCut(refusal);
  };

  const evict = (body: Body): void => {
    counts.memory += 1;
    cutBody(body, tooManyBodies());
  };

  const makeRoom = (own: Account): void => {
    // A client's largest body, such as an import, may use all of the memory, its other bodies together half of it.
    if (own.bytes > size.bytesMax / 2) {
      const [first, second] = largestTwo(own);
      if (second !== undefined && own.bytes - (first?.bytes ?? 0) > size.bytesMax / 2)
        evict(second);
    }
    while (bytesInUse > size.bytesMax) {
      const [largest] = largestTwo(heaviestAccount(accounts.values()));
      if (largest === undefined) return;
      evict(largest);
    }
  };

  const admit = (body: Body, bytes: number): void => {
    if (body.refusal !== undefined) throw body.refusal;
    const { account } = body;
    // Already closed: late chunks are not counted.
    if (!account.bodies.has(body)) return;
    const cost = bytes + pieceOverheadBytes;
    body.bytes += cost;
    account.bytes += cost;
    bytesInUse += cost;
    if (bytesInUse > size.bytesMax / 2) makeRoom(account);
    if (body.refusal !== undefined) throw body.refusal;
  };

  return {
    /** Registers a body before it is read; `bytesMax` is its limit when it declares no length. */
    open: (request: IncomingMessage, name: string, bytesMax: number) => {
      let account = accounts.get(name);
      if (account === undefined) {
        account = { bytes: 0, bodies: new Set() };
        accounts.set(name, account);
      }
      const bytes = Number(request.headers['content-length'] ?? bytesMax);
      const body: Body = {
        account,
        untilMs: performance.now() + size.timeBaseMs + (bytes * 1_000) / size.bytesPerSecondMin,
        bytes: 0,
        refusal: undefined,
        onCut: () => {},
      };
      account.bodies.add(body);
      (request as Carrier)[kept] = {
        admit: (pieceBytes) => admit(body, pieceBytes),
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
      for (const [name, { bodies }] of accounts) {
        // Kept until now for the next body of the same client.
        if (bodies.size === 0) accounts.delete(name);
        for (const body of bodies)
          if (nowMs > body.untilMs) {
            counts.time += 1;
            cutBody(body, bodyTooSlow());
          }
      }
    },
    takenBytes: () => bytesInUse,
    counts: () => ({ ...counts }),
  };
}

function heaviestAccount(accounts: Iterable<Account>): Account {
  let most: Account = { bytes: 0, bodies: new Set() };
  for (const account of accounts) if (account.bytes > most.bytes) most = account;
  return most;
}

function largestTwo({ bodies }: Account): readonly (Body | undefined)[] {
  let first: Body | undefined;
  let second: Body | undefined;
  for (const body of bodies)
    if (first === undefined || body.bytes > first.bytes) [first, second] = [body, first];
    else if (second === undefined || body.bytes > second.bytes) second = body;
  return [first, second];
}

function tooManyBodies(): Problem {
  return new Problem('busy', 'Too many bodies are being sent at once; try again shortly.', {
    retryAfterSeconds: 2,
  });
}

function bodyTooSlow(): Problem {
  return invalid('The body took too long to arrive.');
}
