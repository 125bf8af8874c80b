/** The PostgreSQL of one run of the test suite: writes its address to the file it is given, and ends with the run. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startServer } from './server.ts';

const [address = ''] = process.argv.slice(2);
// The runner removes the folder at its end; when it is killed, its process is gone.
const runner = Number(process.env.BARAZA_TEST_RUNNER);

send(await startServer().catch((error: unknown) => String(error)));
setInterval(() => {
  if (!existsSync(path.dirname(address)) || !isAlive(runner)) process.exit();
}, 500);

function send(text: string): void {
  writeFileSync(`${address}.new`, text);
  renameSync(`${address}.new`, address);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
