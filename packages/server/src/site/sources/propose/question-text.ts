/** Questions that stand in a text with their answers. */

const questionCharactersMax = 300;
const numbered = /^(?:\d{1,3}[.)]\s*)/;
const questionMark = /^(?:q(?:uestion)?|swali|s) ?\d{0,3} ?[:.)-]\s*/i;
const answerMark = /^(?:a(?:nswer)?|jibu|j) ?\d{0,3} ?[:.)-]\s*/i;

/** The question that a heading or a whole paragraph is; undefined for other text. */
export function questionLine(text: string, isHeading: boolean): string | undefined {
  if (text.includes('\n') || text.length > questionCharactersMax) return undefined;
  const question = text.trim().replace(numbered, '').replace(questionMark, '').trim();
  if (!/\?["”']?$/.test(question)) return undefined;
  // More than one sentence is prose that ends in a question.
  if (/[.!?]\s+\p{Lu}/u.test(question)) return undefined;
  const words = question.split(/\s+/).length;
  return words >= (isHeading ? 2 : 3) ? question : undefined;
}

interface Asked {
  readonly question: string;
  readonly answer: string;
}

/** `Q: … A: …` and `Swali: … Jibu: …` in a paragraph with lines; undefined where it is none of these. */
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

// An answer may stand on the line of its question.
function splitMarks(line: string): readonly string[] {
  const found = /\?\s+(?=(?:a(?:nswer)?|jibu|j)\s*\d{0,3}\s*[:.)-])/i.exec(line);
  if (found === null) return [line];
  const end = found.index + 1;
  return [line.slice(0, end), line.slice(end).trim()];
}
