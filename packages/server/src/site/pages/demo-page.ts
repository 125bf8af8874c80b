/** The page at the root of the server: a sample shop with its assistant. */

import type { Language } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import { contactFacts, type HostedSite, languageLink } from './hosted-page.ts';
import { assistantScript, html, type Markup, page } from './markup.ts';
import { type PageWords, pageWords } from './page-words.ts';

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
<p class="price"><span>${price === undefined ? '' : currency}</span> ${priceText(price)}</p></li>`,
  );
  return html`<section id="goods"><h2>${words.goodsTitle}</h2><p class="about">${words.goodsText}</p>
<ul class="goods">${cards}</ul></section>`;
}

function priceText(price: number | string = ''): string {
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

/** A drawing of a small shop; its colours are those of the page. */
function shopFront(): Markup {
  return html`<svg class="shop" viewBox="0 0 520 420" aria-hidden="true" focusable="false">
<circle fill="var(--maize)" cx="404" cy="86" r="46"/>
<path fill="var(--line)" d="M0 372h520v6H0z"/>
<path fill="#3f7a4c" d="M462 372c-4-58 4-96 22-132-30 16-44 44-46 74-8-22-22-36-40-44 10 34 12 66 14 102z"/>
<path fill="#f0dfc0" d="M64 112h336v260H64z"/>
<path fill="var(--brand)" d="M84 84h296v50H84z"/>
<path fill="none" stroke="var(--on-brand)" stroke-width="9" stroke-linecap="round"
 d="M128 109h88M232 109h56M304 109h32"/>
<g fill="var(--clay)"><path d="M64 146h56v44a28 28 0 0 1-56 0z"/><path d="M176 146h56v44a28 28 0 0 1-56 0z"/>
<path d="M288 146h56v44a28 28 0 0 1-56 0z"/></g>
<g fill="#fff6e4"><path d="M120 146h56v44a28 28 0 0 1-56 0z"/><path d="M232 146h56v44a28 28 0 0 1-56 0z"/>
<path d="M344 146h56v44a28 28 0 0 1-56 0z"/></g>
<path fill="#8a5a34" d="M300 236h76v136h-76z"/><circle fill="var(--maize)" cx="314" cy="308" r="4"/>
<path fill="#d9eef0" d="M312 250h52v36h-52z"/>
<path fill="#53402b" d="M88 236h188v88H88z"/>
<path fill="none" stroke="#8a5a34" stroke-width="5" d="M88 282h188M88 324h188"/>
<g fill="var(--clay)"><path d="M102 256h20v26h-20zM196 296h26v28h-26z"/><circle cx="246" cy="272" r="10"/></g>
<g fill="var(--maize)"><path d="M130 250h16v32h-16zM228 300h18v24h-18z"/><circle cx="112" cy="314" r="10"/>
<circle cx="134" cy="314" r="10"/></g>
<g fill="var(--brand)"><path d="M156 262h28v20h-28zM150 298h14v26h-14zM170 298h14v26h-14zM252 296h14v28h-14z"/>
<circle cx="206" cy="272" r="10"/><circle cx="226" cy="272" r="10"/></g>
<path fill="#6f4526" d="M78 324h208v16H78z"/>
<path fill="#8a5a34" d="M96 340h76v32H96zM186 340h76v32h-76z"/>
<g fill="var(--maize)"><circle cx="110" cy="338" r="9"/><circle cx="130" cy="336" r="9"/>
<circle cx="150" cy="338" r="9"/></g>
<g fill="var(--clay)"><circle cx="202" cy="338" r="9"/><circle cx="222" cy="336" r="9"/>
<circle cx="242" cy="338" r="9"/></g>
</svg>`;
}
