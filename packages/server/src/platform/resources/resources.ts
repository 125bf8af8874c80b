import {
  type Access,
  type ConfigWarning,
  type CreateResource,
  isId,
  type JsonObject,
  limits,
} from '@baraza/contract';
import { assertAllowed, type Caller, isKnown } from '../../access/scopes.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import { assertVersion, type VersionTags } from '../../kernel/version-tags.ts';
import { blobsOf } from '../../store/platform/objects.ts';
import {
  deleteResource,
  findResource,
  hideResource,
  insertResource,
  lockResource,
  type RecordColumns,
  type ResourceRow,
} from '../../store/platform/resources.ts';
import { markBlobsOfForDeletion } from '../../store/platform/unreferenced-blobs.ts';
import { endWebhook } from '../../store/platform/webhooks.ts';
import type { Reader } from '../../store/store.ts';
import { recordChange } from '../activity.ts';
import { assertHide } from '../ai/fields/hidden-fields.ts';
import { assertFormSettings, originsWarnings } from '../forms/form-settings.ts';
import type { Work } from '../platform.ts';
import { assignIndexes, indexPaths } from '../records/record-index.ts';
import { assignUniques, uniqueFields } from '../records/record-unique.ts';
import { requestUpkeep } from '../records/record-upkeep.ts';
import { assignSearch, searchPaths } from '../records/record-words.ts';
import { followReferences, lockBeforeDeletion } from '../records/reference-deletion.ts';
import { startReferences } from '../records/reference-filling.ts';
import { assertReferences, referenceWarnings } from '../records/references.ts';
import { assertRuleReferences, assertRules, type RuleName } from '../rules/access-rules.ts';
import { configWarnings } from '../rules/config-changes.ts';
import { assertConfigNames } from '../rules/config-names.ts';
import { assertOpen } from '../rules/keyless-access.ts';
import { trustWarnings } from '../rules/trust-warnings.ts';
import { trustsOf } from '../rules/trusted-fields.ts';
import { schemaOf } from '../schemas/config-schema.ts';
import { isWebhook, openWebhook } from '../webhooks/webhooks.ts';
import { etagOf } from './render.ts';
import { holdsRecords } from './transitions.ts';

export async function createResource(work: Work, wanted: CreateResource) {
  const { platform, tx, caller } = work;
  const nowMs = platform.clock();
  const account = { service: wanted.service, owner_id: caller.ownerId };
  const { config = {} } = wanted;
  const fresh = { record_count: 0, indexes: null, uniques: null, search: null };
  const row: ResourceRow = {
    id: platform.makeId('resource'),
    owner_id: caller.ownerId,
    service: wanted.service,
    kind: wanted.kind,
    name: wanted.name,
    config: configText(account, config),
    state: 'active',
    state_before: null,
    version: 1,
    created_at: nowMs,
    updated_at: nowMs,
    archived_at: null,
    completed_at: null,
    captured_at: null,
    validation: null,
    record_count: 0,
    record_bytes: 0,
    object_count: 0,
    object_bytes: 0,
    ...columnsFor({ ...wanted, ...fresh }, config),
    refs: await startReferences(work, wanted.service, config),
  };
  const warnings = await checkConfig(work, row, config);
  await insertResource(tx, row);
  if (isWebhook(row)) await openWebhook(work, row);
  await recordChange(work, { action: 'resource-created', resource: row, resources: 1 });
  return { row, warnings };
}

/**
 * The owner's resource, if the key has the scope of its service. A resource of another owner, and one that
 * the key is not for, are reported as absent; the scope is checked only after that look-up. A caller without a key
 * needs one of the rules to be open, and is refused otherwise.
 */
export async function requireResource(
  reader: Reader,
  caller: Caller,
  id: string,
  access: Access,
  rules: readonly RuleName[] = [],
): Promise<ResourceRow> {
  if (!isId('resource', id) || !isKnown(caller, id)) throw absent('resource');
  return requireAllowed(caller, await findResource(reader, caller.ownerId, id), access, rules);
}

/** `requireResource` at the start of a call that reads, without reading again what came with the key. */
export async function requireCalled(
  reader: Reader,
  caller: Caller,
  id: string,
): Promise<ResourceRow> {
  const { resourceAsRead } = caller;
  if (resourceAsRead?.id !== id || !isKnown(caller, id))
    return requireResource(reader, caller, id, 'read');
  return requireAllowed(caller, resourceAsRead, 'read', []);
}

/** The resource with a row lock, after checking the caller's `If-Match`. */
export async function requireHeld(
  { tx, caller }: Work,
  id: string,
  ifMatch?: VersionTags,
  rules: readonly RuleName[] = [],
): Promise<ResourceRow> {
  if (!isId('resource', id) || !isKnown(caller, id)) throw absent('resource');
  const row = requireAllowed(caller, await lockResource(tx, caller.ownerId, id), 'write', rules);
  assertVersion(ifMatch, etagOf(row.version));
  return row;
}

// More of them are deleted in steps, after the resource has become invisible; so are the deliveries of a webhook.
const recordsAtOnce = 1_000;
const bytesAtOnce = 256 * 1024;

/** Returns the row, and the blobs that are unreferenced once this is committed. */
export async function removeResource(work: Work, id: string, ifMatch: VersionTags | undefined) {
  const { platform, tx, caller } = work;
  await lockBeforeDeletion(work, id);
  const row = await requireHeld(work, id, ifMatch);
  await followReferences(work, { resource: row });
  const blobs = row.object_count === 0 ? [] : await blobsOf(tx, row.id);
  if (blobs.length > 0) await markBlobsOfForDeletion(tx, row.id, platform.clock());
  if (isWebhook(row)) await endWebhook(tx, caller.ownerId, row.id);
  const isLarge = row.record_count > recordsAtOnce || row.record_bytes > bytesAtOnce;
  if (isWebhook(row) || isLarge) {
    await hideResource(tx, row.id, platform.clock());
    await requestUpkeep(platform, tx, row.id);
  } else await deleteResource(tx, caller.ownerId, row.id);
  await recordChange(work, {
    action: 'resource-deleted',
    resource: { ...row, updated_at: platform.clock() },
    detail: { records: row.record_count, objects: row.object_count },
    resources: -1,
    objectBytes: -row.object_bytes,
  });
  return { row, blobs: blobs.map(({ blob }) => blob) };
}

/** A config as it is stored. A schema that cannot be used is refused now, not at the first record. */
export function configText(
  { service, owner_id }: Pick<ResourceRow, 'service' | 'owner_id'>,
  config: JsonObject,
): string {
  const text = JSON.stringify(config);
  if (Buffer.byteLength(text) > limits.configBytesMax)
    throw new Problem('too_large', `config may have at most ${limits.configBytesMax} bytes.`);
  if (holdsRecords(service)) schemaOf({ owner_id, config: text });
  return text;
}

/** What is stored beside a config: a path that stays keeps its column in the records. */
export function columnsFor(
  row: Pick<ResourceRow, 'service' | 'kind' | 'record_count'> & RecordColumns,
  config: JsonObject,
): RecordColumns & Pick<ResourceRow, 'trusts'> {
  const isEmpty = row.record_count === 0;
  return {
    trusts: trustsOf({ service: row.service, config: JSON.stringify(config) }),
    indexes: assignIndexes(row.indexes, indexPaths(row.service, config), isEmpty),
    uniques: assignUniques(row.uniques, uniqueFields(row, config)),
    search: assignSearch(row.search, searchPaths(row.service, config), isEmpty),
  };
}

/**
 * Refuses a new config that would not work, and returns what in it is probably a mistake. `before` is the config that
 * it replaces, as text.
 */
export async function checkConfig(
  work: Work,
  row: ResourceRow,
  config: JsonObject,
  before?: string,
): Promise<readonly ConfigWarning[]> {
  const { tx, caller } = work;
  assertFormSettings(row);
  assertHide(row.service, config);
  assertRules(row);
  assertConfigNames(row);
  const requireTarget = (id: string) => requireResource(tx, caller, id, 'read');
  await assertReferences(requireTarget, row.service, config);
  await assertRuleReferences(row, (id) => findResource(tx, row.owner_id, id));
  return [
    ...configWarnings(row),
    ...schemaWarnings(row),
    ...originsWarnings(row),
    ...referenceWarnings(row),
    ...(await trustWarnings(work, row, before)),
  ];
}

function schemaWarnings(row: ResourceRow): readonly ConfigWarning[] {
  if (!holdsRecords(row.service)) return [];
  return (schemaOf(row)?.warnings ?? []).map((message) => ({ path: '/schema', message }));
}

function requireAllowed(
  caller: Caller,
  row: ResourceRow | undefined,
  access: Access,
  rules: readonly RuleName[],
): ResourceRow {
  if (row === undefined) throw absent('resource');
  if (caller.keyless === undefined) assertAllowed(caller, row.service, access);
  else assertOpen(caller, row, rules);
  return row;
}
