/**
 * Builds built/, which the site service serves as /w.js and /w/*.js: `npm run build -w packages/widget`.
 *
 * The files are in the repository because servers are installed without the build tools; a test builds them again and
 * compares every byte.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = import.meta.dirname;
const out = process.argv[2] ?? join(root, 'built');

// Each part contains the file names of the parts that it loads, so those are built first.
const voice = hashed('voice', await bundle('voice/voice.ts', 'es', {}));
const people = hashed('people', await bundle('people/people.ts', 'es', {}));
const panel = hashed(
  'panel',
  await bundle('panel/panel.ts', 'es', { VOICE_FILE: voice.name, PEOPLE_FILE: people.name }),
);
const servers = hashed('servers', await bundle('servers/servers.ts', 'es', {}));
const launcher = await bundle('launcher/launcher.ts', 'iife', {
  PANEL_FILE: panel.name,
  SERVERS_FILE: servers.name,
});

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const { name, code } of [voice, people, panel, servers, { name: 'w.js', code: launcher }])
  writeFileSync(join(out, name), code);

function hashed(name, code) {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 10);
  return { name: `${name}-${hash}.js`, code };
}

async function bundle(entry, format, names) {
  const output = await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    define: Object.fromEntries(
      Object.entries(names).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      target: 'es2022',
      cssTarget: 'es2022',
      minify: true,
      modulePreload: false,
      lib: {
        entry: join(root, 'src', entry),
        formats: [format],
        name: 'SiteAssistantLauncher',
        fileName: () => 'part.js',
      },
      rolldownOptions: {
        // Imports have no side effects, except style sheets.
        treeshake: { moduleSideEffects: (id) => id.endsWith('.css?inline') || id.includes(entry) },
        // Library mode keeps whitespace unless minify is set here, too.
        output: { codeSplitting: false, minify: true },
      },
    },
  });
  const chunks = output.flatMap((result) => result.output);
  if (chunks.length !== 1) throw new Error(`${entry} became ${chunks.length} files, not one.`);
  return chunks[0].code;
}
