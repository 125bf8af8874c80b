/** In which language a text is written, from its words of grammar and its spelling: enough to notice a mistake. */
import type { Language } from '../../../words/language.ts';

/** Undefined if the text has too little evidence, or evidence of both languages. */
export function tongueOf(text: string): Language | undefined {
  const words = text.slice(0, examinedMax).match(/\p{L}[\p{L}'’]*/gu) ?? [];
  let [swahili, english] = [0, 0];
  for (const [at, raw] of words.entries()) {
    const word = raw.toLowerCase();
    if (grammar.sw.has(word) || swahiliVerb.test(word)) swahili += 2;
    else if (grammar.en.has(word)) english += 2;
    // Units and names are spelled alike in both languages.
    else if (word.length < 3 || (at > 0 && raw !== word)) continue;
    else if (englishSpelling.test(word)) english += 1;
    else if (swahiliSpelling.test(word)) swahili += 0.5;
  }
  // Sheng has English nouns around Swahili grammar.
  if (english >= enough && swahili < english / 3) return 'en';
  return swahili >= enough && english < swahili / 2 ? 'sw' : undefined;
}

const examinedMax = 600;
const enough = 2;

const grammar = {
  sw: wordSet(`na ya wa za la cha vya kwa ni si je au pia lakini kama katika kwenye kutoka mpaka hadi baada
    kabla tu sana zaidi bila kuhusu ndani nje gani lini wapi ngapi nini vipi hii hiyo hizi sisi wetu yetu zetu letu
    kila yote wote kuna hakuna ndiyo ndio hapana karibu bei siku saa mko uko iko ziko tuko niko wako hapo hapa ile
    kesho leo jana ngp naeza asubuhi jioni usiku mambo jumapili jumamosi ijumaa`),
  en: wordSet(`the is are was be an and or but not of on at to for from with by about do does did have has can will
    would what when where why how who this that these it we our us you your my if than because only very per each
    every free open closed yes`),
} as const;

const swahiliVerb = new RegExp(
  [
    '^(?:ha)?(?:ni|tu|m|wa|u|a)(?:na|ta|me|li|taka)[a-z]{3,}$',
    '^(?:i|zi)(?:na|ta|me|li)[a-z]{2,}[au]$',
    '^ha(?:tu|wa|m|ku|i)[a-z]{3,}$',
    '^ku[a-z]{3,}a$',
    '^niki[a-z]{3,}$',
  ].join('|'),
);
// Swahili words end with a vowel, and have neither q, x, c without h, nor double consonants.
const englishSpelling =
  /^wh|^(?=[a-z'’]+$)[a-z'’]*(?:[qx]|c(?!h)|([bdfgklprst])\1|ght|tion|ee|oo(?=[a-z]))|[bdfghklnprstvwyz]$/;
const swahiliSpelling = /^(?:m[bdgkptwz]|n[dgjyz]|[bdfghjklmnpstvwyz])?[a-z]*[aeiou]$/;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
