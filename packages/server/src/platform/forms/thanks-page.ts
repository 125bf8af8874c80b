/** The page after a form: one sentence, a way back, nothing that runs and nothing from elsewhere. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { formWords } from './words.ts';

interface Thanks {
  readonly language: Language;
  /** Where the visitor came from; a way back is offered when it is an http or https address. */
  readonly from: string | undefined;
  /** Whether the form was full, so that nothing was stored. */
  readonly isFull?: boolean;
}

let style: { readonly text: string; readonly hash: string } | undefined;

export function thanksPage({ language, from, isFull = false }: Thanks) {
  style ??= readStyle();
  const { full, ...thanks } = formWords[language];
  const words = isFull ? { ...thanks, ...full } : thanks;
  const mark = isFull ? 'M32 18v18M32 45v1' : 'M20 33.5l8.5 8.5L45 24';
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
<link rel="icon" href="data:,">
<style>${style.text}</style>
</head>
<body>
<main>
<svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true" focusable="false">
<circle cx="32" cy="32" r="30"/><path d="${mark}"/>
</svg>
<h1>${words.title}</h1>
<p role="status">${words.text}</p>
${backLink(words.back, from)}</main>
</body>
</html>
`;
  return {
    html,
    contentSecurityPolicy:
      `default-src 'none'; style-src 'sha256-${style.hash}'; img-src data:; base-uri 'none'; ` +
      `form-action 'none'`,
  };
}

function backLink(words: string, from: string | undefined): string {
  if (from === undefined || from.length > fromCharactersMax || !URL.canParse(from)) return '';
  const { protocol, host, href } = new URL(from);
  if (protocol !== 'https:' && protocol !== 'http:') return '';
  return `<a href="${escaped(href)}">${words} <b>${escaped(host)}</b></a>\n`;
}

const fromCharactersMax = 2_048;

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function readStyle() {
  const text = readFileSync(new URL('./thanks.css', import.meta.url), 'utf8');
  return { text, hash: createHash('sha256').update(text).digest('base64') };
}
