import { marked } from 'marked';
import type { ReadText } from './blocks.ts';
import { readHtml } from './html.ts';

export function readMarkdown(text: string): ReadText {
  // Without the front matter.
  const body = text.replace(/^---\n[\s\S]{0,10000}?\n---\n/, '');
  const html = marked.parse(body, { async: false, gfm: true });
  return readHtml(html, { isWholePage: false });
}
