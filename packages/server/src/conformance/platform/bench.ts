import { CheckSkipped, expect } from '../check.ts';
import { retryOverRate } from '../rate-retry.ts';
import type { Json, Reply } from '../reply.ts';
import type { Target } from '../site/bench.ts';
import type { Request, Wire } from '../wire.ts';

export const resources = '/api/platform/resources';

/** What the checks of the resource platform work with. */
export interface PlatformBench {
  readonly wire: Wire;
  /** CheckSkipped where there is none. */
  readonly key: () => string;
  /** A call with the key; CheckSkipped where there is none. */
  readonly call: (method: string, path: string, request?: Request) => Promise<Reply>;
  /** What a GET with the key returns. */
  readonly read: (path: string) => Promise<Json>;
  /** Deletes this one too when the run ends. */
  readonly keep: (id: string) => void;
  /** A new resource that is deleted when the run ends. */
  readonly make: (service: string, kind: string, config?: Json) => Promise<Json>;
  readonly act: (id: string, action: string, more?: Json) => Promise<Reply>;
  /** An entry into a public form, without a key; repeated after a rate limit. */
  readonly submit: (id: string, request: Request) => Promise<Reply>;
}

const clearMs = 60_000;

export function preparePlatform(
  target: Target,
  wire: Wire,
): { readonly bench: PlatformBench; readonly clear: () => Promise<readonly string[]> } {
  const made: string[] = [];
  const key = () => {
    if (target.platformUrl === undefined)
      throw new CheckSkipped('needs the address of the platform');
    if (target.platformKey === undefined) throw new CheckSkipped('needs a key of the platform');
    return target.platformKey;
  };
  const call: PlatformBench['call'] = async (method, path, request = {}) =>
    wire.call(method, path, {
      ...request,
      headers: { authorization: `Bearer ${key()}`, ...request.headers },
    });
  const bench: PlatformBench = {
    wire,
    key,
    call,
    read: async (path) => (await call('GET', path)).json(),
    keep: (id) => made.push(id),
    make: async (service, kind, config = {}) => {
      const name = `conformance ${service}`;
      const reply = await call('POST', resources, { body: { service, kind, name, config } });
      expect(reply.status === 201, `making a ${kind} answered ${reply.status} ${reply.text}`);
      made.push(reply.json().id);
      return reply.json();
    },
    act: (id, action, more = {}) =>
      call('PATCH', `${resources}/${id}`, { body: { action, ...more } }),
    submit: (id, request) =>
      retryOverRate(
        () => wire.call('POST', `/forms/${id}`, request),
        ({ status, text }) => status === 503 && text.includes('"rate"'),
        wire.signal,
      ),
  };
  const clear = async () => {
    const left: string[] = [];
    // With its own signal: the examination may have been aborted.
    const cleaning = wire.apart(AbortSignal.timeout(clearMs));
    const headers = { authorization: `Bearer ${target.platformKey ?? ''}` };
    for (const id of made)
      try {
        const { status } = await cleaning.call('DELETE', `${resources}/${id}`, { headers });
        if (status !== 200 && status !== 404) left.push(`The resource ${id} stays (${status}).`);
      } catch (error) {
        left.push(`The resource ${id} may have stayed: ${(error as Error).message}.`);
      }
    return left;
  };
  return { bench, clear };
}
