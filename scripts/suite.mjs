/**
 * The whole test suite in two phases: units together in one process, then those that start
 * processes, one at a time.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodeOf } from '../packages/server/bin/signals.mjs';
import { runGroup } from './group.mjs';
import { createReporter } from './reporter.mjs';

/** Runs the files whose path contains one of `texts`, or all of them, and answers the exit code. */
export async function runTests(root, texts) {
  const files = findTestFiles(root).filter(
    (file) => texts.length === 0 || texts.some((text) => file.includes(text)),
  );
  const units = files.filter((file) => !startsProcesses(file));
  const alone = files.filter(startsProcesses);
  const phases = [
    { title: 'units, together', groups: units.length > 0 ? [units] : [] },
    { title: 'processes, one at a time', groups: alone.map((file) => [file]) },
  ];
  const reporter = createReporter();
  let interruption;
  for (const { title, groups } of phases) {
    if (groups.length > 0 && interruption === undefined) reporter.open(title);
    for (const group of groups) interruption ??= await runGroup(root, group, reporter.take);
  }
  const code = reporter.close();
  return interruption === undefined ? code : exitCodeOf(null, interruption);
}

// They kill servers, measure memory or need every core, which no other test may disturb or suffer from.
function startsProcesses(file) {
  return /^(e2e|evals)\//.test(file) || file.endsWith('.process.test.ts');
}

function findTestFiles(root) {
  return ['packages', 'tools', 'training', 'evals', 'e2e']
    .flatMap((folder) => walk(root, folder))
    .sort();
}

function walk(root, folder) {
  let entries = [];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return /^(node_modules|dist)$/.test(entry.name) ? [] : walk(root, path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}
