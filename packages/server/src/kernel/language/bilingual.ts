import type { Bilingual, Language } from '@baraza/contract';

/** A field's text in a language, or in the other one if it has none. */
export function pick(field: Bilingual, language: Language): string {
  if (typeof field === 'string') return field.trim();
  return (field[language] || field[otherLanguage(language)] || '').trim();
}

export function otherLanguage(language: Language): Language {
  return language === 'sw' ? 'en' : 'sw';
}

/** A field's texts in all languages that it has. */
export function wordings(field: Bilingual): readonly string[] {
  if (typeof field === 'string') return field.trim() === '' ? [] : [field.trim()];
  return [field.sw, field.en].flatMap((text) => (text?.trim() ? [text.trim()] : []));
}
