/** The page of a site on this server, and the conversation that it shares with the demo page. */
import type { Bilingual, Language, Profile } from '@baraza/contract';
import { mailLink, phoneLink } from '../contact-links.ts';
import { html, type Markup, page } from './markup.ts';
import { type PageWords, pageWords } from './page-words.ts';

export interface HostedSite {
  readonly id: string;
  /** Public; the page's own calls carry it, for a site that wants it with every call. */
  readonly key: string;
  readonly isActive: boolean;
  readonly profile: Profile;
}

export function hostedPage(site: HostedSite, language: Language): string {
  const business = inLanguage(site.profile.business, language) || site.id;
  return page({
    language,
    title: business,
    description: inLanguage(site.profile.about, language),
    bodyClass: 'hosted',
    body: conversation(site, language, { address: `/s/${site.id}`, heading: 'h1' }),
  });
}

export function absentPage(language: Language): string {
  const words = pageWords[language];
  const body = html`<main class="shop"><h1>${words.absentTitle}</h1><p class="lead-in">${words.absent}</p></main>`;
  return page({ language, title: words.absentTitle, description: '', bodyClass: '', body });
}

export function conversation(
  site: HostedSite,
  language: Language,
  { address, heading }: { readonly address: string; readonly heading: 'h1' | 'h2' },
): Markup {
  const { profile } = site;
  const words = pageWords[language];
  const business = inLanguage(profile.business, language) || site.id;
  const name = inLanguage(profile.name, language);
  const title = heading === 'h1' ? html`<h1>${business}</h1>` : html`<h2>${business}</h2>`;
  const greeting = inLanguage(profile.greeting, language) || words.greeting;
  return html`<main class="chat" data-site="${site.id}" data-key="${site.key}" data-language="${language}" data-colour="${profile.colour}">
<script type="application/json" class="words">${scriptJson(words)}</script>
<div class="head"><span class="mark" aria-hidden="true">${[...business][0]?.toUpperCase() ?? ''}</span>
<div>${title}<p>${name}</p></div>${languageLinks(profile.languages, language, address)}</div>
<div class="talk" role="log" aria-live="polite"><div class="said theirs"><p>${site.isActive ? greeting : words.paused}</p></div></div>
<div class="suggestions">${profile.suggestions.map(
    (suggestion) =>
      html`<button type="button" class="button plain">${inLanguage(suggestion, language)}</button>`,
  )}</div>
${leadForm(words)}
<form class="write"><textarea name="question" rows="1" maxlength="2000" required aria-label="${words.ask}" placeholder="${words.ask}"></textarea><button class="button">${words.send}</button></form>
<div class="foot"><button type="button" class="open-lead">${words.leave}</button>${contactLinks(profile, words)}<span>${inLanguage(profile.privacy, language)}</span></div>
</main>`;
}

function leadForm(words: PageWords): Markup {
  return html`<form class="lead" hidden><h3>${words.leaveTitle}</h3>
<label>${words.contactField}<input name="contact" required minlength="3" maxlength="200" autocomplete="tel"></label>
<label>${words.nameField}<input name="name" maxlength="100" autocomplete="name"></label>
<label>${words.messageField}<textarea name="message" rows="2" maxlength="2000"></textarea></label>
<label class="trap" aria-hidden="true">Website<input name="website" tabindex="-1" autocomplete="off"></label>
<div class="row"><button class="button">${words.send}</button><output></output></div></form>`;
}

function languageLinks(
  languages: readonly Language[],
  current: Language,
  address: string,
): Markup | string {
  if (languages.length < 2) return '';
  const links = languages.map((language) =>
    language === current
      ? html`<a href="${address}?language=${language}" aria-current="true" lang="${language}">${languageNames[language]}</a>`
      : html`<a href="${address}?language=${language}" lang="${language}">${languageNames[language]}</a>`,
  );
  return html`<nav class="languages">${links}</nav>`;
}

const languageNames = { sw: 'Kiswahili', en: 'English' };

function contactLinks(profile: Profile, words: PageWords): readonly Markup[] {
  const [phone, mail] = [phoneLink(profile.phone), mailLink(profile.email)];
  return [
    ...(profile.whatsapp.startsWith('https://')
      ? [html`<a href="${profile.whatsapp}" rel="noopener">WhatsApp</a>`]
      : []),
    ...(phone === '' ? [] : [html`<a href="${phone}">${words.call} ${profile.phone}</a>`]),
    ...(mail === '' ? [] : [html`<a href="${mail}">${profile.email}</a>`]),
  ];
}

/** The text in a language, else in the other one. */
export function inLanguage(text: Bilingual, language: Language): string {
  if (typeof text === 'string') return text;
  return text[language] ?? text.sw ?? text.en ?? '';
}

// Inside a script element only `</script` and `<!--` mean anything, and both begin with this.
function scriptJson(value: unknown): Markup {
  return { markup: JSON.stringify(value).replaceAll('<', '\\u003c') };
}
