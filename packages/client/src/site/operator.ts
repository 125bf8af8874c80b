/** Chooses the server: the configured operator, or a node that the operator has authorised. */
import type { Descriptor, PublicKey, RevokedList, SiteBase } from '@baraza/contract';
import { parseBaseUrl, queryText, segment } from '../transport/address.ts';
import type { Fetch } from '../transport/call.ts';
import { readAll } from '../transport/stream.ts';
import { systemTiming, type Timing } from '../transport/timing.ts';
import { linkSignals } from '../transport/watch.ts';
import { grantRefusal } from './operator-grant.ts';

export type ServerChoiceOptions = {
  /** The root of trust: its keys sign the grants of nodes. */
  readonly operator: string;
  /** A server to use instead, if it has a grant of the operator for itself and this site. */
  readonly node?: string | undefined;
  readonly site: string;
  /** The key of the site at the operator. */
  readonly siteKey?: string | undefined;
  /** Receives the reason why a server is not used; console.warn by default. */
  readonly warn?: ((line: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  /** Aborts pending requests. */
  readonly signal?: AbortSignal | undefined;
  readonly timing?: Partial<Timing> | undefined;
};

export type ServerChoice = ReturnType<typeof createServerChoice>;

export type ChosenServer = {
  readonly base: string;
  readonly isOperator: boolean;
  /** Whether the site has the same key there as at the operator. */
  readonly hasSameKey: boolean;
};

/**
 * Fetches nothing before the first call. A revoked grant is noticed within five minutes. A node that cannot be checked
 * is refused; if the operator is unreachable, its last known keys and revocations are used.
 */
export function createServerChoice(options: ServerChoiceOptions) {
  const operator = parseBaseUrl(options.operator);
  const node = options.node === undefined ? undefined : parseBaseUrl(options.node);
  const { site, warn = (line: string) => console.warn(line) } = options;
  const timing: Timing = { ...systemTiming, ...options.timing };
  const read = createReader(options, timing);
  let trust: Trust | undefined;
  let chosen: { readonly server: ChosenServer; readonly atMs: number } | undefined;
  let pending: Promise<ChosenServer> | undefined;
  let warned = '';

  const warnOnce = (line: string) => {
    if (line !== warned) warn(line);
    warned = line;
  };

  const loadTrust = async (): Promise<Trust | undefined> => {
    try {
      const [{ keys }, { revoked }] = await Promise.all([
        read<Descriptor>(`${operator}/v1/operator`),
        read<RevokedList>(`${operator}/v1/revoked`),
      ]);
      if (Array.isArray(keys) && Array.isArray(revoked)) trust = { keys, revoked };
    } catch {
      // Unreachable: the last known keys and revocations are used.
    }
    return trust;
  };

  const refusalOf = async (address: string): Promise<string | undefined> => {
    if (!isProtected(address)) return 'its address is not https';
    // Pages over plain http have no Web Crypto.
    if (globalThis.crypto?.subtle === undefined) return 'this page cannot check its grant';
    const [trusted, shown] = await Promise.all([
      loadTrust(),
      read<Descriptor>(`${address}/v1/operator`).catch(() => undefined),
    ]);
    if (shown === undefined) return 'it does not answer';
    if (trusted === undefined)
      return 'the operator does not answer, so its grant cannot be checked';
    return grantRefusal(shown.grant, {
      ...trusted,
      site,
      nodeId: shown.node_id,
      origin: originOf(address),
      nowMs: timing.now(),
    });
  };

  /** The server to which the operator has moved the site; only over https, and only one step. */
  const follow = async (): Promise<ChosenServer> => {
    const stay = { base: operator, isOperator: true, hasSameKey: true };
    const query = queryText({ key: options.siteKey });
    const path = `/v1/sites/${segment(site)}/operator`;
    const siteBase = await read<SiteBase>(operator + path + query).catch(() => undefined);
    if (typeof siteBase?.base !== 'string') return stay;
    const base = baseIn(siteBase.base);
    if (base === undefined || !mayLeadTo(operator, base)) {
      if (base === undefined || originOf(base) !== originOf(operator))
        warnOnce(`The site ${site} is not followed to an address without https.`);
      return stay;
    }
    const hasSameKey = siteBase.same_key === true;
    return originOf(base) === originOf(operator) ? stay : { base, isOperator: false, hasSameKey };
  };

  const choose = async (): Promise<ChosenServer> => {
    const atMs = timing.now();
    let server: ChosenServer | undefined;
    if (node !== undefined) {
      const refusal = await refusalOf(node);
      if (refusal === undefined) server = { base: node, isOperator: false, hasSameKey: false };
      else warnOnce(`The operator is used instead of the node ${node}: ${refusal}.`);
    }
    server ??= await follow();
    chosen = { server, atMs };
    return server;
  };

  return {
    /** The server to call now; checked again after four minutes. */
    server: async (signal?: AbortSignal): Promise<ChosenServer> => {
      signal?.throwIfAborted();
      const ageMs = chosen === undefined ? Number.NaN : timing.now() - chosen.atMs;
      // A negative age means that the clock was set back.
      if (chosen !== undefined && ageMs >= 0 && ageMs < recheckMs) return chosen.server;
      pending ??= choose().finally(() => {
        pending = undefined;
      });
      return unlessAborted(pending, signal);
    },
    /** Makes the next call check again, for example after a failed connection. */
    forget: (): void => {
      chosen = undefined;
    },
  };
}

type Trust = { readonly keys: readonly PublicKey[]; readonly revoked: readonly string[] };

// A minute less than the five that are promised, to allow for pending requests.
const recheckMs = 4 * 60_000;
const answerMs = 10_000;
const answerBytesMax = 512 * 1024;

function createReader(options: ServerChoiceOptions, timing: Timing) {
  const send: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  return async <Value>(url: string): Promise<Value> => {
    const timeout = new AbortController();
    const link = linkSignals([timeout.signal, ...(options.signal ? [options.signal] : [])]);
    const cancelAlarm = timing.alarm(answerMs, () => timeout.abort(new Error('It took too long.')));
    try {
      const response = await send(url, {
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        signal: link.signal,
      });
      if (!response.ok || response.body === null) throw new Error(`${url} did not answer.`);
      const { signal } = link;
      const bytes = await readAll(response.body, { bytesMax: answerBytesMax, signal });
      return JSON.parse(new TextDecoder().decode(bytes)) as Value;
    } finally {
      cancelAlarm();
      link.end();
    }
  };
}

/** https, or http on this machine. */
function isProtected(address: string): boolean {
  return isEncrypted(address) || isLocal(address);
}

// A remote operator must not direct a page to services on the visitor's machine.
function mayLeadTo(operator: string, base: string): boolean {
  return isEncrypted(base) || (isLocal(base) && isLocal(operator));
}

function isEncrypted(address: string): boolean {
  return new URL(address).protocol === 'https:';
}

function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function originOf(address: string): string {
  return new URL(address).origin;
}

function baseIn(text: string): string | undefined {
  try {
    const { href } = new URL(text);
    return parseBaseUrl(href);
  } catch {
    return undefined;
  }
}

function unlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
