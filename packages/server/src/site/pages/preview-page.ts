/** A page as any business has, for the console's frame: the real assistant in the look that is being tried. */
import type { Language } from '@baraza/contract';
import { inLanguage } from './contacts.ts';
import type { HostedSite } from './hosted-page.ts';
import { assistantScript, html, page } from './markup.ts';
import { pageWords } from './page-words.ts';

export function previewPage({ id, key, profile }: HostedSite, language: Language): string {
  const business = inLanguage(profile.business, language) || id;
  return page({
    language,
    title: business,
    description: '',
    colour: profile.colour,
    styles: ['preview'],
    body: html`<main class="sketch" data-answer="${pageWords[language].previewAnswer}" aria-label="${business}">
<span></span><span></span><span></span><span></span><span></span></main>
<script src="/preview.js"></script>
${assistantScript({ site: id, key, language })}`,
  });
}
