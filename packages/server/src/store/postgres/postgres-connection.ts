import type { Socket } from 'node:net';
import postgres from 'postgres';
import { codeOf } from '../../kernel/fault.ts';
import {
  nameOfPostgresHost,
  type PostgresHost,
  type SessionTarget,
} from '../../kernel/formats/postgres-address.ts';
import { Problem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { Flat, Link } from '../store.ts';
import {
  type Encryption,
  explained,
  openSocket,
  type SocketAddress,
  tlsOptions,
} from './postgres-socket.ts';

export type PostgresConnection = ReturnType<typeof openConnection>;

type Rows<Row> = postgres.RowList<(Row & postgres.Row)[]>;

/** Driver options that are missing in its types. */
interface DriverOptions {
  readonly onnotify: (channel: string, payload: string) => void;
  readonly socket: () => Promise<Socket>;
  readonly sslnegotiation: 'direct' | 'postgres';
}

interface PostgresServer {
  readonly driverUrl: string;
  readonly host: PostgresHost;
  readonly encryption: Encryption;
  readonly target: SessionTarget;
}

export interface Timeouts {
  readonly connectMs: number;
  /** For one statement, here and in the server. */
  readonly answerMs: number;
  /** For a free connection. */
  readonly waitMs: number;
  /** After this the server ends an idle transaction, and with it its locks. */
  readonly idleMs: number;
}

export interface FetchLimits {
  readonly firstMs: number;
  readonly nextMs: number;
}

/** Receives the notifications of the server; its connection is never closed for being idle. */
export interface ConnectionListener {
  readonly onNotify: (payload: string) => void;
  readonly onLost: () => void;
}

const endSeconds = 5;

/**
 * One PostgreSQL connection, never reconnected.
 *
 * The driver reconnects silently, even inside a transaction, and its own transaction helper writes to a
 * closed socket, which ends the process. So each connection is a driver instance that gets a single socket,
 * and transactions are plain statements.
 */
export function openConnection(
  { driverUrl, host, encryption, target }: PostgresServer,
  timeouts: Timeouts,
  listener?: ConnectionListener,
) {
  const { connectMs, answerMs } = timeouts;
  const place = addressOf(host);
  /** Aborts when the connection is lost; its reason rejects all statements. */
  const lost = new AbortController();
  let isOpening = false;
  let link: Link | undefined;
  const lose = (cause: unknown): void => {
    lost.abort(unreachable(cause));
    listener?.onLost();
  };
  const options: postgres.Options<{ bigint: postgres.PostgresType<number> }> & DriverOptions = {
    max: 1,
    onnotify: (_channel, payload) => listener?.onNotify(payload),
    // Longer than the slow-reader timeout: a snapshot held for a client must not be ended as idle.
    ...(listener === undefined ? { idle_timeout: 60 } : {}),
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onclose: () => lose(lossError()),
    connection: { application_name: 'baraza' },
    // Counts and milliseconds stay far below 2^53.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    ssl: tlsOptions(place, encryption),
    sslnegotiation: encryption.isDirect ? 'direct' : 'postgres',
    socket: async () => {
      if (isOpening || lost.signal.aborted) throw lossError();
      isOpening = true;
      const onProtection = (protection: Link['protection']) => {
        link = { host: place.name, protection };
      };
      const listener = { onProtection, onRefusal: lose };
      return openSocket(place, encryption, listener, lost.signal);
    },
  };
  const client = postgres(driverUrl, options);

  const guarded = async <Result>(
    limitMs: number,
    ask: () => PromiseLike<Result>,
  ): Promise<Result> => {
    if (lost.signal.aborted) throw lost.signal.reason;
    try {
      return await race(Promise.resolve(ask()), { signal: lost.signal, limitMs }, () => {
        // A stopped server or a network that drops packets gives no error for minutes.
        lose(new Error(`no answer in ${limitMs} ms`));
        throw lost.signal.reason;
      });
    } catch (error) {
      const code = codeOf(error);
      if (code === cancelled) throw slow(error);
      // After a failover another host takes the writes.
      if (code === takesNoWrites && target !== 'any') lose(error);
      if (!isOutage(code)) throw error;
      lose(error);
      throw unreachable(error);
    }
  };
  const run = async (text: string, limitMs: number): Promise<void> => {
    await guarded(limitMs, () => client.unsafe(text));
  };
  const begin = async (): Promise<void> => {
    await run(sessionLimits(timeouts), connectMs).catch((error: unknown) => {
      const fault = link && explained(causeOf(error), link);
      if (fault === undefined) throw error;
      lose(fault);
      throw unreachable(fault);
    });
    if (target === 'any') return;
    const [state] = await guarded(connectMs, () => client.unsafe<SessionState[]>(sessionState));
    const unfit = unfitFor(target, state);
    if (unfit === undefined) return;
    lost.abort(unreachable(new Error(unfit)));
    throw lost.signal.reason;
  };
  let connecting: Promise<void> | undefined;
  return {
    /** Resolves when it is connected to a suitable server; rejects when it cannot be. */
    ready: () => {
      connecting ??= begin();
      return connecting;
    },
    /** Undefined until the socket is open. */
    link: () => link,
    /** Rows of one statement; rejects on a lost connection and after a timeout. */
    rows: <Row>({ text, values }: Flat): Promise<Rows<Row>> =>
      guarded(answerMs, () =>
        client.unsafe<(Row & postgres.Row)[]>(text, values, { prepare: true }),
      ),
    run: (text: string) => run(text, answerMs),
    /** Like `run`, without a timeout. */
    runPatiently: async (text: string) => {
      await client.unsafe(text);
    },
    /** Each batch has its time limit; the reader may be slow between them. */
    batches: async function* <Row>(
      { text, values }: Flat,
      size: number,
      { firstMs, nextMs }: FetchLimits,
    ) {
      const query = client.unsafe<(Row & postgres.Row)[]>(text, values, { prepare: true });
      const cursor = query.cursor(size)[Symbol.asyncIterator]();
      const next = (limitMs: number) => guarded(limitMs, async () => cursor.next());
      try {
        let batch = await next(firstMs);
        while (batch.done !== true) {
          yield Array.from(batch.value) as Row[];
          batch = await next(nextMs);
        }
      } finally {
        // On a lost connection the driver would write to a socket that is gone, which ends the process.
        if (!lost.signal.aborted) await cursor.return?.();
      }
    },
    isLost: () => lost.signal.aborted,
    end: async () => {
      if (!lost.signal.aborted) await client.end({ timeout: endSeconds });
    },
  };
}

/** A missing host or port is taken from the variables of libpq, as the driver takes all else. */
function addressOf(given: PostgresHost): SocketAddress {
  const { PGHOST, PGPORT } = process.env;
  const host = given.host ?? (PGHOST?.split(',')[0] || 'localhost');
  const port = given.port ?? Number.parseInt(PGPORT || '5432', 10);
  if (!host.startsWith('/'))
    return { host, port, path: undefined, name: nameOfPostgresHost({ host, port }) };
  const path = `${host}/.s.PGSQL.${port}`;
  return { host: undefined, port, path, name: path };
}

interface SessionState {
  readonly standby: boolean;
  readonly readonly: string;
}

const sessionState = `SELECT pg_is_in_recovery() AS standby,
  current_setting('default_transaction_read_only') AS readonly`;

function unfitFor(target: SessionTarget, state: SessionState | undefined): string | undefined {
  if (state?.standby === true) return 'it is a standby';
  return target === 'read-write' && state?.readonly === 'on' ? 'it takes no writes' : undefined;
}

/**
 * Limits by which the server itself ends what this process has given up or can no longer end. Set by statements,
 * since poolers refuse startup parameters.
 */
function sessionLimits({ answerMs, idleMs }: Timeouts): string {
  // Shorter than our own limit, so that the connection is kept.
  const statementMs = Math.ceil(answerMs * 0.95);
  return `SET statement_timeout = ${statementMs};
    SET idle_in_transaction_session_timeout = ${idleMs};
    SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;
}

function lossError(): Error {
  return Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' });
}

/** What is behind the sentence for clients. */
export function causeOf(error: unknown): unknown {
  return error instanceof Problem ? error.cause : error;
}

export function unreachable(cause: unknown): Problem {
  return new Problem('busy', 'The database cannot be reached; try again shortly.', { cause });
}

// SQLSTATE of a statement that took longer than the session's limit.
const cancelled = '57014';
const diskFull = '53100';
const takesNoWrites = '25006';

function slow(cause: unknown): Problem {
  return new Problem('busy', 'The database took too long; try again shortly.', { cause });
}

// Socket errors, the driver's own connection errors, and the server's classes 08, 53, 57 and 58:
// connection, resources, operator intervention, system. A full disk refuses writes and keeps the connection.
function isOutage(code: string): boolean {
  if (code === cancelled || code === diskFull) return false;
  return (
    /^(?:08|53|57|58)[0-9A-Z]{3}$/.test(code) ||
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|CONNECT)/.test(code)
  );
}
