import { codeOf } from '../../kernel/fault.ts';
import {
  nameOfPostgresHost,
  type PostgresAddress,
  type PostgresHost,
  parsePostgresAddress,
  type SslMode,
} from '../../kernel/formats/postgres-address.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Link } from '../store.ts';
import {
  type ConnectionListener,
  causeOf,
  openConnection,
  type PostgresConnection,
  type Timeouts,
  unreachable,
} from './postgres-connection.ts';
import { tlsFault } from './postgres-socket.ts';

// A machine without power does not respond until the attempt times out, so for a while it is tried last.
const failedHostMs = 60_000;
// SQLSTATE of a server whose `pg_hba.conf` does not admit the connection.
const notAdmitted = '28000';

export type Connector = ReturnType<typeof createConnector>;

/**
 * Opens connections to the first host of an address that can be used. The driver does not choose it: of several hosts
 * it drops the errors, and when none can be used it tries them without an end.
 */
export function createConnector(url: string, authorities: string | undefined, timeouts: Timeouts) {
  // With authorities and no mode, the certificate is verified: otherwise the authorities would have no effect.
  const address = parsePostgresAddress(url, authorities === undefined ? 'prefer' : 'verify-full');
  const failedMs = new Map<PostgresHost, number>();
  let link: Link | undefined;

  const attempt = async (
    host: PostgresHost,
    mode: SslMode,
    listener: ConnectionListener | undefined,
  ): Promise<PostgresConnection> => {
    const encryption = { mode, isDirect: address.isDirectTls, authorities };
    const { driverUrl, target } = address;
    const connection = openConnection({ driverUrl, host, encryption, target }, timeouts, listener);
    try {
      await connection.ready();
    } catch (error) {
      if (mode === 'prefer' && isAboutTls(error, connection))
        return attempt(host, 'disable', listener);
      throw error;
    }
    link = connection.link();
    return connection;
  };

  return {
    /** Rejects when no host can be used, with the reason of each. */
    connect: async (listener?: ConnectionListener): Promise<PostgresConnection> => {
      const errors: unknown[] = [];
      const hosts = inOrder(address, failedMs);
      for (const host of hosts)
        try {
          const connection = await attempt(host, address.sslMode, listener);
          failedMs.delete(host);
          return connection;
        } catch (error) {
          failedMs.set(host, performance.now());
          errors.push(error);
        }
      throw errors.length === 1 ? errors[0] : allFailed(hosts, errors);
    },
    /** The newest connection; undefined before the first. */
    link: () => link,
  };
}

/** As written; those that failed a short time ago come last. */
function inOrder({ hosts }: PostgresAddress, failedMs: ReadonlyMap<PostgresHost, number>) {
  const nowMs = performance.now();
  const hasFailed = (host: PostgresHost) =>
    nowMs - (failedMs.get(host) ?? -failedHostMs) < failedHostMs;
  return hosts.toSorted((one, other) => Number(hasFailed(one)) - Number(hasFailed(other)));
}

/** Whether the server offers TLS that does not work, or admits this user only without TLS. */
function isAboutTls(error: unknown, connection: PostgresConnection): boolean {
  const code = codeOf(causeOf(error));
  return (
    code === tlsFault || (code === notAdmitted && connection.link()?.protection === 'encrypted')
  );
}

function allFailed(hosts: readonly PostgresHost[], errors: readonly unknown[]): Problem {
  const reasons = hosts.map((host, index) => {
    const cause = causeOf(errors[index]);
    const { message } = cause as Error;
    return `${nameOfPostgresHost(host)} (${message || codeOf(cause)})`;
  });
  return unreachable(new Error(`no host can be used: ${reasons.join(', ')}`));
}
