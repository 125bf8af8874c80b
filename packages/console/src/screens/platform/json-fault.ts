/** Why a text is not JSON, in the current language, with its place. */
import { dictionary } from '../../words/language.ts';

const t = dictionary(
  {
    at: (line: number, column: number) => `Mstari ${line}, herufi ${column}: `,
    noJson: 'hii si JSON kamili. Angalia mabano, koma na alama za nukuu.',
  },
  {
    at: (line, column) => `Line ${line}, column ${column}: `,
    noJson: 'this is not valid JSON. Check brackets, commas and quotation marks.',
  },
);

/** Undefined for a text that is JSON. `linesBefore` is where it begins in a longer text. */
export function jsonFault(text: string, linesBefore = 0): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const place = placeIn(text, String(error));
    const [line = 0, column = 0] = place ?? [];
    const sentence = place === undefined ? t.noJson : t.at(line + linesBefore, column) + t.noJson;
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  }
}

/** The same of JSON in one piece, or with an object on each line. */
export function jsonFaultInLines(text: string): string | undefined {
  const lines = text.trim().split('\n');
  if (jsonFault(lines[0] ?? '') !== undefined) return jsonFault(text.trim());
  const at = lines.findIndex((line) => line.trim() !== '' && jsonFault(line) !== undefined);
  return at < 0 ? undefined : jsonFault(lines[at] ?? '', at);
}

/** The line and column, from 1, which engines name differently; undefined where one names none. */
function placeIn(text: string, message: string): [line: number, column: number] | undefined {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined) return [Number(line), Number(column)];
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const isCut = /end of (?:JSON|data|input)|EOF/i.test(message);
  if (position === undefined && !isCut) return undefined;
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}
