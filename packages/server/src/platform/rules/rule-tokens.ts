import { invalid, type Problem } from '../../kernel/problem.ts';

/** A piece of a rule, with its position. */
export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign' | 'end';
  /** A text without its quotes. */
  readonly text: string;
  /** The position of its first character, counted from 1. */
  readonly at: number;
}

const ruleCharactersMax = 2_000;

// Linear: every alternative begins with a different character. A name has dots between its steps.
const step = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_-]*';
const piece = new RegExp(
  [
    `(?<name>${step}(?:\\.${step})*)`,
    '(?<number>-?\\d[\\d.]*(?:[eE][+-]?\\d+)?)',
    '(?<text>"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\')',
    '(?<sign>&&|\\|\\||!=|<=|>=|[=<>~!()[\\],])',
  ].join('|'),
  'uy',
);
const blank = /\s*/y;

export function readTokens(rule: string): readonly Token[] {
  if (rule.length > ruleCharactersMax)
    throw ruleProblem(`A rule has at most ${ruleCharactersMax} characters`, ruleCharactersMax + 1);
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    blank.lastIndex = at;
    at += blank.exec(rule)?.[0].length ?? 0;
    if (at === rule.length) return [...tokens, { kind: 'end', text: '', at: at + 1 }];
    piece.lastIndex = at;
    const match = piece.exec(rule);
    const found = Object.entries(match?.groups ?? {}).find(([, text]) => text !== undefined);
    if (match === null || found === undefined) throw unreadable(rule, at);
    const [kind, text = ''] = found as [Token['kind'], string];
    tokens.push({ kind, text: kind === 'text' ? unquoted(text, at) : text, at: at + 1 });
    at += match[0].length;
  }
}

/** The refusal of a rule, with the position that it is about. */
export function ruleProblem(fault: string, position: number): Problem {
  return invalid(`${fault} (position ${position}).`, { fields: { position } });
}

function unreadable(rule: string, at: number): Problem {
  const character = String.fromCodePoint(rule.codePointAt(at) ?? 0);
  const isQuote = character === '"' || character === "'";
  return ruleProblem(
    isQuote ? 'A text in quotes is not closed' : `${JSON.stringify(character)} is not expected`,
    at + 1,
  );
}

/** A backslash may only precede a quote or another backslash. */
function unquoted(quoted: string, at: number): string {
  const inner = quoted.slice(1, -1);
  // Pair by pair: the second backslash of two escapes nothing.
  const odd = [...inner.matchAll(/\\(.)/gs)].find(([, escaped = '']) => !/["'\\]/.test(escaped));
  if (odd !== undefined)
    throw ruleProblem('A backslash may only precede a quote or a backslash', at + 2 + odd.index);
  const text = inner.replace(/\\(.)/g, '$1');
  if (!text.isWellFormed() || text.includes('\0'))
    throw ruleProblem('A text must be Unicode text without NUL', at + 1);
  return text;
}
