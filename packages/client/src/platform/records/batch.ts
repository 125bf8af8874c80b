/** Several calls on records in one transaction: all of them take effect, or none. */
import type { EntityTag, WriteOptions } from '../../transport/call.ts';
import { entityTagText } from '../../transport/call.ts';
import type { Transport } from '../../transport/transport.ts';

/** Created with `collection.calls`. */
export type BatchCall<Result = unknown> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object | undefined;
  readonly ifMatch?: EntityTag | undefined;
  readonly ifNoneMatch?: EntityTag | undefined;
  /** Never set: carries the type of the result. */
  readonly result?: Result | undefined;
};

/** The result of each call, in their order. A refusal has the `index` of its call. */
export type RunBatch = <const Calls extends readonly BatchCall[]>(
  calls: Calls,
  options?: Omit<WriteOptions, 'ifMatch'>,
) => Promise<BatchResults<Calls>>;

export type BatchResults<Calls extends readonly BatchCall[]> = {
  -readonly [At in keyof Calls]: Calls[At] extends BatchCall<infer Result> ? Result : never;
};

export async function runBatch<Calls extends readonly BatchCall[]>(
  { json }: Transport,
  calls: Calls,
  options?: Omit<WriteOptions, 'ifMatch'>,
): Promise<BatchResults<Calls>> {
  const sent = calls.map(({ method, path, body, ifMatch, ifNoneMatch }) => ({
    method,
    path,
    body,
    ifMatch: entityTagText(ifMatch),
    ifNoneMatch: entityTagText(ifNoneMatch),
  }));
  const { results } = await json<{ readonly results: readonly { readonly body: unknown }[] }>({
    method: 'POST',
    path: '/api/platform/batch',
    json: { calls: sent },
    options,
  });
  return results.map(({ body }) => body) as BatchResults<Calls>;
}
