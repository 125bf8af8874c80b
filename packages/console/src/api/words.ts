import type { Words } from '../words/language.ts';

export const words: Words<{ readonly offline: string; readonly strange: string }> = {
  sw: {
    offline: 'Hakuna mtandao kwa sasa. Ulichoandika bado kipo; jaribu tena ukirudi mtandaoni.',
    strange: 'Seva imejibu kwa namna isiyoeleweka. Jaribu tena baada ya muda mfupi.',
  },
  en: {
    offline: 'No connection. Your changes are still here; try again when you are back online.',
    strange: 'The server sent an unexpected response. Try again in a moment.',
  },
};
