/**
 * Enforces the structure in ARCHITECTURE.md: imports go down, only assemble.ts names an implementation, and every room
 * has a row in the table.
 */
import { test } from 'node:test';
import { importsOf } from './imports.ts';
import { checkRule, filterFiles } from './rule.ts';
import type { Tree } from './tree.ts';

const ports = ['store', 'blobs', 'models', 'speech', 'channels', 'http', 'kernel'];
const services = ['access', 'limits', 'delivery', 'engine', 'answers', 'voice', 'nodes', ...ports];
const belowServer = [
  'setup',
  'control',
  'backup',
  'console',
  'mcp',
  'platform',
  'site',
  ...services,
];

const mayImport: { readonly [room: string]: readonly string[] } = {
  'main.ts': ['cli', 'setup'],
  cli: ['server', ...belowServer],
  server: belowServer,
  backup: ['setup', 'store', 'blobs', 'kernel'],
  console: ['platform', 'site', ...services],
  mcp: ['platform', 'site', ...services],
  platform: services,
  site: services,
  setup: ['access', 'limits', 'store', 'blobs', 'kernel'],
  access: ports,
  limits: ports,
  engine: ['answers', 'models', 'speech', 'kernel'],
  answers: ['speech', 'kernel'],
  voice: ['speech', 'kernel'],
  nodes: ['http', 'store', 'kernel'],
  delivery: ['http', 'store', 'kernel'],
  control: ['kernel'],
  store: ['kernel'],
  blobs: ['kernel'],
  models: ['kernel'],
  speech: ['kernel'],
  channels: ['http', 'kernel'],
  http: ['kernel'],
  kernel: [],
};
const engines = [
  'store/sqlite/sqlite.ts',
  'store/postgres/postgres.ts',
  'blobs/files.ts',
  'blobs/s3.ts',
  'models/openai-compatible.ts',
  'speech/whisper/whisper.ts',
  'speech/espeak/espeak.ts',
  'speech/detector/detector.ts',
  'speech/recordings/recordings.ts',
  'speech/server/transcriber.ts',
  'speech/server/speaker.ts',
  'channels/whatsapp.ts',
  'channels/telegram.ts',
];
const server = 'packages/server/src/';
const contracts = ['@baraza/contract', '@baraza/contract/plain'];
const fromOutside =
  /^packages\/server\/src\/(?:channels|http\/body|kernel\/remote|mcp|models|site\/sources|voice)\//;
// The entry point of a separate process, which creates its own parts.
const processPrograms = [`${server}engine/child.ts`];

test(
  'text from outside is parsed in kernel/json, which guards against wrong names',
  checkRule({
    find: (tree) =>
      [...tree].flatMap(([file, text]) =>
        fromOutside.test(file) && !file.endsWith('.test.ts') && text.includes('JSON.parse(')
          ? [file]
          : [],
      ),
    broken: { [`${server}channels/a.ts`]: 'const value = JSON.parse(text);' },
  }),
);

test(
  'imports between the rooms of the server go down',
  checkRule({
    find: (tree) =>
      importsIn(tree, server, ({ room, file, target }) => {
        if (target.startsWith('@baraza/answer-model/'))
          return !['answers', 'engine'].includes(room);
        if (target.startsWith('@baraza/widget/')) return room !== 'site';
        if (target === '@baraza/conformance') return file !== `${server}cli/conformance.ts`;
        // Words and examples of the OpenAPI documents, loaded when somebody asks for one.
        if (target.startsWith('@baraza/contract/reference/'))
          return !/(?:platform|site)\/routes\.ts$/.test(file);
        if (target.startsWith('@baraza/')) return !contracts.includes(target);
        if (!target.startsWith('packages/')) return false;
        return roomOf(target) !== room && !mayImport[room]?.includes(roomOf(target));
      }),
    broken: {
      [`${server}store/keys.ts`]: "import { x } from '../platform/keys.ts';",
      [`${server}kernel/log.ts`]: "export type { X } from '../setup/config.ts';",
      [`${server}access/keys.ts`]: "import { x } from '../../../contract/src/ids.ts';",
      [`${server}platform/keys.ts`]: "const x = await import('@baraza/client');",
      [`${server}answers/answers.ts`]: "import { x } from '../store/sites.ts';",
      [`${server}site/assistant.ts`]: "import.meta.resolve('@baraza/answer-model/language.tsv');",
      [`${server}server/serve.ts`]: "import { sizes } from '../cli/command.ts';",
      [`${server}setup/pepper.ts`]: "import { x } from '../server/assemble.ts';",
      [`${server}cli/sites.ts`]: "import { examine } from '@baraza/conformance';",
      [`${server}platform/pages.ts`]: "import.meta.resolve('@baraza/widget/built/w.js');",
    },
  }),
);

test(
  'every room of the server has a row in the table',
  checkRule({
    find: (tree) =>
      [...sources(tree, server).keys()].filter((file) => !(roomOf(file) in mayImport)),
    broken: { [`${server}attic/old.ts`]: '', [`${server}loose.ts`]: '' },
  }),
);

test(
  'only assemble.ts names an implementation',
  checkRule({
    find: (tree) =>
      importsIn(
        tree,
        server,
        ({ file, target }) =>
          file !== `${server}server/assemble.ts` &&
          !processPrograms.includes(file) &&
          engines.includes(target.slice(server.length)),
      ),
    broken: {
      [`${server}server/serve.ts`]: "import { openSqlite } from '../store/sqlite/sqlite.ts';",
      [`${server}store/keys.ts`]: "import type { X } from './postgres/postgres.ts';",
      [`${server}platform/keys.ts`]: "await import('../blobs/files.ts');",
      [`${server}site/knowledge/vectors.ts`]:
        "import { openLanguageModel } from '../../models/openai-compatible.ts';",
    },
  }),
);

test(
  'only the engine searches, reads and writes answers; others use its types, texts and words',
  checkRule({
    find: (tree) =>
      importsIn(
        tree,
        server,
        ({ room, target }) =>
          room !== 'engine' &&
          room !== 'answers' &&
          roomOf(target) === 'answers' &&
          !sharedByAnswers.some((place) => target.startsWith(`${server}answers/${place}`)),
      ),
    broken: {
      [`${server}site/asks/ask.ts`]: "import { answer } from '../../answers/answers.ts';",
      [`${server}platform/ai/generation-job.ts`]: "await import('../../answers/find/passages.ts');",
    },
  }),
);

const sharedByAnswers = [
  'knowledge.ts',
  'words.ts',
  'text/',
  'write/quote.ts',
  'fields/prices/money.ts',
  'fields/hours/opening.ts',
];

test(
  'rules of the platform and of sites do not import HTTP code',
  checkRule({
    find: (tree) =>
      importsIn(
        tree,
        server,
        ({ room, file, target }) =>
          (room === 'platform' || room === 'site') &&
          !isTransport(file) &&
          (roomOf(target) === 'http' ||
            ['node:http', 'node:https', 'ws'].includes(target) ||
            (roomOf(target) === room && isTransport(target))),
      ),
    broken: {
      [`${server}site/asks/ask.ts`]: "import { eventLine } from '../../http/sse.ts';",
      [`${server}site/assistant.ts`]: "import type { Route } from '../http/route.ts';",
      [`${server}site/live/live.ts`]: "import { askRoutes } from '../asks/ask.routes.ts';",
      [`${server}platform/records/import.ts`]: "import { x } from '../idempotency.response.ts';",
      [`${server}platform/objects/upload.ts`]: "import type { IncomingMessage } from 'node:http';",
      [`${server}platform/events.ts`]:
        "const { keepAliveComment } = await import('../http/sse.ts');",
      [`${server}platform/reroutes.ts`]: "import type { Call } from '../http/route.ts';",
    },
  }),
);

test(
  'the contract imports only zod',
  checkRule({
    find: (tree) => foreignImports(tree, 'packages/contract/src/', 'zod'),
    broken: {
      'packages/contract/src/ids.ts': "import { readFileSync } from 'node:fs';",
      'packages/contract/src/keys.ts': "import { x } from '../../client/src/x.ts';",
    },
  }),
);

test(
  'the client imports only the contract',
  checkRule({
    find: (tree) => foreignImports(tree, 'packages/client/src/', '@baraza/contract'),
    broken: {
      'packages/client/src/transport/call.ts': "import { z } from 'zod';",
      'packages/client/src/transport/watch.ts': "import '../../contract/src/index.ts';",
    },
  }),
);

const conformance = 'packages/conformance/src/';

test(
  'conformance judges from outside: it imports nothing of the server',
  checkRule({
    find: (tree) =>
      importsIn(
        tree,
        conformance,
        ({ target }) =>
          !/^node:|^ws$|^@baraza\/(?:contract|client)$/.test(target.replace(conformance, 'node:')),
      ),
    broken: {
      [`${conformance}check.ts`]:
        "import { isObject } from '../../server/src/kernel/json/is-object.ts';",
      [`${conformance}site/bench.ts`]: "import { x } from '@baraza/server';",
    },
  }),
);

const widget = 'packages/widget/src/';
const widgetMayImport: { readonly [part: string]: readonly string[] } = {
  launcher: ['@baraza/contract'],
  servers: ['launcher', '@baraza/contract', '@baraza/client'],
  panel: [
    'launcher',
    'voice',
    'people',
    '@baraza/contract',
    '@baraza/contract/plain',
    '@baraza/client',
  ],
  people: ['launcher', 'panel', '@baraza/contract'],
  voice: ['launcher', 'panel', '@baraza/contract', '@baraza/client'],
};

test(
  'the parts of the widget import only the contract, the client and parts that are loaded earlier',
  checkRule({
    find: (tree) =>
      [...sources(tree, widget)].flatMap(([file, text]) => {
        const [part = ''] = file.slice(widget.length).split('/');
        const allowed = [part, ...(widgetMayImport[part] ?? [])];
        return importsOf(file, text)
          .map((target) =>
            target.startsWith(widget) ? (target.slice(widget.length).split('/')[0] ?? '') : target,
          )
          .filter((target) => !allowed.includes(target))
          .map((target) => `${file} → ${target}`);
      }),
    broken: {
      [`${widget}launcher/stage.ts`]: "import { draw } from '../panel/drawing.ts';",
      [`${widget}panel/panel.ts`]: "import { readFileSync } from 'node:fs';",
      [`${widget}voice/voice.ts`]: "import x from 'lit';",
    },
  }),
);

const consoleFolder = 'packages/console/src/';
const libraries = ['preact', 'preact/hooks', '@preact/signals', 'uqr', '@simplewebauthn/browser'];
const consoleLayers = ['words', 'api', 'design', 'app', 'screens'];

test(
  'imports between the layers of the console go down, and screens import only their own area',
  checkRule({
    find: (tree) =>
      [...sources(tree, consoleFolder)].flatMap(([file, text]) =>
        importsOf(file, text)
          .filter((target) => !isConsoleImport(file, target, text))
          .map((target) => `${file} → ${target}`),
      ),
    broken: {
      [`${consoleFolder}design/controls/a.tsx`]: "import { route } from '../../app/router.ts';",
      [`${consoleFolder}words/a.ts`]: "import { client } from '../api/client.ts';",
      [`${consoleFolder}app/shell.tsx`]: "const x = import('../screens/sites/list/sites.tsx');",
      [`${consoleFolder}screens/sites/a.tsx`]: "import { x } from '../platform/words.ts';",
      [`${consoleFolder}api/a.ts`]: "import { z } from 'zod';",
      [`${consoleFolder}screens/keys/a.tsx`]: "import { keySchema } from '@baraza/contract';",
      [`${consoleFolder}screens/sites/b.tsx`]: "import { openLive } from '@baraza/client';",
    },
  }),
);

// Values of the contract's index would add zod to the bundle; its types are free.
function isConsoleImport(file: string, target: string, text: string): boolean {
  if (contracts.slice(1).includes(target) || libraries.includes(target)) return true;
  // Only the api layer creates a client; the other layers use that client and its types.
  if (target === '@baraza/client') return !hasValueImport(text, target);
  if (target === '@baraza/client/console') return file.startsWith(`${consoleFolder}api/`);
  if (target === '@baraza/contract') return !hasValueImport(text, target);
  if (!target.startsWith(consoleFolder)) return false;
  const [layer = '', area] = file.slice(consoleFolder.length).split('/');
  const [targetLayer = '', targetArea] = target.slice(consoleFolder.length).split('/');
  if (!consoleLayers.includes(layer)) return true;
  if (layer === 'screens' && targetLayer === 'screens')
    return area === targetArea || (area === 'sites' && targetArea === 'information');
  return consoleLayers.indexOf(targetLayer) <= consoleLayers.indexOf(layer);
}

function hasValueImport(text: string, from: string): boolean {
  return new RegExp(`^import (?!type )[^;]*from '${from}';`, 'm').test(text);
}

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
}

function foreignImports(tree: Tree, folder: string, allowed: string): string[] {
  return importsIn(tree, folder, ({ target }) => !target.startsWith(folder) && target !== allowed);
}

function importsIn(tree: Tree, folder: string, isForbidden: (found: Import) => boolean): string[] {
  return [...sources(tree, folder)].flatMap(([file, text]) =>
    importsOf(file, text)
      .filter((target) => isForbidden({ file, room: roomOf(file), target }))
      .map((target) => `${file} → ${target}`),
  );
}

/** Whether a file handles HTTP, by its name. */
function isTransport(file: string): boolean {
  return /(?:\.(?:routes|request|response)|\/(?:routes|route|service|cors))\.ts$/.test(file);
}

// Tests are exempt, because they open real engines and import from every room.
function sources(tree: Tree, folder: string): Tree {
  return filterFiles(tree, (file) => file.startsWith(folder) && !/\.test\.tsx?$/.test(file));
}

function roomOf(file: string): string {
  if (!file.startsWith(server)) return 'outside';
  return file.slice(server.length).split('/')[0] ?? '';
}
