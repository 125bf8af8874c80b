/** What an installation of many sites needs, computed from the measured costs and the assumptions. */
import { siteLimits } from '@baraza/contract';
import { assumptions } from './assumptions.ts';
import type { Costs } from './costs.ts';

/** The memory of an engine for opened sites (`engine/editions.ts`). */
const editionsBytes = 96 * 2 ** 20;
const daySeconds = 86_400;
const hoursOfMonth = 730;
const GB = 1e9;
const { machine, traffic, busyMax, zones, prices } = assumptions;

export interface Need {
  readonly sites: number;
  readonly questionsOfDay: number;
  /** Questions a second in the busiest hour. */
  readonly perSecond: number;
  /** CPU time of a question in each part, in milliseconds. */
  readonly eachMs: { readonly engines: number; readonly thread: number; readonly database: number };
  readonly engineCores: number;
  readonly threads: number;
  /** Enough for the busiest hour. */
  readonly machines: number;
  /** Enough for the busiest hour after the loss of a zone. */
  readonly machinesWithSpare: number;
  readonly databaseCores: number;
  readonly connections: number;
  readonly flushesPerSecond: number;
}

export function needOf(
  sites: number,
  costs: Costs,
  questionsOfSiteDay: number = traffic.questionsOfSiteDay,
): Need {
  const questionsOfDay = sites * questionsOfSiteDay;
  const perSecond = (questionsOfDay / daySeconds) * traffic.peakToMean;
  const eachMs = questionCosts(costs, traffic.withoutReadingShare, openedShare(sites, costs));
  const coresOf = (part: keyof typeof busyMax) =>
    (perSecond * eachMs[part]) / 1_000 / busyMax[part];
  const machines = Math.ceil(Math.max(coresOf('engines') / machine.engines, coresOf('thread')));
  const machinesWithSpare = Math.ceil((machines * zones) / (zones - 1) / zones) * zones;
  return {
    sites,
    questionsOfDay,
    perSecond,
    eachMs,
    engineCores: coresOf('engines'),
    threads: coresOf('thread'),
    machines,
    machinesWithSpare,
    databaseCores: usualCores(coresOf('database')),
    connections: machinesWithSpare * machine.connections,
    flushesPerSecond: perSecond * costs.database.flushes,
  };
}

/** CPU time of a question of this mix. */
export function questionCosts(
  { reading, engine, server, database }: Costs,
  withoutReading: number,
  opened: number,
): Need['eachMs'] {
  const mixed = (read: number, other: number) =>
    read * (1 - withoutReading) + other * withoutReading;
  return {
    engines: mixed(reading.meanMs, engine.withoutReadingMs) + engine.openEditionMs * opened,
    thread: mixed(server.readMs, server.withoutReadingMs) + server.openEditionMs * opened,
    database: database.cpuMs,
  };
}

/** The share of questions whose site an engine does not hold, were all sites equally popular: at most this many. */
function openedShare(sites: number, { engine }: Costs): number {
  return Math.max(0, 1 - editionsBytes / engine.editionBytes / sites);
}

function usualCores(needed: number): number {
  return [2, 4, 8, 16, 32, 64].find((cores) => cores >= needed) ?? Math.ceil(needed);
}

export interface Data {
  readonly questions: number;
  readonly tableGB: number;
  readonly logGBOfDay: number;
  readonly backupGB: number;
  readonly backupHours: number;
  readonly restoreHours: number;
}

/** The data after a number of days; the retention deletes the oldest. */
export function dataAfter(days: number, questionsOfDay: number, costs: Costs): Data {
  const { backup, database } = costs;
  const questions = Math.min(days, siteLimits.retentionDaysDefault) * questionsOfDay;
  const times = questions / backup.questions;
  // CPU time: assumes one core and a disk that is fast enough.
  const hours = (ms: number) => (times * ms) / 3_600_000;
  return {
    questions,
    tableGB: (questions * database.rowBytes) / GB,
    logGBOfDay: (questionsOfDay * database.logBytes) / GB,
    backupGB: (times * backup.fileBytes) / GB,
    backupHours: hours(backup.backupCpuMs),
    restoreHours: hours(backup.restoreCpuMs),
  };
}

export interface Bill {
  readonly parts: {
    readonly machines: number;
    readonly database: number;
    readonly disks: number;
    readonly backups: number;
    readonly network: number;
  };
  readonly sum: number;
  readonly ofMillionQuestions: number;
}

/** A month: machines for the busiest hour, a database with a standby, disks with a third of free space. */
export function billOf(need: Need, costs: Costs): Bill {
  const { tableGB, backupGB } = dataAfter(Number.POSITIVE_INFINITY, need.questionsOfDay, costs);
  const questions = need.questionsOfDay * (hoursOfMonth / 24);
  const coreMonth = hoursOfMonth * prices.coreHour;
  const parts = {
    machines: need.machinesWithSpare * machine.cores * coreMonth,
    database: 2 * need.databaseCores * coreMonth,
    disks: 2 * tableGB * 1.5 * prices.diskGBMonth,
    backups: assumptions.backupsKept * backupGB * prices.objectGBMonth,
    network: ((questions * costs.server.responseBytes) / GB) * prices.networkGB,
  };
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  return { parts, sum, ofMillionQuestions: (sum / questions) * 1e6 };
}
