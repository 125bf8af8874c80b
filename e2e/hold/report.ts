/** Writes docs/reliability.md: a section for each scenario, and only those that were played anew are changed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../packages/server/src/store/store.ts';
import { textOf } from './figures.ts';
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

What the server is held to when clients, files, disks and machines misbehave. Made by \`npm run hold\`, which
starts the server as users start it and does to it, from outside, what stands in each section; everything goes to
this machine's own loopback addresses. \`npm run hold -- --only NAME\` plays one scenario again and changes its section alone;
\`--minutes\` says how long the soak lasts. A small part of each scenario is a test of its own in \`npm test\`
(\`e2e/hold/hold.test.ts\`), without the limits of time. "Others" are callers that ask both services every 20 ms
while it happens: health, a read and a question.

Every regular expression is held to 50 ms on attack strings of 100 KB by a test of its own, \`tools/regex.test.ts\`.
`;

/** The path of the page, for whoever wants to read it. */
export function writeReport(rows: readonly Row[], today = new Date()): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = scenarios.map((scenario) => {
    const played = rows.filter((row) => row.scenario === scenario);
    const kept = sectionIn(before, scenario.name);
    return played.length === 0 ? (kept ?? head(scenario)) : section(scenario, played, kept, today);
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
  const day = today.toISOString().slice(0, 10);
  const [{ model = 'unknown processor' } = {}] = cpus();
  const memoryGB = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus().length} cores of ${model.trim()} (${process.arch}), ${memoryGB} GB`;
  // What was played on the other engine another day stays.
  const lines = new Map(
    [...(kept ?? '').matchAll(/^- \*\*(\w+)\*\*.*$/gm)].map(([line, engine]) => [engine, line]),
  );
  for (const { engine, outcome, skipped } of played)
    lines.set(
      engine,
      `- **${engine}** ${toldOf(outcome, skipped, `${day}, ${machine}, Node ${process.versions.node}`)}`,
    );
  return `${head(scenario)}\n${[...lines.values()].join('\n')}\n`;
}

function toldOf(outcome: Outcome | undefined, skipped: string | undefined, when: string): string {
  if (outcome === undefined) return `skipped: ${skipped} (${when})`;
  const { figures, seconds, failure } = outcome;
  const held = failure === undefined ? 'holds' : `**does not hold** (${firstLine(failure)})`;
  const told = figures.map(textOf).join('; ');
  return `${held}: ${told}. ${seconds.toFixed(0)} s; ${when}`;
}

function firstLine(failure: unknown): string {
  return (
    String(failure instanceof Error ? failure.message : failure)
      .split('\n')[0]
      ?.slice(0, 300) ?? ''
  );
}

function sectionIn(page: string, name: string): string | undefined {
  const found = page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${name}\n`));
  return found === undefined ? undefined : `${found.trimEnd()}\n`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
