/** Installs the packages of the new project with npm, and starts it. */
import { spawn } from 'node:child_process';
import { Refusal } from './refusal.mjs';

const offline = /\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;

export async function install(path, enter) {
  const { code, stderr } = await npm(path, ['install', '--no-audit', '--no-fund'], 'pipe');
  if (code === 0) return;
  const last = /npm error (?!code|errno|A complete log)(\S.*)/.exec(stderr)?.[1];
  const reason = offline.test(stderr)
    ? 'the package registry cannot be reached'
    : (last ?? 'npm failed');
  throw new Refusal(
    `The project is written, but its packages are not installed: ${reason}. Later: ${enter}npm install && npm run dev`,
  );
}

export async function startProject(path) {
  return (await npm(path, ['run', 'dev'], 'inherit')).code;
}

function npm(cwd, args, stderr) {
  const { npm_execpath: script } = process.env;
  const [command, ...first] = script?.endsWith('npm-cli.js') ? [process.execPath, script] : ['npm'];
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd,
      stdio: ['inherit', stderr === 'pipe' ? 'ignore' : 'inherit', stderr],
      shell: process.platform === 'win32' && command === 'npm',
    });
    // Ctrl-C reaches npm as well; this program ends when npm has ended.
    const wait = () => {};
    process.on('SIGINT', wait);
    let text = '';
    child.stderr?.on('data', (piece) => {
      text += piece;
    });
    const end = (code) => {
      process.off('SIGINT', wait);
      resolve({ code, stderr: text });
    };
    child.once('error', () => end(1));
    child.once('close', (code) => end(code ?? 1));
  });
}
