import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type DecodingContext,
  transcribeKnownLanguage,
  transcribePhonetically,
} from './hearing.ts';
import type { DecoderState, EncodedAudio, WhisperModel } from './model.ts';
import { createPhoneticDecoder, readCommonWords } from './phonetic-decoder.ts';

// A model of a few words: each sound gives each word a probability at its position, and the prompt raises one.
const words = ['', ' deliver', ' believe', ' nyumbani', ' kesho', ' keko', ' saa'];
const [end, start, expecting] = [0, 7, 8];
type Likely = readonly { readonly [word: string]: number }[];

function stage(sounds: { readonly [sound: string]: Likely }, promptTokens: string) {
  const begin = (sound: EncodedAudio, tokens: readonly number[]): DecoderState => {
    const from = tokens.indexOf(start) + 1;
    const likely = sounds[sound as unknown as string] ?? [];
    const isExpecting = tokens.includes(expecting);
    const odds = (position = tokens.length - 1) =>
      Float32Array.from(words, (word, token) => {
        const at = position - from + 1;
        if (at >= likely.length) return token === end ? 10 : 0;
        const share = likely[at]?.[word.trim()] ?? 0.0001;
        return Math.log(share) + (isExpecting && word.trim() === promptTokens ? 12 : 0);
      });
    return {
      memory: { tokens } as unknown as DecoderState['memory'],
      logits: odds,
      logSum: (position) => Math.log(odds(position).reduce((sum, odd) => sum + Math.exp(odd), 0)),
    };
  };
  const model: WhisperModel = {
    encode: async () => assert.fail(),
    decode: async (sound, tokens) => begin(sound, tokens),
    judge: async (sound, texts, from) =>
      texts.map((tokens) => {
        const { logits, logSum } = begin(sound, tokens.slice(0, -1));
        return tokens
          .slice(from + 1)
          .reduce((sum, token, at) => sum + (logits(from + at)[token] ?? 0) - logSum(from + at), 0);
      }),
    decodeNext: async (sound, steps) =>
      steps.map(({ state: { memory }, token }) =>
        begin(sound, [...(memory as unknown as { tokens: readonly number[] }).tokens, token]),
      ),
    release: () => {},
    forget: () => {},
  };
  const context: DecodingContext = {
    model,
    tokens: {
      encode: (text) =>
        text
          .replace('?', '')
          .toLowerCase()
          .split(/(?= )/)
          .map((word) => words.indexOf(word)),
      decode: (ids) => ids.map((id) => words[id]).join(''),
    },
    promptTokens: [expecting],
    searchOptions: {
      start: [start],
      end,
      textEnd: words.length,
      suppressed: new Set(),
      suppressedFirst: new Set([end]),
      tokensMax: 5,
      isCancelled: () => false,
    },
  };
  return context;
}

const sound = 'sound' as unknown as EncodedAudio;
const silence = async () => 'silence' as unknown as EncodedAudio;

describe('the chosen transcript', () => {
  test('is the confident one, whatever the prompt', async () => {
    const context = stage({ sound: [{ believe: 0.9, deliver: 0.1 }] }, 'deliver');
    assert.equal(await transcribeKnownLanguage(context, sound), 'believe');
    const near = createPhoneticDecoder(readCommonWords('kesho\t300'), 'deliver');
    const noNeed = () => assert.fail('not needed');
    assert.equal(await transcribePhonetically(context, sound, near, noNeed), 'believe');
  });

  test('is a prompted one only where the audio supports it better than all others', async () => {
    const unsure = { believe: 0.3, deliver: 0.25, saa: 0.2, keko: 0.2 };
    assert.equal(
      await transcribeKnownLanguage(stage({ sound: [unsure] }, 'deliver'), sound),
      'believe',
    );
    assert.equal(
      await transcribeKnownLanguage(stage({ sound: [unsure] }, 'nyumbani'), sound),
      'believe',
    );
    const { searchOptions: plain } = stage({}, '');
    assert.deepEqual(plain.start, [start], 'candidates are scored without the prompt');
  });

  test('is sought with the hints only where the search without them is unsure, too', async () => {
    const promptsFor = async (odds: Likely[number]) => {
      const context = stage({ sound: [odds] }, 'deliver');
      let prompts = 0;
      const model: WhisperModel = {
        ...context.model,
        decode: (sound, tokens) => {
          if (tokens.includes(expecting)) prompts += 1;
          return context.model.decode(sound, tokens);
        },
      };
      await transcribeKnownLanguage({ ...context, model }, sound);
      return prompts;
    };
    assert.equal(await promptsFor({ believe: 0.4, deliver: 0.3, saa: 0.3 }), 0);
    assert.equal(await promptsFor({ believe: 0.2, deliver: 0.2, saa: 0.2, keko: 0.2 }), 1);
  });

  test('is a similar word where that is likelier and the audio supports it', async () => {
    const near = createPhoneticDecoder(readCommonWords('kesho\t300\nsaa\t300'), '');
    const heard = [{ keko: 0.3, kesho: 0.2, believe: 0.2, deliver: 0.2, saa: 0.001 }];
    const quiet = [{ keko: 0.001, kesho: 0.001, saa: 0.2 }];
    const context = stage({ sound: heard, silence: quiet }, 'nyumbani');
    assert.equal(await transcribePhonetically(context, sound, near, silence), 'Kesho?');
  });

  test('is never one that goes round in circles, however well the audio supports it', async () => {
    const near = createPhoneticDecoder(readCommonWords('keko\t1500'), '');
    const circle = { saa: 0.6, keko: 0.01, believe: 0.1, deliver: 0.1 };
    const heard = [{ ...circle, saa: 0.4, keko: 0.39 }, circle, circle, circle];
    const likely = { saa: 0.3 };
    const quiet = [{ keko: 0.9, saa: 1e-6 }, likely, likely, { ...likely, keko: 1e-9 }];
    const context = { ...stage({ sound: heard, silence: quiet }, ''), promptTokens: [] };
    const chosen = await transcribePhonetically(context, sound, near, silence);
    assert.match(chosen, /^keko saa/);
  });

  test('is never a word that is as likely in silence, whatever the prompt', async () => {
    const near = createPhoneticDecoder(
      readCommonWords('nyumbani\t1\nsaa\t100\nkeko\t1500'),
      'nyumbani',
    );
    const heard = [{ keko: 0.3, believe: 0.2, deliver: 0.2, nyumbani: 0.2 }];
    const quiet = [{ keko: 0.001, nyumbani: 0.2 }];
    const context = stage({ sound: heard, silence: quiet }, 'nyumbani');
    assert.equal(await transcribePhonetically(context, sound, near, silence), 'keko');
  });

  test('is empty where the audio is unclear and not one word exists', async () => {
    const heard = [{ keko: 0.3, believe: 0.2, deliver: 0.2 }];
    const context = stage({ sound: heard, silence: [{ keko: 0.001 }] }, 'nyumbani');
    const chosenFrom = (table: string) =>
      transcribePhonetically(
        context,
        sound,
        createPhoneticDecoder(readCommonWords(table), ''),
        silence,
      );
    assert.equal(await chosenFrom(''), '');
    assert.equal(await chosenFrom('keko\t1500'), 'keko');
  });
});
