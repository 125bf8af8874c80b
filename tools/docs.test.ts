import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actions, problemStatus, services, siteProblemStatus } from '@baraza/contract';
import type { Console } from '../packages/server/src/console/console.ts';
import { consoleRoutes } from '../packages/server/src/console/routes.ts';
import type { Platform } from '../packages/server/src/platform/platform.ts';
import { platformRoutes } from '../packages/server/src/platform/routes.ts';
import type { Assistant } from '../packages/server/src/site/assistant.ts';
import { siteRoutes } from '../packages/server/src/site/routes.ts';
import { settingsPage, settingsPageFile } from './settings-page.ts';

const root = new URL('../', import.meta.url);
const read = (file: string | URL) => readFileSync(new URL(file, root), 'utf8');

// The dependencies may be empty: only the tables of routes are used, and no handler is called.
const apis = [
  {
    file: 'docs/api/platform.md',
    folder: 'docs/api/platform/',
    routes: platformRoutes({} as Platform, () => ''),
    words: [...services, ...actions, ...Object.keys(problemStatus)],
  },
  {
    file: 'docs/api/site.md',
    // Pages for visitors are not part of the API.
    routes: siteRoutes({} as Assistant).filter(({ path }) => path.startsWith('/v1/')),
    words: Object.keys(siteProblemStatus),
  },
  {
    file: 'docs/api/console.md',
    routes: consoleRoutes({
      platform: {},
      assistant: {},
      operator: { backups: {} },
    } as unknown as Console),
    words: ['key', 'owner', 'link'],
  },
];

for (const { file, folder, routes, words } of apis) {
  const pages = folder === undefined ? [] : readdirSync(new URL(folder, root));
  const page = [read(file), ...pages.map((name) => read(`${folder}${name}`))].join('\n');

  test(`${file} documents exactly the routes that are served`, () => {
    const documented = [...page.matchAll(/^### ([A-Z]+) (\/\S+)$/gm)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    const served = routes.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(documented.toSorted(), served.toSorted());
  });

  test(`${file} names every query parameter of a route in its section`, () => {
    for (const { method, path, query } of routes) {
      const section = page.split(`### ${method} ${path}\n`)[1]?.split(/^#{2,3} /m)[0] ?? '';
      for (const name of Object.keys(query?.shape ?? {}))
        assert.match(
          section,
          new RegExp(`\\b${name}\\b`),
          `${method} ${path} does not name ${name}`,
        );
    }
  });

  test(`${file} names every word of its vocabulary`, () => {
    for (const word of words)
      assert.ok(page.includes(`\`${word}\``), `${file} does not name ${word}`);
  });
}

test('docs/api/platform.md leads to the section of every call and to every page', () => {
  const page = read('docs/api/platform.md');
  const calls = [...page.matchAll(/^\| \[`([A-Z]+ \/\S+)`\]/gm)].map(([, call = '']) => call);
  const served = platformRoutes({} as Platform, () => '').map(
    ({ method, path }) => `${method} ${path}`,
  );
  assert.deepEqual(calls.toSorted(), served.toSorted());
  for (const name of readdirSync(new URL('docs/api/platform/', root)))
    assert.match(page, new RegExp(`^\\| \\[.*\\]\\(platform/${name}\\) \\|`, 'm'));
});

test('the page of settings is up to date', () => {
  assert.equal(readFileSync(settingsPageFile, 'utf8'), settingsPage());
});

test('docs/decisions mentions every dependency', () => {
  const decisions = readdirSync(new URL('docs/decisions/', root))
    .map((file) => read(`docs/decisions/${file}`))
    .join('\n');
  const manifests = [
    'package.json',
    'packages/contract/package.json',
    'packages/client/package.json',
    'packages/server/package.json',
  ];
  for (const manifest of manifests) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(read(manifest));
    for (const name of Object.keys({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })) {
      if (name.startsWith('@baraza/')) continue;
      assert.ok(decisions.includes(`\`${name}\``), `no decision mentions ${name}`);
    }
  }
});

test("the examples in the client's README are type-checked", () => {
  const checked = read('packages/client/test/readme-examples.ts');
  const examples = [...read('packages/client/README.md').matchAll(/^```ts\n(.*?)^```$/gms)];
  assert.ok(examples.length > 10);
  for (const [, example = ''] of examples)
    assert.ok(checked.includes(example.trim()), `readme-examples.ts lacks ${example}`);
});

// The guide of the clinic's example is data: its assistant answers from it.
const documents = documentsIn('').filter((document) => document !== 'examples/clinic/visiting.md');

test('every link between the documents leads to a file, and to a heading of it', () => {
  assert.ok(documents.length > 50);
  for (const document of documents)
    for (const [, target = ''] of withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', heading] = target.split('#');
      const url = file === '' ? new URL(document, root) : new URL(file, new URL(document, root));
      const fault = `${document} links to ${target}, which does not exist`;
      assert.doesNotThrow(() => readdirOrFile(url), fault);
      if (heading !== undefined) assert.ok(headingsOf(url).includes(heading), fault);
    }
});

test('every document is at most two links away from docs/README.md', () => {
  const first = linkedFrom('docs/README.md');
  const reached = new Set([...first, ...first.flatMap(linkedFrom), 'docs/README.md']);
  assert.deepEqual(
    documents.filter((document) => !reached.has(document)),
    [],
  );
});

const architectureLinesMax = 250;
const roomsMax = 26;

test('ARCHITECTURE.md stays short and names every folder of the server, and only files that exist', () => {
  const page = read('ARCHITECTURE.md');
  assert.ok(page.trimEnd().split('\n').length <= architectureLinesMax);
  const [, table = ''] = /^\| room \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rooms = new Map(
    [...table.matchAll(/^\| `([\w.]+)` \|(.*)$/gm)].map(([, room = '', row = '']) => [room, row]),
  );
  assert.ok(rooms.size > 0 && rooms.size <= roomsMax);
  const server = new URL('packages/server/src/', root);
  const folders = readdirSync(server, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(
      (entry) =>
        `${entry.parentPath}/${entry.name}/`.split('/src/').at(-1)?.replace(/^\//, '') ?? '',
    );
  for (const folder of folders) {
    const [room = '', below = ''] = folder.split(/\/(.*)/s);
    const row = rooms.get(room);
    assert.ok(
      row !== undefined && (below === '' || row.includes(`\`${below}\``)),
      `no ${folder} in the table`,
    );
  }
  for (const room of rooms.keys()) readdirOrFile(new URL(room, server));
  const files = ['packages', 'tools'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true }).map((file) => `/${folder}/${file}`),
  );
  for (const [, name = ''] of page.matchAll(/`([\w./-]+\.(?:tsx?|css))`/g))
    assert.ok(
      files.some((file) => file.endsWith(`/${name}`)),
      `${name} does not exist`,
    );
});

function readdirOrFile(target: URL): unknown {
  try {
    return readFileSync(target);
  } catch {
    return readdirSync(target);
  }
}

/** All Markdown files, and llms.txt, that belong to the project; as paths from its root. */
function documentsIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}${entry.name}`;
    if (entry.isDirectory())
      return /^(\..*|node_modules|built|dist|data)$/.test(entry.name)
        ? []
        : documentsIn(`${file}/`);
    return entry.name.endsWith('.md') || file === 'llms.txt' ? [file] : [];
  });
}

/** A folder stands for all documents directly in it. */
function linkedFrom(document: string): readonly string[] {
  if (!document.endsWith('.md') && document !== 'llms.txt') return [];
  return [...withoutCode(read(document)).matchAll(/\]\(([^)\s#]+)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const file = new URL(target, new URL(document, root)).href.slice(root.href.length);
    const inside = documents.filter((each) => each.replace(/[^/]*$/, '') === `${file}/`);
    return [file, ...inside];
  });
}

/** The anchors of a page, as code hosts make them from its headings. */
function headingsOf(page: URL): readonly string[] {
  return [...withoutCode(readFileSync(page, 'utf8')).matchAll(/^#{1,6} (.+)$/gm)].map(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/\]\([^)]*\)/g, '')
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
  );
}

function withoutCode(page: string): string {
  return page.replaceAll(/^( *)```.*?^ *```$/gms, '');
}
