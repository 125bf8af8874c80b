import { siteLimits } from '@baraza/contract';
import { fieldProblem, plainText } from './field-values.ts';

const rule = 'must be a number with its country code, like +254 700 000 000, or a link to wa.me';

/** A WhatsApp number or link as the wa.me link that opens a chat. */
export function whatsappLink(value: unknown, field: string): string {
  const given = typeof value === 'number' ? String(value) : value;
  const text = plainText(given, field, siteLimits.sentenceCharactersMax);
  if (text === '') return '';
  if (/^[+\d][\d\s().-]*$/.test(text)) return `https://wa.me/${digits(text, field)}`;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.parse(address);
  const host = url?.hostname.replace(/^www\./, '');
  if (url === null || url.username !== '' || url.port !== '') throw fieldProblem(field, rule);
  if (host === 'wa.me') {
    const path = url.pathname.replace(/\/$/, '');
    if (/^\/message\/\w+$/.test(path)) return `https://wa.me${path}`;
    return `https://wa.me/${digits(path.slice(1), field)}${message(url)}`;
  }
  if (host === 'api.whatsapp.com' || host === 'whatsapp.com' || host === 'web.whatsapp.com')
    return `https://wa.me/${digits(url.searchParams.get('phone') ?? '', field)}${message(url)}`;
  throw fieldProblem(field, rule);
}

function digits(text: string, field: string): string {
  const number = text.replaceAll(/[\s().+-]/g, '').replace(/^00/, '');
  // A number that starts with 0 works only within its country.
  if (/^[1-9]\d{6,14}$/.test(number)) return number;
  throw fieldProblem(field, rule);
}

function message(url: URL): string {
  const text = url.searchParams.get('text');
  return text === null || text === '' ? '' : `?text=${encodeURIComponent(text)}`;
}
