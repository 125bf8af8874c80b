import type { Target } from './bench.ts';
import { expect, Unseen } from './check.ts';
import { createWire, type Json, type Reply, type Request, type Wire } from './wire.ts';

export const resources = '/api/platform/resources';

/** What the checks of the resource platform work with. */
export interface PlatformBench {
  readonly wire: Wire;
  /** A call with the key; unseen where there is none. */
  readonly call: (method: string, path: string, request?: Request) => Promise<Reply>;
  /** A new resource that is deleted when the run ends. */
  readonly make: (service: string, kind: string, config?: Json) => Promise<Json>;
  readonly act: (id: string, action: string, more?: Json) => Promise<Reply>;
}

export function preparePlatform(
  target: Target,
  signal: AbortSignal,
): { readonly bench: PlatformBench; readonly clear: () => Promise<readonly string[]> } {
  const wire = createWire(target.platformUrl ?? target.url, signal, () => {});
  const made: string[] = [];
  const call: PlatformBench['call'] = async (method, path, request = {}) => {
    if (target.platformUrl === undefined) throw new Unseen('needs the address of the platform');
    if (target.platformKey === undefined) throw new Unseen('needs a key of the platform');
    return wire.call(method, path, {
      ...request,
      headers: { authorization: `Bearer ${target.platformKey}`, ...request.headers },
    });
  };
  const bench: PlatformBench = {
    wire,
    call,
    make: async (service, kind, config = {}) => {
      const name = `conformance ${service}`;
      const reply = await call('POST', resources, { body: { service, kind, name, config } });
      expect(reply.status === 201, `making a ${kind} answered ${reply.status} ${reply.text}`);
      made.push(reply.json().id);
      return reply.json();
    },
    act: (id, action, more = {}) =>
      call('PATCH', `${resources}/${id}`, { body: { action, ...more } }),
  };
  const clear = async () => {
    const left: string[] = [];
    for (const id of made) {
      const { status } = await call('DELETE', `${resources}/${id}`);
      if (status !== 200 && status !== 404) left.push(`The resource ${id} stays (${status}).`);
    }
    return left;
  };
  return { bench, clear };
}
