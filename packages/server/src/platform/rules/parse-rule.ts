/**
 * Parses a rule. `||` binds weaker than `&&`, that weaker than a comparison; `!` is of what follows directly. A value
 * without a comparison holds if it is `true`.
 */
import { hasAtMost, limits } from '@baraza/contract';
import { invalid, type Problem } from '../../kernel/problem.ts';
import type { Operator } from '../../store/platform/record-condition.ts';
import type { Rule, RuleOperand } from './rule.ts';

/** What a text may have. */
interface Language {
  readonly name: 'rule' | 'filter';
  readonly roots: readonly string[];
  readonly charactersMax: number;
  readonly depthMax: number;
  readonly comparisonsMax: number;
}

const ofRules: Language = {
  name: 'rule',
  roots: ['user', 'record', 'body'],
  charactersMax: 2_000,
  depthMax: 20,
  comparisonsMax: 100,
};
const ofFilters: Language = {
  name: 'filter',
  roots: ['record'],
  charactersMax: limits.recordFilterCharactersMax,
  depthMax: limits.recordFilterDepthMax,
  comparisonsMax: limits.recordFilterComparisonsMax,
};

// Each reads a whole text or list of the record: with this many, the largest record takes about 10 ms.
const searchesMax = 8;

/** The parameter `filter`: the same language over `record` and `now` alone. */
export function parseFilter(text: string): Rule {
  return parseRule(text, ofFilters);
}

export function parseRule(text: string, language: Language = ofRules): Rule {
  const { depthMax, comparisonsMax } = language;
  const tokens = readTokens(text, language);
  let next = 0;
  let depth = 0;
  let comparisons = 0;
  let searches = 0;

  const peek = (): Token => tokens[next] ?? (tokens.at(-1) as Token);
  const take = (): Token => {
    const token = peek();
    next += 1;
    return token;
  };
  const isSign = (sign: string) => peek().kind === 'sign' && peek().text === sign;
  const takeSign = (sign: string): boolean => {
    if (!isSign(sign)) return false;
    next += 1;
    return true;
  };
  const expectSign = (sign: string): void => {
    if (!takeSign(sign)) throw unexpected(peek(), JSON.stringify(sign));
  };

  const readSome = (): Rule => {
    depth += 1;
    if (depth > depthMax)
      throw ruleProblem(`A ${language.name} is nested at most ${depthMax} deep`, peek().at);
    const some = [readEvery()];
    while (takeSign('||')) some.push(readEvery());
    depth -= 1;
    return some.length === 1 ? (some[0] as Rule) : { some };
  };

  const readEvery = (): Rule => {
    const every = [readOne()];
    while (takeSign('&&')) every.push(readOne());
    return every.length === 1 ? (every[0] as Rule) : { every };
  };

  const readOne = (): Rule => {
    let isNot = false;
    while (takeSign('!')) isNot = !isNot;
    const one = isSign('(') ? readBrackets() : readComparison();
    return isNot ? { not: one } : one;
  };

  const readBrackets = (): Rule => {
    expectSign('(');
    const inner = readSome();
    expectSign(')');
    return inner;
  };

  const count = (at: number): void => {
    comparisons += 1;
    if (comparisons > comparisonsMax)
      throw ruleProblem(`A ${language.name} has at most ${comparisonsMax} comparisons`, at);
  };

  const readComparison = (): Rule => {
    const first = peek();
    count(first.at);
    const left = readOperand(take(), language);
    const sign = operatorOf(peek());
    if (sign === undefined) {
      if ('isNull' in left) throw ruleProblem('null is compared with = or !=', first.at);
      return { operator: '=', left, right: { value: true } };
    }
    const { at } = take();
    const isEquality = sign === '=' || sign === '!=';
    if (sign === 'in' && isListStart(peek())) return readItems(left, first);
    const right = readOperand(take(), language);
    if (!isEquality && ('isNull' in left || 'isNull' in right))
      throw ruleProblem('null is compared with = or !=', at);
    if (sign === 'in' && 'value' in right)
      throw ruleProblem('in needs a list, like ["a", "b"] or record.members', at);
    if (sign === '~' || sign === 'in') searches += 1;
    if (searches > searchesMax)
      throw ruleProblem(
        `A ${language.name} has at most ${searchesMax} comparisons with ~, or in a field`,
        at,
      );
    if (sign === '!=') return { not: { operator: '=', left, right } };
    return { operator: sign, left, right };
  };

  const isListStart = ({ kind, text: sign }: Token) =>
    kind === 'sign' && (sign === '[' || sign === '(');

  /** `x in ["a", "b"]`: equal to one of them. */
  const readItems = (left: RuleOperand, first: Token): Rule => {
    const close = take().text === '[' ? ']' : ')';
    const some: Rule[] = [];
    do {
      const item = peek();
      count(item.at);
      const right = readOperand(take(), language);
      if ('isNull' in left) throw ruleProblem('null is compared with = or !=', first.at);
      some.push({ operator: '=', left, right });
    } while (takeSign(','));
    expectSign(close);
    return { some };
  };

  const rule = readSome();
  if (peek().kind !== 'end') throw unexpected(peek(), '&& or ||');
  return rule;
}

function operatorOf({ kind, text }: Token): Operator | '!=' | undefined {
  if (kind === 'name' && text === 'in') return 'in';
  const isOperator = kind === 'sign' && ['=', '!=', '<', '<=', '>', '>=', '~'].includes(text);
  return isOperator ? (text as Operator | '!=') : undefined;
}

function readOperand(token: Token, language: Language): RuleOperand {
  switch (token.kind) {
    case 'text':
      return { value: token.text };
    case 'number':
      return { value: readNumber(token) };
    case 'name':
      return readName(token, language);
    default:
      throw unexpected(token, 'a value');
  }
}

function readNumber({ text, at }: Token): number {
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  throw ruleProblem(`${text} is not a number`, at);
}

function readName({ text, at }: Token, { name, roots }: Language): RuleOperand {
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  if (text === 'null') return { isNull: true };
  if (text === 'now') return { now: true };
  if (text.toLowerCase() === 'not') throw unexpected({ kind: 'name', text, at }, 'a value');
  const [root = '', ...path] = text.split('.');
  if (!roots.includes(root))
    throw ruleProblem(
      `${text} is not known; a ${name} has ${roots.map((known) => `${known}.…, `).join('')}` +
        'now, true, false, null, numbers and texts in quotes',
      at,
    );
  if (path.length === 0) throw ruleProblem(`${root} needs a field, like ${root}.id`, at);
  // No record is deeper, and PostgreSQL takes at most 100 arguments of a function.
  if (path.length > limits.jsonDepthMax)
    throw ruleProblem(`a path has at most ${limits.jsonDepthMax} names`, at);
  if (root === 'record') return { path };
  return root === 'user' ? { user: path } : { body: path };
}

/** Words that other languages have for signs of rules, in lower case. */
const signOfWord: { readonly [word: string]: string } = {
  and: '&&',
  or: '||',
  not: '!',
  in: 'in',
  is: '=',
  eq: '=',
  equals: '=',
  ne: '!=',
  neq: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: '~',
  ilike: '~',
  contains: '~',
};

/** The refusal of a word that has a sign here; undefined for any other word. */
function foreignWord({ kind, text, at }: Token): Problem | undefined {
  const word = text.toLowerCase();
  if (kind !== 'name' || !Object.hasOwn(signOfWord, word)) return undefined;
  return ruleProblem(`"${text}" is not known in rules: write ${signOfWord[word]}`, at);
}

function unexpected(token: Token, wanted: string) {
  const { kind, text, at } = token;
  const foreign = foreignWord(token);
  if (foreign !== undefined) return foreign;
  const found = kind === 'end' ? 'the rule ends' : `${JSON.stringify(text)} is found`;
  return ruleProblem(`${found}, but ${wanted} is expected`, at);
}

/** A piece of a rule, with its position. */
interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign' | 'end';
  /** A text without its quotes. */
  readonly text: string;
  /** The position of its first character, counted from 1. */
  readonly at: number;
}

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

interface Foreign {
  readonly form: RegExp;
  /** What is written here instead. */
  readonly ours: (written: string) => string;
  /** How many of its characters would be right. */
  readonly right?: number;
}

/** What other products write in their rules. */
const foreign: readonly Foreign[] = [
  { form: /!==/y, ours: () => '!=', right: 2 },
  { form: /={2,3}/y, ours: () => '=', right: 1 },
  { form: /<>/y, ours: () => '!=' },
  { form: /&(?!&)/y, ours: () => '&&' },
  { form: /\|(?!\|)/y, ours: () => '||' },
  { form: /(?:request\.)?auth\.uid(?:\(\))?(?![\w.])/y, ours: () => 'user.id' },
  { form: /@?request\.auth\.[\w.]+/y, ours: (written) => `user.${afterTwo(written)}` },
  { form: /@request\.(?:data|body)\.[\w.]+/y, ours: (written) => `body.${afterTwo(written)}` },
];

function afterTwo(path: string): string {
  return path.split('.').slice(2).join('.');
}

function assertNotForeign(rule: string, at: number): void {
  for (const { form, ours, right = 0 } of foreign) {
    form.lastIndex = at;
    const [written] = form.exec(rule) ?? [];
    if (written === undefined) continue;
    throw ruleProblem(`${written} is not known in rules: write ${ours(written)}`, at + 1 + right);
  }
}

export function readTokens(
  rule: string,
  { name, charactersMax }: Language = ofRules,
): readonly Token[] {
  if (!hasAtMost(rule, charactersMax))
    throw ruleProblem(`A ${name} has at most ${charactersMax} characters`, charactersMax + 1);
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    blank.lastIndex = at;
    at += blank.exec(rule)?.[0].length ?? 0;
    if (at === rule.length) return [...tokens, { kind: 'end', text: '', at: at + 1 }];
    assertNotForeign(rule, at);
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
