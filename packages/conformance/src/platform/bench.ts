import { CheckSkipped, expect, sectionsWith } from '../check.ts';
import { type Json, retryWhenRateLimited } from '../reply.ts';
import type { Target } from '../site/bench.ts';
import type { Call, Headers, Wire } from '../wire.ts';

export const resources = '/api/platform/resources';
export const ai = '/api/platform/ai';
export const status = '/api/platform/status';
export const absent = 'res_00000000000000000000000000';

const services = {
  Assistant: 'ai',
  Bucket: 'storage',
  Collection: 'data',
  Form: 'connect',
  Project: 'dev',
  Task: 'work',
  Webhook: 'connect',
} as const;

export type Kind = keyof typeof services;

/** What the checks of the resource platform work with. */
export type PlatformBench = ReturnType<typeof preparePlatform>['bench'];

export const platformSection = sectionsWith<PlatformBench>();

const clearMs = 60_000;

export function preparePlatform(target: Target, wire: Wire) {
  const made: string[] = [];
  const key = () => {
    if (target.platformUrl === undefined)
      throw new CheckSkipped('needs the address of the platform');
    if (target.platformKey === undefined) throw new CheckSkipped('needs a key of the platform');
    return target.platformKey;
  };
  const call: Call = async (method, path, body, headers, patience) => {
    const authorised = { authorization: `Bearer ${key()}`, ...headers };
    return wire.call(method, path, body, authorised, patience);
  };
  const bench = {
    wire,
    /** The key of the target; throws CheckSkipped if there is none. */
    key,
    /** A call with the key; throws CheckSkipped if there is none. */
    call,
    /** What a GET with the key returns. */
    read: async (path: string): Promise<Json> => (await call('GET', path)).body,
    /** Deletes this resource, too, when the run ends. */
    keep: (id: string) => made.push(id),
    /** A new resource, with its path, that is deleted when the run ends. */
    make: async (kind: Kind, config: Json = {}): Promise<Json> => {
      const service = services[kind];
      const name = `conformance ${service}`;
      const reply = await call('POST', resources, { service, kind, name, config });
      expect(reply.status === 201, `making a ${kind} answered ${reply.status} ${reply.text}`);
      made.push(reply.body.id);
      return { ...reply.body, path: `${resources}/${reply.body.id}` };
    },
    act: (id: string, action: string, more: Json = {}) =>
      call('PATCH', `${resources}/${id}`, { action, ...more }),
    /** An entry into a public form, without a key; repeated after a rate limit. */
    submit: (id: string, body: unknown, headers: Headers = {}) =>
      retryWhenRateLimited(
        () => wire.call('POST', `/forms/${id}`, body, headers),
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
        const { status } = await cleaning.call('DELETE', `${resources}/${id}`, undefined, headers);
        if (status !== 200 && status !== 404) left.push(`The resource ${id} stays (${status}).`);
      } catch (error) {
        left.push(`The resource ${id} may have stayed: ${(error as Error).message}.`);
      }
    return left;
  };
  return { bench, clear };
}
