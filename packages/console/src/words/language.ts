/** The language that is spoken, for the whole page; screens read it through `speak`. */
import { signal } from '@preact/signals';
import { type Language, preferredLanguage } from './preferred.ts';

export type { Language } from './preferred.ts';

export const language = signal<Language>(preferredLanguage(navigator.languages));

/** The words of one place in both languages: a word that one of them lacks is a type error. */
export interface Words<Shape> {
  readonly sw: Shape;
  readonly en: Shape;
}

export function speak<Shape>(words: Words<Shape>): Shape {
  return words[language.value];
}

export function setLanguage(next: Language): void {
  language.value = next;
  document.documentElement.lang = next;
}
