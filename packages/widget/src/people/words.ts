import type { Language } from '@baraza/contract';

interface PeopleWords {
  /** Where neither the person nor the business has a name. */
  readonly someone: string;
  readonly waiting: string;
  /** `#` is the name. */
  readonly here: string;
  readonly typing: string;
  readonly busy: string;
  readonly offline: string;
  readonly lost: string;
}

export const peopleWords: { readonly [language in Language]: PeopleWords } = {
  sw: {
    someone: 'Mtu',
    waiting: 'Tumemjulisha mtu. Atakujibu hapa.',
    here: '# yupo nawe hapa.',
    typing: '# anaandika…',
    busy: 'Hatukuweza kumjulisha mtu sasa. Jaribu tena baada ya muda mfupi, au tuachie namba yako.',
    offline: 'Hakuna mtandao. Jaribu tena ukirudi mtandaoni.',
    lost: 'Muunganisho umekatika; tunajaribu tena.',
  },
  en: {
    someone: 'Someone',
    waiting: 'We have let someone know. They will answer you here.',
    here: '# is here with you.',
    typing: '# is typing…',
    busy: 'We could not reach anyone just now. Try again shortly, or leave your number.',
    offline: 'You are offline. Try again when you are back online.',
    lost: 'The connection was lost; we are trying again.',
  },
};
