/** Which server a page talks to: the operator that it names, or a node that the operator vouches for. */
import type { Descriptor, PublicKey, RevokedList, SiteBase } from '@baraza/contract';
import { parseBaseUrl, queryText, segment } from '../transport/address.ts';
import type { Fetch } from '../transport/call.ts';
import { readAll } from '../transport/stream.ts';
import { systemTiming, type Timing } from '../transport/timing.ts';
import { linkSignals } from '../transport/watch.ts';
import { grantRefusal } from './operator-grant.ts';

export type ServerChoiceOptions = {
  /** The root of trust: its keys decide who may speak for it. */
  readonly operator: string;
  /** A server to use instead where it shows a grant of the operator for itself and this site. */
  readonly node?: string | undefined;
  readonly site: string;
  /** The key of the site at the operator. */
  readonly siteKey?: string | undefined;
  /** Hears in one line why a server is not used; console.warn unless told. */
  readonly warn?: ((line: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  /** Ends what is under way. */
  readonly signal?: AbortSignal | undefined;
  readonly timing?: Partial<Timing> | undefined;
};

export type ServerChoice = {
  /** Where to call now. What was found is looked at again after four minutes. */
  readonly server: (signal?: AbortSignal) => Promise<ChosenServer>;
  /** Makes the next call look again, as after a connection that failed. */
  readonly forget: () => void;
};

export type ChosenServer = {
  readonly base: string;
  readonly isOperator: boolean;
};

/**
 * Nothing is fetched before the first call. A grant that was revoked is found within five minutes; a
 * node that cannot be checked is refused, and where the operator is away what it last said holds.
 */
export function createServerChoice(options: ServerChoiceOptions): ServerChoice {
  const operator = parseBaseUrl(options.operator);
  const node = options.node === undefined ? undefined : parseBaseUrl(options.node);
  const { site, warn = (line: string) => console.warn(line) } = options;
  const timing: Timing = { ...systemTiming, ...options.timing };
  const read = createReader(options, timing);
  let trust: Trust | undefined;
  let chosen: { readonly server: ChosenServer; readonly atMs: number } | undefined;
  let looking: Promise<ChosenServer> | undefined;
  let warned = '';

  const tellOnce = (line: string) => {
    if (line !== warned) warn(line);
    warned = line;
  };

  const askTrust = async (): Promise<Trust | undefined> => {
    try {
      const [{ keys }, { revoked }] = await Promise.all([
        read<Descriptor>(`${operator}/v1/operator`),
        read<RevokedList>(`${operator}/v1/revoked`),
      ]);
      if (Array.isArray(keys) && Array.isArray(revoked)) trust = { keys, revoked };
    } catch {
      // It is away: what it said before still holds.
    }
    return trust;
  };

  const refusalOf = async (address: string): Promise<string | undefined> => {
    if (!isProtected(address)) return 'its address is not https';
    // Pages that came over plain http have no signatures.
    if (globalThis.crypto?.subtle === undefined) return 'this page cannot check its grant';
    const [known, shown] = await Promise.all([
      askTrust(),
      read<Descriptor>(`${address}/v1/operator`).catch(() => undefined),
    ]);
    if (shown === undefined) return 'it does not answer';
    if (known === undefined) return 'the operator does not answer, so its grant cannot be checked';
    return grantRefusal(shown.grant, {
      ...known,
      site,
      nodeId: shown.node_id,
      origin: originOf(address),
      nowMs: timing.now(),
    });
  };

  /** Where the operator says that the site lives; asked once, and never to where others listen. */
  const follow = async (): Promise<ChosenServer> => {
    const stay = { base: operator, isOperator: true };
    const query = queryText({ key: options.siteKey });
    const path = `/v1/sites/${segment(site)}/operator`;
    const siteBase = await read<SiteBase>(operator + path + query).catch(() => undefined);
    if (typeof siteBase?.base !== 'string') return stay;
    const base = baseIn(siteBase.base);
    if (base === undefined || !mayLeadTo(operator, base)) {
      if (base === undefined || originOf(base) !== originOf(operator))
        tellOnce(`The site ${site} is not followed to an address without https.`);
      return stay;
    }
    return originOf(base) === originOf(operator) ? stay : { base, isOperator: false };
  };

  const look = async (): Promise<ChosenServer> => {
    const atMs = timing.now();
    let server: ChosenServer | undefined;
    if (node !== undefined) {
      const refusal = await refusalOf(node);
      if (refusal === undefined) server = { base: node, isOperator: false };
      else tellOnce(`The node ${node} is not used, its operator is: ${refusal}.`);
    }
    server ??= await follow();
    chosen = { server, atMs };
    return server;
  };

  return {
    server: async (signal) => {
      signal?.throwIfAborted();
      const ageMs = chosen === undefined ? Number.NaN : timing.now() - chosen.atMs;
      // A clock that was set back says nothing about an age.
      if (chosen !== undefined && ageMs >= 0 && ageMs < recheckMs) return chosen.server;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return unlessAborted(looking, signal);
    },
    forget: () => {
      chosen = undefined;
    },
  };
}

type Trust = { readonly keys: readonly PublicKey[]; readonly revoked: readonly string[] };

// A minute less than the five that are promised, for what is under way.
const recheckMs = 4 * 60_000;
const answerMs = 10_000;
const answerBytesMax = 512 * 1024;

function createReader(options: ServerChoiceOptions, timing: Timing) {
  const send: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  return async <Value>(url: string): Promise<Value> => {
    const late = new AbortController();
    const link = linkSignals([late.signal, ...(options.signal ? [options.signal] : [])]);
    const rest = timing.alarm(answerMs, () => late.abort(new Error('It took too long.')));
    try {
      const response = await send(url, {
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        signal: link.signal,
      });
      if (!response.ok || response.body === null) throw new Error(`${url} gave no answer.`);
      const { signal } = link;
      const bytes = await readAll(response.body, { bytesMax: answerBytesMax, signal });
      return JSON.parse(new TextDecoder().decode(bytes)) as Value;
    } finally {
      rest();
      link.end();
    }
  };
}

/** https, or http where nobody else can listen: on this machine. */
function isProtected(address: string): boolean {
  return isEncrypted(address) || isLocal(address);
}

// An operator elsewhere has no business with what listens on the machine of a visitor.
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
