/** The parameter `filter`: an expression of the language of rules, which reads only what its caller could read. */
import type { Caller } from '../../access/scopes.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import type { Condition } from '../../store/platform/record-condition.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { parsedConfig } from '../parsed-config.ts';
import { assertKnownPaths } from '../records/query/known-paths.ts';
import { isEntryField, type RecordPath } from '../records/query/record-path.ts';
import { conditionFor } from './keyless-access.ts';
import { parseFilter, ruleProblem } from './parse-rule.ts';
import {
  assertOneReference,
  positionOf,
  referenceIn,
  throughReferences,
} from './reference-paths.ts';
import { bindRule, operandsOf } from './rule.ts';
import { assertVisible, isVisible } from './visible-fields.ts';

/** A resource that the caller may read; undefined if a user may read nothing of it. */
type ReadableTarget = (id: string) => Promise<ResourceRow | undefined>;

interface Filtered {
  readonly condition: Condition;
  /** The paths of the record itself that it names. */
  readonly paths: readonly RecordPath[];
}

export async function readRecordFilter(
  text: string,
  caller: Caller,
  row: ResourceRow,
  nowMs: number,
  readable: ReadableTarget,
): Promise<Filtered> {
  const rule = parseFilter(text);
  const paths: RecordPath[] = [];
  const allowedOf = new Map<string, Condition>();
  for (const operand of operandsOf(rule)) {
    if (!('path' in operand)) continue;
    const { path } = operand;
    const through = referenceIn(row, path);
    if (through === undefined) {
      if (!isIdPath(path)) paths.push(path);
      assertField(row, path, text);
      continue;
    }
    const { from, resourceId, rest } = through;
    paths.push(from);
    const target = await readable(resourceId);
    allowedOf.set(
      resourceId,
      target === undefined ? false : conditionFor(caller, target, 'view', nowMs),
    );
    if (target === undefined) continue;
    assertOneReference(target, through, text);
    if (isIdPath(rest)) continue;
    assertVisible(caller, target, [rest]);
    assertInTarget(caller, target, rest);
  }
  const through = throughReferences(row, (id) => allowedOf.get(id) ?? false);
  return { condition: bindRule(rule, { user: undefined, nowMs, through }), paths };
}

function isIdPath(path: RecordPath): boolean {
  return path.length === 1 && path[0] === 'id';
}

/** `record.createdAt` would be a field of the record, which most records do not have. */
function assertField(row: ResourceRow, path: RecordPath, text: string): void {
  if (!isEntryField(path)) return;
  const { schema } = parsedConfig(row.config);
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const [name = ''] = path;
  if (Object.hasOwn(properties, name)) return;
  throw ruleProblem(
    `record.${name} is not known: a filter sees the fields of the record and record.id; use where.${name}`,
    positionOf(`record.${name}`, text),
  );
}

function assertInTarget(caller: Caller, target: ResourceRow, path: RecordPath): void {
  const none = { condition: true, named: [], q: undefined, words: undefined };
  assertKnownPaths(target, { filter: none, sort: undefined }, [path], (seen) =>
    isVisible(caller, target, seen),
  );
}
