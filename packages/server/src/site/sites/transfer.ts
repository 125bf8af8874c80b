import {
  type ExportQuery,
  leadStatuses,
  type SiteLead,
  type SiteQuestion,
  siteLimits,
} from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { isoTime } from '../../kernel/clock.ts';
import { foldText } from '../../kernel/formats/normalized.ts';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import { textPieces } from '../../kernel/text-pieces.ts';
import type { VersionTags } from '../../kernel/version-tags.ts';
import { overBytes } from '../../limits/owner-bytes.ts';
import { assertTaking } from '../../store/site/frozen-sites.ts';
import { joinQuestions } from '../../store/site/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { importLeads, importQuestions } from '../../store/site/transfers.ts';
import type { Writer } from '../../store/store.ts';
import { isFromOtherLanguage } from '../asks/ask-record.ts';
import type { Assistant } from '../assistant.ts';
import { allConversations, importBatch } from '../conversations/conversation-transfer.ts';
import { importSavedAnswers, savedAnswersOf } from '../conversations/saved-answers.ts';
import { allLeads, fingerprintOf } from '../leads/leads.ts';
import { changeProfile, type ProfileContext, writeSaved } from '../profile/profile-saving.ts';
import { earlierVersions, writeVersion } from '../profile/profile-versions.ts';
import { allQuestions } from '../questions/questions.ts';
import {
  exportFormat as format,
  type ImportedItems,
  type ImportReader,
  type ValidImport,
} from './import-reader.ts';

/**
 * The export of a site as the text of one JSON document: without keys, credentials and counters, and with questions,
 * leads and conversations only on request. Taught answers are part of the profile,
 * saved answers of the conversations.
 */
export async function exportSite(
  assistant: ProfileContext,
  site: SiteRow,
  query: ExportQuery,
  /** Further fields, each with a comma before it. */
  more: AsyncIterable<string> = none,
): Promise<AsyncIterable<string>> {
  const { text } = await assistant.profiles.profileText(site);
  return inPieces(documentOf(assistant, site, text, query, more));
}

const none: AsyncIterable<string> = { async *[Symbol.asyncIterator]() {} };

/** Large texts are written in pieces, so that other requests are served in between. */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (const piece of textPieces(text)) {
      await breathe();
      yield piece;
    }
}

async function* documentOf(
  assistant: ProfileContext,
  site: SiteRow,
  profile: string,
  query: ExportQuery,
  more: AsyncIterable<string>,
): AsyncGenerator<string> {
  const exported_at = isoTime(assistant.clock());
  const head = JSON.stringify({ format, version: 1, site: site.id, exported_at });
  yield `${head.slice(0, -1)},"profile":`;
  yield profile;
  yield ',"questions":[';
  yield* listOf(query.questions ? [allQuestions(assistant.store, site, {})] : []);
  yield '],"leads":[';
  yield* listOf(
    query.leads ? leadStatuses.map((status) => allLeads(assistant.store, site, { status })) : [],
  );
  yield ']';
  if (query.conversations) {
    yield ',"conversations":[';
    yield* listOf([allConversations(assistant.store, site)]);
    const { answers } = await savedAnswersOf(assistant.store, site);
    yield `],"saved_answers":${JSON.stringify(answers.map(({ text }) => text))}`;
  }
  if (query.versions) {
    yield ',"versions":[';
    yield* writtenVersions(assistant, site);
    yield ']';
  }
  yield* more;
  yield '}';
}

async function* listOf(
  lists: readonly AsyncIterable<readonly unknown[]>[],
): AsyncGenerator<string> {
  let isFirst = true;
  for (const batches of lists)
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      const items = batch.map((item) => JSON.stringify(item)).join(',');
      yield isFirst ? items : `,${items}`;
      isFirst = false;
    }
}

/** The newest versions, as many as an import accepts. */
async function* writtenVersions(assistant: ProfileContext, site: SiteRow): AsyncGenerator<string> {
  let bytes = 0;
  for await (const version of earlierVersions(assistant, site)) {
    const parts = writeVersion(version);
    const isFirst = bytes === 0;
    for (const part of parts) bytes += Buffer.byteLength(part);
    if (bytes > siteLimits.exportedVersionsBytesMax) return;
    if (!isFirst) yield ',';
    yield* parts;
  }
}

/**
 * Imports an export into a site. Everything is validated before anything is written. Existing questions and leads stay,
 * so that an interrupted import can be repeated. `text` has the saved profile and the numbers of new questions, leads
 * and versions, as JSON.
 */
export function importSite(
  assistant: ImportContext,
  site: SiteRow,
  body: Uint8Array,
  options: ImportOptions,
) {
  const { imports, clock } = assistant;
  const caller = { account: site.owner_id, signal: options.signal, nowMs: clock() };
  return imports(body, caller, async (reader) =>
    takeImport(assistant, site, reader, await reader.validate(), options),
  );
}

type ImportContext = ProfileContext & Pick<Assistant, 'imports' | 'engine' | 'vectors' | 'makeId'>;

interface ImportOptions {
  readonly ifMatch?: VersionTags | undefined;
  /** Set if the site arrives from another server, and is frozen. */
  readonly arrives?: boolean;
  readonly signal: AbortSignal;
}

/** Writes a validated import. */
export async function takeImport(
  assistant: ImportContext,
  site: SiteRow,
  reader: ImportReader,
  { profile, history, savedAnswers, warnings }: ValidImport,
  { ifMatch, arrives = false, signal }: ImportOptions,
) {
  const { store } = assistant;
  const sentBytes = profile.length - siteLimits.profileSlackBytes;
  const edited = await changeProfile(assistant, site, {
    change: { kind: 'put', body: profile, sentBytes, isImport: true },
    by: 'import',
    history,
    ifMatch,
    arrives,
    signal,
  });
  const changed = { ...edited.changed, warnings: [...warnings, ...edited.changed.warnings] };
  const saved = await writeSaved(assistant, { ...edited, changed });
  const added = { questions: 0, leads: 0, conversations: 0, versions: edited.imported };
  const bytesMax = assistant.profiles.ownerBytesMax;
  const stored = <Row>(insert: StoreRows<Row>, rows: readonly Row[]) =>
    store.write(async (tx) => {
      if (!arrives) await assertTaking(tx, site.id);
      const { count, ownerBytes } = await insert(tx, rows);
      if (ownerBytes > bytesMax) throw overBytes(bytesMax);
      return count;
    });
  // Before the questions, which join their conversations.
  for await (const items of batchesOf(reader, 'conversations'))
    added.conversations += await stored((tx, rows) => importBatch(tx, site, rows), items);
  for await (const questions of batchesOf(reader, 'questions')) {
    const rows = questions.map((question) => questionRow(site, question));
    added.questions += await stored(importQuestions, rows);
    const ids = rows.map(({ id }) => id);
    await store.write((tx) => joinQuestions(tx, site.id, ids));
  }
  for await (const leads of batchesOf(reader, 'leads')) {
    const rows = leads.map((lead) => leadRow(site, lead));
    added.leads += await stored(importLeads, rows);
  }
  await importSavedAnswers(assistant, site, savedAnswers);
  return { version: edited.site.version, text: joinObjects(saved, JSON.stringify(added)) };
}

type StoreRows<Row> = (
  tx: Writer,
  rows: readonly Row[],
) => Promise<{ readonly count: number; readonly ownerBytes: number }>;

async function* batchesOf<List extends keyof ImportedItems>(reader: ImportReader, list: List) {
  for (;;) {
    const batch = await reader.next(list);
    if (batch.length === 0) return;
    yield batch;
  }
}

function questionRow(site: SiteRow, question: SiteQuestion) {
  return {
    ...question,
    site_id: site.id,
    asked_at: Date.parse(question.asked_at),
    question_folded: foldText(question.question),
    answered: question.answered ? 1 : 0,
    sources: JSON.stringify(question.sources),
    other_language: isFromOtherLanguage(question) ? 1 : 0,
    notified: 1,
  };
}

function leadRow(site: SiteRow, lead: SiteLead) {
  return {
    ...lead,
    site_id: site.id,
    received_at: Date.parse(lead.received_at),
    fingerprint: fingerprintOf(lead),
  };
}
