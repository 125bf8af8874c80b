/** Paths that a closed schema does not have: a filter by one of them would silently find nothing or everything. */
import { whereOperators } from '@baraza/contract';
import { isObject } from '../../../kernel/json/is-object.ts';
import { invalid, type Problem } from '../../../kernel/problem.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import { parsedConfig } from '../../parsed-config.ts';
import { isEntryField, isIndex, type RecordPath } from './record-path.ts';
import type { RecordSearch } from './records-query.ts';

/** Refuses paths of a filter, a sort or a summary that no record can have. */
export function assertKnownPaths(
  { config }: Pick<ResourceRow, 'config'>,
  { filter, sort }: Pick<RecordSearch, 'filter' | 'sort'>,
  others: readonly RecordPath[] = [],
  isSeen: (path: RecordPath) => boolean = () => true,
): void {
  const asOperators = filter.named.filter(
    ({ isEquality, path }) => isEquality === true && isForeign(path),
  );
  // Most configs have no closed schema and are not parsed.
  const isClosed = config.includes('"additionalProperties":false');
  if (!isClosed && asOperators.length === 0) return;
  const { schema } = parsedConfig(config);
  for (const { path } of asOperators)
    if (!(declares(schema, path) && isSeen(path))) throw noOperator(path);
  if (!isClosed) return;
  const filtered = filter.named.map(({ path }) => path);
  const isFilter = (path: RecordPath) => filtered.includes(path);
  const paths = [...filtered, ...others];
  for (const path of sort === undefined ? paths : [...paths, sort.path]) {
    if (isEntryField(path)) continue;
    const known = otherNames(schema, path);
    if (known === undefined) continue;
    const parent = path.slice(0, -1).join('.');
    if (known === 'scalar')
      throw isFilter(path)
        ? noOperator(path)
        : invalid(
            `${parent} has no fields by the schema of this collection, so ${path.join('.')} is none.`,
          );
    const seen = known.filter(isSeen).map((field) => field.at(-1));
    throw invalid(
      `The schema of this collection has no field ${path.join('.')}; it has ${seen.join(', ') || 'none'}.`,
    );
  }
}

// Without a closed schema a filter by one of these would be an equality that finds nothing.
const foreignOperators =
  'eq neq nin not is isnull like ilike contains startsWith endsWith match regex between'.split(' ');

function isForeign(path: RecordPath): boolean {
  return path.length > 1 && foreignOperators.includes(path.at(-1) ?? '');
}

function noOperator(path: RecordPath): Problem {
  const field = path.slice(0, -1).join('.');
  return invalid(
    `where.${path.join('.')}: ${path.at(-1)} is not an operator; there are ${whereOperators.join(', ')}, ` +
      `and where.${field}=… for equality.`,
  );
}

/** Whether a schema names every step of a path, be it open or closed. */
function declares(schema: unknown, path: RecordPath): boolean {
  let level = schema;
  for (const step of path) {
    if (!isObject(level)) return false;
    const properties = isObject(level.properties) ? level.properties : {};
    if (Object.hasOwn(properties, step)) level = properties[step];
    else if (isIndex(step) && level.items !== undefined) level = level.items;
    else return false;
  }
  return true;
}

const listedMax = 30;

/** If the schema does not allow the path, the fields that it has there, or that it goes into a scalar. */
export function otherNames(
  schema: unknown,
  path: RecordPath,
): readonly RecordPath[] | 'scalar' | undefined {
  let level = schema;
  for (const [at, step] of path.entries()) {
    if (!isObject(level)) return undefined;
    if (isScalar(level.type)) return 'scalar';
    if (isIndex(step) && level.items !== undefined) {
      level = level.items;
      continue;
    }
    const properties = isObject(level.properties) ? level.properties : {};
    const isClosed =
      level.additionalProperties === false && !isObject(level.patternProperties) && !level.$ref;
    if (!Object.hasOwn(properties, step))
      return isClosed
        ? Object.keys(properties)
            .slice(0, listedMax)
            .map((name) => [...path.slice(0, at), name])
        : undefined;
    level = properties[step];
  }
  return undefined;
}

const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];

function isScalar(type: unknown): boolean {
  return Array.isArray(type)
    ? type.length > 0 && type.every((one) => scalars.includes(one))
    : scalars.includes(type);
}
