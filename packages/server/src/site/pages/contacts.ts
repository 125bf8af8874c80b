/** Contacts and opening hours, as every page of a site shows them. */
import type { Language, ProfileHours } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import { weekdayNames } from '../../kernel/language/calendar.ts';
import { mailLink, phoneLink } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { html, type Markup } from './markup.ts';
import type { PageWords } from './page-words.ts';

export function contactFacts(profile: ProfileHead, language: Language, words: PageWords): Markup {
  const [phone, mail] = [phoneLink(profile.phone), mailLink(profile.email)];
  const rows: readonly (readonly [string, Markup | string])[] = [
    [words.address, pick(profile.address, language)],
    [words.hours, hoursList(profile.hours, language)],
    [words.phone, phone === '' ? '' : html`<a href="${phone}">${profile.phone}</a>`],
    [
      'WhatsApp',
      profile.whatsapp.startsWith('https://')
        ? html`<a href="${profile.whatsapp}" rel="noopener">${numberOf(profile.whatsapp)}</a>`
        : '',
    ],
    [words.email, mail === '' ? '' : html`<a href="${mail}">${profile.email}</a>`],
  ];
  return html`<dl>${rows
    .filter(([, value]) => value !== '')
    .map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function hoursList(hours: readonly ProfileHours[], language: Language): Markup | '' {
  if (hours.length === 0) return '';
  return html`<ul>${hours.map(
    ({ days, open, close }) => html`<li>${spanOf(days, language)} ${open}–${close}</li>`,
  )}</ul>`;
}

function spanOf(days: ProfileHours['days'], language: Language): string {
  const names = days.map((day) => weekdayNames[language][day]);
  return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}

/** The number of a `https://wa.me/254…` link, in groups; other links are called WhatsApp. */
function numberOf(link: string): string {
  const [, number] = /^https:\/\/wa\.me\/(\d+)/.exec(link) ?? [];
  return number === undefined
    ? 'WhatsApp'
    : `+${number.replace(/^(\d{3})(\d{3})(\d{3})(\d+)$/, '$1 $2 $3 $4')}`;
}
