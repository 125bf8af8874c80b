/** Runs npm and explains failures in one sentence. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { exitCodeOf, onSignals } from './signals.mjs';

/**
 * Returns npm's exit code, its error output, and the signal that interrupted it, if any. An abort ends npm, too. Files
 * that npm could not write whole are a failure here: npm itself only warns of them, and exits with 0.
 */
export function runNpm(root, args, { onStart = () => {}, signal: abort, environment = {} } = {}) {
  return new Promise((resolve) => {
    const [command, ...first] = npmCommand();
    const child = spawn(command, [...first, ...args, '--loglevel=warn'], {
      cwd: root,
      env: { ...environmentWithoutBundledNode(), ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    let stderr = '';
    let interruption;
    const end = () => {
      child.kill('SIGTERM');
      // npm may be rolling back half a gigabyte; the next run repairs whatever is left behind.
      setTimeout(() => child.kill('SIGKILL'), 3_000).unref();
    };
    const stopSignals = onSignals((signal) => {
      interruption ??= signal;
      end();
    });
    abort?.addEventListener('abort', end, { once: true });
    const stopListening = () => {
      stopSignals();
      abort?.removeEventListener('abort', end);
    };
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
      const isWhole = !/TAR_ENTRY_ERROR/.test(stderr);
      resolve({ code: exitCodeOf(code, signal) || (isWhole ? 0 : 1), stderr, interruption });
    });
  });
}

/** Explains the error output of npm in one sentence. */
export function explain(stderr, root) {
  const code = /\bcode (E[A-Z_\d]+)/.exec(stderr)?.[1] ?? /\bE[A-Z]{3,}\b/.exec(stderr)?.[0];
  const path = /npm error path (.+)/.exec(stderr)?.[1] ?? root;
  if (/^code ENOENT npm$/.test(stderr)) return 'npm was not found; it comes with Node.';
  if (isUnreachable.test(code))
    return 'the package registry cannot be reached; connect to the network and try again.';
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return `there is no permission to write ${path}.`;
  if (/^(ENOSPC|EDQUOT)$/.test(code)) return 'the disk is full; free some space and try again.';
  if (code === 'EINTEGRITY')
    return (
      'the package registry sent a package that is not the recorded one, and nothing of it is used. Try again; if ' +
      'it stays so, look at the registry or the proxy of this network.'
    );
  if (/^(E404|ETARGET)$/.test(code))
    return 'the package registry does not have one of the packages; look at the registry that npm is set to.';
  if (/^(E401|E403)$/.test(code))
    return 'the package registry refuses access; look at the credentials that npm is set to.';
  if (code === 'EUSAGE')
    return (
      'package.json and package-lock.json do not agree. If you changed neither, npm is too old: use the npm of ' +
      'Node 20 or newer. Otherwise run `npm install` to update the lockfile.'
    );
  const message = /npm error (?!code|errno)(.+)/.exec(stderr)?.[1] ?? code ?? 'it gave no reason';
  return `npm says: ${message}`;
}

const isUnreachable =
  /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|ENOTCACHED)$/;

/** The npm that runs this process, else the one beside this Node, else the first of the path. */
function npmCommand() {
  const { npm_execpath: script = '', npm_node_execpath: node = process.execPath } = process.env;
  // `npx` names itself here.
  if (/\bnp[mx]-cli\.js$/.test(script)) {
    const npm = script.replace(/npx-cli\.js$/, 'npm-cli.js');
    if (existsSync(npm)) return [node, npm];
  }
  const folder = dirname(process.execPath);
  const modules = process.platform === 'win32' ? folder : join(folder, '..', 'lib');
  const beside = join(modules, 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return existsSync(beside) ? [process.execPath, beside] : ['npm'];
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
