/** A real browser for the tests: from BARAZA_CHROMIUM, from the PATH, or from the npm package. */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { scopeOfSuite } from '../packages/server/test/fixtures/server-process.ts';

// The headless shell first: a full Chromium also renders its own windows and needs twice as much CPU.
const executableNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const packageProcessor = 'x64';

/**
 * The reason to skip browser tests: why this machine has no browser, or false if it has one.
 */
export const noBrowser: string | false =
  findExecutable() !== undefined || packageHasBinary()
    ? false
    : 'no browser for this processor: apt-get install -y chromium-headless-shell, or name one in BARAZA_CHROMIUM';

/**
 * A Chromium with web security on and a fake microphone; test files in one process share it. `close` closes the
 * contexts that were opened through this handle.
 */
export async function openBrowser(moreArguments: readonly string[] = []): Promise<{
  readonly browser: SharedBrowser;
  readonly close: () => Promise<void>;
}> {
  const key = moreArguments.join(' ');
  const shared = running.get(key) ?? { launched: launchBrowser(moreArguments), users: 0 };
  running.set(key, shared);
  shared.users += 1;
  const { all } = await shared.launched;
  const contexts: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await all.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    browser: { all, newContext, newPage: async (options) => (await newContext(options)).newPage() },
    close: async () => {
      for (const context of contexts) await context.close();
      shared.users -= 1;
      // The next test file of this process may use it again.
      setTimeout(() => {
        if (shared.users > 0 || running.get(key) !== shared) return;
        running.delete(key);
        void shared.launched.then(({ end }) => end());
      }, unusedMs);
    },
  };
}

/** A browser for all tests of a suite, to be used only inside of them. */
export function browserOfSuite(): SharedBrowser {
  const shared = {} as SharedBrowser;
  const { after: atEnd } = scopeOfSuite();
  before(async () => {
    const { browser, close } = await openBrowser();
    atEnd(close);
    Object.assign(shared, browser);
  });
  return shared;
}

export interface SharedBrowser extends Pick<Browser, 'newContext' | 'newPage'> {
  /** Opens contexts that stay open for other test files. */
  readonly all: Pick<Browser, 'newContext'>;
}

interface Running {
  readonly launched: ReturnType<typeof launchBrowser>;
  users: number;
}

const running = new Map<string, Running>();
const unusedMs = 2_000;

async function launchBrowser(moreArguments: readonly string[]) {
  const home = mkdtempSync(path.join(tmpdir(), 'baraza-browser-'));
  const found = findExecutable();
  const launch =
    found === undefined ? await packageLaunch(home) : { executablePath: found, env: {} };
  const browser = await chromium.launch({
    executablePath: launch.executablePath,
    env: { ...process.env, TMPDIR: home, HOME: home, ...launch.env },
    args: [
      '--no-sandbox',
      // The npm package contains only the headless shell; a full Chromium accepts the flag as well.
      '--headless=shell',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      ...moreArguments,
    ],
    ignoreDefaultArgs: ['--headless'],
  });
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    // As in the headless shell; in a full Chromium, the console would offer notifications.
    await context.addInitScript(() => {
      if ('Notification' in globalThis)
        Object.defineProperty(Notification, 'permission', {
          configurable: true,
          get: () => 'denied',
        });
    });
    return context;
  };
  return {
    all: { newContext },
    end: async () => {
      await browser.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function findExecutable(): string | undefined {
  const named = process.env.BARAZA_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`BARAZA_CHROMIUM names ${named}, which is not a program.`);
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders
    .flatMap((folder) => executableNames.map((name) => path.join(folder, name)))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// The package's binary must not run on another processor: a shell would interpret it as a script.
function packageHasBinary(): boolean {
  return process.platform === 'linux' && process.arch === packageProcessor;
}

async function packageLaunch(home: string) {
  const folder = await unpackOnce();
  const executablePath = path.join(folder, 'chromium');
  // Use the package's libraries only if the machine lacks some; together with the machine's they would clash.
  const lacksLibraries = spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout.includes(
    'not found',
  );
  return {
    executablePath,
    env: {
      FONTCONFIG_FILE: writeFontConfig(home, path.join(folder, 'fonts')),
      ...(lacksLibraries ? { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') } : {}),
    },
  };
}

/** Unpacks the package once for all processes and later runs; the folder is named after the version. */
async function unpackOnce(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const manifest = readFileSync(path.join(path.dirname(entry), '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const folder = path.join(tmpdir(), `baraza-chromium-${version}-${userInfo().uid}`);
  if (existsSync(folder)) return folder;
  const before = process.env.TMPDIR;
  const unpacked = mkdtempSync(path.join(tmpdir(), 'baraza-chromium-'));
  // The package unpacks into the temporary folder of the process.
  process.env.TMPDIR = unpacked;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    const packed = path.join(path.dirname(entry), '..', 'bin');
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(names.map((name) => inflate(path.join(packed, name))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(unpacked, folder);
  } catch {
    // Another process was first. Its folder is complete, because a rename is atomic.
    rmSync(unpacked, { recursive: true, force: true });
  }
  return folder;
}

// The font configuration of the package names folders that exist only on the machines it was made for.
function writeFontConfig(home: string, fonts: string): string {
  const file = path.join(home, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${path.join(home, 'cache')}</cachedir></fontconfig>
`,
  );
  return file;
}
