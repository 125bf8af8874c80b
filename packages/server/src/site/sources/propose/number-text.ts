/** Finds telephone numbers in sentences, with what the words before each say that it is for. */
import { isTelephone } from '@baraza/contract/plain';
import { longPattern } from '../../../kernel/long-pattern.ts';
import type { FoundField } from '../formats/blocks.ts';

interface FoundNumber {
  readonly fields: readonly FoundField[];
  /** Where its words begin, and where it ends. */
  readonly start: number;
  readonly end: number;
}

const labelCharactersMax = 60;

/** The numbers that a text names as those of the business: not of accounts, tills and designers of websites. */
export function numbersIn(text: string): readonly FoundNumber[] {
  const found: FoundNumber[] = [];
  let from = 0;
  let label = '';
  for (const { 0: written, index } of text.matchAll(digits)) {
    const number = telephoneIn(written);
    if (number === undefined) continue;
    const before = text.slice(from, index);
    // In `0722 123 456 or 0733 123 456`, both are for the same.
    const isNext = from > 0 && nextNumber.test(before.trim());
    const own = isNext ? before : clauseBefore(before);
    if (!isNext) label = own;
    from = index + number.length;
    const isAlone = text.trim() === number;
    const fields = isOther(before) ? [] : fieldsOf(number, label, isAlone);
    if (fields.length > 0) found.push({ fields, start: index - own.length, end: from });
  }
  return found;
}

/** A text without its numbers and the words that name them. */
export function withoutNumbers(text: string): string {
  const numbers = numbersIn(text);
  const starts = [0, ...numbers.map(({ end }) => end)];
  return starts
    .map((start, at) => text.slice(start, numbers[at]?.start))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const digits = /(?<![\p{L}\d])[+(]{0,2}\d[\d().-]*(?: [\d(][\d().-]+)*/gu;
const nextNumber = /^(?:[/,;&]|or|and|au|na|ama)?$/i;

/** A national number with its 0, or an international one; words after it may begin with digits. */
function telephoneIn(written: string): string | undefined {
  const groups = written.split(' ');
  while (groups.length > 0) {
    const number = groups.join(' ').replace(/[().-]{1,4}$/, '');
    const count = number.replaceAll(/\D/g, '').length;
    const most = number.startsWith('+') ? 15 : 10;
    if (count <= most)
      return count >= 9 && /^(?:\+|\(?\+?0)/.test(number) && isTelephone(number)
        ? number
        : undefined;
    groups.pop();
  }
  return undefined;
}

/** The last words before a number that belong to it. */
function clauseBefore(text: string): string {
  const end = text.slice(-labelCharactersMax);
  const clause = /[^.!?,;|•·()\n]*$/.exec(end)?.[0] ?? '';
  return clause.trimStart();
}

function isOther(before: string): boolean {
  const sentence =
    before
      .slice(-200)
      .split(/[.!?]\s/)
      .at(-1) ?? '';
  return otherNumber.test(sentence);
}

const otherNumber = longPattern('i')`
    \b(?:pay ?bill|till|account|akaunti|acc|a\/c|bank|benki|m-?pesa|airtel money|tigo ?pesa|lipa|fax|tin|pin|vat|reg
    |registration|licen[cs]e|code|id|(?:web)?site by|design(?:ed)? by|developed by|powered by|hosted by)\b`;
const phoneWords = longPattern('gi')`
    \b(?:call|tel|telephone|phone|mobile|cell|hotline|reception|dial|ring|reach us|contact(?: us)?|text|sms|simu
    |(?:tu)?pig(?:a|ie)|wasiliana nasi|namba|nambari|line)\b`;
const chatWords = /\bwhats ?app\b/gi;
const smallWords = longPattern('gi')`
    \b(?:us|our|on|at|or|and|the|number|numbers|no|please|via|through|now|today|number is|is|just|by|au|na|ya|yetu|kwa
    |kupitia|ni|nasi|mkononi)\b`;
const purposes = longPattern('i')`
    ^(?:emergenc|dharura|appointment|booking|reservation|order|oda|agiza|deliver|sales|mauzo|office|ofisi
    |customer care|huduma kwa wateja|enquir|inquir|maulizo|ambulance|support|branch|tawi)`;

function fieldsOf(number: string, label: string, isAlone: boolean): readonly FoundField[] {
  const words = label
    .trim()
    .replace(/[:–-]$/, '')
    .trim();
  const isNamed = /[:–-]\s*$/.test(label);
  const isChat = words.search(chatWords) >= 0;
  const isPhone = words.search(phoneWords) >= 0;
  const rest = words
    .replaceAll(phoneWords, ' ')
    .replaceAll(chatWords, ' ')
    .replaceAll(smallWords, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const isPurpose =
    rest !== '' &&
    rest.split(' ').length <= 4 &&
    (isNamed || purposes.test(words)) &&
    /\p{L}{2}/u.test(rest);
  const purpose = isPurpose ? { purpose: words } : {};
  const fields: FoundField[] = [];
  const weight = isNamed ? 3 : 2;
  if (isPhone || (isPurpose && !isChat))
    fields.push({ field: 'phone', text: number, weight, ...purpose });
  if (isChat) fields.push({ field: 'whatsapp', text: number, weight, ...purpose });
  if (fields.length === 0 && isAlone) fields.push({ field: 'phone', text: number, weight: 1 });
  return fields;
}
