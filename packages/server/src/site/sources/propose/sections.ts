/** The blocks of a text sorted by what they are: questions, prices, opening hours, and sections of prose. */
import type { Block, ReadText } from '../formats/blocks.ts';
import { namesPrices } from './column-names.ts';
import {
  type Hours,
  isHoursHeading,
  mentionsDay,
  namesHours,
  readHoursLine,
} from './hours-text.ts';
import { namesMoney, type PricedLine, readAmount, readPricedLine } from './price-text.ts';
import { askedIn, questionLine } from './question-text.ts';
import { readTable, type TableFaq, type TablePrice } from './tables.ts';

export interface Part {
  readonly text: string;
  readonly from: string;
  /** Of a line of opening hours; undefined for what could not be read for certain. */
  readonly hours?: readonly Hours[] | 'unclear';
}

export interface Section {
  readonly title: string;
  readonly from: string;
  readonly parts: Part[];
}

export interface Sorted {
  readonly sections: readonly Section[];
  readonly faqs: readonly TableFaq[];
  readonly prices: readonly TablePrice[];
  /** Hours that the page itself says are its own. */
  readonly stated: readonly { readonly hours: readonly Hours[]; readonly from: string }[];
  /** Rows of tables that were no entry. */
  readonly unread: readonly string[];
}

export function sortBlocks({ blocks }: ReadText): Sorted {
  const sections: Section[] = [{ title: '', from: blocks[0]?.from ?? '', parts: [] }];
  const faqs: TableFaq[] = [];
  const prices: TablePrice[] = [];
  const stated: { hours: readonly Hours[]; from: string }[] = [];
  const unread: string[] = [];
  let asked: { question: string; from: string; answer: string[] } | undefined;
  // The line before, which may announce what comes.
  let announced = '';

  const section = () => sections.at(-1) as Section;
  const closeAsked = () => {
    if (asked === undefined) return;
    const answer = asked.answer.join('\n').trim();
    const { question, from } = asked;
    asked = undefined;
    if (answer === '') section().parts.push({ text: question, from });
    else faqs.push({ question, answer, from });
  };
  const takeLine = (line: string, from: string, shown: string): void => {
    const context = { heading: section().title, announced };
    const price = pricedIn(line, context);
    const hours = hoursIn(line, context);
    if (price !== undefined) prices.push({ ...price, note: noteOf(context.heading), from });
    else if (asked !== undefined && hours === undefined) asked.answer.push(shown);
    else section().parts.push({ text: shown, from, ...(hours === undefined ? {} : { hours }) });
  };

  for (const [index, block] of blocks.entries()) {
    switch (block.kind) {
      case 'heading':
        closeAsked();
        if (questionLine(block.text, true) !== undefined)
          asked = { question: questionLine(block.text, true) ?? '', from: block.from, answer: [] };
        else sections.push({ title: block.text, from: block.from, parts: [] });
        break;
      case 'paragraph': {
        const pairs = askedIn(block.text);
        if (pairs !== undefined) {
          closeAsked();
          for (const pair of pairs) faqs.push({ ...pair, from: block.from });
          break;
        }
        const question = questionLine(block.text, false);
        if (question !== undefined && isAnswer(blocks[index + 1])) {
          closeAsked();
          asked = { question, from: block.from, answer: [] };
          break;
        }
        const lines = block.text.split('\n');
        for (const [at, line] of lines.entries()) {
          if (isHoursHeading(line, lines[at + 1])) {
            closeAsked();
            sections.push({ title: line.replace(/:$/, ''), from: block.from, parts: [] });
          } else takeLine(line, block.from, line);
        }
        announced = block.text;
        break;
      }
      case 'list':
        for (const item of block.items) takeLine(item.trim(), block.from, listed(item));
        break;
      case 'table': {
        closeAsked();
        const meaning = readTable(block, `${section().title} ${announced}`);
        prices.push(...meaning.prices);
        faqs.push(...meaning.faqs);
        unread.push(...meaning.unread);
        for (const { text, from } of meaning.lines) takeLine(text, from, text);
        break;
      }
      case 'faq':
        faqs.push(block);
        break;
      case 'hours':
        stated.push(block);
        break;
      case 'offer': {
        const amount = readAmount(block.price);
        if (amount !== undefined)
          prices.push({
            ...amount,
            item: block.item,
            currency: block.currency,
            note: '',
            from: block.from,
          });
        break;
      }
    }
    if (block.kind !== 'paragraph') announced = '';
  }
  closeAsked();
  return { sections, faqs, prices, stated, unread };
}

function listed(item: string): string {
  const [indent = ''] = /^\s*/.exec(item) ?? [];
  const text = item.trim();
  return /^\(?(?:\d{1,2}|[a-z])[.)]\s/i.test(text) ? `${indent}${text}` : `${indent}- ${text}`;
}

// A question that another question or a heading follows has no answer here.
function isAnswer(next: Block | undefined): boolean {
  if (next === undefined) return false;
  if (next.kind === 'list') return true;
  return next.kind === 'paragraph' && questionLine(next.text, false) === undefined;
}

interface Context {
  readonly heading: string;
  readonly announced: string;
}

function pricedIn(line: string, { heading, announced }: Context): PricedLine | undefined {
  const isPriceList = namesPrices(heading) || (announced.length < 120 && namesPrices(announced));
  const found = readPricedLine(line, isPriceList);
  // Without leaders in a list of something else only what says that it is money is a price.
  return found !== undefined && (isPriceList || namesMoney(line)) ? found : undefined;
}

// "Within 5 km" says little without the "Transport" that stands above it.
function noteOf(heading: string): string {
  return namesPrices(heading) ? '' : heading;
}

function hoursIn(line: string, { heading, announced }: Context): Part['hours'] {
  const isAnnounced = namesHours(heading) || (announced.length < 160 && namesHours(announced));
  if (!isAnnounced && !namesHours(line)) return undefined;
  const hours = readHoursLine(line);
  if (hours !== undefined) return hours;
  // Hours of some days without those of the others would be wrong ones.
  return isAnnounced && /\d/.test(line) && mentionsDay(line) ? 'unclear' : undefined;
}
