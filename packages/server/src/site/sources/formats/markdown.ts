import { marked } from 'marked';
import { invalid } from '../../../kernel/problem.ts';
import type { ReadText } from './blocks.ts';
import { readHtml } from './html.ts';

// The parser takes about a second for as many.
const stepsMax = 5_000_000_000;
const tooHeavy =
  'This Markdown file has more marks, columns or levels in one place than can be read: send it as plain text (.txt).';

export function readMarkdown(text: string): ReadText {
  // Without the front matter.
  const body = text.replace(/^---\n[\s\S]{0,10000}?\n---\n/, '');
  if (stepsOf(body) > stepsMax) throw invalid(tooHeavy);
  const html = marked.parse(body, { async: false, gfm: true });
  return readHtml(html, { isWholePage: false });
}

/**
 * How much work the parser has at most: for each mark of a paragraph it may look through the whole paragraph, each
 * level of a list or quote is read again for the levels below, and each row of a table has all of its columns.
 */
function stepsOf(text: string): number {
  let steps = 0;
  let [characters, marks, columns] = [0, 0, 0];
  for (const [line] of text.matchAll(/[^\n]*\n?/g)) {
    const isDelimiter = /^[ \t]*[|:-][ \t|:-]*\|[ \t|:-]*\r?\n?$/.test(line);
    if (isDelimiter) columns = Math.max(columns, countOf(line, '|'));
    // A blank line ends a paragraph; a row and an item are paragraphs of their own.
    if (columns > 0 || /^(?:[ \t]*\r?\n| {0,3}[-*+] )/.test(line)) {
      steps += characters * marks;
      [characters, marks] = [0, 0];
    }
    if (/^[ \t]*\r?\n/.test(line)) columns = 0;
    characters += line.length;
    for (const character of line) if (markCharacters.has(character)) marks += 1;
    const level = /^([ \t>]*)\S/.exec(line)?.[1]?.length ?? 0;
    steps += level ** 3 + columns * 1_000;
    if (steps > stepsMax) break;
  }
  return steps + characters * marks;
}

const markCharacters = new Set('*_`[]<>&~!@.:()');

function countOf(line: string, wanted: string): number {
  return line.split(wanted).length;
}
