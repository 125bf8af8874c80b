/** Sentences of shops, clinics, schools and offices, and how each is read aloud by the built-in voices. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readAloud } from '../../src/speech/aloud/aloud.ts';
import { respelled } from '../../src/speech/espeak/pronunciation.ts';

for (const language of ['sw', 'en'] as const)
  describe(`reading aloud: ${language}`, () => {
    const table = readFileSync(new URL(`./reading.${language}.tsv`, import.meta.url), 'utf8');
    const rows = table.trim().split('\n');
    test('the table has 100 rows', () => assert.equal(rows.length, 100));
    for (const row of rows) {
      const [written = '', said = ''] = row.split('\t');
      test(written, () => {
        const read = respelled(readAloud(written, language), language);
        assert.equal(wordsOf(read), wordsOf(said));
      });
    }
  });

// Words only: marks are pauses, and letters have no size in the ear.
function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[’']/g, '')
      .match(/[\p{L}\p{N}/*#+=&@%.]*[\p{L}\p{N}]|[/*#+=&@%]/gu)
      ?.join(' ') ?? ''
  );
}
