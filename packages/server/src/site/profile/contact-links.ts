/** Links that begin a call or a letter, from what an owner wrote for people to read. */

/** The link of the first number where several are given; empty without one. */
export function phoneLink(phone: string): string {
  const numbers = phone.split(between).map((part) => part.replaceAll(/[^\d+]/g, ''));
  // A stroke may also stand inside of a number, behind its area.
  const number = numbers.find((part) => digitsIn(part) >= digitsMin) ?? numbers.join('');
  return digitsIn(number) === 0 ? '' : `tel:${number}`;
}

/** Empty for what is no address. */
export function mailLink(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '';
  // `?` and `&` in a name would begin the fields of the letter.
  return `mailto:${encodeURIComponent(email.slice(0, at).trim())}@${encodeURIComponent(email.slice(at + 1).trim())}`;
}

/** What stands between two numbers. */
export const between = /(?<!\s)\s*[/,;]\s*|(?<!\s)\s+(?:or|au)\s+/i;
const digitsMin = 7;

function digitsIn(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}
