/** Sorts the blocks of a text into questions, prices, opening hours and sections of prose. */
import type { ProfileHours } from '@baraza/contract';
import type { Block, ReadText } from '../formats/blocks.ts';
import { namesPrices } from './column-names.ts';
import {
  isHoursHeading,
  mentionsDay,
  namesHours,
  readHoursLine,
  readHoursSentences,
} from './hours-text.ts';
import { withoutNumbers } from './number-text.ts';
import { namesMoney, type PricedLine, readAmount, readPricedLine } from './price-text.ts';
import { type FoundFaq, type FoundPrice, readTable, type UnreadRow } from './tables.ts';

export interface Part {
  readonly text: string;
  readonly from: string;
  /** The hours in a line of opening hours; `unclear` if they are ambiguous, `note` if a day has words and no time. */
  readonly hours?: readonly ProfileHours[] | 'unclear' | 'note';
}

export interface Section {
  readonly title: string;
  readonly from: string;
  readonly parts: Part[];
}

export type Sorted = ReturnType<typeof sortBlocks>;

export function sortBlocks({ blocks }: ReadText) {
  const sections: Section[] = [{ title: '', from: blocks[0]?.from ?? '', parts: [] }];
  const faqs: FoundFaq[] = [];
  const prices: FoundPrice[] = [];
  /** Table rows that are not entries. */
  const unread: UnreadRow[] = [];
  let asked: { question: string; from: string; answer: string[] } | undefined;
  // The paragraph before, which may say what follows.
  let before = '';

  const section = () => sections.at(-1) as Section;
  const closeAsked = () => {
    if (asked === undefined) return;
    const answer = asked.answer.join('\n').trim();
    const { question, from } = asked;
    asked = undefined;
    if (answer === '') section().parts.push({ text: question, from });
    else faqs.push({ question, answer, from });
  };
  const startSection = (title: string, from: string): void => {
    const question = questionLine(title, true);
    if (question === undefined) sections.push({ title, from, parts: [] });
    else asked = { question, from, answer: [] };
  };
  const addLine = (line: string, from: string, shown: string): void => {
    const context = { heading: section().title, before };
    const price = pricedIn(line, context);
    const hours = hoursIn(line, context);
    const told = Array.isArray(hours) ? undefined : sentencesIn(line, context);
    if (price !== undefined) {
      const note = price.note ?? noteOf(context.heading);
      prices.push({ ...price, note, from });
    } else if (told !== undefined) {
      // An answer stays whole: its sentences belong together.
      section().parts.push({ text: '', from, hours: told.hours });
      if (asked !== undefined) asked.answer.push(shown);
      else if (told.rest !== '') section().parts.push({ text: told.rest, from });
    } else if (asked !== undefined && (hours === undefined || hours === 'note'))
      asked.answer.push(shown);
    else section().parts.push({ text: shown, from, ...(hours === undefined ? {} : { hours }) });
  };
  const addParagraph = (text: string, from: string, next: Block | undefined): void => {
    const pairs = askedIn(text) ?? answeredBelow(text);
    const question = questionLine(text, false);
    if (pairs !== undefined) {
      closeAsked();
      for (const pair of pairs) faqs.push({ ...pair, from });
    } else if (question !== undefined && isAnswer(next)) {
      closeAsked();
      asked = { question, from, answer: [] };
    } else {
      const lines = text.split('\n');
      for (const [at, line] of lines.entries()) {
        if (isHoursHeading(line, lines[at + 1])) {
          closeAsked();
          sections.push({ title: line.replace(/:$/, ''), from, parts: [] });
        } else addLine(line, from, line);
      }
      before = text;
    }
  };

  for (const [index, block] of blocks.entries()) {
    switch (block.kind) {
      case 'heading':
        closeAsked();
        startSection(block.text, block.from);
        break;
      case 'paragraph':
        addParagraph(block.text, block.from, blocks[index + 1]);
        break;
      case 'list':
        for (const item of block.items) addLine(item.trim(), block.from, listed(item));
        break;
      case 'table': {
        closeAsked();
        const meaning = readTable(block, `${section().title} ${before}`);
        prices.push(...meaning.prices);
        faqs.push(...meaning.faqs);
        unread.push(...meaning.unread);
        for (const { text, from } of meaning.lines) addLine(text, from, text);
        break;
      }
      case 'faq':
        faqs.push(block);
        break;
      case 'hours':
        sections.unshift({ title: '', from: block.from, parts: [{ text: '', ...block }] });
        break;
      case 'offer': {
        const amount = readAmount(block.price);
        const { item, currency, from } = block;
        if (amount !== undefined) prices.push({ ...amount, item, currency, note: '', from });
        break;
      }
    }
    if (block.kind !== 'paragraph') before = '';
  }
  closeAsked();
  return { sections, faqs, prices, unread };
}

function listed(item: string): string {
  const [indent = ''] = /^\s*/.exec(item) ?? [];
  const text = item.trim();
  return /^\(?(?:\d{1,2}|[a-z])[.)]\s/i.test(text) ? `${indent}${text}` : `${indent}- ${text}`;
}

// If a heading or another question follows, the question has no answer here.
function isAnswer(next: Block | undefined): boolean {
  if (next === undefined) return false;
  if (next.kind === 'list') return true;
  return next.kind === 'paragraph' && questionLine(next.text, false) === undefined;
}

interface Context {
  readonly heading: string;
  readonly before: string;
}

function pricedIn(line: string, { heading, before }: Context): PricedLine | undefined {
  const isPriceList = namesPrices(heading) || (before.length < 120 && namesPrices(before));
  const found = readPricedLine(line, isPriceList);
  // Under another heading, only an amount with a currency is a price.
  return found !== undefined && (isPriceList || namesMoney(line)) ? found : undefined;
}

// "Within 5 km" needs the heading "Transport".
function noteOf(heading: string): string {
  return namesPrices(heading) ? '' : heading;
}

function hoursIn(line: string, { heading, before }: Context): Part['hours'] {
  const isExpected = expectsHours(heading, before);
  const alone = withoutNumbers(line);
  const hours = readHoursLine(alone);
  // A line at the top of a page needs no heading if it has the hours of a whole week.
  const isWeek = heading === '' && (hours ?? []).some(({ days }) => days.length >= 5);
  if (!isExpected && !isWeek && !namesHours(line)) return undefined;
  if (hours !== undefined) return hours;
  if (!isExpected || !mentionsDay(line)) return undefined;
  // To propose the hours of only some days would be wrong.
  return /\d|\bsaa\b/i.test(alone) ? 'unclear' : 'note';
}

function sentencesIn(line: string, { heading, before }: Context) {
  return expectsHours(heading, before) || namesHours(line) ? readHoursSentences(line) : undefined;
}

function expectsHours(heading: string, before: string): boolean {
  return namesHours(heading) || (before.length < 160 && namesHours(before));
}

const questionCharactersMax = 300;
const numbered = /^(?:\d{1,3}[.)]\s*)/;
const questionMark = /^(?:q(?:uestion)?|swali|s) ?\d{0,3} ?[:.)-]\s*/i;
const answerMark = /^(?:a(?:nswer)?|jibu|j) ?\d{0,3} ?[:.)-]\s*/i;

/** A heading or paragraph as a question; undefined if it is not one. */
function questionLine(text: string, isHeading: boolean): string | undefined {
  if (text.includes('\n') || text.length > questionCharactersMax) return undefined;
  const question = text.trim().replace(numbered, '').replace(questionMark, '').trim();
  if (!/\?["”']?$/.test(question)) return undefined;
  // Several sentences are prose that ends with a question.
  if (/[.!?]\s+\p{Lu}/u.test(question)) return undefined;
  const words = question.split(/\s+/).length;
  return words >= (isHeading ? 2 : 3) ? question : undefined;
}

/** The pairs of a paragraph with `Q: … A: …` or `Swali: … Jibu: …`; undefined for any other paragraph. */
function askedIn(text: string) {
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

/** A paragraph whose first line is a question, and whose other lines are no questions: its answer. */
function answeredBelow(text: string) {
  const [first = '', ...others] = text.split('\n');
  const question = questionLine(first, false);
  if (question === undefined || others.some((line) => line.trim().endsWith('?'))) return undefined;
  const answer = others.join('\n').trim();
  return answer === '' ? undefined : [{ question, answer }];
}

// The answer may be on the line of its question.
function splitMarks(line: string): readonly string[] {
  const found = /\?\s+(?=(?:a(?:nswer)?|jibu|j)\s*\d{0,3}\s*[:.)-])/i.exec(line);
  if (found === null) return [line];
  const end = found.index + 1;
  return [line.slice(0, end), line.slice(end).trim()];
}
