/**
 * Reads an export of a site part by part, since its values may not fit into memory. A small one is read in this
 * process, a large one in a child.
 */
import {
  conversationLimits,
  cutCharacters,
  type ExportedConversation,
  isConversationId,
  isId,
  limits,
  newSavedAnswerSchema,
  type SiteLead,
  type SiteQuestion,
  siteLimits,
} from '@baraza/contract';
import { z } from 'zod';
import { isObject } from '../../kernel/json/is-object.ts';
import { parseJson } from '../../kernel/json/json.ts';
import { findFields, isList, itemsOf } from '../../kernel/json/json-spans.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { readProfileInput } from '../profile/profile.ts';
import { type PastVersion, packAlone, packVersion } from '../profile/version-packing.ts';
import { type ImportSchemas, importSchemas } from './import-schemas.ts';
import { type MovedHead, movedHeadSchema } from './moved-head.ts';
import { type MovedRow, movedRowSchema } from './moved-rows.ts';

export interface ImportReader {
  /** Validates everything, before anything is written. */
  readonly validate: () => Promise<ValidImport>;
  /** The next batch of a list; empty at the end. */
  readonly next: <List extends keyof ImportedItems>(
    list: List,
  ) => Promise<readonly ImportedItems[List][]>;
}

export interface ValidImport {
  readonly profile: Uint8Array;
  /** Its earlier versions, newest first. */
  readonly history: readonly PastVersion[];
  readonly savedAnswers: readonly string[];
  /** Set in an export of a whole site. */
  readonly moved: MovedHead | undefined;
  /** What was left out. */
  readonly warnings: readonly string[];
}

export interface ImportedItems {
  readonly questions: SiteQuestion;
  readonly leads: SiteLead;
  readonly conversations: ExportedConversation;
  /** Only in an export of a whole site. */
  readonly rows: MovedRow;
}

export const exportFormat = 'baraza-site';
const depthMax = limits.jsonDepthMax + 1;
// Ten times as much as a question with its answer and sources, or a lead.
const itemBytesMax = 1024 * 1024;
const batchRows = 500;
const batchBytes = 1024 * 1024;

/** `nowMs`: nothing in an export may be later. */
export function createImportReader(body: Uint8Array, nowMs: number): ImportReader {
  const schemas = importSchemas(nowMs);
  const names =
    'format version profile questions leads conversations saved_answers versions moved rows';
  const fields = findFields(body, names.split(' '), depthMax);
  const questions = () => readItems(fields, 'questions', schemas.question, 'question');
  const leads = () => readItems(fields, 'leads', schemas.lead, 'lead');
  const conversations = () =>
    readItems(fields, 'conversations', schemas.conversation, 'conversation');
  const rows = () => readRows(fields);
  const batches = {
    questions: batchesOf(questions()),
    leads: batchesOf(leads()),
    conversations: batchesOf(conversations()),
    rows: batchesOf(rows()),
  };
  return {
    validate: async () => {
      const profile = readProfileField(fields);
      let pages = 0;
      for (const { hasLostPage } of questions()) pages += hasLostPage ? 1 : 0;
      for (const { hasLostPage } of leads()) pages += hasLostPage ? 1 : 0;
      for (const _ of conversations());
      for (const _ of rows());
      return {
        profile,
        history: readHistory(fields.get('versions'), schemas.version),
        savedAnswers: readSavedAnswers(fields.get('saved_answers')),
        moved: readMovedHead(fields.get('moved')),
        warnings: pages === 0 ? [] : [lostPages(pages)],
      };
    },
    next: async (list) => (batches[list].next().value ?? []) as never,
  };
}

function readProfileField(fields: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const profile = fields.get('profile');
  if (
    profile === undefined ||
    !isObject(parseJson(profile, depthMax)) ||
    shortValue(fields.get('format')) !== exportFormat ||
    shortValue(fields.get('version')) !== 1
  )
    throw invalid('The body must be an export of a site: format, version, profile.');
  return profile;
}

const savedAnswersSchema = z
  .array(newSavedAnswerSchema.shape.text)
  .max(conversationLimits.savedAnswersMax)
  .nullish()
  .transform((answers) => answers ?? []);

function readSavedAnswers(field: Uint8Array | undefined): readonly string[] {
  if (field !== undefined && field.length > itemBytesMax)
    throw invalid(`saved_answers may have at most ${itemBytesMax} bytes.`);
  const value = field === undefined ? [] : parseJson(field, depthMax);
  return readItem(value, 'saved_answers', savedAnswersSchema);
}

function shortValue(field: Uint8Array | undefined): unknown {
  // Longer values are invalid here.
  return field === undefined || field.length > 100 ? undefined : parseJson(field, depthMax);
}

interface ReadItem<Item> {
  readonly item: Item;
  readonly bytes: number;
  /** Whether its page is no address of a website. */
  readonly hasLostPage: boolean;
}

function lostPages(count: number): string {
  const what = count === 1 ? '1 page address was' : `${count} page addresses were`;
  return `${what} left out: a page has an http or https address.`;
}

function* readItems<Schema extends z.ZodType<{ readonly id: string }>>(
  fields: ReadonlyMap<string, Uint8Array>,
  name: string,
  schema: Schema,
  noun: 'question' | 'lead' | 'conversation',
): Generator<ReadItem<z.output<Schema>>, void> {
  for (const { part, where } of partsOf(fields, name)) {
    const given = parseJson(part, depthMax);
    const item = readItem(given, where, schema);
    const isValid = noun === 'conversation' ? isConversationId(item.id) : isId(noun, item.id);
    if (!isValid) throw invalid(`${cutCharacters(item.id, 100)} is not the id of a ${noun}.`);
    yield { item, bytes: part.length, hasLostPage: hasPage(given) && !hasPage(item) };
  }
}

function* readRows(fields: ReadonlyMap<string, Uint8Array>): Generator<ReadItem<MovedRow>, void> {
  for (const { part, where } of partsOf(fields, 'rows')) {
    const item = readItem(parseJson(part, depthMax), where, movedRowSchema);
    yield { item, bytes: part.length, hasLostPage: false };
  }
}

/** The items of a list, each with its place. */
function* partsOf(fields: ReadonlyMap<string, Uint8Array>, name: string) {
  const list = fields.get(name);
  if (list === undefined) return;
  if (!isList(list)) {
    if (shortValue(list) === null) return;
    throw invalid(`${name} must be a list.`);
  }
  let count = 0;
  for (const part of itemsOf(list)) {
    const where = `${name}[${count}]`;
    count += 1;
    if (part.length > itemBytesMax)
      throw invalid(`${where} may have at most ${itemBytesMax} bytes.`);
    yield { part, where };
  }
}

function readMovedHead(field: Uint8Array | undefined): MovedHead | undefined {
  if (field === undefined) return undefined;
  if (field.length > itemBytesMax) throw invalid('moved is too large.');
  return readItem(parseJson(field, depthMax), 'moved', movedHeadSchema);
}

function hasPage(item: unknown): boolean {
  return isObject(item) && typeof item.page === 'string' && item.page.trim() !== '';
}

function readItem<Schema extends z.ZodType>(
  item: unknown,
  where: string,
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(item);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = [where, ...(issue?.path ?? [])].join('.');
  throw invalid(
    issue?.code === 'custom'
      ? `${place} ${issue.message}`
      : `${place} does not have the format of an export.`,
  );
}

function* batchesOf<Item>(items: Iterable<ReadItem<Item>>): Generator<readonly Item[], void> {
  let batch: Item[] = [];
  let size = 0;
  for (const { item, bytes } of items) {
    batch.push(item);
    size += bytes;
    if (batch.length < batchRows && size < batchBytes) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Validates each version as a profile, and packs it with the one before it in the list. */
function readHistory(
  versions: Uint8Array | undefined,
  schema: ImportSchemas['version'],
): readonly PastVersion[] {
  if (versions === undefined) return [];
  if (!isList(versions)) throw invalid('versions must be a list.');
  const history: PastVersion[] = [];
  let next: string | undefined;
  for (const part of itemsOf(versions)) {
    if (history.length >= siteLimits.versionsMax) break;
    const { text, view } = readVersion(part, `versions[${history.length}]`, schema);
    const packed = next === undefined ? packAlone(text) : packVersion(history.length, text, next);
    history.push({ ...view, ...packed });
    next = text;
  }
  return history;
}

// More than 300 changes with the longest titles.
const changesCharactersMax = 256 * 1024;

function readVersion(part: Uint8Array, where: string, schema: ImportSchemas['version']) {
  const item = parseJson(part, depthMax);
  const read = readItem(item, where, schema);
  const profile = isObject(item) ? item.profile : undefined;
  if (!isObject(profile)) throw invalid(`${where} does not have the format of an export.`);
  const text = profileTextOf(profile, where);
  const changes = JSON.stringify(read.changes);
  if (changes.length > changesCharactersMax)
    throw invalid(`${where}.changes may have at most ${changesCharactersMax} characters.`);
  const view = {
    saved_at: Date.parse(read.saved_at),
    saved_by: cutCharacters(read.by, siteLimits.shortCharactersMax),
    changes,
  };
  return { text, view };
}

function profileTextOf(profile: { readonly [field: string]: unknown }, where: string): string {
  try {
    return JSON.stringify(readProfileInput(profile).profile);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw invalid(`${where}.profile: ${error.message}`);
  }
}
