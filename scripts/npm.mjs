/** Runs npm and explains failures in one sentence. */
import { spawn } from 'node:child_process';
import { delimiter, sep } from 'node:path';
import { exitCodeOf, onSignals } from '../packages/server/bin/signals.mjs';

/** Returns npm's exit code, its error output, and the signal that interrupted it, if any. */
export function runNpm(root, args, onStart) {
  return new Promise((resolve) => {
    const [command, ...first] = npmCommand();
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      env: environmentWithoutBundledNode(),
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    let stderr = '';
    let interruption;
    const stopListening = onSignals((signal) => {
      interruption ??= signal;
      child.kill('SIGTERM');
      // npm may be rolling back half a gigabyte; the next run repairs whatever is left behind.
      setTimeout(() => child.kill('SIGKILL'), 3_000).unref();
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    child.once('spawn', () => onStart(child.pid));
    child.once('error', (error) => {
      stopListening();
      resolve({ code: 1, stderr: `code ${error.code} npm` });
    });
    child.once('close', (code, signal) => {
      stopListening();
      resolve({ code: exitCodeOf(code, signal), stderr, interruption });
    });
  });
}

/** Explains the error output of npm in one sentence. */
export function explain(stderr, root) {
  const code = /\bcode (E[A-Z_]+)/.exec(stderr)?.[1] ?? /\bE[A-Z]{3,}\b/.exec(stderr)?.[0];
  const path = /npm error path (.+)/.exec(stderr)?.[1] ?? root;
  if (/^code ENOENT npm$/.test(stderr)) return 'npm was not found; it comes with Node.';
  if (
    /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|ENOTCACHED)$/.test(
      code,
    )
  )
    return 'the package registry cannot be reached; connect to the network and try again.';
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return `there is no permission to write ${path}.`;
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return 'the disk is full; free some space and try again.';
  if (code === 'EUSAGE')
    return (
      'package.json and package-lock.json do not agree. If you changed neither, npm is too old: use the npm of ' +
      'Node 20 or newer. Otherwise run `npm install` to update the lockfile.'
    );
  const message = /npm error (?!code|errno)(.+)/.exec(stderr)?.[1] ?? code ?? 'it gave no reason';
  return `npm says: ${message}; \`npm ci\` shows the full error.`;
}

function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script?.endsWith('npm-cli.js') && node ? [node, script] : ['npm'];
}

// npm scripts find the bundled Node first; npm must not run on a binary that it is about to replace.
function environmentWithoutBundledNode() {
  const bundled = `${sep}node_modules${sep}.bin`;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return {
    ...process.env,
    PATH: folders.filter((folder) => !folder.endsWith(bundled)).join(delimiter),
  };
}
