/** Runs test files with node:test and writes the outcome of every test as a JSON line to descriptor 3. */
import { readFileSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';

// The timeout of a hanging test, long enough for slow machines.
const testMaxMs = 300_000;
// How long work may stay open after the last test: longer than a server may take to drain.
const leftOpenMaxMs = 30_000;

const { root, files } = JSON.parse(process.argv[2]);
const path = [];
const children = [];
const late = [];
let waiting = 0;
let failures = 0;

for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
  process.on(event, (error) => late.push(error));

run({
  files: files.map((file) => join(root, file)),
  isolation: 'none',
  timeout: testMaxMs,
})
  .on('test:enqueue', ({ nesting }) => {
    if (nesting === 0) waiting += 1;
  })
  .on('test:dequeue', ({ name }) => send({ kind: 'running', name: shorten(name) }))
  .on('test:start', ({ nesting, name }) => {
    path.length = nesting;
    path.push(name);
  })
  .on('test:pass', (test) => settle(test, pass))
  .on('test:fail', (test) => settle(test, fail))
  .on('test:diagnostic', ({ message }) => {
    // An error of work that a test left running is reported nowhere else.
    if (!message.includes('asynchronous activity after the test ended')) return;
    const error = late.find((candidate) => message.includes(String(candidate)));
    const stack = error === undefined ? '' : `\n${describe({ cause: error })}`;
    reportFailure({ name: 'An error after its test had ended', text: message + stack });
  })
  .on('test:summary', ({ success }) => {
    if (!success && failures === 0)
      reportFailure({ name: 'node:test', text: 'failed without details' });
    send({ kind: 'finished' });
  });

function settle(test, report) {
  const { nesting, skip, todo, details } = test;
  const isLeaf = details.type !== 'suite' && !children[nesting + 1];
  children[nesting + 1] = 0;
  children[nesting] = (children[nesting] ?? 0) + 1;
  if (skip !== undefined) reportTest(test, { kind: 'skip', reason: skip });
  else if (todo !== undefined)
    reportTest(test, { kind: 'skip', reason: `todo${todo === true ? '' : `: ${todo}`}` });
  else report(test, isLeaf);
  if (nesting === 0) watchForLeftovers();
}

function pass(test, isLeaf) {
  if (isWholeFile(test)) {
    // node:test passes a file without tests, and a file that ended the process before its first test.
    reportFailure({
      name: shorten(test.name),
      file: test.file,
      text: 'no test of this file finished',
    });
  } else if (isLeaf) reportTest(test, { kind: 'pass' });
}

function fail(test, isLeaf) {
  const { error } = test.details;
  if (!isLeaf && error.failureType === 'subtestsFailed') return;
  failures += 1;
  reportTest(test, { kind: 'fail', line: test.line, text: describe(error) });
}

function reportTest(test, outcome) {
  const name =
    test.nesting === 0 ? shorten(test.name) : path.slice(0, test.nesting + 1).join(' › ');
  send({ name, file: shorten(test.file), durationMs: test.details.duration_ms, ...outcome });
}

function reportFailure({ name, file, text }) {
  failures += 1;
  send({ kind: 'fail', name, file: shorten(file), text });
}

function send(outcome) {
  try {
    writeSync(3, `${oneLine({ ...outcome, cpuMs: cpuMs() })}\n`);
  } catch {
    // The launcher was killed, so nothing reads the outcomes.
    process.exit(1);
  }
}

/** CPU time of this process and, on Linux, of its children that have ended. */
function cpuMs() {
  try {
    // Fields 14 to 17 after the name in parentheses: utime, stime, cutime, cstime, in hundredths of a second.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

// All files are loaded before the first test runs, so the run is over when no test is waiting.
function watchForLeftovers() {
  waiting -= 1;
  if (waiting > 0) return;
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => !/^(TTY|Pipe)Wrap$/.test(name));
    reportFailure({
      name: 'Something was left open',
      text: `after the last test: ${open.join(', ')}`,
    });
    send({ kind: 'finished' });
    process.exit(1);
  }, leftOpenMaxMs).unref();
}

function isWholeFile({ nesting, name, file }) {
  return nesting === 0 && name === file;
}

function describe(error) {
  const cause = error.cause ?? error;
  if (typeof cause === 'string') return cause;
  const text = cause.code === 'ERR_ASSERTION' ? cause.stack : inspect(cause, { depth: 6 });
  const lines = text.split('\n').filter((line) => !/^\s+at .*\bnode:.*[^{]$/.test(line));
  return lines.join('\n').replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '');
}

function shorten(file) {
  return file?.startsWith(root) ? relative(root, file) : file;
}

// JSON.stringify does not escape U+2028 and U+2029, which the line reader treats as line ends.
function oneLine(value) {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
