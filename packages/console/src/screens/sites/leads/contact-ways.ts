/** Links to call, message or e-mail a contact, as far as it can be recognised. */
interface ContactWays {
  readonly call?: string;
  readonly whatsapp?: string;
  readonly mail?: string;
}

// By the time zone of the site: national numbers start with 0.
const dialCodes: Readonly<Record<string, string>> = {
  'Africa/Nairobi': '254',
  'Africa/Dar_es_Salaam': '255',
  'Africa/Kampala': '256',
  'Africa/Kigali': '250',
  'Africa/Bujumbura': '257',
  'Africa/Lubumbashi': '243',
  'Africa/Kinshasa': '243',
};

const digitsMin = 7;
const digitsMax = 15;

export function contactWays(contact: string, timezone: string): ContactWays {
  const text = contact.trim();
  if (/^[^\s@,;?&<>"]+@[^\s@,;?&<>"]+$/.test(text)) return { mail: `mailto:${text}` };
  const number = text.replaceAll(/[\s().-]/g, '');
  const isNumber = /^\+?\d+$/.test(number);
  const digits = number.replace('+', '');
  if (!isNumber || digits.length < digitsMin || digits.length > digitsMax) return {};
  const abroad = internationalDigits(number, dialCodes[timezone]);
  return {
    call: `tel:${number}`,
    ...(abroad === undefined ? {} : { whatsapp: `https://wa.me/${abroad}` }),
  };
}

/** "0712 345 678" as +254712345678 by the country of the site; undefined where the country is unknown. */
export function internationalNumber(text: string, timezone: string): string | undefined {
  const number = text.trim().replaceAll(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(number)) return undefined;
  const digits = internationalDigits(number, dialCodes[timezone]);
  if (digits === undefined || digits.length < 10 || digits.length > digitsMax) return undefined;
  return `+${digits}`;
}

function internationalDigits(number: string, dialCode: string | undefined): string | undefined {
  if (number.startsWith('+')) return number.slice(1);
  if (number.startsWith('00')) return number.slice(2);
  if (dialCode === undefined) return undefined;
  if (number.startsWith('0')) return dialCode + number.slice(1);
  return number.startsWith(dialCode) ? number : undefined;
}
