/**
 * A new reference that holds over records that exist: writes what they name, in steps before the transaction of the
 * config. From the first step on every write keeps the rows of its own records right, so this ends also while others
 * write.
 */
import { type JsonObject, limits, type Service } from '@baraza/contract';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  deleteReferences,
  idsOf,
  insertReferences,
  setReferences,
} from '../../store/platform/record-references.ts';
import { rowsForUniques } from '../../store/platform/record-uniques.ts';
import { type RecordRow, recordIdOf } from '../../store/platform/records.ts';
import { lockResource, type ResourceRow } from '../../store/platform/resources.ts';
import type { Writer } from '../../store/store.ts';
import type { Platform, Work } from '../platform.ts';
import { outdated, type Preparation } from '../prepared-change.ts';
import {
  type HeldReference,
  idsAt,
  isSame,
  readReferences,
  referencesText,
  type WantedReference,
  wantedReferences,
} from './held-references.ts';
import { requestUpkeep } from './record-upkeep.ts';

/** What a config needs to have filled; undefined if it has no new reference. */
export function fillingOfReferences(
  platform: Pick<Platform, 'store' | 'clock' | 'recordUpkeep'>,
  row: ResourceRow,
  config: JsonObject,
  /** Rejects with the refusal if a target cannot be used. */
  assertTargets: () => Promise<void> = async () => {},
): Preparation<void> | undefined {
  const ready = readReferences(row.refs).filter(isReady);
  const added = wantedReferences(row.service, config).filter(
    (wanted) => !ready.some((reference) => isSame(reference, wanted)),
  );
  if (added.length === 0) return undefined;
  const run = async () => {
    await assertTargets();
    await fill(platform, row, added);
  };
  return {
    subject: `references ${row.id} ${JSON.stringify(added)}`,
    run: () => turns.run(run, { account: row.owner_id }),
  };
}

function isReady({ state }: HeldReference): boolean {
  return state === undefined || state === 'filled';
}

/** Puts the references of a config in force, and has the rows deleted that an earlier one left. */
export async function takeReferences(
  { platform, tx, prepared }: Work,
  row: ResourceRow,
  config: JsonObject,
): Promise<void> {
  const filling = fillingOfReferences(platform, row, config);
  if (filling !== undefined) {
    if (prepared === undefined) throw new Error('a new reference has to be prepared');
    prepared.resultOf(filling);
    // It was filled, and given up since.
    throw outdated;
  }
  const known = readReferences(row.refs);
  const wanted = wantedReferences(row.service, config);
  const taken = wanted.flatMap(({ onDelete, ...reference }) => {
    const ready = known.find((one) => isReady(one) && isSame(one, reference));
    return ready === undefined ? [] : [{ ...reference, onDelete, since: ready.since }];
  });
  const left = known
    .filter((one) => !wanted.some((other) => isSame(one, other)))
    .map((one) => ({ ...one, state: 'gone' }) as const);
  const refs = referencesText([...taken, ...left]);
  if (refs === row.refs) return;
  await setReferences(tx, row.id, refs);
  if (left.length > 0) await requestUpkeep(platform, tx, row.id);
}

/** The `refs` of a new resource. With the locks of its targets, which may be losing records. */
export async function startReferences(
  { platform, tx, caller }: Work,
  service: Service,
  config: JsonObject,
): Promise<string | null> {
  const wanted = wantedReferences(service, config);
  for (const target of [...new Set(wanted.map(({ to }) => to))].sort())
    await lockResource(tx, caller.ownerId, target);
  const since = platform.clock();
  return referencesText(wanted.map((reference) => ({ ...reference, since })));
}

// So many of the largest take about 15 ms on a slow core; of small ones there may be more.
const largeAtOnce = 64;
const smallAtOnce = 1_000;
const smallBytesMax = 256 * 1024;
const namedAtOnce = 1_000;
const missingMax = 20;
const shownCharactersMax = 100;

const turns = createFairQueue(
  { atOnce: 2, ofOneMax: 1, waitingMax: 20, waitingOfOneMax: 4, waitMs: 20_000 },
  { sentence: 'Other collections are being checked for references; try again shortly.' },
);

interface Missing {
  readonly recordId: string;
  readonly field: string;
  /** What the field has instead of the id of a record; left out if it is no text. */
  readonly value?: string;
}

async function fill(
  platform: Pick<Platform, 'store' | 'clock' | 'recordUpkeep'>,
  { id, owner_id }: ResourceRow,
  added: readonly WantedReference[],
): Promise<void> {
  const { store } = platform;
  const isOurs = (one: HeldReference) =>
    one.state !== 'gone' && added.some((other) => isSame(one, other));
  await store.write((tx) => announce(tx, owner_id, id, added, platform.clock()));
  const held = <Result>(
    work: (tx: Writer, mark: (state: 'filled' | 'gone') => Promise<unknown>) => Promise<Result>,
  ) =>
    store.write(async (tx) => {
      const references = readReferences((await lockResource(tx, owner_id, id))?.refs ?? null);
      if (references.filter(isOurs).length < added.length) throw outdated;
      return work(tx, (state) => {
        const isMarked = (one: HeldReference) => isOurs(one) && one.state === 'filling';
        const marked = references.map((one) => (isMarked(one) ? { ...one, state } : one));
        return setReferences(tx, id, referencesText(marked));
      });
    });
  const missing: Missing[] = [];
  let rowsMax = largeAtOnce;
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    const from: string = afterId;
    const step = await held(async (tx, mark) => {
      const filled = await fillSome(tx, id, added, from, rowsMax);
      const isDone = filled.lastId === undefined && missing.length + filled.missing.length === 0;
      if (isDone) await mark('filled');
      return filled;
    });
    missing.push(...step.missing);
    rowsMax = step.bytes > smallBytesMax ? largeAtOnce : Math.min(2 * rowsMax, smallAtOnce);
    afterId = missing.length < missingMax ? step.lastId : undefined;
  }
  if (missing.length === 0) return;
  await held(async (tx, mark) => {
    await mark('gone');
    await requestUpkeep(platform, tx, id);
  });
  throw pointingNowhere(missing.slice(0, missingMax));
}

/** From now on writes keep the rows right. With the locks of the targets, which may be losing records. */
async function announce(
  tx: Writer,
  ownerId: string,
  id: string,
  added: readonly WantedReference[],
  since: number,
): Promise<void> {
  const rows = new Map<string, ResourceRow | undefined>();
  for (const one of [...new Set([id, ...added.map(({ to }) => to)])].sort())
    rows.set(one, await lockResource(tx, ownerId, one));
  const row = rows.get(id);
  if (row === undefined) throw outdated;
  const kept = readReferences(row.refs).filter(
    (one) => one.state !== 'gone' || !added.some((other) => isSame(one, other)),
  );
  const news = added.filter((one) => !kept.some((other) => isSame(one, other)));
  const filling = news.map((reference) => ({ ...reference, since, state: 'filling' }) as const);
  await setReferences(tx, id, referencesText([...kept, ...filling]));
}

/** `lastId` is the last record of the step; undefined if no further record follows. */
async function fillSome(
  tx: Writer,
  id: string,
  added: readonly WantedReference[],
  afterId: string,
  rowsMax: number,
) {
  const rows = await rowsForUniques(tx, id, afterId, rowsMax);
  const found: FoundRow[] = [];
  let [named, bytes] = [0, 0];
  for (const row of rows) {
    if (named >= namedAtOnce || bytes > smallBytesMax) break;
    const record: unknown = JSON.parse(row.record);
    bytes += row.record.length;
    const idsOfFields = added.map(({ field }) => idsAt(record, field));
    named += idsOfFields.reduce((sum, ids) => sum + (ids?.length ?? 0), 0);
    found.push({ id: row.id, client_id: row.client_id, idsOfFields });
  }
  const missing: Missing[] = [];
  for (const [at, { field, to }] of added.entries()) {
    const place = { resource_id: id, field, to_resource: to };
    const idsIn = (row: FoundRow) => row.idsOfFields[at] ?? [];
    const known = await idsOf(tx, to, [...new Set(found.flatMap(idsIn))]);
    // What an earlier config left may be old.
    await deleteReferences(
      tx,
      place,
      found.map((row) => row.id),
    );
    const links = found.flatMap((row) =>
      idsIn(row).map((to_record) => ({ ...place, record_id: row.id, to_record })),
    );
    await insertReferences(tx, links);
    for (const row of found) {
      const recordId = recordIdOf(row);
      const value = idsIn(row).find((one) => !known.has(one));
      if (value !== undefined) missing.push({ recordId, field, value: shown(value) });
      else if (row.idsOfFields[at] === undefined) missing.push({ recordId, field });
    }
  }
  const isLast = found.length === rows.length && rows.length < rowsMax;
  return { lastId: isLast ? undefined : found.at(-1)?.id, missing, bytes };
}

interface FoundRow extends Pick<RecordRow, 'id' | 'client_id'> {
  readonly idsOfFields: readonly (readonly string[] | undefined)[];
}

function shown(value: string): string {
  return value.slice(0, shownCharactersMax);
}

function pointingNowhere(missing: readonly Missing[]): Problem {
  const { recordId, field, value } = missing[0] ?? { recordId: '', field: '' };
  const fault =
    value === undefined
      ? `is neither an id nor a list of at most ${limits.referencedMax} ids`
      : `refers to ${JSON.stringify(value)}, and there is no such record`;
  const more = missing.length > 1 ? '; there are more' : '';
  return new Problem(
    'reference',
    `config.references cannot be set: ${field} of the record ${recordId} ${fault}${more}.`,
    { fields: { field, missing } },
  );
}
