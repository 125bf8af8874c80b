/**
 * Files that were made to hold up or to fill the server that reads them, in a process of their own:
 * some took gigabytes.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitText, type TextFormat } from './documents.ts';
import { recordPart } from './fields/record-part.ts';

const megabyte = 1024 * 1024;
// Honest files of this size take a tenth of it; what these took before was minutes, or all memory.
const cpuMsMax = 3_000;
const charactersMax = 4 * megabyte;
const partsMax = 10_000;

const rows = (text: string, start = '') =>
  start + text.repeat(Math.floor((megabyte - start.length) / text.length));
const leaves = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`a${n}`, 1]));

describe('a hostile file costs no more than an honest one', () => {
  const files: { readonly [name: string]: readonly [TextFormat, string] } = {
    'a cell of nothing but quotes inside': ['csv', rows('a"', 'a,b\n')],
    'a cell that begins with a megabyte of blanks': ['csv', `${' '.repeat(megabyte - 9)}"x"`],
    'a column whose name is half of the file': [
      'csv',
      rows('x,y\n', `${'a'.repeat(megabyte / 4)},${'b'.repeat(megabyte / 4)}\n`),
    ],
    'a table with more columns than rows': [
      'csv',
      rows('x,', `${rows('a,').slice(megabyte / 2)}\n`),
    ],
    'a name above many values': ['json', JSON.stringify({ ['k'.repeat(200_000)]: leaves })],
    'long names below each other': [
      'json',
      JSON.stringify({
        ['k'.repeat(9_000)]: { ['l'.repeat(9_000)]: { ['m'.repeat(9_000)]: leaves } },
      }),
    ],
    'a list of objects below long names': [
      'json',
      JSON.stringify(
        Array.from({ length: 40 }, () => ({ ['k'.repeat(20_000)]: { a: 1, b: 2, c: [[1], [2]] } })),
      ),
    ],
    'lists inside lists': ['json', '['.repeat(megabyte / 2) + ']'.repeat(megabyte / 2)],
    'objects inside objects': ['json', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    'a heading above many small ones': [
      'markdown',
      rows('## x\ny\n', `# ${'h'.repeat(megabyte / 2)}\n`),
    ],
    'nothing but headings': ['markdown', rows('# a\nb\n')],
    'a heading of marks': ['markdown', `# ${rows(' #').slice(4)}x`],
    'lines that all end in a hyphen': ['plain', rows(`${'a'.repeat(60)}-\n`)],
    'nothing but line ends': ['plain', rows('\n \t')],
  };
  for (const [name, [format, text]] of Object.entries(files))
    test(name, () => {
      assert.ok(text.length <= megabyte + 10);
      const before = process.cpuUsage();
      const { parts } = splitText(format, text, 'file');
      const { user, system } = process.cpuUsage(before);
      const characters = parts.reduce((sum, part) => sum + part.text.length + part.title.length, 0);
      assert.ok(characters <= charactersMax, `${characters} characters`);
      assert.ok(parts.length <= partsMax, `${parts.length} parts`);
      assert.ok((user + system) / 1_000 < cpuMsMax, `${(user + system) / 1_000} ms`);
    });

  test('a record with a long name and many values becomes a text of bounded size', () => {
    const { text } = recordPart({
      ['k'.repeat(10_000)]: Object.fromEntries(Object.entries(leaves).slice(0, 900)),
    });
    assert.ok(text.length < 200_000, `${text.length}`);
  });
});
