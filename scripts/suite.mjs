/** Runs the test suite in parallel processes. Files that measure memory or load run only by name, one at a time. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exitCodeOf } from '../packages/server/bin/signals.mjs';
import { runGroup } from './group.mjs';
import { createReporter } from './reporter.mjs';

// More than the two cores, because browsers, servers and real-time tests are idle more than half of the time.
const parallelMax = 4;

// Files that share a process and a browser. These groups take longest, so they start first.
const shared = [
  /^e2e\/console\/owner\//,
  /^e2e\/console\/(?!owner\/)/,
  // documents.test.ts mostly waits for the commands that it runs, so it runs beside the browsers.
  /^e2e\/(?!documents)[^/]+\.test/,
];

/**
 * Runs the files whose path contains one of `texts`, or without texts all files except those that run alone. With
 * `--failed`, runs the files that failed in the last run, one at a time. Returns the exit code.
 */
export async function runTests(root, texts) {
  const failedList = join(root, 'node_modules/.cache/baraza/failed-tests.json');
  const onlyFailed = texts.includes('--failed');
  const chosen = onlyFailed ? filesIn(failedList) : texts;
  const files = findTestFiles(root).filter((file) =>
    texts.length === 0 ? !runsAlone(file) : chosen.some((text) => file.includes(text)),
  );
  const parallel = Math.min(parallelMax, availableParallelism() + 2);
  const phases = [
    {
      title: `${parallel} at a time`,
      parallel,
      groups: onlyFailed
        ? []
        : groupsOf(
            files.filter((file) => !runsAlone(file)),
            parallel,
          ),
    },
    {
      title: 'alone',
      parallel: 1,
      groups: files.filter((file) => onlyFailed || runsAlone(file)).map((file) => [file]),
    },
  ];
  const reporter = createReporter();
  const failed = new Set();
  const services = mkdtempSync(join(tmpdir(), 'baraza-suite-'));
  let interruption;
  try {
    for (const { title, parallel, groups } of phases) {
      if (groups.length === 0 || interruption !== undefined) continue;
      reporter.open(title);
      const waiting = [...groups];
      const runNext = async () => {
        while (waiting.length > 0 && interruption === undefined) {
          const group = waiting.shift();
          const report = reporter.begin(group);
          const signal = await runGroup(root, { files: group, services }, (outcome) => {
            // A crash belongs to every file of its group.
            if (outcome.kind === 'fail')
              for (const file of outcome.file ? [outcome.file] : group) failed.add(file);
            report.add(outcome);
          });
          interruption ??= signal;
          report.end();
        }
      };
      await Promise.all(Array.from({ length: parallel }, runNext));
    }
  } finally {
    rmSync(services, { recursive: true, force: true });
  }
  mkdirSync(dirname(failedList), { recursive: true });
  writeFileSync(failedList, JSON.stringify([...failed]));
  const code = reporter.close();
  return interruption === undefined ? code : exitCodeOf(null, interruption);
}

function filesIn(list) {
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

/** The files of each process, in starting order: groups that often wait alternate with groups that compute. */
function groupsOf(files, parallel) {
  const units = files.filter((file) => !startsProcesses(file));
  const processes = files.filter(startsProcesses);
  const browsers = shared.map((path) => processes.filter((file) => path.test(file)));
  const single = processes.filter((file) => !shared.some((path) => path.test(file)));
  const shards = shardsOf(units, parallel);
  const first = browsers.flatMap((group, index) => [group, shards[index] ?? []]);
  return [...first, ...shards.slice(browsers.length), ...single.map((file) => [file])].filter(
    (group) => group.length > 0,
  );
}

// These start or kill servers and browsers, or measure the CPU time of their thread, so unit tests run elsewhere.
function startsProcesses(file) {
  return /^(e2e|evals)\//.test(file) || file.endsWith('.process.test.ts');
}

// These measure memory or load, so nothing else may run at the same time.
function runsAlone(file) {
  return file.endsWith('.alone.test.ts');
}

/** Unit tests share processes; the files of a folder are spread over them. */
function shardsOf(files, count) {
  return Array.from({ length: count }, (_, shard) =>
    files.filter((_, index) => index % count === shard),
  );
}

function findTestFiles(root) {
  return ['packages', 'tools', 'training', 'evals', 'bench', 'e2e']
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
