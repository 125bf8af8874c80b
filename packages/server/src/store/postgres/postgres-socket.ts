/** Sockets to PostgreSQL, with TLS as libpq defines `sslmode`. The driver itself cannot verify an IP address. */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import type { SslMode } from '../../kernel/formats/postgres-address.ts';
import type { Link } from '../store.ts';

export interface SocketAddress {
  /** Undefined for a local socket, which has a path. */
  readonly host: string | undefined;
  readonly port: number;
  readonly path: string | undefined;
  /** For people. */
  readonly name: string;
}

export interface Encryption {
  readonly mode: SslMode;
  readonly isDirect: boolean;
  /** Certificates of authorities in PEM; undefined for those of Node. */
  readonly authorities: string | undefined;
}

/** The code of a TLS error; its prefix makes it an outage, as other failed connections. */
export const tlsFault = 'CONNECT_TLS';

// `SSLRequest` of the protocol: length and code.
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Connects, and encrypts as asked. The signal destroys the socket, also later. */
export async function openSocket(
  place: SocketAddress,
  encryption: Encryption,
  signal: AbortSignal,
): Promise<{ readonly socket: Socket; readonly protection: Link['protection'] }> {
  const { host, port, path } = place;
  const plain = host === undefined ? connect(path ?? '') : connect(port, host);
  keep(plain, signal);
  await settled(plain, 'connect');
  if (host === undefined) return { socket: plain, protection: 'local' };
  const { mode, isDirect } = encryption;
  if (mode === 'disable') return { socket: plain, protection: 'plain' };
  if (!isDirect && !(await offersTls(plain, place.name))) {
    if (mode === 'prefer') return { socket: plain, protection: 'plain' };
    plain.destroy();
    throw fault(`${place.name} offers no TLS, and sslmode is ${mode}`);
  }
  const socket = tls.connect({
    socket: plain,
    // The certificate is compared with the host, even if it is an address, which TLS has no server name for.
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(isDirect ? { ALPNProtocols: ['postgresql'] } : {}),
    ...verification(encryption),
  });
  keep(socket, signal);
  try {
    await settled(socket, 'secureConnect');
  } catch (error) {
    socket.destroy();
    throw explained(error, socket, place.name);
  }
  return { socket, protection: mode.startsWith('verify') ? 'verified' : 'encrypted' };
}

function keep(socket: Socket, signal: AbortSignal): void {
  // Errors after the driver has released the socket are ignored.
  socket.on('error', () => {});
  if (signal.aborted) socket.destroy();
  else signal.addEventListener('abort', () => socket.destroy(), { once: true });
}

/** The first arguments of an event; rejects if the socket ends first. */
async function settled(socket: Socket, event: string): Promise<readonly unknown[]> {
  const over = new AbortController();
  const { signal } = over;
  const closed = once(socket, 'close', { signal }).then(() => {
    throw Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
  });
  try {
    return await Promise.race([once(socket, event, { signal }), closed]);
  } finally {
    over.abort();
  }
}

async function offersTls(socket: Socket, name: string): Promise<boolean> {
  socket.write(sslRequest);
  const [answer] = (await settled(socket, 'data')) as [Buffer];
  const text = answer.toString('latin1');
  if (text === 'S' || text === 'N') return text === 'S';
  // Bytes after the first may be injected by an attacker, to be read as if they had been encrypted.
  socket.destroy();
  throw fault(`${name} did not answer the request for TLS as PostgreSQL does`);
}

function verification({ mode, authorities }: Encryption): tls.ConnectionOptions {
  if (!mode.startsWith('verify')) return { rejectUnauthorized: false };
  return {
    rejectUnauthorized: true,
    ...(authorities === undefined ? {} : { ca: authorities }),
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

function explained(error: unknown, { authorizationError }: tls.TLSSocket, name: string): Error {
  const { message, code, reason } = error as Error & { code?: string; reason?: string };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fault(`the certificate of ${name} is for another name: ${reason ?? message}`, error);
  // Set when the handshake itself worked.
  if (authorizationError)
    return fault(
      `the certificate of ${name} is not trusted (${message}); name the file with its authority in BARAZA_DATABASE_CA`,
      error,
    );
  return fault(`TLS with ${name} failed: ${message}`, error);
}

function fault(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: tlsFault });
}
