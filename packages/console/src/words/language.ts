/** The language of the page. Screens read their texts through a `dictionary`. */
import { signal } from '@preact/signals';
import { everyday } from './everyday.ts';

export const language = signal<Language>(preferredLanguage(navigator.languages));

/** A text in both languages. */
export type Pair<Text = string> = readonly [sw: Text, en: Text];

/** Texts by name. A text with parameters is a function that returns the pair. */
interface Table {
  readonly [name: string]: Pair | Pair<readonly string[]> | ((...parts: never[]) => Pair) | Table;
}

type Words<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends Pair
    ? string
    : Texts[Name] extends Pair<readonly string[]>
      ? readonly string[]
      : Texts[Name] extends (...parts: infer Parts) => Pair
        ? (...parts: Parts) => string
        : Words<Texts[Name]>;
};

/** The texts of one screen and the everyday words, each in the current language when it is read. */
export function dictionary<Texts extends Table>(
  texts: Texts,
): Words<Omit<typeof everyday, keyof Texts> & Texts> {
  const all = { ...everyday, ...texts };
  const both = { sw: wordsOf(all, 0), en: wordsOf(all, 1) };
  return new Proxy(both.sw, {
    get: (_, name) => Reflect.get(both[language.value], name),
  }) as Words<Omit<typeof everyday, keyof Texts> & Texts>;
}

function wordsOf(table: Table, at: 0 | 1): object {
  const one = (text: Table[string]) => {
    if (typeof text === 'function') return (...parts: never[]) => text(...parts)[at];
    return Array.isArray(text) ? text[at] : wordsOf(text as Table, at);
  };
  return Object.fromEntries(Object.entries(table).map(([name, text]) => [name, one(text)]));
}

export function inCurrent<Text>([sw, en]: Pair<Text>): Text {
  return language.value === 'sw' ? sw : en;
}

/** A text that may be written in one language or in both. */
export function localized(text: Parameters<typeof inLanguage>[0]): string {
  return inLanguage(text, language.value);
}

export function setLanguage(next: Language): void {
  language.value = next;
  document.documentElement.lang = next;
}

export type Language = 'sw' | 'en';

/** Swahili if the browser prefers it to English. */
export function preferredLanguage(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.toLowerCase().split('-')[0]);
  return known.find((wish) => wish === 'sw' || wish === 'en') === 'sw' ? 'sw' : 'en';
}

/** A text in this language, or in the other one if it is missing. */
export function inLanguage(
  text: string | { readonly sw?: string | undefined; readonly en?: string | undefined } | undefined,
  spoken: Language,
): string {
  if (text === undefined || typeof text === 'string') return text ?? '';
  const other = spoken === 'sw' ? text.en : text.sw;
  return text[spoken] || other || '';
}
