/** Finds questions with their answers in a text. */

const questionCharactersMax = 300;
const numbered = /^(?:\d{1,3}[.)]\s*)/;
const questionMark = /^(?:q(?:uestion)?|swali|s) ?\d{0,3} ?[:.)-]\s*/i;
const answerMark = /^(?:a(?:nswer)?|jibu|j) ?\d{0,3} ?[:.)-]\s*/i;

/** A heading or paragraph as a question; undefined if it is not one. */
export function questionLine(text: string, isHeading: boolean): string | undefined {
  if (text.includes('\n') || text.length > questionCharactersMax) return undefined;
  const question = text.trim().replace(numbered, '').replace(questionMark, '').trim();
  if (!/\?["”']?$/.test(question)) return undefined;
  // Several sentences are prose that ends with a question.
  if (/[.!?]\s+\p{Lu}/u.test(question)) return undefined;
  const words = question.split(/\s+/).length;
  return words >= (isHeading ? 2 : 3) ? question : undefined;
}

interface Asked {
  readonly question: string;
  readonly answer: string;
}

/** The pairs of a paragraph with `Q: … A: …` or `Swali: … Jibu: …`; undefined for any other paragraph. */
export function askedIn(text: string): readonly Asked[] | undefined {
  const lines = text.split('\n').flatMap(splitMarks);
  if (!questionMark.test(lines[0] ?? '')) return undefined;
  const pairs: { question: string; answer: string }[] = [];
  let isAnswer = false;
  for (const line of lines) {
    const last = pairs.at(-1);
    if (questionMark.test(line) && /\?\s*$/.test(line)) {
      pairs.push({ question: line.replace(questionMark, '').trim(), answer: '' });
      isAnswer = false;
    } else if (last !== undefined && answerMark.test(line)) {
      last.answer = line.replace(answerMark, '').trim();
      isAnswer = true;
    } else if (last !== undefined && isAnswer) last.answer += `\n${line}`;
    else if (last !== undefined) last.question += ` ${line}`;
  }
  const whole = pairs.filter(({ question, answer }) => question !== '' && answer !== '');
  return whole.length > 0 && whole.length === pairs.length ? whole : undefined;
}

// The answer may be on the line of its question.
function splitMarks(line: string): readonly string[] {
  const found = /\?\s+(?=(?:a(?:nswer)?|jibu|j)\s*\d{0,3}\s*[:.)-])/i.exec(line);
  if (found === null) return [line];
  const end = found.index + 1;
  return [line.slice(0, end), line.slice(end).trim()];
}
