/** A fault in a handler of one connection ends that connection and is logged; the other connections go on. */
import type { Server } from 'node:net';
import { Duplex } from 'node:stream';
import { codeOf } from '../fault.ts';
import type { Log } from '../log.ts';

const quietMs = 60_000;

/** Contains the faults of all handlers of a server's events, such as `connection`, `request` and `upgrade`. */
export function containFaults(server: Server, log: Log): void {
  const emit = server.emit.bind(server) as (event: string | symbol, ...given: unknown[]) => boolean;
  server.emit = (event: string | symbol, ...given: unknown[]) => {
    try {
      return emit(event, ...given);
    } catch (cause) {
      const connection = given.map(connectionOf).find((one) => one !== undefined);
      if (connection === undefined) throw cause;
      endFaulty(connection, cause, log);
      return true;
    }
  };
  let loggedMs = Number.NEGATIVE_INFINITY;
  // Such as EMFILE, for every connection that cannot be accepted: so logging is throttled.
  server.on('error', (cause) => {
    if (!server.listening || performance.now() - loggedMs < quietMs) return;
    loggedMs = performance.now();
    log.warn('connections cannot be accepted', { code: codeOf(cause) });
  });
}

export function endFaulty(connection: Duplex, cause: unknown, log: Log): void {
  log.error('a fault ended a connection', { cause });
  connection.destroy();
}

/** The connection that an argument of an event is, or that it came on. */
function connectionOf(given: unknown): Duplex | undefined {
  if (given instanceof Duplex) return given;
  const { socket } = (given ?? {}) as { readonly socket?: unknown };
  return socket instanceof Duplex ? socket : undefined;
}
