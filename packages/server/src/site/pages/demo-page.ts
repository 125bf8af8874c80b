/** The page of this server's own address: a sample business with its assistant beside it. */
import type { Language, ProfileHours } from '@baraza/contract';
import { conversation, type HostedSite, inLanguage } from './hosted-page.ts';
import { html, type Markup, page } from './markup.ts';
import { type PageWords, pageWords } from './page-words.ts';

export function demoPage(site: HostedSite, language: Language, embed: string | undefined): string {
  const { profile } = site;
  const words = pageWords[language];
  const business = inLanguage(profile.business, language);
  return page({
    language,
    title: business,
    description: inLanguage(profile.about, language),
    bodyClass: '',
    body: html`<div class="shop">
<header><strong>${business}</strong><a href="/s/${site.id}?language=${language}">${words.demoHosted}</a></header>
<div class="columns"><section>
<h1>${business}</h1>
<p class="lead-in">${inLanguage(profile.about, language)}</p>
<p>${words.demoLead}</p>
${factsOf(site, language, words)}
${embed === undefined ? '' : html`<p>${words.demoEmbed}</p><pre>${embed}</pre>`}
</section>
${conversation(site, language, { address: '/', heading: 'h2' })}
</div></div>`,
  });
}

function factsOf({ profile }: HostedSite, language: Language, words: PageWords): Markup {
  const rows: readonly (readonly [string, string])[] = [
    [words.demoHours, profile.hours.map((hours) => hoursText(hours, language)).join(' · ')],
    [words.demoPhone, profile.phone],
    [words.demoAddress, inLanguage(profile.address, language)],
  ];
  return html`<dl>${rows
    .filter(([, value]) => value !== '')
    .map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`;
}

function hoursText({ days, open, close }: ProfileHours, language: Language): string {
  const names = days.map((day) => dayNames[day][language]);
  const [first = '', last = ''] = [names[0], names.at(-1)];
  const span = names.length > 2 ? `${first}–${last}` : names.join(', ');
  return `${span} ${open}–${close}`;
}

const dayNames = {
  mon: { sw: 'Jtatu', en: 'Mon' },
  tue: { sw: 'Jnne', en: 'Tue' },
  wed: { sw: 'Jtano', en: 'Wed' },
  thu: { sw: 'Alh', en: 'Thu' },
  fri: { sw: 'Iju', en: 'Fri' },
  sat: { sw: 'Jmosi', en: 'Sat' },
  sun: { sw: 'Jpili', en: 'Sun' },
} as const;
