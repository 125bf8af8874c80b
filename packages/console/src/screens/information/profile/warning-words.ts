import type { Words } from '../../../words/language.ts';

type Said = (one: string, two: string, three: string) => string;

export const warningWords: Words<{
  readonly swahili: string;
  readonly english: string;
  readonly more: (count: string) => string;
  readonly missing: (tongue: string, count: number) => string;
  readonly noText: Said;
  readonly nothingIn: Said;
  readonly repeats: Said;
  readonly answers: Said;
  readonly prices: Said;
  readonly overlap: Said;
  readonly nextDay: Said;
}> = {
  sw: {
    swahili: 'Kiswahili',
    english: 'Kiingereza',
    more: (count) => ` na mengine ${count}`,
    missing: (tongue, count) =>
      count === 1
        ? `Jambo 1 halijaandikwa kwa ${tongue}:`
        : `Mambo ${count} hayajaandikwa kwa ${tongue}:`,
    noText: (tongue, places) => `Haya hayajaandikwa kwa ${tongue}: ${places}.`,
    nothingIn: (tongue) =>
      `Hakuna taarifa yoyote kwa ${tongue}, ingawa msaidizi huijibu lugha hiyo.`,
    repeats: (one, other) => `${one} inarudia ${other}.`,
    answers: (one, other, question) =>
      `${one} na ${other} zina majibu tofauti kwa swali ${question}.`,
    prices: (one, other, item) => `${one} na ${other} zina bei tofauti za ${item}.`,
    overlap: (one, other) => `Saa hizi zinaingiliana: ${one} na ${other}.`,
    nextDay: (hours, close) => `${hours}: mnafunga ${close} siku inayofuata.`,
  },
  en: {
    swahili: 'Swahili',
    english: 'English',
    more: (count) => ` and ${count} more`,
    missing: (tongue, count) =>
      `${count} ${count === 1 ? 'thing is' : 'things are'} not written in ${tongue} yet:`,
    noText: (tongue, places) => `Not written in ${tongue} yet: ${places}.`,
    nothingIn: (tongue) => `Nothing is written in ${tongue}, though the assistant speaks it.`,
    repeats: (one, other) => `${one} repeats ${other}.`,
    answers: (one, other, question) => `${one} and ${other} answer ${question} differently.`,
    prices: (one, other, item) => `${one} and ${other} name different prices of ${item}.`,
    overlap: (one, other) => `These hours overlap: ${one} and ${other}.`,
    nextDay: (hours, close) => `${hours}: you close at ${close} on the day after.`,
  },
};
