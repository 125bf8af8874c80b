/** References between collections (`config.references`), and the records that `expand` adds to an answer. */
import { type ConfigWarning, type JsonObject, limits, type Service } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Allowed } from '../../store/platform/record-access.ts';
import { type RecordRow, recordIdOf, recordsByRecordIds } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { parsedConfig } from '../parsed-config.ts';
import { renderStoredRecord } from '../resources/render.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { isAlmostHeld, isHeldForm, wantedReferences } from './held-references.ts';
import { type RecordPath, readPath, valueAt } from './query/record-path.ts';

/** Returns a resource that the caller may read, or throws the refusal. */
type RequireTarget = (id: string) => Promise<ResourceRow>;
/** Like `RequireTarget`, with what the caller may read of the resource; undefined if a user may read nothing of it. */
type RequireReadable = (id: string) => Promise<Readable | undefined>;

/** Refuses references to what is not a collection of the caller. */
export async function assertReferences(
  requireTarget: RequireTarget,
  service: Service,
  config: JsonObject,
): Promise<void> {
  const held = wantedReferences(service, config);
  for (const [path, target] of referencesOf(service, config)) {
    readPath(path, 'config.references');
    const isHeld = held.some(({ field }) => field === path);
    const row = await requireTarget(target).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    });
    if (isHeld && row?.service !== 'data')
      throw invalid(`config.references.${path}.to must be the id of one of your data resources.`);
    if (row === undefined || !holdsRecords(row.service))
      throw invalid(
        `config.references.${path} must be the id of one of your resources that hold records.`,
      );
  }
}

/** References that look as if they should hold, and have no effect. */
export function referenceWarnings({ service, config }: Pick<ResourceRow, 'service' | 'config'>) {
  const { references } = parsedConfig(config);
  if (!isObject(references) || !holdsRecords(service)) return [];
  return Object.keys(references)
    .filter((path) => isAlmostHeld(references[path]))
    .map((path): ConfigWarning => {
      const name = path.replaceAll('~', '~0').replaceAll('/', '~1');
      const message = `config.references.${path} has no effect: onDelete must be restrict, cascade or clear.`;
      return { path: `/references/${name}`, message };
    });
}

/** Each path with the id of its target. An object of another form than that of `held-references.ts` is none. */
function referencesOf(service: Service, { references }: JsonObject): readonly [string, string][] {
  if (references === undefined || references === null || !holdsRecords(service)) return [];
  const given = isObject(references) ? Object.entries(references) : undefined;
  const entries = given
    ?.map(([path, value]) => [path, isHeldForm(value) ? value.to : value] as const)
    .filter(([, target]) => !isObject(target));
  const isUsable =
    entries !== undefined &&
    entries.length <= limits.recordReferencesMax &&
    entries.every(([, target]) => typeof target === 'string');
  if (!isUsable)
    throw invalid(
      `config.references must be an object of at most ${limits.recordReferencesMax} paths, ` +
        'like {"patient":"res_…"}.',
    );
  return entries as [string, string][];
}

interface Readable {
  readonly target: ResourceRow;
  /** What the caller may read of the target. */
  readonly allowed: Allowed;
  /** The row as the caller sees it. */
  readonly show: (row: RecordRow) => RecordRow;
}

/** One reference whose records are added to an answer. */
interface Expansion {
  readonly name: string;
  readonly path: RecordPath;
  readonly readable: Readable | undefined;
  readonly ids: Set<string>;
}

type Expansions = readonly Expansion[];

/** What `expand=patient,staff` adds. Each target must exist for the caller and be in the caller's scopes. */
export async function readExpansions(
  requireReadable: RequireReadable,
  row: ResourceRow,
  expand: string | undefined,
): Promise<Expansions> {
  if (expand === undefined) return [];
  const config = parsedConfig(row.config);
  const known = new Map(isObject(config.references) ? referencesOf(row.service, config) : []);
  const expansions: Expansion[] = [];
  for (const name of new Set(expand.split(',').map((part) => part.trim()))) {
    const target = known.get(name);
    if (target === undefined)
      throw invalid(`expand names ${name}, which is not in config.references.`);
    expansions.push({
      name,
      path: name.split('.'),
      readable: await requireReadable(target),
      ids: new Set(),
    });
  }
  return expansions;
}

/** Notes what the records of an answer refer to: an id, or a list of ids. */
export function collectReferences(expansions: Expansions, rows: readonly RecordRow[]): void {
  if (expansions.length === 0) return;
  for (const { record } of rows) {
    const parsed: unknown = JSON.parse(record);
    for (const { path, ids, readable } of expansions)
      for (const id of [valueAt(parsed, path)].flat())
        if (
          readable !== undefined &&
          typeof id === 'string' &&
          sizeOf(expansions) < limits.expandedMax
        )
          ids.add(id);
  }
}

function sizeOf(expansions: Expansions): number {
  return expansions.reduce((sum, { ids }) => sum + ids.size, 0);
}

// The access rule of the target may take 10 ms for each row.
const rowsAtOnce = 4;

/** `,"expanded":{"patient":{"rec_…":{…}}}` in pieces: each record once, and none that is gone. */
export async function* expandedText(
  reader: Reader,
  expansions: Expansions,
): AsyncGenerator<string, void> {
  if (expansions.length === 0) return;
  yield ',"expanded":{';
  for (const [index, { name, readable, ids }] of expansions.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:{`;
    const wanted = readable === undefined ? [] : [...ids];
    let isFirst = true;
    for (let at = 0; at < wanted.length; at += rowsAtOnce) {
      const some = wanted.slice(at, at + rowsAtOnce);
      await breathe();
      const { target, allowed, show } = readable as Readable;
      const found = await recordsByRecordIds(reader, target.id, some, allowed);
      const texts = found.map((row) => `"${recordIdOf(row)}":${renderStoredRecord(show(row))}`);
      if (texts.length === 0) continue;
      yield `${isFirst ? '' : ','}${texts.join(',')}`;
      isFirst = false;
    }
    yield '}';
  }
  yield '}';
}
