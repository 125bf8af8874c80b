/** The files of the web application, as they were built. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer, Headers } from '../http/answer.ts';
import { isNotModified } from '../http/preconditions.ts';
import { openToAll } from '../http/route.ts';
import { undefinedIfMissing } from '../kernel/fault.ts';
import { absent } from '../kernel/problem.ts';
import type { ConsoleRoute } from './route.ts';

const builtFolder = new URL('../../../console/built/', import.meta.url);
const types: { readonly [extension: string]: string } = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
};
// A longer name makes the file system fail instead of reporting a missing file.
const nameMax = 200;

/** `siteUrl` is where previews of a site's page come from, the only foreign frames there are. */
export function pageRoutes(
  siteUrl: () => string,
  folder: URL = builtFolder,
): readonly ConsoleRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      summary: 'The console',
      policy: openToAll,
      answers: { 200: 'bytes', 304: 'empty' },
      handle: async ({ header }) => {
        const bytes = await readBuilt(new URL('index.html', folder));
        const headers = { ...pageHeaders(siteUrl()), 'content-type': 'text/html; charset=utf-8' };
        if (bytes === undefined) return { status: 503, headers, body: notBuilt };
        return sentIfChanged(bytes, headers, header);
      },
    },
    {
      method: 'GET',
      path: '/assets/:file',
      summary: 'A part of the console; its name changes with its content',
      policy: openToAll,
      answers: { 200: 'bytes' },
      handle: async ({ params, header }) => {
        const [, extension = ''] =
          /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.([a-z0-9]+)$/.exec(params.file ?? '') ?? [];
        const type = Object.hasOwn(types, extension) ? types[extension] : undefined;
        const bytes =
          type === undefined || (params.file ?? '').length > nameMax
            ? undefined
            : await readBuilt(new URL(`assets/${params.file}`, folder));
        if (bytes === undefined || type === undefined) throw absent('path');
        const headers = {
          ...assetHeaders,
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
        };
        return sent(bytes, headers, header('accept-encoding'));
      },
    },
    ...namedFiles.map((name) => namedRoute(name, folder)),
  ];
}

/** Files of the console as an installed application. Their names are fixed, because browsers request them again. */
const namedFiles = [
  'sw.js',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-full-512.png',
  'badge-96.png',
];

function namedRoute(name: string, folder: URL): ConsoleRoute {
  return {
    method: 'GET',
    path: `/${name}`,
    summary: 'A part of the console as an installed application',
    policy: openToAll,
    answers: { 200: 'bytes', 304: 'empty' },
    handle: async ({ header }) => {
      const bytes = await readBuilt(new URL(name, folder));
      if (bytes === undefined) throw absent('path');
      const type = types[name.split('.').at(-1) ?? ''] ?? '';
      const headers = { ...assetHeaders, 'content-type': type, 'cache-control': 'no-cache' };
      return sentIfChanged(bytes, headers, header);
    },
  };
}

async function sentIfChanged(
  bytes: Buffer,
  headers: Headers,
  header: (name: string) => string | undefined,
): Promise<Answer> {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const named = { ...headers, etag };
  if (isNotModified(header('if-none-match'), etag)) return { status: 304, headers: named };
  return sent(bytes, named, header('accept-encoding'));
}

const notBuilt =
  '<!doctype html><meta charset="utf-8"><title>Baraza</title>' +
  '<p>The console is not built in this copy; run npm run build in packages/console.</p>';

const assetHeaders: Headers = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

function pageHeaders(siteUrl: string): Headers {
  const frames = URL.canParse(siteUrl) ? ` ${new URL(siteUrl).origin}` : '';
  return {
    ...assetHeaders,
    'content-security-policy':
      "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; " +
      `form-action 'self'; frame-src 'self'${frames}`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  };
}

// Read for each request and not cached: pages are requested rarely, and the system caches files.
function readBuilt(file: URL): Promise<Buffer | undefined> {
  return readFile(file).catch(undefinedIfMissing);
}

const compressed = promisify(gzip);

async function sent(bytes: Buffer, headers: Headers, accepted = ''): Promise<Answer> {
  const isSmall = /\bgzip\b/.test(accepted) && !String(headers['content-type']).startsWith('font/');
  const body = isSmall ? await compressed(bytes) : bytes;
  return {
    stream: async (sink) => {
      sink.start(200, {
        ...headers,
        'content-length': body.length,
        vary: 'Accept-Encoding',
        ...(isSmall ? { 'content-encoding': 'gzip' } : {}),
      });
      await sink.write(body);
    },
  };
}
