/** The code in the documents, for tests that run it unchanged. */
import { readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);

export function blocksOf(document: string, language: string): readonly string[] {
  const fence = new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms');
  const text = readFileSync(new URL(document, root), 'utf8');
  return [...text.matchAll(fence)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}
