/** What an e-mail address is: one rule for every place that takes one. */
const emailCharactersMax = 254;

// Linear: no part can match what another one does. Characters that nobody sees would make two addresses look the same.
const unseen = String.raw`\s\p{Cc}\p{Cf}\p{Cs}`;
const reserved = String.raw`@<>"(),:;[\]\\`;
const label = `[^${unseen}${reserved}.]+`;
const address = new RegExp(String.raw`^[^${unseen}${reserved}]+@${label}(?:\.${label})+$`, 'u');

export function isEmailAddress(text: string): boolean {
  return text.length <= emailCharactersMax && address.test(text);
}

/** The address as an identity, in lower case; undefined if the text is none. */
export function emailAddressOf(text: string): string | undefined {
  const given = text.trim().toLowerCase();
  return isEmailAddress(given) ? given : undefined;
}

/** An address that was copied from a page or a document, without what came along. */
export function copiedAddress(text: string): string {
  return text.replace(/^mailto:/i, '').replaceAll(/(?!\s)[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
}
