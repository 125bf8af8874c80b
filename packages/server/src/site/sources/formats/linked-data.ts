/** Questions, opening hours and offers in the JSON-LD (schema.org) of a page. */
import type { ProfileHours } from '@baraza/contract';
import { weekdays } from '@baraza/contract/plain';
import { parseForeignJson } from '../../../kernel/json/plain-names.ts';
import { readWeekday } from '../propose/hours-text.ts';
import { type Block, cleanLine, cleanText, type FoundField } from './blocks.ts';
import { type Element, elementsWhere, type Node, parseTree, rawText, textOf } from './html-tree.ts';

type Thing = { readonly [name: string]: unknown };

const thingsMax = 2_000;

export function linkedBlocks(texts: readonly string[], from: string): readonly Block[] {
  const blocks: Block[] = [];
  const hours: ProfileHours[] = [];
  let left = thingsMax;
  for (const text of texts)
    for (const thing of thingsIn(parsed(text))) {
      left -= 1;
      if (left < 0) break;
      const types = strings(thing['@type']);
      if (types.includes('Question')) blocks.push(...question(thing, from));
      if (types.includes('Product') || types.includes('MenuItem') || types.includes('Service'))
        blocks.push(...offers(thing, from));
      if (types.includes('OpeningHoursSpecification')) hours.push(...specified(thing));
      for (const line of strings(thing.openingHours)) hours.push(...shortHours(line));
    }
  if (hours.length > 0) blocks.unshift({ kind: 'hours', hours: unique(hours), from });
  return blocks;
}

const fieldTextMax = 500;

/** The name and contacts of the business that a page is about. */
export function linkedFields(nodes: readonly Node[]): readonly FoundField[] {
  return linkedTexts(nodes).flatMap((text) => {
    const found: FoundField[] = [];
    let left = thingsMax;
    for (const thing of thingsIn(parsed(text))) {
      left -= 1;
      if (left < 0) break;
      const isBusiness = 'telephone' in thing || 'openingHours' in thing || 'address' in thing;
      const add = (field: FoundField['field'], value: unknown) => {
        const line = typeof value === 'string' ? cleanLine(plain(value)) : '';
        if (line !== '' && line.length <= fieldTextMax)
          found.push({ field, text: line, weight: 30 });
      };
      if (isBusiness) {
        add('business', thing.name);
        add('about', thing.description);
        add('phone', thing.telephone);
        add('email', typeof thing.email === 'string' ? thing.email.replace(/^mailto:/i, '') : '');
        add('address', addressLine(thing.address));
      }
    }
    return found;
  });
}

function addressLine(address: unknown): string {
  if (typeof address === 'string') return address;
  if (typeof address !== 'object' || address === null || Array.isArray(address)) return '';
  const { streetAddress, addressLocality, addressRegion } = address as Thing;
  const parts = [streetAddress, addressLocality, addressRegion].filter(
    (part) => typeof part === 'string' && part.trim() !== '',
  );
  return [...new Set(parts)].join(', ');
}

export function linkedTexts(tree: readonly Node[]): readonly string[] {
  const isLinked = ({ name, attribs }: Element) =>
    name === 'script' && /^application\/ld\+json/i.test(attribs.type ?? '');
  return [...elementsWhere(tree, isLinked)].map(rawText);
}

function parsed(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

function* thingsIn(value: unknown, depth = 0): Generator<Thing> {
  if (depth > 12 || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Thing;
  for (const below of Object.values(value)) yield* thingsIn(below, depth + 1);
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function question({ name, acceptedAnswer }: Thing, from: string): readonly Block[] {
  const [answer] = [...thingsIn(acceptedAnswer)];
  const asked = typeof name === 'string' ? plain(name) : '';
  const text = typeof answer?.text === 'string' ? plain(answer.text) : '';
  return asked === '' || text === ''
    ? []
    : [{ kind: 'faq', question: cleanLine(asked), answer: text, from }];
}

// Answers are HTML or text.
function plain(text: string): string {
  return cleanText(textOf(parseTree(text).nodes));
}

function offers({ name, offers: given }: Thing, from: string): readonly Block[] {
  const found = [...thingsIn(given)].filter(({ price }) => price !== undefined);
  const [offer] = found;
  // Nothing says which of several prices applies.
  if (typeof name !== 'string' || found.length !== 1 || offer === undefined) return [];
  const { price, priceCurrency } = offer;
  if (typeof price !== 'string' && typeof price !== 'number') return [];
  const currency = typeof priceCurrency === 'string' ? priceCurrency : '';
  return [{ kind: 'offer', item: plain(name), price: String(price), currency, from }];
}

function specified({ dayOfWeek, opens, closes }: Thing): readonly ProfileHours[] {
  const days = strings(dayOfWeek).flatMap((day) => readWeekday(day.replace(/^.*\//, '')) ?? []);
  const [open, close] = [timeOf(opens), timeOf(closes)];
  if (days.length === 0 || open === undefined || close === undefined) return [];
  // schema.org writes midnight to midnight both for a closed day and for one without an end.
  return open === close ? [] : [{ days, open, close: close === '23:59' ? '24:00' : close }];
}

function timeOf(value: unknown): string | undefined {
  const found = typeof value === 'string' ? /^(\d{2}:\d{2})(?::\d{2})?$/.exec(value.trim()) : null;
  return found?.[1];
}

/** `Mo-Fr 08:00-17:00`, `Sa,Su 09:00-13:00`. */
function shortHours(line: string): readonly ProfileHours[] {
  const match = /^([A-Za-z,-]+(?: [A-Za-z,-]+){0,6}) (\d{2}:\d{2}) ?- ?(\d{2}:\d{2})$/.exec(
    cleanLine(line),
  );
  const [, names = '', open = '', close = ''] = match ?? [];
  const days = names.split(',').flatMap((part) => {
    const [first = -1, last = first] = part.split('-').map((name) => dayOf(name.trim()));
    return first < 0 ? [] : weekdays.slice(first, (last < 0 ? first : last) + 1);
  });
  return days.length === 0 || open === close ? [] : [{ days, open, close }];
}

/** The index of `Mo`, `Tu`, …; -1 for anything else. */
function dayOf(name: string): number {
  return ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].indexOf(name);
}

function unique(hours: readonly ProfileHours[]): readonly ProfileHours[] {
  return [...new Map(hours.map((entry) => [JSON.stringify(entry), entry])).values()];
}
