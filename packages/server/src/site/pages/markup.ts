import { cutCharacters } from '@baraza/contract';

/** HTML as a template: whatever is put in is text, unless it was made here. */
export interface Markup {
  readonly markup: string;
}

type Part = string | Markup | readonly (string | Markup)[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0] ?? '';
  parts.forEach((part, index) => {
    markup += written(part) + (strings[index + 1] ?? '');
  });
  return { markup };
}

export interface Page {
  readonly language: string;
  readonly title: string;
  readonly description: string;
  readonly bodyClass: string;
  readonly body: Markup;
}

// No search engine shows more, and an owner may write pages about the business.
const descriptionCharactersMax = 300;

export function page({ language, title, description, bodyClass, body }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${cutCharacters(description, descriptionCharactersMax)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`.markup;
}

function written(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  return 'markup' in part ? part.markup : part.map(written).join('');
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
