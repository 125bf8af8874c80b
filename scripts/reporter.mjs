/**
 * Prints what became of the tests: a line for each file, failures and skips in full at the end, and
 * one closing line.
 */

/**
 * Hand every outcome to `take`; `close` prints the end and answers the exit code: 1 unless
 * something ran and nothing failed.
 */
export function createReporter() {
  const startedMs = Date.now();
  const all = { pass: [], fail: [], skip: [] };
  let current;

  return { open, take, close };

  function open(title) {
    printFile();
    console.log(`${title}:`);
  }

  function take(outcome) {
    if (current?.file !== outcome.file) {
      printFile();
      current = { file: outcome.file, pass: 0, fail: 0, skip: 0, durationMs: 0, failed: [] };
    }
    all[outcome.kind].push(outcome);
    if (outcome.kind === 'fail') current.failed.push(inShort(outcome));
    current[outcome.kind] += 1;
    current.durationMs += outcome.durationMs ?? 0;
  }

  function printFile() {
    if (current === undefined) return;
    const { file, pass, fail, skip, durationMs, failed } = current;
    const counts = [`${pass} passed`, fail && `${fail} failed`, skip && `${skip} skipped`];
    const mark = fail > 0 ? 'FAIL' : 'ok  ';
    console.log(
      `  ${mark} ${file ?? 'outside of any file'} (${counts.filter(Boolean).join(', ')}, ${Math.round(durationMs)} ms)`,
    );
    // Also here: whoever sees only a part of the output sees what it was.
    for (const failure of failed) console.log(`       failed: ${failure}`);
    current = undefined;
  }

  function close() {
    printFile();
    for (const { name, file, reason } of all.skip)
      console.log(`skipped: ${place(name, file)}: ${reason === true ? 'no reason given' : reason}`);
    for (const { name, file, line, text } of all.fail)
      console.log(`\nFAILED: ${place(name, file, line)}\n${indent(text)}`);

    const ran = all.pass.length + all.fail.length;
    if (ran === 0) console.log('\nNo test ran.');
    console.log(`\n${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
    console.log(`${all.pass.length} passed, ${all.fail.length} failed, ${all.skip.length} skipped`);
    return ran === 0 || all.fail.length > 0 ? 1 : 0;
  }
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
