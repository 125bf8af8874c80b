import type { Language } from '@baraza/contract';

/** The language of a text; undefined if it is not certain. */
export type Guess = (text: string) => Language | undefined;

let loading: Promise<Guess> | undefined;

/** The language detection of the engine, loaded when it is first needed. */
export function loadGuess(): Promise<Guess> {
  // Even an import of a loaded module costs as much as the guess.
  loading ??= load();
  return loading;
}

async function load(): Promise<Guess> {
  const { languageOf } = await import('../../answers/text/language.ts');
  return (text) => {
    const { language, confidence } = languageOf(text);
    return confidence > confidenceMin ? language : undefined;
  };
}

const confidenceMin = 0.9;
