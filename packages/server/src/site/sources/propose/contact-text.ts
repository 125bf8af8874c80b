/** Reads how to reach a business in a line of text: `Tel: 0722 123 456`, `Barua pepe: duka@example.com`. */
import { isTelephone } from '@baraza/contract/plain';
import { longPattern } from '../../../kernel/long-pattern.ts';
import type { ContactField, FoundField } from '../formats/blocks.ts';
import { numbersIn, withoutNumbers } from './number-text.ts';

const lineCharactersMax = 2_000;
const addressCharactersMax = 200;

/** The contacts that a line names, also in its sentences. */
export function contactsIn(line: string): readonly FoundField[] {
  if (line.length > lineCharactersMax) return [];
  return line.split(between).flatMap((part) => {
    const whole = contactsOfPart(part);
    return whole.length > 0 ? whole : numbersIn(part).flatMap(({ fields }) => fields);
  });
}

/** Whether a line has nothing but contacts, so that it need not be told as text as well. */
export function isContactLine(line: string): boolean {
  if (line.length > lineCharactersMax) return false;
  const parts = line.split(between).filter((part) => part !== '');
  return parts.length > 0 && parts.every(isContactPart);
}

const between = /\s*[|•·]\s*|\s{3,}/;

function isContactPart(part: string): boolean {
  return contactsOfPart(part).length > 0 || !/[\p{L}\p{N}]/u.test(withoutNumbers(part));
}

/** Whether a heading says that an address follows. */
export function namesAddress(heading: string): boolean {
  return addressHeading.test(heading.trim());
}

/** Whether a heading says that contacts follow. */
export function namesContact(heading: string): boolean {
  return /\bcontacts?\b|get in touch|reach us|mawasiliano|wasiliana/i.test(heading);
}

/** Whether a line among contacts says where the business is. */
export function isPlace(line: string): boolean {
  return line.length <= addressCharactersMax && place.test(line);
}

const place = longPattern('i')`
    \b(?:street|st\.|road|rd|avenue|ave|lane|drive|highway|floor|building|bldg|plaza|mall|house|p\.? ?o\.? ?box
    |opposite|next to|junction|along|mtaa|barabara|jengo|ghorofa|mkabala|karibu na|s\.?l\.?p)(?:\b|\s)`;

const labels: readonly (readonly [ContactField, RegExp])[] = [
  ['whatsapp', /^(?:whats ?app)(?: us| number| namba)?$/i],
  ['email', /^(?:e-?mail(?: us| address)?|barua ?pepe|mail)$/i],
  [
    'phone',
    longPattern('i')`
      ^(?:(?:tele)?phone(?: number)?|tel(?: no)?\.?|call(?: us)?|mobile|cell|hotline|reception|simu(?: ya mkononi)?
      |(?:tu)?pig(?:a|ie) simu|namba(?: ya simu)?|(?:phone|call|tel|simu) ?\/ ?whats ?app)$`,
  ],
  [
    'address',
    longPattern('i')`
      ^(?:(?:our |physical )?(?:address|location)|visit us(?: at)?|find us(?: at)?|where we are|anwani|mahali
      |tulipo|tunapatikana|mahali tulipo)$`,
  ],
];
const addressHeading = longPattern('i')`
    ^(?:(?:our |physical )?(?:address|location)|visit us|find us|where (?:we are|to find us|are we)|how to find us
    |where are you(?: located)?|anwani(?: yetu)?|mahali(?: tulipo)?|tulipo|tunapatikana wapi|mko wapi)\s*[:?]?$`;
const email = /^[\w.+%-]{1,64}@[\w-]+(?:\.[\w-]+)+$/;

function contactsOfPart(part: string): readonly FoundField[] {
  // Pictures of telephones and envelopes stand before numbers.
  const text = part.replace(/^[^\p{L}\p{N}+(]+/u, '').trim();
  if (email.test(text)) return [{ field: 'email', text, weight: 2 }];
  const [, label = '', rest = ''] = /^([\p{L} ./-]{3,30}?)\s*[:–-]\s*(.+)$/u.exec(text) ?? [];
  const field = labels.find(([, pattern]) => pattern.test(label.trim()))?.[0];
  const given = field === 'address' ? withoutNumbers(rest) : rest.trim();
  const value = given.replace(/[.,;]{1,3}$/, '');
  if (field === undefined) return [];
  if (field === 'email') return email.test(value) ? [{ field, text: value, weight: 3 }] : [];
  if (field === 'address') {
    const isAddress = value.length >= 4 && value.length <= addressCharactersMax;
    return isAddress && /\p{L}{3}/u.test(value) ? [{ field, text: value, weight: 3 }] : [];
  }
  if (!isNumber(value)) return [];
  const isBoth = /whats ?app/i.test(label) && field === 'phone';
  return [
    { field, text: value, weight: 3 },
    ...(isBoth ? [{ field: 'whatsapp', text: value, weight: 3 } as const] : []),
  ];
}

function isNumber(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits >= 7 && digits <= 32 && text.length <= 60 && isTelephone(text);
}
