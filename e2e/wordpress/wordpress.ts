/** A real WordPress on SQLite and PHP's own server, with the plugin in its folder. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, temporaryFolder } from '../../packages/server/test/fixtures/server-process.ts';
import { freePort } from '../../packages/server/test/postgres/server.ts';

const { wordpressFolder } = (await import(new URL('place.mjs', import.meta.url).href)) as {
  readonly wordpressFolder: string;
};
const plugin = fileURLToPath(new URL('../../packages/wordpress/baraza', import.meta.url));
const php = process.env.BARAZA_PHP || 'php';

/** The reason to skip, or false. */
export const noWordPress: string | false = !canRunPhp()
  ? 'no PHP with SQLite: apt-get install -y php-cli php-sqlite3, or name one in BARAZA_PHP'
  : !existsSync(wordpressFolder) && 'no WordPress: fetch it with node e2e/wordpress/fetch.mjs';

function canRunPhp(): boolean {
  const { stdout } = spawnSync(
    php,
    [
      '-r',
      "echo class_exists('PDO') && in_array('sqlite', PDO::getAvailableDrivers()) ? 'yes' : 'no';",
    ],
    { encoding: 'utf8' },
  );
  return stdout === 'yes';
}

export const password = 'a long password';

export interface WordPress {
  readonly url: string;
  /** Runs PHP code in it; what the code returns. */
  readonly run: (code: string) => unknown;
}

/** Installs it with an administrator `admin` and a subscriber `msomaji`. */
export async function openWordPress(scope: {
  readonly after: (end: () => unknown) => void;
}): Promise<WordPress> {
  const folder = path.join(temporaryFolder(scope, 'baraza-wordpress-'), 'site');
  cpSync(wordpressFolder, folder, { recursive: true });
  cpSync(plugin, path.join(folder, 'wp-content/plugins/baraza'), { recursive: true });
  const config = path.join(folder, 'wp-config.php');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    WP_HOME: url,
    WP_SITEURL: url,
    // It calls nobody but this machine.
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1',
    DISABLE_WP_CRON: true,
  };
  const defines = Object.entries(settings).map(
    ([name, value]) => `define('${name}', ${JSON.stringify(value)});`,
  );
  writeFileSync(
    config,
    readFileSync(config, 'utf8').replace('<?php', `<?php ${defines.join(' ')}`),
  );

  const run = (code: string, before = '') => {
    const file = path.join(folder, 'run.php');
    const host = `$_SERVER['HTTP_HOST'] = '127.0.0.1:${port}';`;
    writeFileSync(
      file,
      `<?php ${before} ${host} require 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
$result = (function () { ${code} })(); echo "\\n" . json_encode($result);`,
    );
    const output = execFileSync(php, [file], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(output.split('\n').at(-1) ?? '');
  };
  run(
    `require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    wp_install('Duka la Asha', 'admin', 'admin@example.org', true, '', '${password}');
    wp_insert_user(['user_login' => 'msomaji', 'user_pass' => '${password}', 'role' => 'subscriber']);
    return true;`,
    "define('WP_INSTALLING', true); function wp_mail() { return true; }",
  );
  const server = spawn(php, ['-S', `127.0.0.1:${port}`, '-t', folder], { stdio: 'ignore' });
  scope.after(() => stop(server));
  await eventually(() =>
    fetch(`${url}/wp-login.php`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { url, run };
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('close', resolve));
  server.kill();
  await ended;
}
