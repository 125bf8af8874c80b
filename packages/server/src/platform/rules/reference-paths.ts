/** Paths that go through a reference: `record.report.reporter`, if `config.references` has `report`. */
import { isId, type JsonObject } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import type { Condition, Operand } from '../../store/platform/record-condition.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { parsedConfig } from '../parsed-config.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { readTokens, ruleProblem } from './parse-rule.ts';

interface ReferencePath {
  /** Where the record has the id. */
  readonly from: readonly string[];
  readonly resourceId: string;
  /** The path in the record that it refers to. */
  readonly rest: readonly string[];
}

type Referring = Pick<ResourceRow, 'service' | 'config'>;

/** Undefined if the path is one of the record itself. */
export function referenceIn(row: Referring, path: readonly string[]): ReferencePath | undefined {
  if (path.length < 2 || !row.config.includes('"references"')) return undefined;
  if (!holdsRecords(row.service)) return undefined;
  const { references } = parsedConfig(row.config);
  for (let count = 1; count < path.length; count += 1) {
    const from = path.slice(0, count);
    const resourceId = targetOf(references, from.join('.'));
    if (resourceId !== undefined) return { from, resourceId, rest: path.slice(count) };
  }
  return undefined;
}

/** A reference is the id of a resource, or an object with it. */
function targetOf(references: JsonObject[string], name: string): string | undefined {
  if (!isObject(references) || !Object.hasOwn(references, name)) return undefined;
  const given = references[name];
  const id = isObject(given) ? given.to : given;
  return typeof id === 'string' && isId('resource', id) ? id : undefined;
}

/** What a path means for a rule or a filter; `allowedOf` is what may be read of a resource. */
export function throughReferences(
  row: Referring & Pick<ResourceRow, 'owner_id'>,
  allowedOf: (resourceId: string) => Condition,
): (path: readonly string[]) => Operand | undefined {
  return (path) => {
    const found = referenceIn(row, path);
    if (found === undefined) return undefined;
    const { from, resourceId, rest } = found;
    const allowed = allowedOf(resourceId);
    return { path: rest, through: { from, resourceId, ownerId: row.owner_id, allowed } };
  };
}

/** What of the record itself decides the value at a path. */
export function ownPath(row: Referring, path: readonly string[]): readonly string[] {
  return referenceIn(row, path)?.from ?? path;
}

/** Refuses a path that would go on through a reference of the target. */
export function assertOneReference(
  target: Referring,
  { from, rest }: ReferencePath,
  text: string,
): void {
  if (referenceIn(target, rest) === undefined) return;
  const name = `record.${[...from, ...rest].join('.')}`;
  throw ruleProblem(`${name} goes through a second reference`, positionOf(name, text));
}

/** Where a name stands in a rule or filter, from 1. */
export function positionOf(name: string, text: string): number {
  return readTokens(text).find((token) => token.text === name)?.at ?? 1;
}
