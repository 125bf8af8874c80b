import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Language } from '@baraza/contract';
import { z } from 'zod';
import type { Answer, Headers } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { openRoute, type SiteRoute } from '../route.ts';
import { requireHere } from '../sites/site-here.ts';
import { visitorLanguage } from '../visits.ts';
import { demoPage } from './demo-page.ts';
import { type HostedSite, hostedPage, messagePage, previewPage } from './hosted-page.ts';
import { embedLine } from './links.ts';
import { html } from './markup.ts';
import { pageWords } from './page-words.ts';

/** The site at the root of the server, if it exists; a public server shows none unless it is set to. */
const demoSite = 'demo';

const querySchema = z.object({
  language: z.string().optional(),
  /** Asks for the page of the console's preview frame. */
  preview: z.string().optional(),
});

export function pageRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    openRoute('GET /', {
      summary: 'The demo page: a sample business with its assistant.',
      query: querySchema,
      answers: { 200: 'bytes', 404: 'bytes' },
      handle: (call) =>
        pageOf(assistant, assistant.hasDemoPage ? demoSite : '', call, (site, language, row) =>
          demoPage(site, language, embedLine(assistant, row)),
        ),
    }),
    openRoute('GET /s/:site', {
      summary: 'The hosted page of a site: its assistant, open, and its contacts.',
      query: querySchema,
      answers: { 200: 'bytes', 404: 'bytes' },
      handle: (call) => {
        const render = call.query.preview === undefined ? hostedPage : previewPage;
        return pageOf(assistant, call.params.site ?? '', call, render);
      },
    }),
    part('/page.css', 'The style of the pages.', new URL('./page.css', import.meta.url)),
    part('/demo.css', 'The style of the demo page.', new URL('./demo.css', import.meta.url)),
    part('/page.js', 'The program of the pages.', new URL('./page.js', import.meta.url)),
    part(
      '/preview.css',
      'The style of the page that owners try looks on.',
      new URL('./preview.css', import.meta.url),
    ),
    part(
      '/preview.js',
      'The program of the page that owners try looks on.',
      new URL('./preview.js', import.meta.url),
    ),
    part(
      '/live-worklet.js',
      'The audio worklets of a page with a live session.',
      new URL('../live/live-worklet.js', import.meta.url),
    ),
    ...widgetRoutes(),
  ];
}

const script = 'text/javascript; charset=utf-8';

/** What the embed line loads: a fixed name, and parts whose names change with their content. */
function widgetRoutes(): readonly SiteRoute[] {
  const folder = new URL('.', import.meta.resolve('@baraza/widget/built/w.js'));
  const assets = new Map<string, Asset>();
  const assetOf = (name: string, caching: string): Asset => {
    const key = `${name} ${caching}`;
    const asset =
      assets.get(key) ?? createAsset(new URL(name, folder), { contentType: script, caching });
    assets.set(key, asset);
    return asset;
  };
  return [
    openRoute('GET /w.js', {
      summary: 'What the embed line loads.',
      answers: { 200: 'bytes', 304: 'empty' },
      handle: ({ header }) => assetOf('w.js', 'public, max-age=300')(header),
    }),
    openRoute('GET /w/:file', {
      summary: 'A part of the widget, loaded when it is first needed.',
      answers: { 200: 'bytes', 304: 'empty' },
      handle: async ({ params, header }) => {
        const { file = '' } = params;
        const names = await readdir(folder);
        if (file !== 'w.js' && names.includes(file))
          return assetOf(file, 'public, max-age=31536000, immutable')(header);
        // A page with the launcher of an older version gets the current part.
        const [, part] = /^([a-z]+)-[0-9a-f]{10}\.js$/.exec(file) ?? [];
        const current = names.find((name) => part !== undefined && name.startsWith(`${part}-`));
        if (current === undefined) throw absent('path');
        return assetOf(current, 'no-cache')(header);
      },
    }),
  ];
}

async function pageOf(
  assistant: Assistant,
  slug: string,
  call: Call<undefined> & { readonly query: z.output<typeof querySchema> },
  render: (site: HostedSite, language: Language, row: SiteRow) => string,
): Promise<Answer> {
  const row = await requireHere(assistant.store, slug, true).catch((error: unknown) => {
    // That there is no such site is said by a page.
    if (error instanceof Problem && error.code === 'site') return undefined;
    throw error;
  });
  const profile = row === undefined ? undefined : await assistant.profiles.headOf(row);
  const accepted = call.header('accept-language');
  const language = visitorLanguage(call.query.language, accepted, profile?.languages ?? []);
  const headers = pageHeaders(assistant.publicUrl(), assistant.consoleUrl());
  if (row === undefined || profile === undefined) {
    const { absentTitle, absent: text } = pageWords[language];
    return { status: 404, headers, body: messagePage(language, absentTitle, html`<p>${text}</p>`) };
  }
  const site = { id: row.id, key: row.key, profile };
  return { status: 200, headers, body: render(site, language, row) };
}

function pageHeaders(publicUrl: string, consoleUrl: string): Headers {
  // Not every browser counts WebSockets of the same host as 'self'.
  const sockets = new URL(publicUrl).origin.replace('http', 'ws');
  // Only the console may show it in a frame.
  const framing = URL.canParse(consoleUrl) ? new URL(consoleUrl).origin : "'none'";
  return {
    'content-type': 'text/html; charset=utf-8',
    // No stricter than what the widget keeps to on other pages.
    'content-security-policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${sockets}; ` +
      `img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${framing}`,
    // Sites that list their origins recognise the calls of this page by it.
    'referrer-policy': 'same-origin',
    'permissions-policy': 'microphone=(self)',
    'cache-control': 'no-cache',
    vary: 'Accept-Language',
  };
}

function part(path: `/${string}.${'css' | 'js'}`, summary: string, file: URL): SiteRoute {
  const contentType = path.endsWith('.js') ? script : 'text/css; charset=utf-8';
  const asset = createAsset(file, {
    contentType,
    caching: 'public, max-age=300',
  });
  return openRoute(`GET ${path}`, {
    summary,
    answers: { 200: 'bytes', 304: 'empty' },
    handle: ({ header }) => asset(header),
  });
}

/** `caching` is the value of Cache-Control. */
interface AssetOptions {
  readonly contentType: string;
  readonly caching: string;
}

type Asset = (header: (name: string) => string | undefined) => Promise<Answer>;

/** A static file: read and compressed once, then served from memory in the accepted encoding. */
function createAsset(file: URL, { contentType, caching }: AssetOptions): Asset {
  let loaded: Promise<Forms> | undefined;
  return async (header) => {
    loaded ??= load(file).catch((error) => {
      loaded = undefined;
      throw error;
    });
    const forms = await loaded;
    const coding = codingFor(header('accept-encoding') ?? '');
    const bytes = forms[coding];
    // Each encoding is another body and has its own tag.
    const etag = `"${forms.hash}-${coding}"`;
    const headers: Headers = {
      ...openToPages,
      'content-type': contentType,
      'cache-control': caching,
      vary: 'Accept-Encoding',
      etag,
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    };
    if (isNotModified(header('if-none-match'), etag)) return { status: 304, headers };
    return {
      stream: async (sink) => {
        sink.start(200, { ...headers, 'content-length': bytes.length });
        await sink.write(bytes);
      },
    };
  };
}

/** Pages of other origins load the widget and its worklets as modules, also cross-origin isolated ones. */
const openToPages: Headers = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

interface Forms {
  readonly hash: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

async function load(file: URL): Promise<Forms> {
  const identity = await readFile(file);
  const [small, smaller] = await Promise.all([
    promisify(gzip)(identity, { level: 9 }),
    promisify(brotliCompress)(identity),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { hash, identity, gzip: small, br: smaller };
}

/** The smallest encoding that is accepted; `;q=0` refuses one. */
function codingFor(accepted: string): 'br' | 'gzip' | 'identity' {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
