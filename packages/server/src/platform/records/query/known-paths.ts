/** Paths that a closed schema does not have: a filter by one of them would silently find nothing or everything. */
import { isObject } from '../../../kernel/json/is-object.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import { isIndex, type RecordPath } from './record-path.ts';
import type { RecordSearch } from './records-query.ts';

/** Refuses paths of a filter, a sort or a summary that no record can have. */
export function assertKnownPaths(
  { config }: Pick<ResourceRow, 'config'>,
  { filter, sort }: Pick<RecordSearch, 'filter' | 'sort'>,
  others: readonly RecordPath[] = [],
): void {
  // Most configs have no closed schema and are not parsed.
  if (!config.includes('"additionalProperties":false')) return;
  const { schema } = JSON.parse(config) as { readonly schema?: unknown };
  const paths = [...(filter?.conditions ?? []).map(({ path }) => path), ...others];
  for (const path of sort === undefined ? paths : [...paths, sort.path]) {
    const known = unknownAt(schema, path);
    if (known === undefined) continue;
    throw new Problem(
      'invalid',
      `The schema of this collection has no field ${path.join('.')}; it has ${known.join(', ') || 'none'}.`,
    );
  }
}

const listedMax = 30;

/** The names that the schema has instead; undefined where the path may exist. */
function unknownAt(schema: unknown, path: RecordPath): readonly string[] | undefined {
  let level = schema;
  for (const step of path) {
    if (!isObject(level)) return undefined;
    if (isIndex(step) && level.items !== undefined) {
      level = level.items;
      continue;
    }
    const properties = isObject(level.properties) ? level.properties : {};
    const isClosed =
      level.additionalProperties === false && !isObject(level.patternProperties) && !level.$ref;
    if (!Object.hasOwn(properties, step))
      return isClosed ? Object.keys(properties).slice(0, listedMax) : undefined;
    level = properties[step];
  }
  return undefined;
}
