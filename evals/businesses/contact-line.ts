/** Converts `phone 0700 11; whatsapp; email a@b.example; Moi Avenue, Nakuru` to the contact fields of a profile. */
import type { Business } from '../../packages/server/src/answers/knowledge.ts';

export interface ContactLine extends Pick<Business, 'phone' | 'whatsapp' | 'email'> {
  readonly address: string;
  /** Parts that the fields of a profile cannot express, such as a second number. */
  readonly rest: readonly string[];
}

export function readContact(line: string): ContactLine {
  let phone = '';
  let whatsapp: string | undefined;
  let email = '';
  let address = '';
  const rest: string[] = [];
  for (const part of line.split(';').flatMap((each) => each.trim() || [])) {
    const number = /^(?:phone|simu) ([+\d][\d ]*)$/.exec(part)?.[1];
    const onWhatsapp = /^whatsapp(?: ([+\d][\d ]*))?$/.exec(part);
    const mail = /^(?:email|barua pepe) (\S+@\S+)$/.exec(part)?.[1];
    if (number !== undefined && phone === '') phone = number;
    else if (onWhatsapp && whatsapp === undefined) whatsapp = onWhatsapp[1] ?? '';
    else if (mail !== undefined && email === '') email = mail;
    else if (address === '' && part.includes(',')) address = part;
    else rest.push(part);
  }
  // `whatsapp` alone means that the telephone number is also on WhatsApp.
  if (whatsapp === '' && phone === '') rest.push('whatsapp');
  return { phone, whatsapp: whatsapp === '' ? phone : (whatsapp ?? ''), email, address, rest };
}
