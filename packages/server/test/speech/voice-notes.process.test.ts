import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assemble, type Installation } from '../../src/assemble.ts';
import { openTelegram } from '../../src/channels/telegram.ts';
import { openWhatsapp } from '../../src/channels/whatsapp.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { createArrivalAnswers } from '../../src/site/channels/arrival-answers.ts';
import { createChannelSender } from '../../src/site/channels/channel-sender.ts';
import { findSpeech } from '../../src/speech/packages.ts';
import type { SpeechEngines } from '../../src/speech/speech.ts';
import {
  type MessagingServer,
  openMessaging,
  signatureOf,
  whatsappBody,
} from '../fakes/messaging.ts';
import { noRecordings, recordingFile } from '../fixtures/fixture-files.ts';
import { openSiteServer, type SiteServer, shop } from '../fixtures/visit-server.ts';

const found = findSpeech();
const isWhole = found.whisper && found.detector && found.canReadRecordings;
const noSpeech = isWhole ? noRecordings : 'the packages for speech are not installed';

// Opus in Ogg, mono at 16 kHz, as WhatsApp and Telegram record it; decoded by WebAssembly on every processor.
describe('voice notes', { skip: noSpeech }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-notes-'));
  let installation: Installation;
  let voice: SpeechEngines;
  let service: MessagingServer;
  let server: SiteServer;
  before(async () => {
    installation = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
    voice = await installation.loadSpeech();
    service = await openMessaging();
    const channels = { whatsapp: openWhatsapp(service.url), telegram: openTelegram(service.url) };
    server = await openSiteServer('sqlite', { channels, voice });
  });
  after(async () => {
    await server.close();
    await service.close();
    await voice.close();
    await installation.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a note is heard and answered, and a broken one gets one sentence', async () => {
    const owner = await server.newOwner();
    const site = await owner.newSite({ ...shop, voice: true, languages: ['en'] });
    const app_secret = 'app-secret';
    const settings = { phone_number_id: '1060', access_token: 'token', app_secret };
    await owner.send('PUT', `${site}/channels/whatsapp`, { ...settings, verify_token: 'check-me' });
    const answers = createArrivalAnswers(server.assistant, undefined);
    const sends = createChannelSender(server.assistant, undefined);
    const note = async (from: string, recording: Uint8Array) => {
      service.recording = recording;
      const audio = { id: '4455', mime_type: 'audio/ogg; codecs=opus', voice: true };
      const message = { id: `wamid.${from}`, from, timestamp: '1763000000', type: 'audio', audio };
      const body = whatsappBody({ messages: [message] });
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': signatureOf(body, app_secret),
      };
      const target = `${server.url}/v1/channels/whatsapp/${site}`;
      assert.equal((await fetch(target, { method: 'POST', body, headers })).status, 200);
      // On a busy machine it is heard by a later attempt.
      for (;;) {
        for (const worker of [answers, sends]) {
          worker.wake();
          await worker.idle();
        }
        const { conversations } = (await owner.send('GET', `${site}/conversations`)).json;
        const { id } = conversations.find(
          ({ contact }: { contact: string }) => contact === `+${from}`,
        );
        const { messages } = (await owner.send('GET', `${site}/conversations/${id}`)).json;
        const texts: readonly string[] = messages.map(({ text }: { text: string }) => text);
        if (texts.length > 0) return texts;
        server.clock.advance(600_000);
      }
    };
    const file = recordingFile('speech/LDC93S1.opus');
    assert.equal(Buffer.from(file).toString('latin1', 28, 36), 'OpusHead');
    const [heard = '', answer = ''] = await note('254755000001', file);
    const words = ['she', 'had', 'your', 'dark', 'suit', 'wash', 'water', 'all', 'year'];
    const understood = words.filter((word) => heard.toLowerCase().includes(word));
    assert.ok(understood.length >= 6, heard);
    assert.notEqual(answer, '');
    const half = await note('254755000002', file.slice(0, 60));
    assert.deepEqual(half[0], '[voice]');
    assert.match(half[1] ?? '', /text and voice messages/);
    await Promise.all([answers.stop(), sends.stop()]);
  });
});
