/** A PostgreSQL database, written as `postgres://user:password@one:5432,two:5432/database?sslmode=…`. */
export interface PostgresAddress {
  /** Tried in this order; one without a name if the address has none. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  readonly sslMode: SslMode;
  /** TLS from the first byte, without asking the server first (PostgreSQL 17). */
  readonly isDirectTls: boolean;
  /** A PEM file of authorities. */
  readonly sslRootCert: string | undefined;
  readonly target: SessionTarget;
  /** Everything else, for the driver: user, password, database, and settings of the session. */
  readonly driverUrl: string;
}

export interface PostgresHost {
  /** A name, an address, or the folder of a local socket; undefined for the driver's default. */
  readonly host: string | undefined;
  /** Undefined for the driver's default. */
  readonly port: number | undefined;
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];

/** `primary` skips a standby; `read-write` also skips a server that takes no writes. */
const sessionTargets = ['any', 'read-write', 'primary'] as const;
export type SessionTarget = (typeof sessionTargets)[number];

const malformed =
  'must be an address like postgres://user:password@host:5432/database, or with several hosts ' +
  'postgres://user:password@one:5432,two:5432/database';

/** Throws with what the text must be. The mode is for an address that names none. */
export function parsePostgresAddress(text: string, mode: SslMode = 'prefer'): PostgresAddress {
  const { hosts, url } = split(text);
  const take = (name: string): string | undefined => {
    const value = url.searchParams.get(name) ?? undefined;
    url.searchParams.delete(name);
    return value;
  };
  const rootCert = take('sslrootcert');
  const sslMode = readMode(take('sslmode') ?? take('ssl'), rootCert) ?? mode;
  const negotiation = take('sslnegotiation') ?? 'postgres';
  if (!['postgres', 'direct'].includes(negotiation))
    throw new Error('must be an address with postgres or direct as sslnegotiation');
  const isDirectTls = negotiation === 'direct';
  if (isDirectTls && (sslMode === 'disable' || sslMode === 'prefer'))
    throw new Error(
      'must be an address with sslmode=require or stronger with sslnegotiation=direct',
    );
  const [first, ...others] = hosts.map(readHost);
  if (first === undefined) throw new Error(malformed);
  return {
    hosts: [first, ...others],
    sslMode,
    isDirectTls,
    sslRootCert: rootCert === 'system' ? undefined : rootCert,
    target: readTarget(take('target_session_attrs'), others.length > 0),
    driverUrl: url.href,
  };
}

/** Hosts and database, without the password. */
export function nameOfPostgresAddress(text: string): string {
  const { hosts, url } = split(text);
  return `${hosts.map(decodeURIComponent).join(',')}${url.pathname}`;
}

/** `db.example:5432`, for people. */
export function nameOfPostgresHost({ host = 'localhost', port }: PostgresHost): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}

/** The hosts as written, and the rest as a URL whose host is only a placeholder. */
function split(text: string): { readonly hosts: readonly string[]; readonly url: URL } {
  const [, scheme, authority = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/.exec(text) ?? [];
  if (scheme === undefined) throw new Error(malformed);
  const at = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(at).split(',');
  const places = hosts.map((host) => `${scheme}${authority.slice(0, at)}${host}${rest}`);
  const isEmpty = hosts.length > 1 && hosts.includes('');
  if (isEmpty || !places.every((place) => URL.canParse(place))) throw new Error(malformed);
  const placeholder = hosts[0] === '' ? '' : 'localhost';
  return { hosts, url: new URL(`${scheme}${authority.slice(0, at)}${placeholder}${rest}`) };
}

function readHost(text: string): PostgresHost {
  const { hostname, port } = new URL(`postgres://${text}`);
  const host = decodeURIComponent(hostname).replace(/^\[|\]$/g, '');
  return {
    host: host === '' ? undefined : host,
    port: port === '' ? undefined : Number(port),
  };
}

function readMode(given: string | undefined, rootCert: string | undefined): SslMode | undefined {
  // These authorities sign certificates for anyone, so the name must be checked.
  if (rootCert === 'system') {
    if (given === undefined || given === 'verify-full') return 'verify-full';
    throw new Error('must be an address with sslmode=verify-full with sslrootcert=system');
  }
  if (given === undefined) return undefined;
  // `ssl=true` and `ssl=false`, as other drivers write it.
  const written = given === 'true' ? 'verify-full' : given === 'false' ? 'disable' : given;
  const mode = sslModes.find((name) => name === written);
  if (mode !== undefined) return mode;
  throw new Error(`must be an address with one of ${sslModes.join(', ')} as sslmode`);
}

// Every server process writes, so a host without writes is useless.
function readTarget(given: string | undefined, areSeveral: boolean): SessionTarget {
  const written = given ?? (areSeveral ? 'read-write' : 'any');
  const target = sessionTargets.find((name) => name === written);
  if (target !== undefined) return target;
  throw new Error(
    `must be an address with one of ${sessionTargets.join(', ')} as target_session_attrs`,
  );
}
