/**
 * Reads a model's answer as it comes: statements with the ids of the items they are taken from. The answer is JSON
 * where the server enforces a schema, lines where it does not, or whatever a model makes of either.
 */
export interface Statement {
  readonly say: string;
  /** Ids of items, as the model named them; none where it named none. */
  readonly from: readonly string[];
}

interface StatementReader {
  readonly push: (piece: string) => readonly Statement[];
  /** The rest, when the text has ended. */
  readonly end: () => readonly Statement[];
  /** Whether the model wrote that the information does not answer, and nothing else. */
  readonly hasRefused: () => boolean;
  /** How many characters wait for the end of their statement. */
  readonly waiting: () => number;
}

export function createStatementReader(): StatementReader {
  let format: 'unknown' | 'lines' | 'json' = 'unknown';
  let unread = '';
  let isRefused = false;
  let count = 0;
  let roomChars = answerCharsMax;
  const json = createObjectReader();

  const counted = (statements: readonly Statement[]): readonly Statement[] => {
    count += statements.length;
    return statements;
  };

  const readLine = (line: string): readonly Statement[] => {
    const text = line.trim();
    const isNone = isRefusal(text);
    if (isNone) isRefused = true;
    return isNone || fence.test(text) ? [] : citedIn(text);
  };

  const readJson = (piece: string): readonly Statement[] => {
    const read = json.push(piece);
    if (read.isEmptyAnswer) isRefused = true;
    return read.statements;
  };

  const readLines = (): readonly Statement[] => {
    const statements: Statement[] = [];
    for (;;) {
      const start = unread.trimStart();
      if (/^[[{]\s*["{]/.test(start)) {
        format = 'json';
        unread = '';
        return [...statements, ...readJson(start)];
      }
      // It may still become the beginning of an object.
      if (/^[[{]\s*$/.test(start) && start.length < 8) return statements;
      format = 'lines';
      const end = lineEnd(unread);
      if (end === undefined) return statements;
      statements.push(...readLine(unread.slice(0, end)));
      unread = unread.slice(end);
    }
  };

  return {
    push: (given) => {
      const piece = given.slice(0, roomChars);
      roomChars -= given.length;
      if (piece === '') return [];
      if (format === 'json') return counted(readJson(piece));
      unread += piece;
      return counted(unread.trim() === '' ? [] : readLines());
    },
    end: () => {
      if (format === 'json') return [];
      const rest = unread;
      unread = '';
      return counted(readLine(rest));
    },
    hasRefused: () => isRefused && count === 0,
    waiting: () => {
      if (roomChars < 0) return Number.POSITIVE_INFINITY;
      return format === 'json' ? json.waiting() : unread.length;
    },
  };
}

// Three times what a model is asked for: a limit against models that write without an end.
const answerCharsMax = 6_000;
const refusalCharsMax = 40;
const idsMax = 12;
const refusing = /^[\W_]*(?:none|hakuna|null|\[\s*\]|\{\s*\})[\W_]*$/i;
const fence = /^```\w*$/;
/** `[i3]`, `(i3, i7)`. */
const cited = /[[(]\s{0,2}i\d{1,4}(?:[,;&\s]{1,3}i\d{1,4}){0,11}\s{0,2}[\])]/gi;
const idOf = /i\d{1,4}/gi;

/** Where the first line or cited statement ends; undefined while that is not known. */
function lineEnd(text: string): number | undefined {
  const line = text.indexOf('\n');
  const found = text.matchAll(cited).next().value;
  const marked = found && found.index + found[0].length;
  if (marked === undefined || (line >= 0 && line < marked)) return line < 0 ? undefined : line + 1;
  // A full stop may follow the ids, and more ids after it.
  const after = /^\s{0,2}[.,;]?\s{0,2}/.exec(text.slice(marked))?.[0].length ?? 0;
  const next = text.charAt(marked + after);
  return next === '' || next === '[' || next === '(' ? lineAfter(text, marked) : marked + after;
}

function lineAfter(text: string, from: number): number | undefined {
  const line = text.indexOf('\n', from);
  return line < 0 ? undefined : line + 1;
}

/** One line, cut after each group of ids; the text after the last one has no ids. */
function citedIn(line: string): readonly Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  for (const found of line.matchAll(cited)) {
    const say = line.slice(from, found.index).trim();
    const ids = found[0].match(idOf) ?? [];
    from = found.index + found[0].length;
    const before = statements.at(-1);
    if (/\p{L}|\p{N}/u.test(say)) statements.push({ say, from: ids });
    else if (before && before.from.length < idsMax)
      statements[statements.length - 1] = { ...before, from: [...before.from, ...ids] };
  }
  const rest = line.slice(from).trim();
  return /\p{L}|\p{N}/u.test(rest) ? [...statements, { say: rest, from: [] }] : statements;
}

interface ObjectReader {
  readonly push: (piece: string) => {
    readonly statements: readonly Statement[];
    readonly isEmptyAnswer: boolean;
  };
  readonly waiting: () => number;
}

/** Finds the objects in a JSON text as each of them ends. */
function createObjectReader(): ObjectReader {
  let text = '';
  let at = 0;
  let lastEnd = 0;
  let isInString = false;
  let hasStatement = false;
  const open: number[] = [];

  // An object that is nested deeper is not a statement.
  const close = (start: number, end: number): readonly Statement[] => {
    if (open.length >= depthMax) return [];
    const value = parsed(text.slice(start, end));
    lastEnd = end;
    const statement = statementIn(value);
    if (statement === undefined) return [];
    hasStatement = true;
    return [statement];
  };

  return {
    waiting: () => text.length - lastEnd,
    push: (piece) => {
      text += piece;
      const statements: Statement[] = [];
      let isEmptyAnswer = false;
      for (; at < text.length; at += 1) {
        const letter = text.charAt(at);
        if (isInString) {
          if (letter === '\\') at += 1;
          else if (letter === '"') isInString = false;
        } else if (letter === '"') isInString = true;
        else if (letter === '{') open.push(at);
        else if (letter === '}') {
          const start = open.pop();
          if (start === undefined) continue;
          statements.push(...close(start, at + 1));
          isEmptyAnswer ||=
            open.length === 0 && !hasStatement && isEmptyIn(text.slice(start, at + 1));
        }
      }
      return { statements, isEmptyAnswer };
    },
  };
}

const depthMax = 3;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function statementIn(value: unknown): Statement | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { say, from, answer } = value as { readonly [name: string]: unknown };
  const text = say ?? answer;
  if (typeof text !== 'string' || isRefusal(text)) return undefined;
  const ids = [from]
    .flat()
    .slice(0, idsMax)
    .flatMap((id) => (typeof id === 'string' ? (id.match(idOf) ?? []) : []));
  return { say: text, from: ids };
}

function isEmptyIn(text: string): boolean {
  const value = parsed(text) as { readonly answer?: unknown } | undefined;
  const answer = value?.answer;
  // An answer that cannot be read is not a refusal.
  if (Array.isArray(answer)) return answer.every((one) => isRefusal(one?.say ?? one));
  return answer === null || isRefusal(answer);
}

function isRefusal(text: unknown): boolean {
  return typeof text === 'string' && text.length <= refusalCharsMax && refusing.test(text.trim());
}
