/** Tokens, folding, stems and stop words. */

import type { Language } from '@baraza/contract';
import { normalized } from '../../kernel/formats/normalized.ts';
import { longPattern } from '../../kernel/long-pattern.ts';

/** One word of a text: `word` is folded, `raw` is the original. */
export interface Token {
  readonly word: string;
  readonly raw: string;
  readonly start: number;
}

// Numbers include their separators (14,309,466 and 4.5 are one word each), words their apostrophes (ng'ombe, don't).
const wordPattern = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+(?:['’ʼ`][\p{L}\p{M}]+)*/gu;
const foreign = /[^\0-\x7f]/;
const marks = /\p{M}+/gu;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const found of text.matchAll(wordPattern)) {
    const word = fold(found[0]);
    if (word !== '') tokens.push({ word, raw: found[0], start: found.index });
  }
  return tokens;
}

export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [raw] of text.matchAll(wordPattern)) {
    const word = fold(raw);
    if (word !== '') words.push(word);
  }
  return words;
}

/** The words of a text without stop words, in order. */
export function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => !isStopWord(word));
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** The stem of a word: the part that inflection does not change. */
export function stemOf(word: string, language: Language): string {
  if (word.length < 4 || word.length > stemmedCharsMax || isNumber(word)) return word;
  return language === 'sw' ? swahiliStem(word) : englishStem(word);
}

// No word of either language is longer; longer ones are data, on which the rules would only cost time.
const stemmedCharsMax = 40;

export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function fold(raw: string): string {
  let word = raw.toLowerCase();
  if (foreign.test(word)) word = normalized(word, 'NFKD').replace(marks, '').replace(/[’ʼ`]/g, "'");
  if (isNumber(word)) return word.replace(/,(?=\d{3})/g, '');
  if (!word.includes("'")) return word;
  return word.replace(/'(?:s|ll|re|ve|d|m)$/, '').replaceAll("'", '');
}

const irregular: ReadonlyMap<string, string> = new Map(
  `children=child men=man women=woman feet=foot teeth=tooth paid=pay bought=buy sold=sell sent=send
    brought=bring taught=teach kept=keep taken=take took=take given=give left=leave made=make built=build
    began=begin begun=begin wrote=write written=write spoken=speak won=win`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
);

function englishStem(word: string): string {
  let stem = irregular.get(word) ?? word;
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  const inflected = /^(.*[aeiouy].*?)(?:ing|ings|ed|edly|ingly)$/.exec(stem)?.[1];
  if (inflected !== undefined && inflected.length > 2) {
    stem = /([^aeiouylsz])\1$/.test(inflected) ? inflected.slice(0, -1) : inflected;
  } else if (stem.endsWith('ly') && stem.length > 5) stem = stem.slice(0, -2);
  if (stem.endsWith('e') && stem.length > 3) stem = stem.slice(0, -1);
  return stem.endsWith('y') && stem.length > 3 ? `${stem.slice(0, -1)}i` : stem;
}

const verbPrefix = longPattern()`^(?:ha)?(?:ni|tu|wa|ki|vi|zi|li|ya|si|mu|[uami])(?:na|li|ta|me
  |nge|ngali|ka|ki|ja|taka)(?:(?:ye|cho|vyo|yo|lo|zo|po|ko|mo|o)(?=.{4}))?(?=.{3})`;
// Negative verbs have no tense marker: hatupokei, hawalipi. The subject "I" is often left out: nalipa.
const deniedPrefix = /^(?:ha(?:tu|wa|m|i|u|zi|ya|ki|vi|li)|si)(?=[^aeiou]?[a-z]{3,}i$)/;
const shortPrefix = /^(?:hu|na)(?=[a-z]{3,}a$)/;
const nounPrefix = /^(?:wa|mi|ki|vi|ma|ku|mw(?=[aeiou])|m(?=[^aeiouw])|u(?=[^aeiou]))(?=.{3})/;
const prefixes = [verbPrefix, deniedPrefix, shortPrefix, nounPrefix];

function swahiliStem(word: string): string {
  const prefix = prefixes.find((each) => each.test(word));
  let stem = prefix ? word.replace(prefix, '') : word;
  if (stem.length > 4) stem = stem.replace(/(?<=[a-z]{3})ni$/, '');
  return stem.replace(/(?<=[a-z]{2}[^aeiou])w[aei]$|(?<=[a-z]{3})[aei]$/, '');
}

/**
 * Words of grammar, which show the language even if everything else is borrowed. A spelling that both languages have is
 * in the list of the language where it is commoner, or only among the other stop words.
 */
export const functionWords = {
  sw: `na ya wa za la cha vya kwa ni si je au pia lakini kama katika kwenye kutoka mpaka hadi baada kabla tu sana zaidi
    bila kuhusu juu chini ndani nje gani nani lini wapi ngapi nini vipi upi ipi zipi yupi hii huyu hiyo hicho hizi
    hizo hao hawa huo huu ile yule wale zile lile kile vile pale hapa hapo huko kule ambayo ambao ambaye ambacho
    ambalo ambazo ambapo mimi wewe yeye sisi ninyi nyinyi wao yangu yako yake yetu yenu yao wangu wako wake wetu
    wenu langu lako lake letu lao changu chako chake chetu chao zangu zako zake zetu zao kila yote wote zote kwamba
    kuwa ana ina una nina tuna wana kuna zina lina mna iko yuko niko mko huwa ili basi tafadhali naomba nataka
    ningependa nipe niambie habari asante shukrani samahani sawa ndiyo ndio hapana sasa hivi bado tena naweza
    unaweza mnaweza sio siyo`.split(/\s+/),
  en: `the is are was were be been am an and or but not of on at to for from by with about into do does did done have
    has had can could will would shall should may might must what when where why how who which whose this that these
    those there here it its he she they them their we us our you your my i if then than because while until also
    just only very too any some each every other please tell want need like get got give go thanks thank hello hi
    hey yes no dont doesnt didnt isnt arent cant cannot couldnt wont im id ill ive youre whats much many more most
    let`.split(/\s+/),
};
const stopWords = new Set([
  ...functionWords.sw,
  ...functionWords.en,
  ...`a itself him his her hers theirs ours yours me mine myself yourself whom being doing having in onto over under
    between during through after before nor so as another such own same both either neither all lot few less least
    up down out off again once wasnt werent wouldnt shouldnt hasnt havent hadnt theyre thats know say said ok okay
    oh uh um umm ummm hmm great cool awesome sure well yeah yep anything something everything nothing anyone someone
    going kindly wondering wonder ah alright right perfect good per via etc else ever still yet meant mean means
    oops pls plz explain clarify btw anyway wow think believe guess feel heard hear help understand question
    questions wondered thought actually really maybe perhaps one ones uhh uhm huh sorry sir madam dear gonna wanna
    looks look kiasi ambavyo bali wala vyake vyao lote lipi kipi mangapi wangapi mingapi vingapi namna jinsi ilikuwa
    alikuwa walikuwa hata ikiwa iwapo ninaweza tunaweza anaweza wanaweza inaweza inawezekana kuweza mnaeza naeza
    tuko ipo zipo upo yupo mpo kwani mbona ambako pamoja mwa pa ku mu ka kwake kwao kwetu kwangu kwako kwenu eti`.split(
    /\s+/,
  ),
]);
