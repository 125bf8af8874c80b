/**
 * Is preloaded into a program, and makes one of its changes to files or rows fail, or kills it right before the change.
 * `FAIL_AT_STEP` is the number of the step. With `FAIL_ARMED_BY`, counting starts when that file appears with the
 * number in it, and `<file>.fired` shows that the step was reached.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Call = (this: unknown, ...given: unknown[]) => unknown;
type Place = { [name: string]: unknown };

const { FAIL_AT_STEP = '0', FAIL_HOW = 'kill', FAIL_ARMED_BY: armedBy } = process.env;
const { existsSync, readFileSync, unlinkSync, writeFileSync } = { ...fs };
const changes =
  /^(?:cp|copyFile|mkdir|rename|rm|rmdir|unlink|writeFile|fsync|link|truncate)(?:Sync)?$/;
let left = armedBy === undefined ? Number(FAIL_AT_STEP) : 0;

for (const place of [fs, fs.promises] as unknown as Place[])
  for (const [name, call] of Object.entries(place))
    if (changes.test(name) && typeof call === 'function')
      place[name] = failing(call as Call, fileError, place === (fs.promises as unknown as Place));
syncBuiltinESMExports();
await wrapHandles();
wrapDatabase();

/** True for the step that fails. */
function isFailingStep(): boolean {
  if (armedBy !== undefined && existsSync(armedBy)) {
    left = Number(readFileSync(armedBy, 'utf8'));
    unlinkSync(armedBy);
  }
  if (left === 0) return false;
  left -= 1;
  if (left > 0) return false;
  if (armedBy !== undefined) writeFileSync(`${armedBy}.fired`, '');
  if (FAIL_HOW === 'kill') process.kill(process.pid, 'SIGKILL');
  return true;
}

function failing(call: Call, error: () => Error, isAsync = false): Call {
  return function step(...given) {
    if (!isFailingStep()) return call.apply(this, given);
    if (isAsync) return Promise.reject(error());
    const callback = given.at(-1);
    if (typeof callback !== 'function') throw error();
    process.nextTick(() => callback(error()));
    return undefined;
  };
}

/** Writes through open file handles count, too. */
async function wrapHandles(): Promise<void> {
  const handle = await fs.promises.open(process.execPath, 'r');
  const prototype = Object.getPrototypeOf(handle) as Place;
  await handle.close();
  for (const name of ['write', 'writev', 'writeFile', 'sync', 'datasync', 'truncate'])
    prototype[name] = failing(prototype[name] as Call, fileError, true);
}

/** Every statement that changes rows counts, including the commit. */
function wrapDatabase(): void {
  const require = createRequire(
    new URL('../../packages/server/src/store/sqlite/sqlite.ts', import.meta.url),
  );
  const Database = require('better-sqlite3') as {
    new (file: string): { prepare: (text: string) => object; close: () => void };
    readonly prototype: Place;
  };
  const memory = new Database(':memory:');
  const statement = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Place;
  memory.close();
  statement.run = failing(statement.run as Call, rowError);
  Database.prototype.exec = failing(Database.prototype.exec as Call, rowError);
}

function fileError(): Error {
  return Object.assign(new Error('EIO: i/o error, on purpose'), { code: 'EIO', errno: -5 });
}

function rowError(): Error {
  return Object.assign(new Error('disk I/O error, on purpose'), { code: 'SQLITE_IOERR' });
}
