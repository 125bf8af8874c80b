/** Counts, sums and groups of records. */
import type { JsonObject } from '@baraza/contract';
import type { CallOptions } from '../../transport/call.ts';
import type { Transport } from '../../transport/transport.ts';
import type { NumberPathOf, PathOf, Scalar, ValueAt } from './paths.ts';
import { filterQuery, type RecordFilters } from './where.ts';

export type SummaryOptions<
  Item = JsonObject,
  Group extends string = PathOf<Item>,
  Sum extends string = NumberPathOf<Item>,
  Avg extends string = NumberPathOf<Item>,
  Min extends string = PathOf<Item>,
  Max extends string = PathOf<Item>,
> = CallOptions &
  RecordFilters<Item> & {
    /** One group for each combination of values at these paths. */
    readonly group?: readonly Group[] | undefined;
    readonly sum?: readonly Sum[] | undefined;
    readonly avg?: readonly Avg[] | undefined;
    readonly min?: readonly Min[] | undefined;
    readonly max?: readonly Max[] | undefined;
  };

/** In the order of the keys; without `group` one group with an empty key. */
export type Summary<
  Item = JsonObject,
  Group extends string = string,
  Sum extends string = string,
  Avg extends string = string,
  Min extends string = string,
  Max extends string = string,
> = {
  readonly groups: readonly {
    readonly key: { readonly [Path in Group]: ScalarAt<Item, Path> };
    readonly count: number;
    readonly sum: { readonly [Path in Sum]: number };
    readonly avg: { readonly [Path in Avg]: number | null };
    readonly min: { readonly [Path in Min]: ScalarAt<Item, Path> };
    readonly max: { readonly [Path in Max]: ScalarAt<Item, Path> };
  }[];
};

/** Null if there is no scalar at the path; lists and objects are not scalars. */
type ScalarAt<Item, Path extends string> =
  unknown extends ValueAt<Item, Path> ? Scalar : Extract<ValueAt<Item, Path>, Scalar> | null;

export function readSummary(
  json: Transport['json'],
  path: string,
  options: SummaryOptions = {},
): Promise<Summary> {
  const { group, sum, avg, min, max } = options;
  const paths = Object.entries({ group, sum, avg, min, max }).map(
    ([name, list]) => [name, list?.join(',')] as const,
  );
  const query = { count: true, ...Object.fromEntries(paths), ...filterQuery(options) };
  return json({ method: 'GET', path, query, options });
}
