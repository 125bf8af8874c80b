/** The regular expressions that are written down in a source, found without a parser. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

export function expressionsIn(text: string): readonly Expression[] {
  const found: Expression[] = [];
  for (const match of text.matchAll(token)) {
    const [, before, source, flags] = match;
    if (source === undefined || !isExpression(source, flags ?? '')) continue;
    const line = text.slice(0, match.index + (before?.length ?? 0)).split('\n').length;
    found.push({ source, flags: flags ?? '', line });
  }
  return found;
}

// Comments, texts and templates are stepped over; a slash behind one of these signs begins an expression.
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|([=(,:[!&|?{};>]\s*|\breturn\s+|^\s*)\/((?:[^/\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([a-z]*)/gm;

function isExpression(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Texts of a length that an expression may be slow on: of its own words and signs, over and over, and nearly what it looks for. */
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
