import { internationalDigits, telephoneDigitsMax } from '@baraza/contract/plain';

/** Links to call, message or e-mail a contact; those that do not apply are missing. */
interface ContactWays {
  readonly call?: string;
  readonly whatsapp?: string;
  readonly mail?: string;
}

const digitsMin = 7;

export function contactWays(contact: string, timezone: string): ContactWays {
  const text = contact.trim();
  if (/^[^\s@,;?&<>"]+@[^\s@,;?&<>"]+$/.test(text)) return { mail: `mailto:${text}` };
  const number = text.replaceAll(/[\s().-]/g, '');
  const isNumber = /^\+?\d+$/.test(number);
  const digits = number.replace('+', '');
  if (!isNumber || digits.length < digitsMin || digits.length > telephoneDigitsMax) return {};
  const abroad = internationalDigits(number, timezone);
  return {
    call: `tel:${number}`,
    ...(abroad === undefined ? {} : { whatsapp: `https://wa.me/${abroad}` }),
  };
}
