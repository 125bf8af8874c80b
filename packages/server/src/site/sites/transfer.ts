import {
  cutCharacters,
  type ExportQuery,
  isId,
  type JsonObject,
  leadSchema,
  leadStatuses,
  type Profile,
  questionSchema,
  type SavedProfile,
  type SiteLead,
  type SiteQuestion,
  siteLimits,
} from '@baraza/contract';
import type { z } from 'zod';
import { isoTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { importLeads, importQuestions } from '../../store/site/transfers.ts';
import { folded } from '../asks/ask-record.ts';
import { allLeads, fingerprintOf } from '../leads/leads.ts';
import { isObject } from '../profile/field-values.ts';
import { allQuestions } from '../questions/questions.ts';
import type { Assistant } from '../site.ts';
import { saveProfile } from './sites.ts';

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
  const head = JSON.stringify({ format, version: 1, site: site.id, exported_at, profile });
  yield `${head.slice(0, -1)},"questions":[`;
  yield* listOf(wanted.questions ? [allQuestions(assistant, site, {})] : []);
  yield '],"leads":[';
  yield* listOf(
    wanted.leads ? leadStatuses.map((status) => allLeads(assistant, site, { status })) : [],
  );
  yield ']}';
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
}

/**
 * Brings an export into a site. Everything is judged before anything is written; what is there
 * already stays, so that an import that was cut off can be repeated.
 */
export async function importSite(
  assistant: Assistant,
  site: SiteRow,
  body: JsonObject,
  ifMatch: VersionTags | undefined,
): Promise<Imported> {
  if (body.format !== format || body.version !== 1 || !isObject(body.profile))
    throw new Problem('invalid', 'The body must be an export of a site: format, version, profile.');
  const questions = items(body.questions, 'questions', questionSchema).map((question) =>
    questionRow(site, question),
  );
  const leads = items(body.leads, 'leads', leadSchema).map((lead) => leadRow(site, lead));
  const saved = await saveProfile(assistant, site, body.profile, {
    ifMatch,
    sentBytes: Buffer.byteLength(JSON.stringify(body.profile)) - siteLimits.profileSlackBytes,
  });
  const { store } = assistant;
  let added = { questions: 0, leads: 0 };
  for (const batch of batches(questions)) {
    const count = await store.write((tx) => importQuestions(tx, batch));
    added = { ...added, questions: added.questions + count };
  }
  for (const batch of batches(leads)) {
    const count = await store.write((tx) => importLeads(tx, batch));
    added = { ...added, leads: added.leads + count };
  }
  return { ...saved, ...added };
}

function items<Schema extends z.ZodType>(
  value: unknown,
  field: string,
  schema: Schema,
): readonly z.output<Schema>[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Problem('invalid', `${field} must be a list.`);
  return value.map((item, index) => {
    const read = schema.safeParse(item);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    const place = [`${field}[${index}]`, ...(issue?.path ?? [])].join('.');
    throw new Problem('invalid', `${place} is not as an export has it.`);
  });
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
    question_folded: folded(text),
    answered: question.answered ? 1 : 0,
    sources: JSON.stringify(question.sources),
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

function* batches<Row>(rows: readonly Row[]): Iterable<readonly Row[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows);
}
