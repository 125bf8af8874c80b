/** The language of the page. Screens read their texts through a `dictionary`. */
import { signal } from '@preact/signals';
import { everyday } from './everyday.ts';
import { inLanguage, type Language, preferredLanguage } from './preferred.ts';

export type { Language } from './preferred.ts';

export const language = signal<Language>(preferredLanguage(navigator.languages));

export type Bilingual<Shape> = Readonly<Record<Language, Shape>>;

/** The texts of one screen, and the everyday words. Each is read in the current language. */
export function dictionary<Shape extends object>(
  sw: Shape,
  en: NoInfer<Shape>,
): Omit<typeof everyday.en, keyof Shape> & Shape {
  const all = { sw: { ...everyday.sw, ...sw }, en: { ...everyday.en, ...en } };
  return new Proxy(all.sw, { get: (_, name) => Reflect.get(all[language.value], name) });
}

export function inCurrent<Shape>(both: Bilingual<Shape>): Shape {
  return both[language.value];
}

/** A text that may be written in one language or in both. */
export function localized(text: Parameters<typeof inLanguage>[0]): string {
  return inLanguage(text, language.value);
}

export function setLanguage(next: Language): void {
  language.value = next;
  document.documentElement.lang = next;
}
