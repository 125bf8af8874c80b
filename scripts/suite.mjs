/** The test suite, in two parallel lanes. Files that measure memory or load run alone, when they are named. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodeOf } from '../packages/server/bin/signals.mjs';
import { runGroup } from './group.mjs';
import { createReporter } from './reporter.mjs';

const lanesMax = 2;

// Files that share a process, and with it a browser.
const shared = [/^e2e\/console\//, /^e2e\/widget/];

/** Runs the files whose path contains one of `texts`, or all but those that run alone; returns the exit code. */
export async function runTests(root, texts) {
  const files = findTestFiles(root).filter((file) =>
    texts.length === 0 ? !runsAlone(file) : texts.some((text) => file.includes(text)),
  );
  const units = files.filter((file) => !startsProcesses(file) && !runsAlone(file));
  const processes = files.filter((file) => startsProcesses(file) && !runsAlone(file));
  const groups = shared.map((path) => processes.filter((file) => path.test(file)));
  const single = processes.filter((file) => !shared.some((path) => path.test(file)));
  const lanes = Math.min(lanesMax, availableParallelism());
  const phases = [
    {
      title: lanes === 1 ? 'one after the other' : `in ${lanes} lanes`,
      lanes,
      groups: [...shards(units, lanes), ...groups, ...single.map((file) => [file])].filter(
        (group) => group.length > 0,
      ),
    },
    { title: 'alone', lanes: 1, groups: files.filter(runsAlone).map((file) => [file]) },
  ];
  const reporter = createReporter();
  const services = mkdtempSync(join(tmpdir(), 'baraza-suite-'));
  let interruption;
  try {
    for (const { title, lanes, groups } of phases) {
      if (groups.length === 0 || interruption !== undefined) continue;
      reporter.open(title);
      const waiting = [...groups];
      const runLane = async () => {
        while (waiting.length > 0 && interruption === undefined) {
          const group = waiting.shift();
          const report = reporter.begin(group);
          const signal = await runGroup(root, { files: group, services }, report.take);
          interruption ??= signal;
          report.end();
        }
      };
      await Promise.all(Array.from({ length: lanes }, runLane));
    }
  } finally {
    rmSync(services, { recursive: true, force: true });
  }
  const code = reporter.close();
  return interruption === undefined ? code : exitCodeOf(null, interruption);
}

// They start or kill servers and browsers, or count the time of their thread: each file has a process of its own.
function startsProcesses(file) {
  return /^(e2e|evals)\//.test(file) || file.endsWith('.process.test.ts');
}

// They measure memory or load, which no other test may disturb or suffer from.
function runsAlone(file) {
  return file.endsWith('.alone.test.ts');
}

/** Units share a process, one for each lane; every second file goes to the other, so that rooms are spread. */
function shards(files, count) {
  return Array.from({ length: count }, (_, lane) =>
    files.filter((_, index) => index % count === lane),
  );
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
