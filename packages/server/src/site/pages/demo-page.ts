/** The page at the root of the server: a sample shop with its assistant. */
import type { Language } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { contactFacts } from './contacts.ts';
import { type HostedSite, languageLink } from './hosted-page.ts';
import { assistantScript, html, type Markup, page } from './markup.ts';
import { type PageWords, pageWords } from './page-words.ts';
import { shopFront } from './shop-front.ts';

export function demoPage(site: HostedSite, language: Language, embed: string | undefined): string {
  const { id, key, profile } = site;
  const words = pageWords[language];
  const business = pick(profile.business, language) || id;
  const about = pick(profile.about, language);
  const name = pick(profile.name, language);
  return page({
    language,
    title: business,
    description: about,
    colour: profile.colour,
    styles: ['page', 'demo'],
    body: html`<header class="top"><a class="mark" href="/">${business}</a>
<nav>${sectionLinks(profile, words)}${languageLink(profile, language, '/')}</nav></header>
<main>
<section class="hero"><div><h1>${business}</h1><p class="about">${about}</p>
<p class="actions"><button type="button" data-open>${`${words.askButton} ${name}`.trim()}</button>
${orderLink(profile, words)}</p></div>
${shopFront()}</section>
${goods(profile, language, words)}
${questions(profile, language, words)}
<section class="visit" id="visit"><h2>${words.visitTitle}</h2>${contactFacts(profile, language, words)}</section>
</main>
<footer><h2>${words.ownerTitle}</h2><p>${words.ownerText}</p>
${embed === undefined ? '' : html`<pre tabindex="0">${embed}</pre>`}
<p><a href="/s/${id}?language=${language}">${words.hosted}</a></p></footer>
${assistantScript({ site: id, key, language })}`,
  });
}

function sectionLinks(profile: ProfileHead, words: PageWords): readonly Markup[] {
  return [
    ...(profile.firstPrices.length > 0 ? [html`<a href="#goods">${words.navGoods}</a>`] : []),
    ...(profile.firstQuestions.length > 0
      ? [html`<a href="#questions">${words.navQuestions}</a>`]
      : []),
    html`<a href="#visit">${words.navVisit}</a>`,
  ];
}

function orderLink({ whatsapp }: ProfileHead, words: PageWords): Markup | string {
  if (!whatsapp.startsWith('https://')) return '';
  return html`<a class="quiet" href="${whatsapp}" rel="noopener">${words.order}</a>`;
}

function goods(
  { firstPrices }: ProfileHead,
  language: Language,
  words: PageWords,
): Markup | string {
  if (firstPrices.length === 0) return '';
  const cards = firstPrices.map(
    ({ item, price, currency, unit }) => html`<li><h3>${pick(item, language)}</h3>
<p class="unit">${pick(unit ?? '', language)}</p>
<p class="price"><span>${currency}</span> ${priceText(price)}</p></li>`,
  );
  return html`<section id="goods"><h2>${words.goodsTitle}</h2><p class="about">${words.goodsText}</p>
<ul class="goods">${cards}</ul></section>`;
}

function priceText(price: number | string): string {
  return typeof price === 'number' ? price.toLocaleString('en') : price;
}

function questions(
  { firstQuestions }: ProfileHead,
  language: Language,
  words: PageWords,
): Markup | string {
  if (firstQuestions.length === 0) return '';
  const buttons = firstQuestions.map((question) => {
    const text = pick(question, language);
    return html`<li><button type="button" data-ask="${text}">${text}</button></li>`;
  });
  return html`<section id="questions"><h2>${words.questionsTitle}</h2><p class="about">${words.questionsText}</p>
<ul class="questions">${buttons}</ul></section>`;
}
