/** A real browser for the tests: the one that was named, one of this machine, or the one of the npm package. */
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
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

// The headless shell first: a whole Chromium draws its own windows too and costs twice as much CPU.
const machineNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const packageProcessor = 'x64';

/**
 * Why there is no browser for tests on this machine, or false where there is one; the reason by
 * which they are skipped.
 */
export const noBrowser: string | false =
  findExecutable() !== undefined || packageHasBinary()
    ? false
    : 'no browser for this processor: apt-get install -y chromium-headless-shell, or name one in BARAZA_CHROMIUM';

export const fakeMicrophone = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/**
 * A Chromium with web security on; test files in one process share it. `close` closes the contexts that were opened
 * through this handle.
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
      // The next file of this process may open it again.
      setTimeout(() => {
        if (shared.users > 0 || running.get(key) !== shared) return;
        running.delete(key);
        void shared.launched.then(({ end }) => end());
      }, unusedMs);
    },
  };
}

export interface SharedBrowser extends Pick<Browser, 'newContext' | 'newPage'> {
  /** Opens contexts that stay for the other files. */
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
      // The npm package contains only the headless shell; a whole Chromium accepts the flag as well.
      '--headless=shell',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...moreArguments,
    ],
    ignoreDefaultArgs: ['--headless'],
  });
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    // As in the headless shell: a whole Chromium would be offered notices.
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
    .flatMap((folder) => machineNames.map((name) => path.join(folder, name)))
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

// Its binary is never run on another processor: a shell would read it as a script.
function packageHasBinary(): boolean {
  return process.platform === 'linux' && process.arch === packageProcessor;
}

async function packageLaunch(home: string) {
  const folder = await unpackOnce();
  const executablePath = path.join(folder, 'chromium');
  // Its own libraries only where the machine lacks some: beside the machine's they would clash.
  const lacking = spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout.includes(
    'not found',
  );
  return {
    executablePath,
    env: {
      FONTCONFIG_FILE: nameFonts(home, path.join(folder, 'fonts')),
      ...(lacking ? { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') } : {}),
    },
  };
}

/** Unpacked by the first that asks, for every process and every later run: the folder is named after the version. */
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
    // Another process was first; its folder is whole, since a rename is atomic.
    rmSync(unpacked, { recursive: true, force: true });
  }
  return folder;
}

// The package's own list names places of the machines that it was made for.
function nameFonts(home: string, fonts: string): string {
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
