import { readFileSync } from 'node:fs';
import { isSiteSlug, type Language } from '@baraza/contract';
import { z } from 'zod';
import type { Answer, Headers } from '../http/answer.ts';
import type { Call } from '../http/route.ts';
import { findSite, type SiteRow } from '../store/sites.ts';
import { embedLine } from './embed.ts';
import { demoPage } from './pages/demo-page.ts';
import { absentPage, type HostedSite, hostedPage } from './pages/hosted-page.ts';
import { type Assistant, openRoute, type SiteRoute } from './site.ts';
import { visitorLanguage } from './visitor-language.ts';

/** The site whose page stands at the address of the server itself, where it exists. */
const demoSite = 'demo';

const querySchema = z.object({ language: z.string().optional() });

export function pageRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    openRoute({
      method: 'GET',
      path: '/',
      summary: 'The demo page: a sample business with its assistant.',
      query: querySchema,
      answers: { 200: 'bytes', 404: 'bytes' },
      handle: (call) =>
        pageOf(assistant, demoSite, call, (site, language, row) =>
          demoPage(site, language, embedLine(assistant, row)),
        ),
    }),
    openRoute({
      method: 'GET',
      path: '/s/:site',
      summary: 'The hosted page of a site: its assistant and its contacts.',
      query: querySchema,
      answers: { 200: 'bytes', 404: 'bytes' },
      handle: (call) => pageOf(assistant, call.params.site ?? '', call, hostedPage),
    }),
    part('/page.css', 'text/css; charset=utf-8', 'The style of the pages.'),
    part('/w.js', 'text/javascript; charset=utf-8', 'What the embed line loads.'),
    part('/page.js', 'text/javascript; charset=utf-8', 'The program of the pages.'),
  ];
}

async function pageOf(
  assistant: Assistant,
  slug: string,
  call: Call<undefined>,
  render: (site: HostedSite, language: Language, row: SiteRow) => string,
): Promise<Answer> {
  const row = isSiteSlug(slug) ? await findSite(assistant.store, slug) : undefined;
  const profile = row === undefined ? undefined : await assistant.library.profileOf(row);
  const wanted = (call.query as z.output<typeof querySchema>).language;
  const language = visitorLanguage(
    wanted,
    call.header('accept-language'),
    profile?.languages ?? [],
  );
  if (row === undefined || profile === undefined)
    return { status: 404, headers: pageHeaders, body: absentPage(language) };
  const site = { id: row.id, key: row.key, isActive: row.status === 'active', profile };
  return { status: 200, headers: pageHeaders, body: render(site, language, row) };
}

const pageHeaders: Headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The page's own calls are known by it where a site lists the origins that may ask.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-cache',
  vary: 'Accept-Language',
};

function part(
  path: '/page.css' | '/page.js' | '/w.js',
  contentType: string,
  summary: string,
): SiteRoute {
  let body: string | undefined;
  return openRoute({
    method: 'GET',
    path,
    summary,
    answers: { 200: 'bytes' },
    handle: async () => {
      body ??= readFileSync(new URL(`./pages${path}`, import.meta.url), 'utf8');
      return {
        status: 200,
        headers: { 'content-type': contentType, 'cache-control': 'public, max-age=300' },
        body,
      };
    },
  });
}
