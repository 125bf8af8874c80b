import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { languageOf } from '../../src/answers/text/language.ts';
import { createLog } from '../../src/kernel/log.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { bySentence } from '../../src/speech/by-sentence.ts';
import { openServerSpeaker } from '../../src/speech/server/speaker.ts';
import { openServerTranscriber } from '../../src/speech/server/transcriber.ts';
import type { Speech } from '../../src/speech/speech.ts';
import { wavHeader } from '../../src/speech/wav.ts';
import { speakerWithFallback, transcriberWithFallback } from '../../src/speech/with-fallback.ts';
import { speakerContract, transcriberContract } from '../contracts/speech-contract.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { type FakeSpeechServer, openSpeechServer } from '../fakes/speech-server.ts';

const never = new AbortController().signal;
const upstream = (error: unknown) => error instanceof Problem && error.code === 'upstream';
const second = new Float32Array(16_000).fill(0.1);

describe('a speech server', () => {
  let server: FakeSpeechServer;
  before(async () => {
    server = await openSpeechServer();
  });
  after(() => server.close());
  beforeEach(() => {
    server.behave = undefined;
    server.calls.length = 0;
  });

  const transcriber = (options = {}) =>
    openServerTranscriber({
      url: server.url,
      model: 'the-model',
      key: 'secret',
      languageOf: async (text) => languageOf(text).language,
      ...options,
    });
  const speaker = (options = {}) =>
    openServerSpeaker({
      url: server.url,
      model: 'the-model',
      key: undefined,
      voice: 'v',
      ...options,
    });

  transcriberContract('a transcription server', {
    open: transcriber,
    spoken: async () => ({ samples: second, words: /heard you for 1\.0 seconds/ }),
  });
  speakerContract('a speech server', { open: speaker });
  speakerContract('a speech server, sentence by sentence', { open: () => bySentence(speaker()) });
  test('it gets the model, the language, the hints in that language, the key and a WAV file', async () => {
    const hints = { sw: 'Mnafungua saa ngapi?', en: 'When are you open?' };
    await transcriber().transcribe(second, { language: 'sw', hints }, never);
    const [call] = server.calls;
    assert.equal(call?.authorization, 'Bearer secret');
    assert.deepEqual(call?.fields, {
      model: 'the-model',
      response_format: 'json',
      temperature: '0',
      language: 'sw',
      prompt: 'Mnafungua saa ngapi?',
    });
    assert.equal(call?.file.readInt16LE(44), 3_277);
    await transcriber().transcribe(second, { language: 'en', hints }, never);
    assert.equal(server.calls[1]?.fields.prompt, 'When are you open?');
    await transcriber().transcribe(second, { language: undefined, hints }, never);
    assert.equal(
      server.calls[2]?.fields.prompt,
      undefined,
      'no hints in a language that may not be the spoken one',
    );
  });

  test('the language is the one that the server reports, else that of the text', async () => {
    for (const [answer, language] of [
      [{ text: 'Hello there my friend', language: 'swahili' }, 'sw'],
      [{ text: 'Hello there my friend', language: 'en' }, 'en'],
      [{ text: 'Mnafungua saa ngapi leo?' }, 'sw'],
      [{ text: 'When do you open today?', language: 'french' }, 'en'],
    ] as const) {
      server.behave = (response) => response.end(JSON.stringify(answer));
      const heard = await transcriber().transcribe(second, { language: undefined }, never);
      assert.equal(heard.language, language);
    }
  });

  test('every answer that is not a transcript gives the same error, which repeats nothing of the answer', async () => {
    const answers: readonly ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(429).end('slow down, sk-secret'),
      (response) => response.writeHead(500).end('{"error":{"message":"cuda"}}'),
      (response) => response.end('not json'),
      (response) => response.end('{"words":[]}'),
      (response) => response.end('null'),
      (response) => response.end(`{"text":"${'a'.repeat(300_000)}"}`),
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"text":');
        response.destroy();
      },
    ];
    for (const answer of answers) {
      server.behave = answer;
      await assert.rejects(
        transcriber().transcribe(second, { language: 'en' }, never),
        (error) => upstream(error) && !/secret|cuda/.test((error as Error).message),
      );
    }
  });

  test('a redirect is not followed: it would get the recording and the key', async () => {
    server.behave = (response, { path }) =>
      path.endsWith('/elsewhere')
        ? response.end('{"text":"stolen"}')
        : response.writeHead(307, { location: `${server.url}/elsewhere` }).end();
    await assert.rejects(transcriber().transcribe(second, { language: 'en' }, never), upstream);
    assert.equal(server.calls.length, 1);
  });

  test('a server that falls silent is given up', async () => {
    server.behave = (response) => {
      response.writeHead(200);
      response.write('{"text":');
    };
    const heard = transcriber({ timeoutMs: 50 }).transcribe(second, { language: 'en' }, never);
    await assert.rejects(heard, upstream);
    server.behave = () => {};
    const voice = { name: 'natural-en', language: 'en' } as const;
    await assert.rejects(speaker({ timeoutMs: 50 }).speak('Hello.', voice, never), upstream);
  });

  test('after three failures it is not called for 30 seconds, then tried again', async () => {
    let nowMs = 0;
    const failing = transcriber({ nowMs: () => nowMs, model: 'failing' });
    const hear = () => failing.transcribe(second, { language: 'en' }, never);
    server.behave = (response) => response.writeHead(503).end();
    for (let at = 0; at < 6; at += 1) await assert.rejects(hear(), upstream);
    // Only its own: an aborted call of another test may arrive late.
    assert.equal(server.calls.filter(({ fields }) => fields.model === 'failing').length, 3);
    server.behave = undefined;
    nowMs += 30_001;
    assert.match((await hear()).text, /heard you/);
    assert.match((await hear()).text, /heard you/);
  });

  test('a WAV header gives the sample rate, and a format that was not asked for is refused', async () => {
    const voice = { name: 'natural-en', language: 'en' } as const;
    const samples = Buffer.from(Int16Array.of(1, 2, 3, -4).buffer);
    server.behave = (response) => {
      response.write(wavHeader(16_000, undefined).subarray(0, 10));
      setImmediate(() =>
        response.end(Buffer.concat([wavHeader(16_000, undefined).subarray(10), samples])),
      );
    };
    const speech = await speaker().speak('Hello.', voice, never);
    assert.equal(speech.sampleRate, 16_000);
    assert.deepEqual(await samplesOf(speech), [1, 2, 3, -4]);
    for (const wrong of [
      'ID3\x04 and a song',
      '{"error":{"message":"this model does not speak"}}',
      '\n <!doctype html><title>Sign in</title>',
    ]) {
      server.behave = (response) => response.end(wrong);
      await assert.rejects(speaker().speak('Hello.', voice, never), upstream, wrong);
    }
    server.behave = (response) => response.end();
    await assert.rejects(speaker().speak('Hello.', voice, never), upstream);
  });

  test('the built-in engines take over with a warning, but not in the middle of a sentence', async () => {
    const warnings: string[] = [];
    const log = createLog('warn', (line) => warnings.push(line));
    const scripted = scriptedSpeech({ letterMs: 5 });
    const builtIn = scripted.speaker ?? assert.fail();
    const both = speakerWithFallback(speaker(), builtIn, log);
    const [voice = assert.fail()] = both.voices;
    server.behave = (response) => response.writeHead(500).end();
    const speech = await both.speak('Karibu sana.', voice, never);
    assert.deepEqual(speech.voice, { name: 'amina', language: 'sw' });
    assert.ok((await samplesOf(speech)).length > 0);
    const hearing = transcriberWithFallback(
      transcriber(),
      scripted.transcriber ?? assert.fail(),
      log,
    );
    const heard = await hearing.transcribe(second, { language: 'en' }, never);
    assert.equal(heard.text, 'Do you deliver?');
    assert.equal(warnings.length, 2);
    const crowded = {
      ...transcriber(),
      transcribe: () => Promise.reject(new Problem('busy', 'No.')),
    };
    const instead = transcriberWithFallback(crowded, scripted.transcriber ?? assert.fail(), log);
    assert.equal((await instead.transcribe(second, { language: 'en' }, never)).text, heard.text);
    warnings.pop();
    let cut = () => {};
    server.behave = (response) => {
      response.write(Buffer.alloc(9_600, 1));
      cut = () => response.destroy();
    };
    const broken = await both.speak('Karibu sana.', voice, never);
    cut();
    assert.equal(broken.voice, undefined);
    await assert.rejects(samplesOf(broken), upstream);
    const named = await both.speak('Karibu.', { name: 'juma', language: 'sw' }, never);
    assert.ok((await samplesOf(named)).length > 0);
    assert.equal(scripted.spoken.at(-1)?.voice, 'juma', 'a voice that is asked for by name speaks');
  });
});

async function samplesOf({ chunks }: Speech): Promise<number[]> {
  const samples: number[] = [];
  for await (const chunk of chunks) samples.push(...chunk);
  return samples;
}
