import type { Language } from '@baraza/contract';
import type { Bilingual } from '../knowledge.ts';

/** The words of a field in a language; where it has none in it, what it has. */
export function pick(field: Bilingual, language: Language): string {
  if (typeof field === 'string') return field.trim();
  return (field[language] || field[language === 'sw' ? 'en' : 'sw'] || '').trim();
}

/** Every wording of a field. */
export function wordings(field: Bilingual): readonly string[] {
  if (typeof field === 'string') return field.trim() === '' ? [] : [field.trim()];
  return [field.sw, field.en].flatMap((text) => (text?.trim() ? [text.trim()] : []));
}
