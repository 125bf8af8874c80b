/** The hosted page of a site: its assistant, open, and the other ways to reach the business. */
import type { Language, Profile, ProfileHours } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import { weekdayNames } from '../../kernel/language/calendar.ts';
import { mailLink, phoneLink } from '../profile/contact-links.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { assistantName, greetingOf } from '../words.ts';
import { assistantScript, html, type Markup, page } from './markup.ts';
import { type PageWords, pageWords } from './page-words.ts';

export interface HostedSite {
  readonly id: string;
  /** Public; the page sends it with its calls, since the site may require it. */
  readonly key: string;
  readonly profile: ProfileHead;
}

export function hostedPage({ id, key, profile }: HostedSite, language: Language): string {
  const words = pageWords[language];
  const business = pick(profile.business, language) || id;
  const about = pick(profile.about, language);
  return page({
    language,
    title: business,
    description: about,
    colour: profile.colour,
    styles: ['page'],
    body: html`<div class="hosted">
<header class="business"><h1>${business}</h1>${about === '' ? '' : html`<p>${about}</p>`}
${languageLink(profile, language, `/s/${id}`)}</header>
<main id="assistant" aria-label="${words.assistant}"><noscript><p>${words.noScript}</p></noscript></main>
<aside>${contactFacts(profile, language, words)}${leadForm({ id, key }, language, words)}</aside>
</div>
${assistantScript({ site: id, key, language, into: '#assistant' })}`,
  });
}

/** The page in the console's preview frame: the real assistant with the look that is being tried. */
export function previewPage({ id, key, profile }: HostedSite, language: Language): string {
  const named = pick(profile.business, language);
  const business = named || id;
  return page({
    language,
    title: business,
    description: '',
    colour: profile.colour,
    styles: ['preview'],
    body: html`<main class="sketch" data-answer="${pageWords[language].previewAnswer}" aria-label="${business}"
 data-name="${assistantName[language]}" data-greeting="${greetingOf(named)[language]}">
<span></span><span></span><span></span><span></span><span></span></main>
<script src="/preview.js"></script>
${assistantScript({ site: id, key, language })}`,
  });
}

/** A page that says one thing. */
export function messagePage(
  language: Language,
  title: string,
  content: Markup | readonly Markup[],
): string {
  return page({
    language,
    title,
    description: '',
    colour: '',
    styles: ['page'],
    body: html`<main class="absent"><h1>${title}</h1>${content}</main>`,
  });
}

/** The page in the other language, if the business has two. */
export function languageLink(
  { languages }: Pick<Profile, 'languages'>,
  current: Language,
  address: string,
): Markup | string {
  const other = languages.find((language) => language !== current);
  if (other === undefined) return '';
  const words = pageWords[current].otherLanguage;
  return html`<a class="language" href="${address}?language=${other}"
 lang="${other}" hreflang="${other}">${words}</a>`;
}

function leadForm(
  { id, key }: Pick<HostedSite, 'id' | 'key'>,
  language: Language,
  words: PageWords,
): Markup {
  return html`<form class="lead" data-site="${id}" data-key="${key}" data-language="${language}"
 data-lost="${words.lost}">
<h2>${words.leaveTitle}</h2><p>${words.leaveText}</p>
<label>${words.contactField}<input name="contact" required minlength="3" maxlength="200" autocomplete="tel"></label>
<label>${words.nameField}<input name="name" maxlength="100" autocomplete="name"></label>
<label>${words.messageField}<textarea name="message" rows="2" maxlength="2000"></textarea></label>
<div class="trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></div>
<button>${words.send}</button><output></output></form>`;
}

/** Contacts and opening hours, as every page of a site shows them. */
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
    ({ days, open, close }) =>
      html`<li>${spanOf(days, language)} ${open === close ? pageWords[language].allDay : `${open}–${close}`}</li>`,
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
