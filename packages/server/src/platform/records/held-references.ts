/**
 * References that hold (`config.references` with `to`): what a field names exists. `refs` of a resource has those that
 * are in force, beside those that are being filled or cleared away. A write needs the lock of its own resource alone:
 * who deletes records first locks every resource that may refer to them (`lockReferring`).
 */
import { isId, type JsonObject, limits, type Service } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  deleteReferences,
  deleteSomeReferences,
  idsOf,
  insertReferences,
  referringResources,
  setReferences,
} from '../../store/platform/record-references.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import { lockResource, type ResourceRow } from '../../store/platform/resources.ts';
import type { Reader, Writer } from '../../store/store.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { valueAt } from './query/record-path.ts';

const deletions = ['restrict', 'cascade', 'clear'] as const;

/** As the config has it. */
export interface WantedReference {
  readonly field: string;
  readonly to: string;
  readonly onDelete: (typeof deletions)[number];
}

/**
 * As `refs` has it. `state` is undefined once the reference is in force. `filling`: rows are written for the records
 * that were there before; a write or a deletion that leaves such a record with nothing to refer to takes it away.
 * `filled`: all have rows. `gone`: the rows are left from an earlier config.
 */
export interface HeldReference extends WantedReference {
  /** When it began: one that is set again after it was gone is another one. */
  readonly since: number;
  readonly state?: 'filling' | 'filled' | 'gone';
}

/** The references of a config in this form; another form is a setting of its owner. */
export function wantedReferences(
  service: Service,
  { references }: JsonObject,
): readonly WantedReference[] {
  if (!isObject(references) || !holdsRecords(service)) return [];
  return Object.entries(references).flatMap(([field, value]) =>
    isHeldForm(value) ? [{ field, to: value.to, onDelete: value.onDelete }] : [],
  );
}

export function isHeldForm(value: unknown): value is Omit<WantedReference, 'field'> {
  return (
    isObject(value) &&
    typeof value.to === 'string' &&
    deletions.some((one) => one === value.onDelete)
  );
}

/** Written as a reference that holds, but not quite: it has no effect. */
export function isAlmostHeld(value: unknown): boolean {
  return isObject(value) && isResourceId(value.to) && !isHeldForm(value);
}

function isResourceId(value: unknown): boolean {
  return typeof value === 'string' && isId('resource', value);
}

export function readReferences(refs: string | null): readonly HeldReference[] {
  return refs === null ? [] : (JSON.parse(refs) as HeldReference[]);
}

export function referencesText(references: readonly HeldReference[]): string | null {
  return references.length === 0 ? null : JSON.stringify(references);
}

export function isSame(
  one: Pick<HeldReference, 'field' | 'to'>,
  other: Pick<HeldReference, 'field' | 'to'>,
): boolean {
  return one.field === other.field && one.to === other.to;
}

/** What the rows of stored records were made for. */
export function referenceKey(refs: string | null): string {
  const current = readReferences(refs).filter(({ state }) => state !== 'gone');
  return JSON.stringify(current.map(({ field, to, since }) => [field, to, since]).sort());
}

/** Undefined for what is neither an id nor a list of ids. */
export function idsAt(record: unknown, field: string): readonly string[] | undefined {
  const value = valueAt(record, field.split('.'));
  const ids: readonly unknown[] = [value ?? []].flat();
  const isUsable = ids.length <= limits.referencedMax && ids.every((id) => typeof id === 'string');
  return isUsable ? [...new Set(ids as readonly string[])] : undefined;
}

/** A record that has just been stored, and as it was before. */
interface Stored {
  readonly row: Pick<RecordRow, 'id'> & { readonly line?: number };
  readonly record: unknown;
  readonly before?: unknown;
}

/** Of an import that is stored in steps: its id, and what its later records may still bring. */
interface ImportReferences {
  readonly importId: string;
  readonly awaited: Map<string, { readonly field: string; readonly line: number | undefined }>;
}

/**
 * Refuses records that name what does not exist, and writes what they name. After they are stored, so that a record can
 * refer to itself; with the lock of the resource, so that nobody deletes what they name meanwhile.
 */
export async function holdReferences(
  tx: Writer,
  resource: Pick<ResourceRow, 'id' | 'refs'>,
  stored: readonly Stored[],
  ofImport?: ImportReferences,
): Promise<void> {
  const broken: HeldReference[] = [];
  for (const reference of readReferences(resource.refs)) {
    const { field, to, state } = reference;
    if (state === 'gone') continue;
    const place = { resource_id: resource.id, field, to_resource: to };
    const added: { readonly row: Stored['row']; readonly id: string }[] = [];
    for (const { row, record, before } of stored) {
      const ids = idsAt(record, field);
      const old = idsAt(before, field) ?? [];
      if (ids === undefined && state === undefined) throw notAnId(field, row.line);
      if (ids === undefined) broken.push(reference);
      for (const id of ids ?? []) if (!old.includes(id)) added.push({ row, id });
      const dropped = old.filter((id) => ids?.includes(id) !== true);
      if (dropped.length > 0) await deleteReferences(tx, place, [row.id], dropped);
    }
    if (added.length === 0) continue;
    const named = [...new Set(added.map(({ id }) => id))];
    const known = await idsOf(tx, to, named, ofImport?.importId);
    for (const { row, id } of added) {
      if (known.has(id)) continue;
      if (ofImport !== undefined && to === resource.id)
        ofImport.awaited.set(id, { field, line: row.line });
      else if (state === undefined) throw pointsNowhere(field, id, row.line);
      else broken.push(reference);
    }
    const rows = added.map(({ row, id }) => ({ ...place, record_id: row.id, to_record: id }));
    await insertReferences(tx, rows);
  }
  await giveUpFilling(tx, resource, broken);
}

/** Their filling starts again, and finds what points nowhere. */
export async function giveUpFilling(
  tx: Writer,
  resource: Pick<ResourceRow, 'id' | 'refs'> | undefined,
  broken: readonly HeldReference[],
): Promise<void> {
  if (resource === undefined || broken.length === 0) return;
  const left = readReferences(resource.refs).map((reference) =>
    broken.some((other) => isSame(reference, other)) ? { ...reference, state: 'gone' } : reference,
  );
  await setReferences(tx, resource.id, JSON.stringify(left));
}

/** Refuses an import whose records name records of its own that it does not bring. */
export async function assertBrought(
  reader: Reader,
  resourceId: string,
  { importId, awaited }: ImportReferences,
): Promise<void> {
  const known = await idsOf(reader, resourceId, [...awaited.keys()], importId);
  for (const [id, { field, line }] of awaited)
    if (!known.has(id)) throw pointsNowhere(field, id, line);
}

function pointsNowhere(field: string, id: string, line?: number): Problem {
  const sentence = `${field} refers to ${quoted(id)}, and there is no such record.`;
  return refusal('reference', sentence, field, line);
}

function notAnId(field: string, line?: number): Problem {
  const sentence = `${field} must be the id of a record, or a list of at most ${limits.referencedMax} ids.`;
  return refusal('invalid', sentence, field, line);
}

function refusal(
  code: 'invalid' | 'reference',
  sentence: string,
  field: string,
  line: number | undefined,
): Problem {
  const where = line === undefined ? '' : `Line ${line}: `;
  return new Problem(code, `${where}${sentence}`, {
    fields: { field, ...(line === undefined ? {} : { line }) },
  });
}

function quoted(id: string): string {
  return JSON.stringify(id.length > 64 ? `${id.slice(0, 64)}…` : id);
}

/** Another resource that refers to one. */
interface Referrer {
  readonly id: string;
  readonly reference: HeldReference;
}

/**
 * Locks these resources and, in the same order of ids, all that deletions in some of them may change or be refused for;
 * nothing if nothing refers to those. Returns what refers to each resource.
 */
export async function lockReferring(
  { tx, caller }: { readonly tx: Writer; readonly caller: Pick<Caller, 'ownerId'> },
  deletedIn: readonly string[],
  others: readonly string[] = [],
) {
  const resources = new Map<string, ResourceRow | undefined>();
  for (;;) {
    // Again after the locks: another change may have come before them.
    const { referrersOf, reached } = await referrersIn(tx, caller.ownerId, deletedIn);
    const missing = [...new Set([...reached, ...others])].filter((id) => !resources.has(id));
    if (missing.length === 0) return { resources, referrersOf };
    for (const id of missing.sort()) resources.set(id, await lockResource(tx, caller.ownerId, id));
  }
}

async function referrersIn(tx: Writer, ownerId: string, deletedIn: readonly string[]) {
  const byTarget = new Map<string, Referrer[]>();
  const referring = deletedIn.length === 0 ? [] : await referringResources(tx, ownerId);
  for (const { id, refs } of referring)
    for (const reference of readReferences(refs)) {
      if (reference.state === 'gone') continue;
      const known = byTarget.get(reference.to);
      if (known === undefined) byTarget.set(reference.to, [{ id, reference }]);
      else known.push({ id, reference });
    }
  const referrersOf = (id: string): readonly Referrer[] => byTarget.get(id) ?? [];
  const reached = new Set(deletedIn.filter((id) => byTarget.has(id)));
  const changed = [...reached];
  for (const target of changed)
    for (const { id, reference } of referrersOf(target)) {
      reached.add(id);
      // Only what is deleted has further dependants.
      if (reference.onDelete === 'cascade' && !changed.includes(id)) changed.push(id);
    }
  return { referrersOf, reached: [...reached] };
}

const droppedAtOnce = 1_000;

/** A step of upkeep: deletes rows of references that are no longer configured. Returns whether there may be more. */
export async function dropReferences(
  tx: Writer,
  id: string,
  refs: string | null,
): Promise<boolean> {
  const references = readReferences(refs);
  const gone = references.find(({ state }) => state === 'gone');
  if (gone === undefined) return false;
  const place = { resource_id: id, field: gone.field, to_resource: gone.to };
  if ((await deleteSomeReferences(tx, place, droppedAtOnce)) < droppedAtOnce)
    await setReferences(tx, id, referencesText(references.filter((one) => one !== gone)));
  return true;
}
