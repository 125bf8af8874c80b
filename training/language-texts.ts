/** Texts with a known language. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { trainingFolder } from './parallel.ts';

export interface LanguageTexts {
  readonly swahili: readonly string[];
  readonly english: readonly string[];
}

export function readLanguageTexts(): LanguageTexts {
  const parallel = readdirSync(new URL('parallel/', trainingFolder))
    .toSorted()
    .flatMap((file) => lines(`parallel/${file}`, file.startsWith('bible') ? 5 : 1))
    .map((line) => line.split('\t'));
  const spoken = gunzipSync(readFileSync(new URL('mono/common-voice-sw.txt.gz', trainingFolder)));
  const faq = rows('qa/dstc9-faq.jsonl').flatMap(({ docs = [] }) => docs.flat());
  // Rows of Injongo are excluded: they are the test set.
  const intents = rows('qa/intents.jsonl').filter(({ set }) => set !== 'injongo');
  return {
    swahili: [
      ...parallel.map(([swahili = '']) => swahili),
      ...spoken.toString('utf8').split('\n'),
      ...rows('qa/tydi-sw-train.jsonl').map(({ q = '' }) => q),
    ],
    english: [
      ...parallel.map(([, english = '']) => english),
      ...intents.map(({ text = '' }) => text),
      ...faq,
      ...['tydi-en-train', 'tydi-en-dev', 'squad2-train-10articles']
        .flatMap((file) => rows(`qa/${file}.jsonl`))
        .map(({ q = '' }) => q),
    ],
  };
}

interface Row {
  readonly q?: string;
  readonly text?: string;
  readonly set?: string;
  readonly docs?: readonly (readonly string[])[];
}

function rows(file: string): Row[] {
  return lines(file, 1).map((line) => JSON.parse(line));
}

/** Every n-th line of a file. */
function lines(file: string, every: number): string[] {
  return readFileSync(new URL(file, trainingFolder), 'utf8')
    .split('\n')
    .filter((line, index) => line !== '' && index % every === 0);
}
