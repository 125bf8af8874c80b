/** The hosted page of a site: its assistant, open, and the other ways to reach the business. */
import type { Language, Profile } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { assistantName, greetingOf } from '../words.ts';
import { contactFacts } from './contacts.ts';
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

export function absentPage(language: Language): string {
  const words = pageWords[language];
  return page({
    language,
    title: words.absentTitle,
    description: '',
    colour: '',
    styles: ['page'],
    body: html`<main class="absent"><h1>${words.absentTitle}</h1><p>${words.absent}</p></main>`,
  });
}

/** The page in the other language, where the business has two. */
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
