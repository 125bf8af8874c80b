import type { Language } from '@baraza/contract';

/** Which language a text is surely in; undefined where nothing or too little tells. */
export type Guess = (text: string) => Language | undefined;

/** The engine's own ear, loaded when it is first needed. */
export async function loadGuess(): Promise<Guess> {
  const { languageOf } = await import('../../answers/text/language.ts');
  return (text) => {
    const { language, confidence } = languageOf(text);
    return confidence > sureFrom ? language : undefined;
  };
}

const sureFrom = 0.9;
