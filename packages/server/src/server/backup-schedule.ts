/** Takes a backup each day at the time that the operator has chosen, in one of all processes on the store. */
import { hostname } from 'node:os';
import {
  type BackupList,
  type BackupSchedule,
  hourMs,
  type NewBackupSchedule,
} from '@baraza/contract';
import type { BackupCatalog } from '../backup/backup-catalog.ts';
import { isoTime } from '../kernel/clock.ts';
import { dailySlotAfter } from '../site/notices/digest-slot.ts';
import {
  readBackupAttempt,
  readLastBackup,
  writeBackupAttempt,
} from '../store/processes/installation.ts';
import { readSchedule, type StoredSchedule, writeSchedule } from '../store/server-settings.ts';
import type { Reader } from '../store/store.ts';
import type { Installation } from './assemble.ts';
import { type Job, runWithLease } from './jobs.ts';
import type { ServerParts } from './server-parts.ts';

type Parts = Pick<Installation, 'store' | 'clock' | 'log'>;

/** The time from a failure to the next attempt. */
const retryMs = hourMs;

export async function backupSchedule({ store, clock }: Pick<Parts, 'store' | 'clock'>) {
  return viewOf(await readSchedule(store), clock());
}

/** Applies from the next scheduled time on; a backup that was missed before is not taken. */
export async function setBackupSchedule(
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  { time, timeZone, keep }: NewBackupSchedule,
): Promise<BackupSchedule> {
  const wanted = time === null ? undefined : { time, timeZone, keep, setAt: clock() };
  await store.write((tx) => writeSchedule(tx, wanted));
  return viewOf(wanted, clock());
}

/** The failure of the schedule, if no backup has been taken since then; a restart does not forget it. */
export async function failedAttempt(
  { store }: Pick<Parts, 'store'>,
  last: BackupList['last'],
): Promise<BackupList['failed']> {
  const attempt = await readBackupAttempt(store);
  if (attempt === undefined || attempt.error === null || attempt.at < (last?.at ?? '')) return null;
  return { name: '', at: attempt.at, error: attempt.error };
}

const checkMs = 30_000;

/** Takes due backups. */
export function backupJob(
  { installation, isDraining }: Pick<ServerParts, 'installation' | 'isDraining'>,
  catalog: BackupCatalog,
): Job {
  return {
    name: 'backups',
    everyMs: checkMs,
    run: async (isStopped) => {
      // With deliveries off, a restored backup is only inspected.
      if (!installation.config.deliveries) return;
      await takeDueBackup(installation, catalog, () => isStopped() || isDraining());
    },
  };
}

/** Takes the backup that is due, unless another process does. A missed one is due until it is taken. */
export async function takeDueBackup(
  parts: Parts,
  catalog: Pick<BackupCatalog, 'takeScheduled'>,
  isStopped: () => boolean,
): Promise<void> {
  const { store, clock, log } = parts;
  if ((await dueSchedule(store, clock())) === undefined) return;
  await runWithLease(parts, { name: 'scheduled backup', everyMs: 0 }, isStopped, async () => {
    // Another process may have taken it in between.
    const due = await dueSchedule(store, clock());
    if (due === undefined) return;
    let error: string | null = null;
    try {
      // False while another backup job runs: this one stays due.
      if (!(await catalog.takeScheduled(due.keep))) return;
      log.info('the scheduled backup was taken');
    } catch (cause) {
      // A backup that the stop of the server has ended is no failure: it stays due.
      if (isStopped()) return;
      log.error('the scheduled backup failed', { cause });
      error = (cause as Error).message;
    }
    const attempt = { at: isoTime(clock()), machine: hostname(), error };
    await store.write((tx) => writeBackupAttempt(tx, attempt));
  });
}

/** The schedule, if its time has come since the last backup of any kind. */
async function dueSchedule(reader: Reader, nowMs: number): Promise<StoredSchedule | undefined> {
  const schedule = await readSchedule(reader);
  if (schedule === undefined) return undefined;
  const attempt = await readBackupAttempt(reader);
  const triedAt = attempt === undefined ? 0 : Date.parse(attempt.at);
  if (attempt?.error != null && triedAt + retryMs > nowMs && triedAt > schedule.setAt)
    return undefined;
  const last = await readLastBackup(reader);
  const takenAt = Math.max(
    last === undefined ? 0 : Date.parse(last.at),
    attempt?.error === null ? triedAt : 0,
  );
  return slotAfter(schedule, Math.max(schedule.setAt, takenAt)) <= nowMs ? schedule : undefined;
}

function slotAfter({ time, timeZone }: Pick<StoredSchedule, 'time' | 'timeZone'>, afterMs: number) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return dailySlotAfter(afterMs, hours * 60 + minutes, timeZone);
}

function viewOf(schedule: StoredSchedule | undefined, nowMs: number): BackupSchedule {
  if (schedule === undefined) return null;
  const { time, timeZone, keep } = schedule;
  return { time, timeZone, keep, nextAt: isoTime(slotAfter(schedule, nowMs)) };
}
