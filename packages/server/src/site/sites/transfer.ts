import {
  cutCharacters,
  type ExportQuery,
  isId,
  type JsonObject,
  leadSchema,
  leadStatuses,
  limits,
  type Profile,
  questionSchema,
  type SavedProfile,
  type SiteLead,
  type SiteQuestion,
  siteLimits,
} from '@baraza/contract';
import type { z } from 'zod';
import { isoTime } from '../../kernel/clock.ts';
import { type JsonFields, readingFields } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { inSteps } from '../../kernel/steps.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { writingJson } from '../../kernel/write-json.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { importLeads, importQuestions } from '../../store/site/transfers.ts';
import { foldText, isFromOtherLanguage } from '../asks/ask-record.ts';
import type { Assistant } from '../assistant.ts';
import { allLeads, fingerprintOf } from '../leads/leads.ts';
import { isObject } from '../profile/field-values.ts';
import { saveProfile, tellSaved } from '../profile/whole-profile.ts';
import { allQuestions } from '../questions/questions.ts';
import { readHistory, writtenVersions } from './transfer-versions.ts';

const format = 'baraza-site';
const batchRows = 500;

/**
 * What of a site may travel, as the text of one JSON document: no key, no credential and no
 * counter. What was taught lies in the profile; what visitors said goes along only when it is
 * wanted.
 */
export async function exportSite(
  assistant: Assistant,
  site: SiteRow,
  wanted: ExportQuery,
): Promise<AsyncIterable<string>> {
  const profile = await assistant.library.profileOf(site);
  return documentOf(assistant, site, profile, wanted);
}

async function* documentOf(
  assistant: Assistant,
  site: SiteRow,
  profile: Profile,
  wanted: ExportQuery,
): AsyncGenerator<string, void, undefined> {
  const exported_at = isoTime(assistant.clock());
  const whole = { format, version: 1, site: site.id, exported_at, profile };
  const head = await inSteps(writingJson(whole));
  yield `${head.slice(0, -1)},"questions":[`;
  yield* listOf(wanted.questions ? [allQuestions(assistant, site, {})] : []);
  yield '],"leads":[';
  yield* listOf(
    wanted.leads ? leadStatuses.map((status) => allLeads(assistant, site, { status })) : [],
  );
  yield ']';
  if (wanted.versions) {
    yield ',"versions":[';
    yield* writtenVersions(assistant, site);
    yield ']';
  }
  yield '}';
}

async function* listOf(
  lists: readonly AsyncIterable<readonly unknown[]>[],
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for (const batches of lists)
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      const items = batch.map((item) => JSON.stringify(item)).join(',');
      yield isFirst ? items : `,${items}`;
      isFirst = false;
    }
}

interface Imported extends SavedProfile {
  /** How many were new here. */
  readonly questions: number;
  readonly leads: number;
  readonly versions: number;
}

/**
 * Brings an export into a site. Everything is judged before anything is written; what is there
 * already stays, so that an import that was cut off can be repeated. The body is read field by
 * field and its questions and leads one by one, twice: an export may be larger than what fits into
 * memory as values.
 */
export async function importSite(
  assistant: Assistant,
  site: SiteRow,
  body: Uint8Array,
  ifMatch: VersionTags | undefined,
): Promise<Imported> {
  const fields = await inSteps(readingFields(body, limits.jsonDepthMax + 1));
  const place = fields.field('profile');
  const profile = place && (await inSteps(fields.reading(place)));
  if (
    (await shortValue(fields, 'format')) !== format ||
    (await shortValue(fields, 'version')) !== 1 ||
    !isObject(profile) ||
    place === undefined
  )
    throw new Problem('invalid', 'The body must be an export of a site: format, version, profile.');
  const questions = () =>
    rowsOf(fields, 'questions', questionSchema, (question) => questionRow(site, question));
  const leads = () => rowsOf(fields, 'leads', leadSchema, (lead) => leadRow(site, lead));
  for await (const _ of questions());
  for await (const _ of leads());
  const history = await readHistory(fields);
  const edited = await saveProfile(assistant, site, profile as JsonObject, {
    by: 'import',
    history,
    ifMatch,
    sentBytes: place.to - place.from - siteLimits.profileSlackBytes,
  });
  const saved = await tellSaved(assistant, edited);
  const { store } = assistant;
  const added = { questions: 0, leads: 0, versions: edited.brought };
  for await (const rows of questions())
    added.questions += await store.write((tx) => importQuestions(tx, rows));
  for await (const rows of leads()) added.leads += await store.write((tx) => importLeads(tx, rows));
  return { ...saved, ...added };
}

async function shortValue(fields: JsonFields, name: string): Promise<unknown> {
  const place = fields.field(name);
  // None of the short fields is longer.
  if (place === undefined || place.to - place.from > 100) return undefined;
  return inSteps(fields.reading(place));
}

// A question with its answer and sources, or a lead, is a tenth of this.
const itemBytesMax = 1024 * 1024;

/** The items of a list as rows of the store, some at a time. */
async function* rowsOf<Schema extends z.ZodType, Row>(
  fields: JsonFields,
  field: string,
  schema: Schema,
  rowOf: (item: z.output<Schema>) => Row,
): AsyncGenerator<readonly Row[], void> {
  const place = fields.field(field);
  if (place === undefined) return;
  const spans = fields.items(place);
  if (spans === undefined) {
    if ((await shortValue(fields, field)) === null) return;
    throw new Problem('invalid', `${field} must be a list.`);
  }
  const batch = function* (): Generator<undefined, readonly Row[]> {
    const rows: Row[] = [];
    while (rows.length < batchRows) {
      const { value: span, done } = spans.next();
      if (done) break;
      yield;
      if (span === undefined) continue;
      const where = `${field}[${count}]`;
      count += 1;
      if (span.to - span.from > itemBytesMax)
        throw new Problem('invalid', `${where} may have at most ${itemBytesMax} bytes.`);
      rows.push(rowOf(readItem(yield* fields.reading(span), where, schema)));
    }
    return rows;
  };
  let count = 0;
  for (;;) {
    const rows = await inSteps(batch());
    if (rows.length === 0) return;
    yield rows;
  }
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
  throw new Problem('invalid', `${place} is not as an export has it.`);
}

function questionRow(site: SiteRow, question: SiteQuestion) {
  if (!isId('question', question.id))
    throw new Problem('invalid', `${cutCharacters(question.id, 100)} is no id of a question.`);
  const text = cutCharacters(question.question, siteLimits.questionCharactersMax);
  return {
    ...question,
    site_id: site.id,
    asked_at: Date.parse(question.asked_at),
    question: text,
    question_folded: foldText(text),
    answered: question.answered ? 1 : 0,
    sources: JSON.stringify(question.sources),
    other_language: isFromOtherLanguage(question) ? 1 : 0,
    told: 1,
  };
}

function leadRow(site: SiteRow, lead: SiteLead) {
  if (!isId('lead', lead.id))
    throw new Problem('invalid', `${cutCharacters(lead.id, 100)} is no id of a lead.`);
  return {
    ...lead,
    site_id: site.id,
    received_at: Date.parse(lead.received_at),
    fingerprint: fingerprintOf(lead),
  };
}
