/** Usage of a site by month (plan allowances, with reservations) and by day (statistics). */
import { movingSite } from '../../kernel/problem.ts';
import { readValue, storeNow, typed } from '../rows.ts';
import { type Reader, type Store, skipLocked, sql, sqlText, type Writer } from '../store.ts';
import { keyShare } from './frozen-sites.ts';

/** The monthly allowances of a plan. */
type Counted = 'questions' | 'voice' | 'live_seconds';

interface UsageRow {
  readonly period: string;
  readonly questions: number;
  readonly voice: number;
  readonly live_seconds: number;
}

interface DayRow {
  readonly date: string;
  readonly questions: number;
  readonly answered: number;
  readonly leads: number;
  readonly voice: number;
}

/**
 * The month in UTC as the store sees it: processes on one database agree on it whatever their own
 * clocks say, and the embedded store has the clock of its process.
 */
function monthNow(nowMs: number) {
  return dateNow(nowMs, 'YYYY-MM');
}

export async function readMonth(reader: Pick<Store, 'get'>, nowMs: number): Promise<string> {
  return (await readValue<string>(reader, sql`SELECT ${monthNow(nowMs)} AS period`)) ?? '';
}

/** The month and day that an amount was taken from: it may be given back in a later one. */
export interface TakenFrom {
  readonly period: string;
  readonly date: string;
}

/** Takes an amount from the month's allowance in one statement; undefined when there is not enough left. */
export async function takeUsage(
  tx: Writer,
  siteId: string,
  counted: Counted,
  take: { readonly amount: number; readonly max: number | undefined; readonly nowMs: number },
): Promise<TakenFrom | undefined> {
  const { amount, max } = take;
  if (max !== undefined && amount > max) return undefined;
  const column = columns[counted];
  const room = max === undefined ? sql`` : sql` WHERE site_usage.${column} + ${amount} <= ${max}`;
  const taken = await tx.get<TakenFrom>(sql`INSERT INTO site_usage (site_id, period, ${column})
    VALUES (${siteId}, ${monthNow(take.nowMs)}, ${amount})
    ON CONFLICT (site_id, period) DO UPDATE SET
      ${column} = site_usage.${column} + ${amount}${room}
    RETURNING period, ${dayNow(take.nowMs)} AS date`);
  // Questions are counted into their day when they are stored, with whether they were answered.
  if (taken !== undefined && counted !== 'questions')
    await countDay(tx, siteId, { [counted]: amount }, take.nowMs);
  return taken;
}

/** Gives back what was taken for something that failed, to where it was taken from; a question counts in no day. */
export async function giveUsage(
  tx: Writer,
  siteId: string,
  counted: Counted,
  give: Pick<TakenFrom, 'period'> & Partial<TakenFrom> & { readonly amount: number },
): Promise<number> {
  const column = columns[counted];
  const given = await tx.run(sql`UPDATE site_usage SET ${column} = ${column} - ${give.amount}
    WHERE site_id = ${siteId} AND period = ${give.period}
      AND ${column} >= ${give.amount}`);
  if (given > 0 && give.date !== undefined)
    await tx.run(sql`UPDATE site_days SET ${column} = ${column} - ${give.amount}
      WHERE site_id = ${siteId} AND date = ${give.date} AND ${column} >= ${give.amount}`);
  return given;
}

export async function findUsage(reader: Reader, siteId: string, nowMs: number) {
  return reader.get<UsageRow>(sql`SELECT period, questions, voice, live_seconds FROM site_usage
    WHERE site_id = ${siteId} AND period = ${monthNow(nowMs)}`);
}

/** Everything that is stored of a visitor is counted, so this refuses it once the site is frozen. */
export async function countDay(
  tx: Writer,
  siteId: string,
  add: Partial<Omit<DayRow, 'date'> & Pick<UsageRow, 'live_seconds'>>,
  nowMs: number,
): Promise<void> {
  const { questions = 0, answered = 0, leads = 0, voice = 0, live_seconds: live = 0 } = add;
  const counted = await tx.run(sql`INSERT INTO site_days
      (site_id, date, questions, answered, leads, voice, live_seconds)
    SELECT id, ${dayNow(nowMs)}, ${typed('bigint', questions)}, ${typed('bigint', answered)},
      ${typed('bigint', leads)}, ${typed('bigint', voice)}, ${typed('bigint', live)}
    FROM (SELECT id FROM sites WHERE id = ${siteId} AND status <> 'frozen'${keyShare}) AS taking
    WHERE true
    ON CONFLICT (site_id, date) DO UPDATE SET
      questions = site_days.questions + ${questions},
      answered = site_days.answered + ${answered},
      leads = site_days.leads + ${leads},
      voice = site_days.voice + ${voice},
      live_seconds = site_days.live_seconds + ${live}`);
  if (counted === 0) throw movingSite();
}

/** Oldest first. */
export function daysSince(reader: Reader, siteId: string, date: string): Promise<DayRow[]> {
  return reader.all(sql`SELECT date, questions, answered, leads, voice FROM site_days
    WHERE site_id = ${siteId} AND date >= ${date} ORDER BY date`);
}

/** What a site used in a month, and how many answers and leads resulted. */
export interface MonthlyUsage extends Omit<UsageRow, 'period'> {
  readonly answered: number;
  readonly leads: number;
}

/** The usage in this month of all sites that had any. */
export async function monthlyUsage(store: Pick<Store, 'get' | 'all'>, nowMs: number) {
  const month = await readMonth(store, nowMs);
  const [used, days] = await Promise.all([
    store.all<UsageRow & { site_id: string }>(sql`SELECT site_id, questions, voice, live_seconds
      FROM site_usage
      WHERE period = ${month}`),
    store.all<{ site_id: string; answered: number; leads: number }>(
      sql`SELECT site_id, sum(answered) AS answered, sum(leads) AS leads FROM site_days
        WHERE date >= ${`${month}-01`} GROUP BY site_id`,
    ),
  ]);
  const none = { questions: 0, voice: 0, live_seconds: 0, answered: 0, leads: 0 };
  const bySite = new Map<string, MonthlyUsage>();
  for (const { site_id, questions, voice, live_seconds } of used)
    bySite.set(site_id, { ...none, questions, voice, live_seconds });
  for (const { site_id, answered, leads } of days)
    bySite.set(site_id, {
      ...(bySite.get(site_id) ?? none),
      answered: Number(answered),
      leads: Number(leads),
    });
  return bySite;
}

const columns = { questions: sql`questions`, voice: sql`voice`, live_seconds: sql`live_seconds` };

function dayNow(nowMs: number) {
  return dateNow(nowMs, 'YYYY-MM-DD');
}

function dateNow(nowMs: number, format: 'YYYY-MM' | 'YYYY-MM-DD') {
  return {
    sqlite: sql`${new Date(nowMs).toISOString().slice(0, format.length)}`,
    postgres: sql`to_char(now() AT TIME ZONE 'UTC', ${sqlText(`'${format}'`)})`,
  };
}

// What running work has taken from an allowance and not yet settled. Rows of a killed process are given back when they
// expire.

export function insertReservation(
  tx: Writer,
  { id, siteId }: { readonly id: string; readonly siteId: string },
  heldMs: number,
  nowMs: number,
): Promise<number> {
  return tx.run(sql`INSERT INTO reservations (id, site_id, period, until)
    VALUES (${id}, ${siteId}, ${monthNow(nowMs)}, ${storeNow(nowMs)} + ${heldMs})`);
}

/** Undefined when it was settled before, or given back since its time was over. */
export function deleteReservation(tx: Writer, id: string) {
  return tx.get<{ readonly period: string }>(
    sql`DELETE FROM reservations WHERE id = ${id} RETURNING period`,
  );
}

/** Gives back expired reservations: one question for each. */
export async function reclaimReservations(tx: Writer, siteId: string, nowMs: number) {
  const rows = await tx.all<{ period: string }>(sql`DELETE FROM reservations WHERE id IN
      (SELECT id FROM reservations WHERE site_id = ${siteId} AND until < ${storeNow(nowMs)}
        ORDER BY id${skipLocked})
    RETURNING period`);
  for (const period of new Set(rows.map((row) => row.period))) {
    const amount = rows.filter((row) => row.period === period).length;
    await tx.run(sql`UPDATE site_usage SET questions = questions - ${amount}
      WHERE site_id = ${siteId} AND period = ${period} AND questions >= ${amount}`);
  }
  return rows.length;
}

export function sitesToReclaim(reader: Reader, nowMs: number) {
  return reader.all<{ readonly site_id: string }>(sql`SELECT DISTINCT site_id FROM reservations
    WHERE until < ${storeNow(nowMs)} ORDER BY site_id`);
}
