/**
 * Reads a model's answer as it comes: statements with the ids of the items they are taken from. The answer is JSON
 * if the server enforces a schema, lines if it does not, or whatever a model makes of either.
 */
export interface Statement {
  readonly say: string;
  /** Ids of items, as the model named them; none if it named none. */
  readonly from: readonly string[];
}

/** The text is short, so all of it is read again with each piece. */
export function createStatementReader() {
  let text = '';
  let charsLeft = answerCharsMax;
  let returned = 0;
  let found: FoundStatements = { statements: [], isRefusal: false, waitingChars: 0 };

  const read = (isEnd: boolean): readonly Statement[] => {
    found = statementsIn(text, isEnd);
    const fresh = found.statements.slice(returned);
    returned = found.statements.length;
    return fresh;
  };

  return {
    /** The statements that are complete with this piece. */
    push: (piece: string): readonly Statement[] => {
      text += piece.slice(0, Math.max(0, charsLeft));
      charsLeft -= piece.length;
      return read(false);
    },
    /** The rest, when the text has ended. */
    end: (): readonly Statement[] => read(true),
    /** Whether the model wrote that the information does not answer, and nothing else. */
    hasRefused: (): boolean => found.isRefusal && returned === 0,
    /** How many characters wait for the end of their statement. */
    waiting: (): number => (charsLeft < 0 ? Number.POSITIVE_INFINITY : found.waitingChars),
  };
}

interface FoundStatements {
  readonly statements: readonly Statement[];
  readonly isRefusal: boolean;
  readonly waitingChars: number;
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

/** The statements of a text, of which those of its beginning are always the first. Lines may precede JSON. */
function statementsIn(text: string, isEnd: boolean): FoundStatements {
  const statements: Statement[] = [];
  let isRefused = false;
  let rest = text;
  while (rest !== '') {
    const start = rest.trimStart();
    if (/^[[{]\s*["{]/.test(start)) {
      const json = statementsInJson(start);
      const isRefusal = isRefused || json.isRefusal;
      return { ...json, statements: [...statements, ...json.statements], isRefusal };
    }
    // It may still become the beginning of an object.
    if (!isEnd && /^[[{]\s*$/.test(start) && start.length < 8) break;
    const end = lineEnd(rest) ?? (isEnd ? rest.length : undefined);
    if (end === undefined) break;
    const line = rest.slice(0, end).trim();
    rest = rest.slice(end);
    if (isRefusal(line)) isRefused = true;
    else if (!fence.test(line)) statements.push(...citedIn(line));
  }
  return { statements, isRefusal: isRefused, waitingChars: rest.length };
}

/** Where the first line or cited statement ends; undefined while that is not known. */
function lineEnd(text: string): number | undefined {
  const line = text.indexOf('\n');
  const found = text.matchAll(cited).next().value;
  const marked = found && found.index + found[0].length;
  if (marked === undefined || (line >= 0 && line < marked)) return line < 0 ? undefined : line + 1;
  // A full stop may follow the ids, and more ids after it.
  const after = /^\s{0,2}[.,;]?\s{0,2}/.exec(text.slice(marked))?.[0].length ?? 0;
  const next = text.charAt(marked + after);
  if (next !== '' && next !== '[' && next !== '(') return marked + after;
  const lineAfter = text.indexOf('\n', marked);
  return lineAfter < 0 ? undefined : lineAfter + 1;
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

// An object that is nested deeper is not a statement.
const depthMax = 3;

/** Every object that has ended is a statement, or the whole answer. */
function statementsInJson(text: string): FoundStatements {
  const statements: Statement[] = [];
  const open: number[] = [];
  let isInString = false;
  let isEmpty = false;
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') isInString = !isInString;
    else if (isInString) {
      if (letter === '\\') at += 1;
    } else if (letter === '{') open.push(at);
    else if (letter === '}') {
      const start = open.pop();
      if (start === undefined || open.length >= depthMax) continue;
      end = at + 1;
      const value = parsed(text.slice(start, end));
      const statement = statementOf(value);
      if (statement !== undefined) statements.push(statement);
      else if (open.length === 0 && statements.length === 0) isEmpty ||= isEmptyAnswer(value);
    }
  }
  return { statements, isRefusal: isEmpty, waitingChars: text.length - end };
}

function parsed(text: string): { readonly [name: string]: unknown } {
  try {
    return JSON.parse(text) as { readonly [name: string]: unknown };
  } catch {
    return {};
  }
}

function statementOf({ say, from, answer }: ReturnType<typeof parsed>): Statement | undefined {
  const text = say ?? answer;
  if (typeof text !== 'string' || isRefusal(text)) return undefined;
  const ids = [from]
    .flat()
    .slice(0, idsMax)
    .flatMap((id) => (typeof id === 'string' ? (id.match(idOf) ?? []) : []));
  return { say: text, from: ids };
}

function isEmptyAnswer({ answer }: ReturnType<typeof parsed>): boolean {
  // An answer that cannot be read is not a refusal.
  if (Array.isArray(answer)) return answer.every((one) => isRefusal(one?.say ?? one));
  return answer === null || isRefusal(answer);
}

function isRefusal(text: unknown): boolean {
  return typeof text === 'string' && text.length <= refusalCharsMax && refusing.test(text.trim());
}
