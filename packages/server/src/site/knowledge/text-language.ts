import type { Language } from '@baraza/contract';
import { languageOf } from '../../answers/text/language.ts';

/** The language of a text, as the engine detects it; undefined if it is not certain. */
export function guessLanguage(text: string): Language | undefined {
  const { language, confidence } = languageOf(text);
  return confidence > confidenceMin ? language : undefined;
}

const confidenceMin = 0.9;
