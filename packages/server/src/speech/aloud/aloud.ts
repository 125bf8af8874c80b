/** Converts an answer for speech: two sentences at most, no lists, no links, numbers in words. */
import type { Language } from '@baraza/contract';
import { listMark, sentencesOf } from '../../kernel/language/sentences.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import { numbersSpoken } from './numbers.ts';
import { dialCodesSpoken, shortFormsSpoken } from './short-forms.ts';

export function spoken(text: string, language: Language): string {
  return sentencesSpoken(text, language).slice(0, sentencesMax).join(' ');
}

const sentencesMax = 2;

/** A whole text for speech; links are replaced by their host name. */
export function readAloud(text: string, language: Language): string {
  return sentencesSpoken(linksNamed(text, language), language).join(' ');
}

function sentencesSpoken(text: string, language: Language): readonly string[] {
  const flat = withoutBrackets(flatten(withoutLinks(dialCodesSpoken(text, language), language)));
  return sentencesOf(shortFormsSpoken(flat, language)).map((sentence) =>
    numbersSpoken(sentence, language),
  );
}

function linksNamed(text: string, language: Language): string {
  return text.replace(/\[([^\][]*)\]\([^)]*\)/g, '$1').replace(
    longPattern('giu')`
      \bhttps?:\/\/(?:www\.)?([\p{L}\p{N}.-]*[\p{L}\p{N}])(?::\d+)?(?:[/?#][^\s)]*[^\s).,;:!?])?\/?
      |\bwww\.([\p{L}\p{N}.-]*[\p{L}\p{N}])(?:\/[^\s)]*[^\s).,;:!?])?`,
    (_, host: string | undefined, bare: string | undefined) => {
      const place = host ?? bare ?? '';
      return place === 'wa.me' ? 'WhatsApp' : dotted(place, language);
    },
  );
}

function withoutLinks(text: string, language: Language): string {
  return text
    .replace(/\[([^\][]*)\]\([^)]*\)/g, '$1')
    .replace(/\(?\bhttps?:\/\/[^\s)]+\)?|\bwww\.[^\s)]+[^\s).,;]/gi, '')
    .replace(
      /\b([\p{L}\p{N}._%+-]+)@([\p{L}\p{N}.-]+\.\p{L}{2,})\b/gu,
      (_, name: string, host: string) => `${dotted(name, language)} at ${dotted(host, language)}`,
    )
    .replace(/[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .replace(/\s+([.,;:!?])/g, '$1');
}

// Brackets become pauses.
function withoutBrackets(text: string): string {
  return text
    .replace(/\s*\(([^()]+)\)\s*([.,;:!?])?/g, (_, inside: string, mark?: string) =>
      mark ? `, ${inside}${mark} ` : `, ${inside}, `,
    )
    .trim();
}

function dotted(name: string, language: Language): string {
  return name.replace(/\./g, language === 'sw' ? ' nukta ' : ' dot ').trim();
}

function flatten(text: string): string {
  const lines = text
    .split(/\n+/)
    .map((line) => ({ item: listMark.test(line), line: line.replace(listMark, '').trim() }))
    .filter(({ line }) => line !== '');
  let flat = '';
  lines.forEach(({ item, line }, index) => {
    if (index === 0) flat = line;
    else if (item) flat = `${flat.replace(/[;,.]$/, '')}${/:$/.test(flat) ? ' ' : ', '}${line}`;
    else flat = `${/[.!?:;,…”"]$/.test(flat) ? flat : `${flat}.`} ${line}`;
  });
  return flat;
}
