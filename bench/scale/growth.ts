/** Rows, bytes, backups and money over time, computed from the measured costs without randomness. */
import { siteLimits } from '@baraza/contract';
import { assumptions, hoursOfMonth } from './assumptions.ts';
import type { Costs } from './costs.ts';

const daySeconds = 86_400;
export const retentionDays = siteLimits.retentionDaysDefault;
const GB = 1e9;
const { prices, machine, traffic } = assumptions;

export interface Growth {
  readonly day: number;
  readonly questions: number;
  readonly tableGB: number;
  readonly logGBPerDay: number;
  readonly backupGB: number;
  readonly backupHours: number;
  readonly restoreHours: number;
}

/** The data after a number of days with this many questions each; the retention deletes the oldest. */
export function grown(day: number, questionsPerDay: number, costs: Costs): Growth {
  const { backup, database } = costs;
  const questions = Math.min(day, retentionDays) * questionsPerDay;
  const times = questions / backup.questions;
  const hours = (ms: number) => (times * ms) / 3_600_000;
  return {
    day,
    questions,
    tableGB: (questions * database.rowBytes) / GB,
    logGBPerDay: (questionsPerDay * database.logBytes) / GB,
    backupGB: (times * backup.fileBytes) / GB,
    // CPU time: assumes one core and a disk that is fast enough.
    backupHours: hours(backup.backupCpuMs),
    restoreHours: hours(backup.restoreCpuMs),
  };
}

export interface Bill {
  readonly machinesMonth: number;
  readonly databaseMonth: number;
  readonly diskMonth: number;
  readonly backupMonth: number;
  readonly networkMonth: number;
  readonly sumMonth: number;
  readonly perMillion: number;
}

/** A month: machines for the busiest hour, a database with a standby, disks with a third of free space. */
export function billOf(
  size: {
    readonly machines: number;
    readonly databaseCores: number;
    readonly peakPerSecond: number;
    readonly backupsKept: number;
  },
  costs: Costs,
): Bill {
  const questionsPerDay = (size.peakPerSecond / traffic.peakToMean) * daySeconds;
  const { tableGB, backupGB } = grown(retentionDays, questionsPerDay, costs);
  const questionsPerMonth = questionsPerDay * (hoursOfMonth / 24);
  const machinesMonth = size.machines * machine.cores * hoursOfMonth * prices.coreHour;
  const databaseMonth = 2 * size.databaseCores * hoursOfMonth * prices.coreHour;
  const diskMonth = 2 * tableGB * 1.5 * prices.diskGBMonth;
  const backupMonth = size.backupsKept * backupGB * prices.objectGBMonth;
  const networkMonth = ((questionsPerMonth * costs.server.responseBytes) / GB) * prices.networkGB;
  const sumMonth = machinesMonth + databaseMonth + diskMonth + backupMonth + networkMonth;
  return {
    machinesMonth,
    databaseMonth,
    diskMonth,
    backupMonth,
    networkMonth,
    sumMonth,
    perMillion: (sumMonth / questionsPerMonth) * 1e6,
  };
}

/** Questions a day if so many arrive per second in the busiest hour. */
export function questionsPerDayAt(peakPerSecond: number): number {
  return (peakPerSecond / traffic.peakToMean) * daySeconds;
}
