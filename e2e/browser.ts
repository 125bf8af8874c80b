import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

/** A real Chromium, unpacked from its npm package, with web security on. */
export async function openBrowser(moreArguments: readonly string[] = []): Promise<{
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-browser-'));
  const executablePath = await unpack(folder);
  const libraries = path.join(folder, 'al2023', 'lib');
  // Its own libraries only where the machine lacks some: beside the machine's they would clash.
  const lacking = spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout.includes(
    'not found',
  );
  const browser = await chromium.launch({
    executablePath,
    env: {
      ...process.env,
      TMPDIR: folder,
      HOME: folder,
      FONTCONFIG_FILE: nameFonts(folder),
      ...(lacking ? { LD_LIBRARY_PATH: libraries } : {}),
    },
    args: [
      '--no-sandbox',
      '--headless=shell',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...moreArguments,
    ],
    ignoreDefaultArgs: ['--headless'],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// The package's own list names places of the machines that it was made for.
function nameFonts(folder: string): string {
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${path.join(folder, 'fonts')}</dir><cachedir>${path.join(folder, 'cache')}</cachedir></fontconfig>
`,
  );
  return file;
}

// The package unpacks into the temporary folder of the process; each run gets one of its own.
async function unpack(folder: string): Promise<string> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
    const packed = path.join(path.dirname(entry), '..', 'bin');
    const [executable] = await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) =>
        inflate(path.join(packed, name)),
      ),
    );
    return executable ?? '';
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
