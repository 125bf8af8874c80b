import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { limits, siteLimits, transcriptionSchema } from '@baraza/contract';
import { Problem } from '../../src/kernel/problem.ts';
import { type Recording, transcribe } from '../../src/site/voice/transcribe.ts';
import type { SpeechEngines } from '../../src/speech/speech.ts';
import { findSite } from '../../src/store/site/sites.ts';
import { createBudget } from '../../src/voice/sound/byte-budget.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { ask } from '../fixtures/server.ts';
import { openSiteServer, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

const recording = new Uint8Array(1_234).fill(7);

describe('transcribe', () => {
  const speech = scriptedSpeech({ question: 'Do you deliver?' });
  const { server, owner } = siteServerOfSuite('sqlite', { voice: speech });
  let site: string;
  before(async () => {
    site = await owner.newSite(shop);
  });

  const send = (body: Uint8Array | undefined, type: string | undefined, query = '') =>
    ask(server, 'POST', `/v1/sites/${site}/transcribe${query}`, {
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    });

  test('every audio type of browsers and phones is accepted, with any parameters', async () => {
    for (const type of [
      'audio/webm',
      'audio/webm;codecs=opus',
      'AUDIO/MP4; codecs="mp4a.40.2"',
      'audio/ogg',
      'audio/wav',
      'audio/mpeg',
      'audio/x-wav',
      'audio/wave',
      'audio/x-m4a',
      'audio/m4a',
      'video/webm',
      'video/mp4',
    ]) {
      const { status, json } = await send(recording, type);
      assert.equal(status, 200, type);
      transcriptionSchema.parse(json);
      assert.deepEqual(json, { text: 'Do you deliver?', language: 'en', duration_ms: 1_234 });
    }
    assert.deepEqual([...speech.decodedFor], [site], 'whose turn it takes');
  });

  test('an empty recording is 400, a large one 413, an unknown language 400', async () => {
    assert.deepEqual(codes(await send(new Uint8Array(), 'audio/wav')), [400, 'invalid']);
    assert.deepEqual(codes(await send(undefined, 'audio/wav')), [400, 'invalid']);
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    assert.deepEqual(codes(await send(large, 'audio/wav')), [413, 'too_large']);
    assert.deepEqual(codes(await send(recording, 'audio/wav', '?language=fr')), [400, 'invalid']);
    assert.equal((await send(recording, 'audio/wav', '?language=')).status, 200);
  });

  test('a recording without a declared length is limited while it arrives', async () => {
    const stream = (bytes: number) =>
      fetch(`${server.url}/v1/sites/${site}/transcribe`, {
        method: 'POST',
        headers: { 'content-type': 'audio/wav' },
        body: new Blob([new Uint8Array(bytes)]).stream(),
        duplex: 'half',
      } as RequestInit).then(
        ({ status }) => status,
        // The server may close the connection while the client still sends.
        () => 413,
      );
    assert.equal(await stream(10 * 1024 * 1024 + 1), 413);
    assert.equal(await stream(10 * 1024 * 1024), 200);
  });

  test('the language is fixed for a site with one language, and the profile gives hints', async (t) => {
    const seen: { language: unknown; hints: unknown }[] = [];
    const { transcriber } = speech;
    assert.ok(transcriber);
    const listening: SpeechEngines = {
      ...speech,
      transcriber: {
        ...transcriber,
        transcribe: async (samples, options, signal) => {
          seen.push({ language: options.language, hints: options.hints });
          return transcriber.transcribe(samples, options, signal);
        },
      },
    };
    const other = await openSiteServer('sqlite', { voice: listening });
    t.after(other.close);
    const owner = await other.newOwner();
    const both = await owner.newSite(shop);
    const english = await owner.newSite({ ...shop, languages: ['en'] });
    for (const [name, query] of [
      [both, ''],
      [both, '?language=sw'],
      [english, ''],
    ])
      await ask(other, 'POST', `/v1/sites/${name}/transcribe${query}`, {
        body: recording,
        headers: { 'content-type': 'audio/wav' },
      });
    assert.deepEqual(fieldsOf(seen, 'language'), [undefined, 'sw', 'en']);
    assert.match(JSON.stringify(seen[0]?.hints), /Mnakubali M-Pesa\?/);
  });

  const never = new AbortController().signal;
  const given = async (read: Recording['read'] = async () => recording): Promise<Recording> => {
    const row = await findSite(server.assistant.store, site);
    assert.ok(row);
    return { site: row, network: undefined, language: undefined, read };
  };

  test('the memory of a recording is freed, also of one that fails', async () => {
    const memory = createBudget(recording.length);
    const hear = async (size = recording.length) =>
      transcribe(
        server.assistant,
        memory,
        await given(async (admit) => {
          admit(size);
          return recording.subarray(0, size);
        }),
        never,
      );
    assert.equal((await hear()).text, 'Do you deliver?');
    speech.texts.push(new Error('broken'));
    await assert.rejects(hear());
    await assert.rejects(hear(recording.length + 1), { code: 'busy' });
    assert.equal((await hear()).text, 'Do you deliver?');
  });

  test('a busy engine is passed on to the visitor, and a fault shows nothing of the engine', async () => {
    speech.texts.push(new Problem('busy', 'Too many.', { retryAfterSeconds: 5 }) as Error);
    const busy = await send(recording, 'audio/wav');
    assert.deepEqual(codes(busy), [503, 'busy']);
    assert.equal(busy.headers.get('retry-after'), '5');
    speech.texts.push(new Error('whisper-base.onnx is broken'));
    const broken = await send(recording, 'audio/wav');
    assert.equal(broken.status, 503);
    assert.doesNotMatch(broken.text, /whisper|onnx/);
  });

  test('a transcription beyond the time limit is aborted, and nothing says that others speak', async () => {
    let stopped: AbortSignal | undefined;
    const { transcriber } = speech;
    assert.ok(transcriber);
    const voice: SpeechEngines = {
      ...speech,
      transcriber: {
        ...transcriber,
        transcribe: (_samples, _options, signal) => {
          stopped = signal;
          return new Promise(() => {});
        },
      },
    };
    await assert.rejects(
      transcribe({ ...server.assistant, voice }, createBudget(1_000_000), await given(), never, 1),
      (problem: Problem) => problem.code === 'upstream' && (problem.retryAfterSeconds ?? 0) > 0,
    );
    assert.equal(stopped?.aborted, true);
    assert.ok(siteLimits.transcribeMs < 20_000 && siteLimits.transcribeMs < limits.idleTimeoutMs);
  });

  test('a site with voice switched off and a server without speech answer 403', async (t) => {
    const owner = await server.newOwner();
    const silent = await owner.newSite({ ...shop, voice: false });
    const bare = await openSiteServer('sqlite', {});
    t.after(bare.close);
    const deaf = await (await bare.newOwner()).newSite(shop);
    for (const [place, name] of [
      [server, silent],
      [bare, deaf],
    ] as const) {
      for (const path of ['transcribe', 'speak']) {
        const reply = await ask(place, 'POST', `/v1/sites/${name}/${path}`, {
          body: { text: 'Hello' },
        });
        assert.deepEqual(codes(reply), [403, 'voice'], path);
      }
      const { json } = await ask(place, 'GET', `/v1/sites/${name}/config`);
      assert.deepEqual([json.voice, json.speak, json.live], [false, false, false]);
    }
    const { json } = await ask(server, 'GET', `/v1/sites/${site}/config`);
    assert.deepEqual([json.voice, json.speak, json.live], [true, true, true]);
  });
});

function codes({ status, json }: { readonly status: number; readonly json: { code?: string } }) {
  return [status, json.code];
}
