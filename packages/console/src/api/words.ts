import type { Words } from '../words/language.ts';

export const words: Words<{ readonly offline: string; readonly strange: string }> = {
  sw: {
    offline: 'Hakuna mtandao kwa sasa. Ulichoandika bado kipo; jaribu tena ukirudi mtandaoni.',
    strange: 'Seva imejibu kwa namna isiyoeleweka. Jaribu tena baada ya muda mfupi.',
  },
  en: {
    offline:
      'There is no connection. What you wrote is still here; try again when you are back online.',
    strange: 'The server gave an answer that cannot be read. Try again in a moment.',
  },
};
