/** Writes docs/reliability.md: a section for each scenario, and only those that were played anew are changed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../packages/server/src/store/store.ts';
import { LimitsMissed, measureOf } from './figures.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import type { Outcome } from './stage.ts';

export interface Row {
  readonly scenario: Scenario;
  readonly engine: Engine;
  readonly outcome?: Outcome;
  readonly skipped?: string;
}

const file = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

const introduction = `# Reliability

What the server is held to when clients, files, disks and machines misbehave. Made by \`npm run hold\`, which starts
the server as users start it and does to it, from outside, what stands in each section; everything goes to the
loopback addresses of the machine it runs on. \`npm run hold -- --only NAME\` plays one scenario again and changes
its section alone; \`--engine\` chooses one store, \`--minutes\` says how long the soak lasts, and \`--seed\` brings
the same random moments again. \`npm run hold -- --short\` plays a small part of each, without the limits of time.

"Others" are callers that ask both services every 20 ms while it happens: health on a kept connection and on a new
one, a read, and a question. Waits depend on what else a machine does; the longest of a busy one says little.

Every regular expression is held to 50 ms on attack strings of 100 KB by a test of its own, \`tools/regex.test.ts\`.
`;

/** Returns the path of the page. */
export function writeReport(rows: readonly Row[], today = new Date()): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = scenarios.map((scenario) => {
    const played = rows.filter((row) => row.scenario === scenario);
    const kept = sectionIn(before, scenario.name);
    return played.length === 0
      ? (kept ?? `${head(scenario)}\nNo long run of it is on this page.\n`)
      : section(scenario, played, kept, today);
  });
  writeFileSync(file, [introduction, ...sections].join('\n'));
  return 'docs/reliability.md';
}

function head({ name, what, promise, provenAgainst }: Scenario): string {
  const proven = provenAgainst === '' ? '' : `\nProven against: ${provenAgainst}.\n`;
  return `## ${name}\n\n${capital(what)}. Held to: ${promise}.\n${proven}`;
}

function section(
  scenario: Scenario,
  played: readonly Row[],
  kept: string | undefined,
  today: Date,
): string {
  // What was played on the other engine another day stays.
  const parts = new Map(
    (kept ?? '')
      .split(/^(?=### )/m)
      .slice(1)
      .map((part) => [/^### (\w+)/.exec(part)?.[1] ?? '', part.trimEnd()]),
  );
  for (const row of played) parts.set(row.engine, partOf(row, today));
  return `${head(scenario)}\n${[...parts.values()].join('\n\n')}\n`;
}

function partOf({ engine, outcome, skipped }: Row, today: Date): string {
  const when = `${today.toISOString().slice(0, 10)}, ${machine()}`;
  if (outcome === undefined) return `### ${engine}: skipped\n\n${skipped} (${when})`;
  const { figures, seconds, seed, failure } = outcome;
  const isHeld = failure === undefined;
  const why =
    isHeld || failure instanceof LimitsMissed ? '' : ` It ended at: ${firstLine(failure)}.`;
  const rows = figures.map(({ name, value, unit, limit, isMet }) => {
    const held = limit === undefined ? '' : `${limit.kind} ${measureOf(limit.value, unit)}`;
    const mark = limit === undefined ? '' : isMet ? ' ✓' : ' **not met**';
    return `| ${name} | ${measureOf(value, unit)} | ${held}${mark} |`;
  });
  return [
    `### ${engine}: ${isHeld ? 'holds' : 'does not hold'}`,
    `\n${when}; ${seconds.toFixed(0)} s, seed ${seed}.${why}\n`,
    '| | measured | held to |\n|---|---|---|',
    ...rows,
  ].join('\n');
}

function machine(): string {
  const [{ model = '' } = {}] = cpus();
  const processor = /unknown|^$/.test(model.trim())
    ? process.arch
    : `${model.trim()}, ${process.arch}`;
  const memoryGB = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores (${processor}), ${memoryGB} GB, Node ${process.versions.node}`;
}

function firstLine(failure: unknown): string {
  const [line = ''] = String(failure instanceof Error ? failure.message : failure).split('\n');
  return line.slice(0, 200);
}

function sectionIn(page: string, name: string): string | undefined {
  const found = page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${name}\n`));
  return found === undefined ? undefined : `${found.trimEnd()}\n`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
