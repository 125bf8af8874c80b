/** Prints a line for each test file with its wall and CPU time, the failures, the skips, and one closing line. */

const slowestShown = 20;

/**
 * `begin` returns the report of a group of files, which is called with every outcome in order, and at the end. `close`
 * prints the summary and returns the exit code: 1 if a test failed or none ran.
 */
export function createReporter() {
  const startedMs = Date.now();
  const all = { pass: [], fail: [], skip: [] };
  const times = new Map();

  return { open: (title) => console.log(`${title}:`), begin, close };

  function begin(files) {
    const only = files.length === 1 ? files[0] : undefined;
    let sinceMs = Date.now();
    let lastMs = sinceMs;
    let sinceCpuMs = 0;
    let lastCpuMs = 0;
    let current;
    return { add, end: () => printFile(Date.now()) };

    function add(outcome) {
      const { kind, cpuMs = lastCpuMs } = outcome;
      if (kind === 'finished') {
        lastCpuMs = cpuMs;
        return;
      }
      // A test of a shared suite counts for the file that runs the suite.
      const file = only ?? outcome.file;
      if (current !== undefined && current.file !== file) printFile(lastMs);
      current ??= { file, pass: 0, fail: 0, skip: 0, failed: [] };
      all[kind].push(outcome);
      if (kind === 'fail') current.failed.push(summarize(outcome));
      current[kind] += 1;
      lastMs = Date.now();
      lastCpuMs = cpuMs;
    }

    function printFile(endMs) {
      if (current === undefined) return;
      const { file, pass, fail, skip, failed } = current;
      const counts = [`${pass} passed`, fail && `${fail} failed`, skip && `${skip} skipped`];
      const name = file ?? 'outside any file';
      const tookMs = endMs - sinceMs;
      const cpuMs = lastCpuMs - sinceCpuMs;
      const before = times.get(name) ?? { wallMs: 0, cpuMs: 0 };
      times.set(name, { wallMs: before.wallMs + tookMs, cpuMs: before.cpuMs + cpuMs });
      console.log(
        `  ${fail > 0 ? 'FAIL' : 'ok  '} ${name} (${counts.filter(Boolean).join(', ')}, ` +
          `${seconds(tookMs)}, CPU ${seconds(cpuMs)})`,
      );
      // Repeated here for readers who see only the end of the output.
      for (const failure of failed) console.log(`       failed: ${failure}`);
      sinceMs = endMs;
      sinceCpuMs = lastCpuMs;
      current = undefined;
    }
  }

  function close() {
    for (const { name, file, reason } of all.skip)
      console.log(`skipped: ${place(name, file)}: ${reason === true ? 'no reason given' : reason}`);
    for (const { name, file, line, text } of all.fail)
      console.log(`\nFAILED: ${place(name, file, line)}\n${indent(text)}`);
    printSlowest();

    const ran = all.pass.length + all.fail.length;
    if (ran === 0) console.log('\nNo test ran.');
    const cpuMs = [...times.values()].reduce((sum, time) => sum + time.cpuMs, 0);
    console.log(`\n${seconds(Date.now() - startedMs)}, CPU ${seconds(cpuMs)}`);
    console.log(`${all.pass.length} passed, ${all.fail.length} failed, ${all.skip.length} skipped`);
    return ran === 0 || all.fail.length > 0 ? 1 : 0;
  }

  function printSlowest() {
    if (times.size <= slowestShown) return;
    const slowest = [...times].sort(([, one], [, other]) => other.wallMs - one.wallMs);
    console.log(`\nthe ${slowestShown} slowest files (wall, CPU):`);
    for (const [name, { wallMs, cpuMs }] of slowest.slice(0, slowestShown))
      console.log(`  ${seconds(wallMs).padStart(8)} ${seconds(cpuMs).padStart(8)}  ${name}`);
  }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function place(name, file, line) {
  if (file === undefined || file === name) return name;
  return `${name} (${file}${line === undefined ? '' : `:${line}`})`;
}

function summarize({ name, text }) {
  return `${name}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
}

function indent(text) {
  return text.trimEnd().replace(/^/gm, '  ');
}
