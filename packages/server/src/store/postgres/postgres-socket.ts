/** The socket of a connection. The driver speaks TLS on it; here is what it cannot be told or does not say. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { codeOf } from '../../kernel/fault.ts';
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

interface SocketListener {
  /** Once, before the driver uses the connection. */
  readonly onProtection: (protection: Link['protection']) => void;
  /** The server must not be used; the driver would go on with the connection. */
  readonly onRefusal: (error: Error) => void;
}

/** The code of a TLS error; its prefix makes it an outage, as other failed connections. */
export const tlsFault = 'CONNECT_TLS';

/** The driver's option `ssl`. Its own `verify-full` compares the certificate of an IP address with `localhost`. */
export function tlsOptions(
  { host }: SocketAddress,
  { mode, authorities }: Encryption,
): 'prefer' | 'require' | ConnectionOptions | false {
  if (host === undefined || mode === 'disable') return false;
  if (mode === 'prefer' || mode === 'require') return mode;
  const anyName = mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {};
  return { host, ca: authorities, ...anyName };
}

/** Connects. The signal destroys the socket, also later. */
export async function openSocket(
  { host, port, path, name }: SocketAddress,
  { mode, isDirect }: Encryption,
  { onProtection, onRefusal }: SocketListener,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = host === undefined ? connect(path ?? '') : connect(port, host);
  // Errors after the driver has released the socket are ignored.
  socket.on('error', () => {});
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  await once(socket, 'connect', { signal });
  const encrypted = mode.startsWith('verify') ? 'verified' : 'encrypted';
  if (host === undefined) onProtection('local');
  else if (mode === 'disable') onProtection('plain');
  else if (isDirect) onProtection(encrypted);
  // The driver reads the same bytes, but only their first: after any other than `S` it starts TLS all the same, and
  // under `prefer` it goes on in plain text; whether it did, it does not say.
  else
    socket.once('data', (answer: Buffer) => {
      const text = answer.toString('latin1');
      if (text === 'S') onProtection(encrypted);
      // Bytes after the first may be injected by an attacker, to be read as if they had been encrypted.
      else if (text !== 'N')
        onRefusal(fault(`${name} did not answer the request for TLS as PostgreSQL does`));
      else if (mode === 'prefer') onProtection('plain');
      else onRefusal(fault(`${name} offers no TLS, and sslmode is ${mode}`));
    });
  // From here the driver takes the server name of TLS.
  return Object.assign(socket, { host });
}

/** In words, if TLS failed. The driver does not say whether its handshake had ended. */
export function explained(error: unknown, { host: name, protection }: Link): Error | undefined {
  if (protection !== 'encrypted' && protection !== 'verified') return undefined;
  const { message, reason } = error as Error & { reason?: string };
  const code = codeOf(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fault(`the certificate of ${name} is for another name: ${reason ?? message}`, error);
  // OpenSSL's names, such as `SELF_SIGNED_CERT_IN_CHAIN`.
  if (/CERT|LEAF_SIGNATURE/.test(code))
    return fault(
      `the certificate of ${name} is not trusted (${message}); name the file with its authority in BARAZA_DATABASE_CA`,
      error,
    );
  if (/^(?:ERR_|EPROTO|ECONNRESET)/.test(code))
    return fault(`TLS with ${name} failed: ${message}`, error);
  return undefined;
}

function fault(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: tlsFault });
}
