/**
 * `npm run dev` starts Baraza with its data in this folder, runs the setup and serves the page; Ctrl-C ends all.
 * `npm start` only serves the page.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { folder } from './baraza.mjs';
import { servePage } from './server.mjs';

const isPageAlone = process.argv[2] === '--page';
const isElsewhere = isPageAlone || process.env.PLATFORM_URL !== undefined;
let baraza;
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));
// npm may end without a signal to this program.
const parent = process.ppid;
setInterval(() => process.ppid === parent || void end(0), 500).unref();

try {
  if (!isElsewhere) {
    console.log('Starting Baraza…');
    baraza = await startBaraza();
  }
  if (!isPageAlone) await setUp();
  const page = await servePage();
  console.log(`\n  Page     ${page}`);
  if (!isPageAlone)
    console.log(`  Staff    ${page}staff.html (${process.env.STAFF_EMAIL}, password in .env)`);
  if (!isElsewhere) console.log(`  Console  ${consoleLink()}`);
  console.log('\nCtrl-C stops everything.');
} catch (error) {
  if (!isEnding) console.error(error.message);
  await end(1);
}

/** Resolves when the server has printed `ready`. When it ends by itself, everything ends. */
function startBaraza() {
  // A group of its own: Ctrl-C reaches only this program, which then ends the server and waits for it.
  const child = spawn(process.execPath, [serverProgram(), 'serve'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  baraza = { child, ended };
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve(baraza);
    });
    void ended.then(() => {
      reject(new Error('Baraza has ended before it was ready.'));
      if (!isEnding) void end(1);
    });
  });
}

function setUp() {
  const child = spawn(process.execPath, ['setup.mjs'], { cwd: folder, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error('The setup failed.')),
    );
  });
}

async function end(code) {
  if (isEnding) return;
  isEnding = true;
  baraza?.child.kill('SIGTERM');
  await baraza?.ended;
  process.exit(code);
}

function serverProgram() {
  const place = join(folder, 'node_modules/baraza');
  if (!existsSync(place))
    throw new Error('The packages are not installed; install them with: npm install');
  const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  return join(place, typeof bin === 'string' ? bin : bin.baraza);
}

/** A link that signs you in, once, after the first start; afterwards the address. */
function consoleLink() {
  const data = join(folder, process.env.BARAZA_DATA ?? 'data');
  const read = (name) => JSON.parse(readFileSync(join(data, name), 'utf8'));
  const link = existsSync(join(data, 'console-link.json')) ? read('console-link.json') : undefined;
  return link !== undefined && Date.parse(link.expiresAt) > Date.now()
    ? `${link.url} (signs you in, once)`
    : read('run.json').platform.url;
}
