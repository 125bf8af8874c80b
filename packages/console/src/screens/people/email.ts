import { isEmailAddress } from '@baraza/contract/plain';

/** Whether a text is an e-mail address, or empty. */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || isEmailAddress(trimmed);
}

/** The address as the API takes it: null if there is none. */
export function emailOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
