/** Questions to try, made from what was found, so that each has an answer in it. */
import type { Bilingual, ProfileFaq, ProfilePrice } from '@baraza/contract';
import { inLanguage, type Language } from '../../../words/language.ts';
import type { Proposal } from './chosen.ts';

const questionCharactersMax = 90;

export function ideasFrom(chosen: readonly Proposal[], language: Language): readonly string[] {
  const wording = wordings[language];
  const has = (name: string) =>
    chosen.some(({ list, entry }) => list === 'profile' && name in entry);
  const entries = <Entry>(list: Proposal['list']) =>
    chosen.filter((one) => one.list === list).map(({ entry }) => entry as unknown as Entry);
  const textOf = (text: Bilingual) => inLanguage(text, language).trim();
  const [price] = entries<ProfilePrice>('prices').filter(
    ({ item, price: amount }) => typeof amount === 'number' && textOf(item).length <= 40,
  );
  const asked = entries<ProfileFaq>('faqs')
    .map(({ question }) => textOf(question))
    .filter((question) => question.length <= questionCharactersMax);
  return [
    ...(price === undefined ? [] : [wording.price(textOf(price.item))]),
    ...(entries('hours').length > 0 ? [wording.hours] : []),
    ...asked.slice(0, 2),
    ...(has('address') ? [wording.place] : []),
    ...(has('phone') || has('whatsapp') ? [wording.contact] : []),
  ].slice(0, 5);
}

// In the language of the website, not of the console.
const wordings: Readonly<
  Record<
    Language,
    {
      readonly price: (item: string) => string;
      readonly hours: string;
      readonly place: string;
      readonly contact: string;
    }
  >
> = {
  sw: {
    price: (item) => `${item} ni bei gani?`,
    hours: 'Mnafungua saa ngapi?',
    place: 'Mko wapi?',
    contact: 'Namba yenu ya simu ni ipi?',
  },
  en: {
    price: (item) => `How much is ${item}?`,
    hours: 'When are you open?',
    place: 'Where are you?',
    contact: 'What is your phone number?',
  },
};
