import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { assemble } from '../../src/server/assemble.ts';
import { readConfig } from '../../src/setup/config.ts';
import { findSpeech } from '../../src/speech/packages.ts';
import { readWavHeader, wavHeader } from '../../src/speech/wav.ts';
import { noRecordings, recordingFile } from '../fixtures/fixture-files.ts';
import { visitLive } from '../fixtures/live-visit.ts';
import { openSiteServer, shop } from '../fixtures/visit-server.ts';

const found = findSpeech();
const isWhole = found.whisper && found.espeak && found.detector && found.recordings;
const skip = isWhole ? noRecordings : 'the packages for speech are not installed';
const turns = 4;

test('one visitor is never told that the server is busy, beside a process that keeps one core busy', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-visitor-'));
  const installation = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  const voice = await installation.loadSpeech();
  const server = await openSiteServer('sqlite', { voice });
  const hog = spawn(process.execPath, ['-e', 'for (;;);']);
  t.after(async () => {
    hog.kill('SIGKILL');
    await server.close();
    await voice.close();
    await installation.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const owner = await server.newOwner();
  const site = await owner.newSite({ ...shop, voice: true, languages: ['en'] });
  const whole = Buffer.from(recordingFile('speech/jfk.wav'));
  const sound = whole.subarray(readWavHeader(whole)?.dataFrom ?? 0).subarray(0, 3.2 * 32_000);
  const wav = Buffer.concat([wavHeader(16_000, sound.length), sound]);

  for (let turn = 0; turn < turns; turn += 1) {
    const target = `${server.url}/v1/sites/${site}/transcribe`;
    const headers = { 'content-type': 'audio/wav' };
    const heard = await fetch(target, { method: 'POST', headers, body: wav });
    assert.equal(heard.status, 200, await heard.text());
  }

  const visit = await visitLive(server, site);
  visit.say({ type: 'start', language: 'en', turn: { mode: 'manual' } });
  await visit.until('ready');
  const isFinal = (turn: number) => () =>
    visit.messages.filter((each) => each.type === 'transcript' && each.final).length > turn;
  for (let turn = 0; turn < turns; turn += 1) {
    for (let at = 0; at < sound.length; at += 1_280)
      visit.sendBytes(sound.subarray(at, at + 1_280));
    visit.say({ type: 'commit' });
    await visit.until('transcript', isFinal(turn));
    await visit.until(
      'done',
      () => visit.messages.filter(({ type }) => type === 'done').length > turn,
    );
  }
  visit.close();
  await visit.closed;
  const refusals = visit.messages.filter(({ type }) => type === 'error' || type === 'warning');
  assert.deepEqual(refusals, []);
  assert.doesNotMatch(JSON.stringify(visit.messages), /"busy"/);
});
