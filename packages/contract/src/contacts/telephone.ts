/** Telephone numbers in national and international form. */

export const telephoneDigitsMax = 15;

/** Separates two numbers. */
export const betweenNumbers = /(?<!\s)\s*[/,;]\s*|(?<!\s)\s+(?:or|au)\s+/i;

/** Whether a text is a telephone number as people write it, or several. */
export function isTelephone(text: string): boolean {
  const isNumber = (part: string) => /^\+?[0-9 ().-]+$/.test(part);
  return text.split(betweenNumbers).every(isNumber) && /\d.*\d.*\d/.test(text);
}

// The country follows from the time zone of the site. National numbers start with 0.
const dialCodes: Readonly<Record<string, string>> = {
  'Africa/Nairobi': '254',
  'Africa/Dar_es_Salaam': '255',
  'Africa/Kampala': '256',
  'Africa/Kigali': '250',
  'Africa/Bujumbura': '257',
  'Africa/Lubumbashi': '243',
  'Africa/Kinshasa': '243',
};

/** Converts "0712 345 678" to +254712345678 by the country of the site; undefined if the country is unknown. */
export function internationalNumber(text: string, timezone: string): string | undefined {
  const number = text.trim().replaceAll(/[\s().-]/g, '');
  if (!/^\+?\d+$/.test(number)) return undefined;
  const digits = internationalDigits(number, timezone);
  if (digits === undefined || digits.length < 10 || digits.length > telephoneDigitsMax)
    return undefined;
  return `+${digits}`;
}

/** Like `internationalNumber`, but without the plus sign. */
export function internationalDigits(number: string, timezone: string): string | undefined {
  const dialCode = dialCodes[timezone];
  if (number.startsWith('+')) return number.slice(1);
  if (number.startsWith('00')) return number.slice(2);
  if (dialCode === undefined) return undefined;
  if (number.startsWith('0')) return dialCode + number.slice(1);
  return number.startsWith(dialCode) ? number : undefined;
}

/** The spellings of a contact: a telephone number with its country code, and as a national one with and without 0. */
export function contactWritings(contact: string, timezone: string): readonly string[] {
  const international = internationalNumber(contact, timezone);
  const dialCode = dialCodes[timezone];
  if (international === undefined || dialCode === undefined) return [contact];
  const digits = international.slice(1);
  const bare = digits.startsWith(dialCode) ? [digits.slice(dialCode.length)] : [];
  return [
    ...new Set([contact, international, `00${digits}`, ...bare.map((each) => `0${each}`), ...bare]),
  ];
}
