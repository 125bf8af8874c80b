/** Writes docs/reliability.md: a section for each scenario; only those that ran are changed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../packages/server/src/store/store.ts';
import { figureTables } from './figure-tables.ts';
import { LimitsMissed, measureOf } from './figures.ts';
import type { Outcome } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

export interface Row {
  readonly scenario: Scenario;
  readonly engine: Engine;
  readonly outcome?: Outcome;
  readonly skipped?: string;
}

const file = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

const introduction = `# Reliability

This page shows what the server guarantees when clients, files, disks and machines misbehave. It is written by
\`npm run hold\`, which starts real server processes and attacks them from outside, over loopback addresses only.
\`npm run hold -- --only NAME\` runs one scenario and updates its section only; \`--engine sqlite\` or
\`--engine postgres\` selects the store, \`--minutes\` is the duration of the soak, and \`--seed\` repeats the same
random choices. \`npm run hold -- --short\` runs a small part of each scenario, without time limits.

"Others" are callers that do not take part in the attack. During a scenario they repeat five calls every 20 ms: the
health of each service on a kept connection, health on a new connection, a read, and a question. Waits depend on the
load of the machine; the longest wait on a busy machine says little.

"Seen to fail with" is a defect that was put into the code to show that the scenario finds it.

A separate test, \`tools/regex.test.ts\`, checks that no regular expression takes quadratic time on hostile texts of
10,000 characters.
`;

// The title of a section that is written by hand and kept.
const attacks = 'Attacks tried and what held';

/** Returns the path of the page. */
export function writeReport(rows: readonly Row[], today = new Date()): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = scenarios.map((scenario) => {
    const ran = rows.filter((row) => row.scenario === scenario);
    const kept = sectionIn(before, scenario.name);
    return ran.length === 0
      ? (kept ?? `${head(scenario)}\nNo long run is recorded yet.\n`)
      : section(scenario, ran, kept, today);
  });
  const list = sectionIn(before, attacks);
  writeFileSync(
    file,
    [introduction, ...(list === undefined ? [] : [list]), ...sections].join('\n'),
  );
  return 'docs/reliability.md';
}

function head({ name, what, guarantee, provenAgainst }: Scenario): string {
  const proven = provenAgainst === '' ? '' : `\nSeen to fail with: ${provenAgainst}.\n`;
  return `## ${name}\n\n${capital(what)}. Guarantee: ${guarantee}.\n${proven}`;
}

function section(
  scenario: Scenario,
  ran: readonly Row[],
  kept: string | undefined,
  today: Date,
): string {
  // Results of the other engine are kept.
  const parts = new Map(
    (kept ?? '')
      .split(/^(?=### )/m)
      .slice(1)
      .map((part) => [/^### (\w+)/.exec(part)?.[1] ?? '', part.trimEnd()]),
  );
  for (const row of ran) parts.set(row.engine, partOf(row, today));
  return `${head(scenario)}\n${[...parts.values()].join('\n\n')}\n`;
}

function partOf({ engine, outcome, skipped }: Row, today: Date): string {
  const when = `${today.toISOString().slice(0, 10)}, ${machine()}`;
  if (outcome === undefined) return `### ${engine}: skipped\n\n${skipped} (${when})`;
  const { figures, seconds, seed, failure } = outcome;
  const hasPassed = failure === undefined;
  const why = hasPassed || failure instanceof LimitsMissed ? '' : ` Error: ${firstLine(failure)}.`;
  const texts = figures.map(({ name, value, unit, limit, isMet }) => ({
    name,
    measured: measureOf(value, unit),
    limit: limit === undefined ? '' : `${limit.kind} ${measureOf(limit.value, unit)}`,
    mark: limit === undefined ? '' : isMet ? ' ✓' : ' **not met**',
  }));
  return [
    `### ${engine}: ${hasPassed ? 'passed' : 'failed'}`,
    `\n${when}; ${seconds.toFixed(0)} s, seed ${seed}.${why}\n`,
    figureTables(texts),
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
