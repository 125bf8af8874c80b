/** Turns a model's sentence into plain text without Markdown. */
import { normalized } from '../../../kernel/formats/normalized.ts';
import { sentencesOf } from '../../../kernel/language/sentences.ts';

/** Like `sentencesOf`, but also splits after `8 pm.` and before a heading. */
export function statementsOf(text: string): readonly string[] {
  return sentencesOf(text.replace(/ (?=#{1,6} )/g, '\n')).flatMap((sentence) =>
    sentence.split(/(?<=\b[ap]\.?m\.)\s+(?=\p{Lu})/u),
  );
}

/** Unknown characters, markup and bracketed links are refused, not repaired: they may hide another meaning. */
export function tidySentence(
  written: string,
  approved: ReadonlySet<string>,
): string | { readonly why: 'characters' | 'markup' } {
  const text = normalized(written, 'NFC')
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/(\*\*|__)(?=\S)([^*_\n]+?)\1/g, '$2')
    .replace(/^(\s*)[*+](?=\s)/, '$1•')
    .trim();
  if (markup.test(text)) return { why: 'markup' };
  for (const character of text)
    if (!plain.has(character) && !(approved.has(character) && !hidden.test(character)))
      return { why: 'characters' };
  return text;
}

// Tags, entities, fences, images, links in brackets, and templates.
const markup = /<\s*[\p{L}!/?]|&(?:#\w+|[a-z]{2,8});|```|!\[|\]\s*[([]|\{\{|\}\}|\$\{/iu;
const hidden = /[\p{C}\p{Z}\p{M}]/u;
const letters = 'abcdefghijklmnopqrstuvwxyz';
const plain = new Set(` ${letters}${letters.toUpperCase()}0123456789.,;:!?'"()/%&+-$@€£“”‘’–—…•·°`);
