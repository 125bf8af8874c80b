/** The process of the recogniser. */

import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { childInput, serveParent } from '../child.ts';
import { houseRate } from '../speech.ts';
import { type Hearing, hearRoughly, hearWell } from './hearing.ts';
import type { WhisperFiles, WhisperReply, WhisperRequest } from './messages.ts';
import { openWhisperModel, type Sound } from './model.ts';
import { createPhoneticDecoder, readCommonWords } from './phonetic-decoder.ts';
import { createTokens } from './tokens.ts';

interface Generation {
  readonly lang_to_id: { readonly [language: string]: number };
  readonly task_to_id: { readonly transcribe: number };
  readonly suppress_tokens: readonly number[];
  readonly begin_suppress_tokens: readonly number[];
  readonly decoder_start_token_id: number;
  readonly eos_token_id: number;
  readonly no_timestamps_token_id: number;
}

const files = childInput<WhisperFiles>();
const generation = JSON.parse(readFileSync(files.generation, 'utf8')) as Generation;
const added = JSON.parse(readFileSync(files.added, 'utf8')) as { readonly [mark: string]: number };
const tokens = createTokens(
  readFileSync(files.vocabulary, 'utf8'),
  readFileSync(files.merges, 'utf8'),
);
const model = await openWhisperModel(files);
const never = new Set(generation.suppress_tokens);
const neverFirst = new Set(generation.begin_suppress_tokens);
const hintTokensMax = 200;
// Nobody says more in a second; a text that goes on is one that nobody said.
const tokensPerSecond = 9;
const tokensAlways = 12;
const englishLeast = 0.5;
const swahili =
  files.swahiliWords === undefined
    ? undefined
    : readCommonWords(readFileSync(files.swahiliWords, 'utf8'));
let before: Promise<unknown> = Promise.resolve();
let quiet: Promise<Sound> | undefined;

serveParent<WhisperRequest & { readonly id: number }>(
  async ({ samples, language, hints }, isForgotten): Promise<WhisperReply> => {
    const sound = await hearNext(samples);
    const spoken = language ?? (await languageOf(sound));
    const own = hints[spoken] ?? '';
    const hearing: Hearing = {
      model,
      tokens,
      expected: hintTokens(own),
      plain: {
        start: startOf(spoken),
        end: generation.eos_token_id,
        textEnd: generation.eos_token_id + 1,
        never,
        neverFirst,
        tokensMax: tokensAlways + Math.ceil((samples.length / houseRate) * tokensPerSecond),
        isForgotten,
      },
    };
    const text =
      spoken === 'en' || swahili === undefined
        ? await hearWell(hearing, sound)
        : await hearRoughly(hearing, sound, createPhoneticDecoder(swahili, own), silence);
    return { text, language: spoken };
  },
);

/** What it hears where nothing is; the same each time. */
function silence(): Promise<Sound> {
  quiet ??= hearNext(new Float32Array(houseRate));
  return quiet;
}

/** One after another: each takes half a gigabyte while it lasts. */
function hearNext(samples: Float32Array): Promise<Sound> {
  const heard = before.then(() => model.hear(samples));
  before = heard.catch(() => {});
  return heard;
}

function startOf(language: Language): readonly number[] {
  return [
    generation.decoder_start_token_id,
    languageToken(language),
    generation.task_to_id.transcribe,
    generation.no_timestamps_token_id,
  ];
}

function languageToken(language: string): number {
  return generation.lang_to_id[`<|${language}|>`] ?? -1;
}

function hintTokens(hints: string): readonly number[] {
  if (hints === '') return [];
  return [added['<|startofprev|>'] ?? -1, ...tokens.encode(` ${hints}`).slice(0, hintTokensMax)];
}

/** It knows English for certain where it is; what it takes for any other of its tongues is Swahili here. */
async function languageOf(sound: Sound): Promise<Language> {
  const odds = (await model.begin(sound, [generation.decoder_start_token_id])).odds();
  const of = (id: number) => odds[id] ?? Number.NEGATIVE_INFINITY;
  const all = Object.values(generation.lang_to_id).map(of);
  const highest = Math.max(...all);
  const total = all.reduce((sum, value) => sum + Math.exp(value - highest), 0);
  const english = Math.exp(of(languageToken('en')) - highest) / total;
  return english >= englishLeast ? 'en' : 'sw';
}
