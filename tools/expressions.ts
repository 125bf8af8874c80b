/** The regular expressions in a source file, found without a parser. */
import { longPattern } from '../packages/server/src/kernel/long-pattern.ts';

export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

export function expressionsIn(text: string): readonly Expression[] {
  const found: Expression[] = [];
  for (const match of text.matchAll(token)) {
    const { long, longFlags, before, flags } = match.groups ?? {};
    const source =
      long === undefined
        ? match.groups?.source
        : longPattern(longFlags)({ raw: [long] } as never).source;
    if (source === undefined || !isExpression(source, longFlags ?? flags ?? '')) continue;
    const line = text.slice(0, match.index + (before?.length ?? 0)).split('\n').length;
    found.push({ source, flags: longFlags ?? flags ?? '', line });
  }
  return found;
}

// Skips comments, strings and templates; a slash after one of these characters begins a regular expression.
const token = longPattern('gm')`
  \/\/[^\n]*|\/\*[\s\S]*?\*\/
  |longPattern\((?:'(?<longFlags>[a-z]*)')?\)\x60(?<long>(?:[^\x60\\]|\\[\s\S])*)\x60
  |'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\x60(?:[^\x60\\]|\\[\s\S])*\x60
  |(?<before>[=(,:[!&|?{};>]\s*|\breturn\s+|^\s*)\/
  (?<source>(?:[^/\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/
  (?<flags>[a-z]*)`;

function isExpression(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Texts that may be slow to match: repeated words and characters of the expression, and near matches. */
export function attacksOn(source: string, chars: number): readonly string[] {
  const words = [...new Set(source.match(/[\p{L}]{2,}/gu) ?? [])]
    .filter((word) => !/^(?:p[LNM]|Lu|Ll)$/.test(word))
    .slice(0, 3);
  const signs = [...new Set(source.replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?|[\p{L}\p{N}]/gu, ''))]
    .filter((sign) => !'\\()|?*+^$'.includes(sign))
    .slice(0, 6);
  const seeds = [
    'a',
    '1',
    ' ',
    '\n',
    'a ',
    '1,',
    'A. ',
    ...signs,
    ...words,
    ...words.map((one) => `${one} `),
  ];
  const long = seeds.map((seed) => seed.repeat(Math.ceil(chars / seed.length)).slice(0, chars));
  return [
    ...new Set(long.map((text) => `${text}\u0001`)),
    ...words.map((one) => `${one}${' '.repeat(chars)}\u0001`),
  ];
}
