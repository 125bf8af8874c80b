import { cutCharacters } from '@baraza/contract';

/** HTML as a template: values are escaped, unless they are markup themselves. */
export interface Markup {
  readonly markup: string;
}

type Part = string | Markup | readonly (string | Markup)[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0] ?? '';
  parts.forEach((part, index) => {
    markup += render(part) + (strings[index + 1] ?? '');
  });
  return { markup };
}

interface Page {
  readonly language: string;
  readonly title: string;
  readonly description: string;
  /** The owner's colour, as digits. */
  readonly colour: string;
  readonly styles: readonly string[];
  readonly body: Markup;
}

// No search engine shows more.
const descriptionCharactersMax = 300;

export function page({ language, title, description, colour, styles, body }: Page): string {
  return html`<!doctype html>
<html lang="${language}" data-colour="${colour}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${cutCharacters(description, descriptionCharactersMax)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${styles.map((style) => html`<link rel="stylesheet" href="/${style}.css">\n`)}<script src="/page.js"></script>
</head>
<body>
${body}
</body>
</html>
`.markup;
}

/** The embed line of the page. */
export function assistantScript(attributes: { readonly [name: string]: string }): Markup {
  const data = Object.entries(attributes).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<script src="/w.js"${data} defer></script>`;
}

function render(part: Part): string {
  if (typeof part === 'string')
    return part.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
  return 'markup' in part ? part.markup : part.map(render).join('');
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
