import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, type TestContext, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { childUsage } from '../../src/kernel/process/child-usage.ts';
import { findSpeech } from '../../src/speech/packages.ts';
import { openRecordings } from '../../src/speech/recordings/recordings.ts';
import type { RecordingReader } from '../../src/speech/speech.ts';
import { wavFile, wavHeader } from '../../src/speech/wav.ts';
import { noRecordings, recordingFile } from '../fixtures/fixture-files.ts';
import { until } from '../process/test-child.ts';

const childrenFile = `/proc/self/task/${process.pid}/children`;
const never = new AbortController().signal;
const { recordings: installed } = findSpeech();
const noReader = installed ? false : 'audio-decode is not installed';
const { decoder } = installed ?? { decoder: '' };

describe('the decoder of recordings', { skip: noReader }, () => {
  let reader: RecordingReader;
  before(() => {
    reader = openRecordings({ decoder, log: silentLog });
  });
  after(() => reader.close());

  const codeOf = async (file: Uint8Array): Promise<string> => {
    try {
      const { durationMs } = await reader.read(file, { site: 'a' }, never);
      return `${durationMs} ms`;
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  };

  test('recordings of browsers and phones are decoded, and broken ones are refused', {
    skip: noRecordings,
  }, async () => {
    for (const [name, expected] of [
      ['media/chrome57.webm', '7320 ms'],
      ['media/firefox53.webm', '10014 ms'],
      ['media/mm-no-duration.webm', '25500 ms'],
      ['media/filetype-fixture.m4a', '758 ms'],
      ['media/wpt-sfx-aac.mp4', '192 ms'],
      ['media/wpt-sfx-opus.ogg', '194 ms'],
      ['media/wpt-sfx-alaw.wav', '213 ms'],
      ['media/wpt-sfx-pcm-f32.wav', '213 ms'],
      ['media/wpt-sfx-pcm-s16.wav', '213 ms'],
      ['media/wpt-sfx.mp3', '217 ms'],
      ['media/filetype-fixture.opus', 'audio_type'],
      ['media/mm-stream.weba', 'audio_type'],
      ['speech/jfk.mp3', '11000 ms'],
      ['speech/LDC93S1.opus', '2925 ms'],
      ['speech/LDC93S1_pcms16le_2_44100.wav', '2925 ms'],
    ] as const)
      assert.equal(await codeOf(recordingFile(name)), expected, name);
  });

  test('all formats of one recording give the same samples', { skip: noRecordings }, async () => {
    const plain = await reader.read(recordingFile('speech/LDC93S1.wav'), { site: 'a' }, never);
    for (const name of ['LDC93S1.ogg', 'LDC93S1.opus', 'LDC93S1_pcms16le_2_44100.wav']) {
      const { samples } = await reader.read(recordingFile(`speech/${name}`), { site: 'a' }, never);
      assert.ok(alike(plain.samples, samples) > 0.95, `${name}: ${alike(plain.samples, samples)}`);
    }
  });

  test('of a truncated file the part that is there is used', { skip: noRecordings }, async () => {
    for (const name of ['speech/jfk.wav', 'speech/jfk.mp3', 'media/firefox53.webm']) {
      const file = recordingFile(name);
      const { durationMs } = await reader.read(
        file.slice(0, file.length / 2),
        { site: 'a' },
        never,
      );
      assert.ok(durationMs > 2_000 && durationMs < 9_000, `${name}: ${durationMs}`);
    }
    const index = recordingFile('media/filetype-fixture.m4a');
    assert.match(await codeOf(index.slice(0, 40)), /audio_type/);
  });

  test('65 seconds are accepted and 66 are too long, whatever the header says', async () => {
    const silence = (seconds: number) => new Float32Array(seconds * 16_000);
    assert.equal(await codeOf(wavFile(silence(65), 16_000)), '65000 ms');
    assert.equal(await codeOf(wavFile(silence(66), 16_000)), 'audio_too_long');
    const claims = wavFile(silence(1), 16_000);
    wavHeader(16_000, 10 * 3_600 * 32_000).copy(claims);
    assert.equal(await codeOf(claims), '1000 ms', 'a header that claims ten hours');
    const modest = wavFile(silence(66), 16_000);
    wavHeader(16_000, undefined).copy(modest);
    assert.equal(await codeOf(modest), 'audio_too_long', 'a header without a length');
  });

  test('what is not a recording is refused, and the next one is decoded', async () => {
    const strange = wavFile(new Float32Array(16_000), 16_000);
    strange.writeUInt16LE(65_535, 22);
    const nine = wavFile(new Float32Array(16_000), 16_000);
    nine.writeUInt16LE(9, 22);
    nine.writeUInt16LE(18, 32);
    const slow = wavFile(new Float32Array(4_000), 1);
    for (const [what, file] of [
      ['a text', Buffer.from('hello, this is no sound at all')],
      ['a bomb of zeros', deflateSync(Buffer.alloc(1024 * 1024))],
      ['an archive', Buffer.from('PK\x03\x04'.padEnd(1_000, 'x'), 'latin1')],
      ['a head alone', wavHeader(16_000, 0)],
      ['65,535 channels', strange],
      ['nine channels', nine],
      ['a sample a second', slow],
      ['a page of Ogg and nothing', Buffer.from(`OggS${'\0'.repeat(24)}OpusHead`, 'latin1')],
      ['WebM of noise', Buffer.concat([Buffer.from('1a45dfa3', 'hex'), noise(200_000)])],
      [
        'MP4 of noise',
        Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), noise(200_000)]),
      ],
    ] as const)
      assert.equal(await codeOf(file), 'audio_type', what);
    assert.equal(await codeOf(wavFile(new Float32Array(16_000), 16_000)), '1000 ms');
  });

  test('a file that needs too much memory ends only its own process, and the next one is decoded', {
    skip: existsSync('/proc/self/status') ? false : 'memory is read from /proc',
  }, async (t) => {
    const small = openRecordings({ decoder, log: silentLog, memoryMegabytes: 120 });
    t.after(small.close);
    // Eight bits a sample in the file become 64 while it is decoded, and once more when it is joined.
    const dense = Buffer.concat([wavHeader(192_000, undefined), Buffer.alloc(9_900_000, 128)]);
    dense.writeUInt16LE(1, 32);
    dense.writeUInt16LE(8, 34);
    await assert.rejects(small.read(dense, { site: 'a' }, never), { code: 'audio_type' });
    assert.equal(
      (await small.read(wavFile(new Float32Array(16_000), 16_000), { site: 'a' }, never))
        .durationMs,
      1_000,
    );
    assert.equal((await reader.read(dense, { site: 'a' }, never)).durationMs, 51_563);
  });

  test('one file is decoded while eight wait, the next is busy, and an abort ends the wait', async () => {
    const file = wavFile(new Float32Array(10 * 16_000), 16_000);
    // Of one network only five may wait.
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        reader.read(file, { site: 'a', network: `network ${at % 3}` }, never).then(
          ({ durationMs }) => `${durationMs} ms`,
          ({ code }: { readonly code: string }) => code,
        ),
      ),
    );
    assert.equal(replies.filter((reply) => reply === '10000 ms').length, 9);
    assert.equal(replies.filter((reply) => reply === 'busy').length, 3);
    const leaving = new AbortController();
    const read = reader.read(file, { site: 'a' }, leaving.signal);
    leaving.abort(new Error('enough'));
    await assert.rejects(read, /enough/);
    assert.equal(await codeOf(file), '10000 ms');
  });

  test('a file that takes too long is refused, and the process does not have to hang for that', async (t) => {
    const { read, warnings } = openWatched(t, 500);
    await assert.rejects(read(endlessFile(), { site: 'a' }, never), { code: 'audio_type' });
    assert.deepEqual(warnings, []);
  });

  test('a recording is read at once after a visitor has left one that takes too long', {
    skip: existsSync(childrenFile) ? false : 'CPU time is read from /proc',
  }, async (t) => {
    const { read, warnings } = openWatched(t, 600_000);
    const file = wavFile(new Float32Array(16_000), 16_000);
    assert.equal((await read(file, { site: 'a' }, never)).durationMs, 1_000);
    const leaving = new AbortController();
    const startSeconds = cpuSeconds();
    const left = read(endlessFile(), { site: 'a' }, leaving.signal);
    await until(() => cpuSeconds() > startSeconds + 0.5);
    leaving.abort(new Error('enough'));
    await assert.rejects(left, /enough/);
    assert.equal((await read(file, { site: 'b' }, never)).durationMs, 1_000);
    assert.deepEqual(warnings, [], 'the process hung with the file of the other');
  });

  test('a recording is read although the process dies of something else meanwhile', {
    skip: existsSync(childrenFile) ? false : 'processes are read from /proc',
  }, async () => {
    const file = wavFile(new Float32Array(16_000), 16_000);
    assert.equal(await codeOf(file), '1000 ms');
    const pids = readFileSync(childrenFile, 'utf8').trim().split(' ').map(Number);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const read = codeOf(file);
    await new Promise(setImmediate);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    assert.equal(await read, '1000 ms');
  });

  test('sites take turns: the recordings of two do not wait for the many of another', async () => {
    const file = wavFile(new Float32Array(10 * 16_000), 16_000);
    const order: string[] = [];
    const read = async (site: string): Promise<void> => {
      const outcome = await reader.read(file, { site }, never).catch(({ code }) => code);
      order.push(typeof outcome === 'string' ? `${site}:${outcome}` : site);
    };
    const many = Array.from({ length: 10 }, () => read('many'));
    await Promise.all([...many, read('one'), read('other')]);
    assert.deepEqual(order.slice(0, 3), ['many:busy', 'many:busy', 'many:busy']);
    assert.deepEqual(order.slice(4, 8), ['many', 'one', 'other', 'many']);
    assert.equal(order.length, 12);
  });

  test('networks of a site take turns: a recording waits for one of another network, and has a place', async () => {
    const file = wavFile(new Float32Array(10 * 16_000), 16_000);
    const order: string[] = [];
    const read = async (network: string): Promise<void> => {
      const from = { site: 'shop', network };
      const outcome = await reader.read(file, from, never).catch(({ code }) => code);
      order.push(typeof outcome === 'string' ? `${network}:${outcome}` : network);
    };
    const many = Array.from({ length: 12 }, () => read('many'));
    await Promise.all([...many, read('one'), read('other')]);
    const decoded = order.filter((name) => !name.endsWith(':busy'));
    assert.deepEqual(decoded, ['many', 'one', 'other', 'many', 'many', 'many', 'many', 'many']);
  });
});

/** Headers of AAC frames alone, each of which costs the decoder a millisecond. */
function endlessFile(): Buffer {
  return Buffer.alloc(400_000, Buffer.from('fff15080011ffc00', 'hex'));
}

function cpuSeconds(): number {
  return childUsage().find(({ child }) => child === 'recordings')?.cpuSeconds ?? 0;
}

/** A reader of its own, with its warnings: there is one for each process that hung or crashed. */
function openWatched(t: TestContext, decodeMs: number) {
  const warnings: string[] = [];
  const log = createLog('warn', (line) => warnings.push(line));
  const { read, close } = openRecordings({ decoder, log, decodeMs });
  t.after(close);
  return { read, warnings };
}

function noise(bytes: number): Buffer {
  // The same noise every time.
  let state = 7;
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state >> 16;
    }),
  );
}

/** Correlation of two recordings that begin within a few milliseconds of each other. */
function alike(one: Float32Array, other: Float32Array): number {
  let best = 0;
  for (let shift = -240; shift <= 240; shift += 4) {
    let [both, first, second] = [0, 0, 0];
    for (let at = 4_000; at < 36_000; at += 1) {
      const [left = 0, right = 0] = [one[at], other[at + shift]];
      both += left * right;
      first += left * left;
      second += right * right;
    }
    best = Math.max(best, both / Math.sqrt(first * second || 1));
  }
  return best;
}
