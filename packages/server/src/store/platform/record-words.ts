/** Words of records: kept in the transaction of the record, found by the full-text index of the engine. */
import { listOf } from '../rows.ts';
import {
  type ByEngine,
  contains,
  joinQueries,
  type Query,
  type Reader,
  sql,
  type Writer,
} from '../store.ts';
import { type Allowed, isReadable } from './record-access.ts';

/** Words of letters and digits only, with the tags of their fields. */
export interface WordMatch {
  /** For each list, the record must have a word that begins with one of its words. */
  readonly every: readonly (readonly string[])[];
  /** What is added for a record that has one of the whole words, or a word with this beginning. */
  readonly scores: readonly (
    | { readonly whole: readonly string[]; readonly score: number }
    | { readonly beginning: string; readonly score: number }
  )[];
}

interface RankedRow {
  readonly id: string;
  readonly score: number;
}

interface RankedPage {
  readonly order: 'oldest' | 'newest';
  /** The last row of the previous page. */
  readonly after: RankedRow | undefined;
  readonly limit: number;
  readonly allowed: Allowed;
}

/** The matches with the highest score first, then by id; for `store.scan`. */
export function rankedRows(
  reader: Reader,
  resourceId: string,
  match: WordMatch,
  { order, after, limit, allowed }: RankedPage,
): Promise<RankedRow[]> {
  const [behind, direction] = order === 'newest' ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const rest =
    after === undefined
      ? sql``
      : sql`WHERE score < ${after.score} OR (score = ${after.score} AND id ${behind} ${after.id})`;
  const scores = match.scores.map(
    (one) => sql`CASE WHEN ${hasWords(one)} THEN ${one.score} ELSE 0 END`,
  );
  return reader.all(sql`SELECT id, score FROM (
      SELECT records.id AS id, ${joinQueries([sql`0`, ...scores], ' + ')} AS score
      FROM ${found(match)}
      ${join} record_words ON record_words.resource_id = ${resourceId} AND record_words.record_id = found.record_id
      ${join} records ON records.resource_id = ${resourceId} AND records.id = found.record_id
      WHERE found.resource_id = ${resourceId} AND ${isReadable(allowed)}
    ) AS ranked ${rest} ORDER BY score DESC, id ${direction} LIMIT ${limit}`);
}

// SQLite keeps this order; by itself it may read all records of the resource first.
const join: ByEngine = { sqlite: sql`CROSS JOIN`, postgres: sql`JOIN` };

/** Ids of matching records, as a list of a condition. */
export function idsWithWords(resourceId: string, match: WordMatch): Query {
  return sql`(SELECT record_id FROM ${found(match)} WHERE found.resource_id = ${resourceId})`;
}

/**
 * Read before anything else: the words have the tags of one resource, so nothing finds fewer rows than their index.
 * OFFSET and MATERIALIZED keep the planners from another order.
 */
function found({ every }: Pick<WordMatch, 'every'>): ByEngine {
  return {
    sqlite: sql`(WITH found AS MATERIALIZED (SELECT resource_id, record_id
      FROM record_search CROSS JOIN record_docs ON record_docs.doc = record_search.rowid
      WHERE record_search MATCH ${sqliteMatch(every)}) SELECT * FROM found) AS found`,
    postgres: sql`(SELECT resource_id, record_id FROM record_words
      WHERE words::tsvector @@ ${postgresMatch(every)}::tsquery OFFSET 0) AS found`,
  };
}

// In the text of each match: another search would cost as much as all records that have the word.
function hasWords(wanted: WordMatch['scores'][number]): Query {
  const tests =
    'whole' in wanted
      ? wanted.whole.map((word) => contains(sql`(' ' || words || ' ')`, ` ${word} `))
      : [contains(sql`(' ' || words)`, ` ${wanted.beginning}`)];
  return sql`(${joinQueries(tests, ' OR ')})`;
}

function sqliteMatch(every: WordMatch['every']): string {
  return every.map((words) => `(${words.map((word) => `"${word}" *`).join(' OR ')})`).join(' AND ');
}

function postgresMatch(every: WordMatch['every']): string {
  return every.map((words) => `(${words.map((word) => `'${word}':*`).join(' | ')})`).join(' & ');
}

/** A record with its words; '' for none. */
interface WordsRow {
  readonly id: string;
  readonly words: string;
}

// A fixed batch size: each row count would need its own prepared statement.
const rowsAtOnce = 50;

/** Words of new records. */
export async function insertWords(tx: Writer, resourceId: string, rows: readonly WordsRow[]) {
  const filled = rows.filter(({ words }) => words !== '');
  const grouped = filled.length - (filled.length % rowsAtOnce);
  for (let at = 0; at < grouped; at += rowsAtOnce)
    await tx.run(insertion(resourceId, filled.slice(at, at + rowsAtOnce)));
  for (const row of filled.slice(grouped)) await tx.run(insertion(resourceId, [row]));
}

function insertion(resourceId: string, rows: readonly WordsRow[]): Query {
  const tuples = rows.map(({ id, words }) => sql`(${listOf([resourceId, id, words])})`);
  return sql`INSERT INTO record_words (resource_id, record_id, words) VALUES ${joinQueries(tuples, ', ')}`;
}

export async function replaceWords(tx: Writer, resourceId: string, { id, words }: WordsRow) {
  await tx.run(
    words === ''
      ? sql`DELETE FROM record_words WHERE resource_id = ${resourceId} AND record_id = ${id}`
      : sql`${insertion(resourceId, [{ id, words }])}
          ON CONFLICT (resource_id, record_id) DO UPDATE SET words = excluded.words
          WHERE record_words.words <> excluded.words`,
  );
}

/** Records with the words that are stored for them, by id; those of an unpublished import are among them. */
export function rowsWithWords(reader: Reader, resourceId: string, afterId: string, limit: number) {
  return reader.all<{
    id: string;
    record: string;
    words: string;
  }>(sql`SELECT id, record, coalesce((SELECT words FROM record_words
      WHERE record_words.resource_id = records.resource_id AND record_id = records.id), '') AS words
    FROM records WHERE resource_id = ${resourceId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`);
}

/** Deletes the words of a limited number of records, and returns how many there were. */
export function deleteSomeWords(tx: Writer, resourceId: string, countMax: number) {
  return tx.run(sql`DELETE FROM record_words WHERE resource_id = ${resourceId} AND record_id IN (
    SELECT record_id FROM record_words WHERE resource_id = ${resourceId}
    ORDER BY record_id LIMIT ${countMax})`);
}
