/** A million sites in cells: the resources of a cell by its size, and the cost of all cells. */
import { assumptions } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { type Bill, billOf, type Growth, grown, retentionDays } from './growth.ts';
import { large, machinesFor } from './scenarios.ts';
import { markdown, money, whole } from './tables.ts';

export interface Cell {
  readonly sites: number;
  readonly perSiteDay: number;
  readonly cells: number;
  readonly peakPerSecond: number;
  /** Enough machines for the loss of a third of them. */
  readonly machines: number;
  readonly databaseCores: number;
  readonly growth: Growth;
  /** The bill of all cells. */
  readonly bill: Bill;
}

const allSites = 1_000_000;
const { plan, traffic } = assumptions;

export async function cellsBySize(costs: Costs): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const sites of [5_000, 10_000, 20_000, 50_000, 100_000])
    cells.push(await cellOf(sites, plan.questionsOfSiteDay, costs));
  return cells;
}

/** The cells of the plan, by how much visitors ask. */
export async function cellsByLoad(costs: Costs): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  for (const perSiteDay of [3, 30, 100, 300])
    cells.push(await cellOf(plan.sitesOfCell, perSiteDay, costs));
  return cells;
}

/** A cell of these sites, with as many machines as its busiest hour needs after the loss of a zone. */
async function cellOf(sites: number, perSiteDay: number, costs: Costs): Promise<Cell> {
  const questionsPerDay = sites * perSiteDay;
  const peakPerSecond = (questionsPerDay / 86_400) * traffic.peakToMean;
  const seconds = Math.max(30, Math.min(600, 20_000 / peakPerSecond));
  const scenario = { ...large, sites, perSecond: peakPerSecond };
  const { machines } = await machinesFor(
    { ...scenario, seconds: Math.ceil(seconds), routing: 'any' },
    costs,
  );
  const databaseCores = databaseCoresFor(peakPerSecond, costs);
  const withSpare = Math.max(
    plan.zones,
    Math.ceil(Math.ceil(machines * 1.5) / plan.zones) * plan.zones,
  );
  const count = Math.ceil(allSites / sites);
  const bill = billOf({ machines: withSpare, databaseCores, peakPerSecond, backupsKept: 7 }, costs);
  return {
    sites,
    perSiteDay,
    cells: count,
    peakPerSecond,
    machines: withSpare,
    databaseCores,
    growth: grown(retentionDays, questionsPerDay, costs),
    bill: { ...bill, sumMonth: bill.sumMonth * count },
  };
}

/** At most half busy in the busiest hour, rounded up to a usual size. */
function databaseCoresFor(peakPerSecond: number, { database }: Costs): number {
  const needed = (peakPerSecond * database.cpuMs) / 1_000 / 0.5;
  return [2, 4, 8, 16, 32, 64].find((cores) => cores >= needed) ?? 64;
}

export function cellTable(cells: readonly Cell[]): string {
  return markdown(
    [
      'sites in a cell',
      'questions of a site in a day',
      'cells',
      'questions a second, busiest hour',
      'machines',
      'cores of PostgreSQL',
      'tables after 180 days',
      'backup · restore, one core',
      'restore at 200 MB/s',
      'all cells, a month',
      'a million questions',
    ],
    cells.map(({ growth, bill, ...cell }) => [
      whole(cell.sites),
      whole(cell.perSiteDay),
      whole(cell.cells),
      cell.peakPerSecond.toFixed(1),
      whole(cell.machines),
      whole(cell.databaseCores),
      `${whole(growth.tableGB)} GB`,
      `${growth.backupHours.toFixed(1)} h · ${growth.restoreHours.toFixed(1)} h`,
      `${((growth.tableGB * 1_000) / plan.physicalMBSecond / 3_600).toFixed(1)} h`,
      money(bill.sumMonth),
      `$${bill.perMillion.toFixed(2)}`,
    ]),
  );
}
