/** Prints the outcome of the tests: a line for each file with its wall time, failures, skips, and one closing line. */

const slowestShown = 10;

/**
 * Each group of files that runs gets a report from `begin`: hand it every outcome in order, and its end. `close` prints
 * the rest and answers the exit code: 1 unless something ran and nothing failed.
 */
export function createReporter() {
  const startedMs = Date.now();
  const all = { pass: [], fail: [], skip: [] };
  const wallMs = new Map();

  return { open: (title) => console.log(`${title}:`), begin, close };

  function begin(files) {
    const only = files.length === 1 ? files[0] : undefined;
    let sinceMs = Date.now();
    let lastMs = sinceMs;
    let current;
    return { take, end: () => printFile(Date.now()) };

    function take(outcome) {
      // Tests of a shared suite count for the file that runs it.
      const file = only ?? outcome.file;
      if (current !== undefined && current.file !== file) printFile(lastMs);
      current ??= { file, pass: 0, fail: 0, skip: 0, failed: [] };
      all[outcome.kind].push(outcome);
      if (outcome.kind === 'fail') current.failed.push(inShort(outcome));
      current[outcome.kind] += 1;
      lastMs = Date.now();
    }

    function printFile(endMs) {
      if (current === undefined) return;
      const { file, pass, fail, skip, failed } = current;
      const counts = [`${pass} passed`, fail && `${fail} failed`, skip && `${skip} skipped`];
      const name = file ?? 'outside of any file';
      const tookMs = endMs - sinceMs;
      wallMs.set(name, (wallMs.get(name) ?? 0) + tookMs);
      console.log(
        `  ${fail > 0 ? 'FAIL' : 'ok  '} ${name} (${counts.filter(Boolean).join(', ')}, ${seconds(tookMs)})`,
      );
      // Repeated here for readers who see only the end of the output.
      for (const failure of failed) console.log(`       failed: ${failure}`);
      sinceMs = endMs;
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
    console.log(`\n${seconds(Date.now() - startedMs)}`);
    console.log(`${all.pass.length} passed, ${all.fail.length} failed, ${all.skip.length} skipped`);
    return ran === 0 || all.fail.length > 0 ? 1 : 0;
  }

  function printSlowest() {
    const slowest = [...wallMs].sort(([, one], [, other]) => other - one).slice(0, slowestShown);
    if (wallMs.size <= slowestShown) return;
    console.log(`\nthe ${slowestShown} slowest files:`);
    for (const [name, ms] of slowest) console.log(`  ${seconds(ms).padStart(8)}  ${name}`);
  }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function place(name, file, line) {
  if (file === undefined || file === name) return name;
  return `${name} (${file}${line === undefined ? '' : `:${line}`})`;
}

function inShort({ name, text }) {
  return `${name}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
}

function indent(text) {
  return text.trimEnd().replace(/^/gm, '  ');
}
