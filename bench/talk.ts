import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LiveEvent } from '@baraza/client';
import { openBrowser } from '../e2e/browser.ts';
import { openClientPages } from '../e2e/hosts/client-pages.ts';
import { wavHeader } from '../packages/server/src/speech/wav.ts';
import { startBaraza } from './baraza.ts';
import { residentMegabytes, untilServing } from './process.ts';

const recording = new URL('../../shared/fixtures/speech/jfk.wav', import.meta.url);
if (!existsSync(recording)) {
  console.log('The recording is missing.');
  process.exit(0);
}
const pages = await openClientPages();
const url = 'http://127.0.0.1:4744';
const server = await startBaraza(4_743, undefined, { BARAZA_DEMO: '1', BARAZA_SITE_PORT: '4744' });
await untilServing(`${url}/v1/sites/demo/config`, performance.now());
const microphone = path.join(pages.folder, 'microphone.wav');
writeFileSync(microphone, withSilence(1_500, 60_000));
const browser = await openBrowser([`--use-file-for-fake-audio-capture=${microphone}%noloop`]);
const page = await browser.browser.newPage();
await page.goto(pages.url);
const seen = await page.evaluate(
  async (given: { readonly url: string }) => {
    const { createSiteClient } = await import('/index.js' as string);
    const events: { readonly event: LiveEvent; readonly atMs: number }[] = [];
    const talk = await createSiteClient({ baseUrl: given.url, site: 'demo' }).talk({
      language: 'en',
      // The speaker of the recording pauses between two sentences.
      silenceMs: 2_000,
      onEvent: (event: LiveEvent) => {
        const kept = event.type === 'sound' ? { ...event, samples: new Int16Array() } : event;
        events.push({ event: kept, atMs: performance.now() });
        if (event.type === 'done') talk.end();
      },
    });
    const { code } = await talk.closed;
    return { events, code };
  },
  { url },
);
const ended = atOf(
  ({ type, ...rest }) => type === 'speech' && 'state' in rest && rest.state === 'end',
);
for (const type of ['transcript', 'token', 'audio', 'done'] as const)
  console.log(
    `${type}: ${Math.round(atOf((event) => event.type === type) - ended)} ms after the end of speech was reported`,
  );
for (const { event } of seen.events)
  if (event.type === 'transcript') console.log(`transcript: ${event.text}`);
const answer = seen.events.map(({ event }) => (event.type === 'token' ? event.text : ''));
console.log(`answered: ${answer.join('')}`);
const dones = seen.events.filter(({ event }) => event.type === 'done').length;
const sounds = seen.events.filter(({ event }) => event.type === 'sound').length;
console.log(`${dones} done, ${sounds} frames of sound, closed with ${seen.code}`);
console.log(`${Math.round(residentMegabytes(server.pid))} MB in the main process of the server`);
await browser.close();
await server.stop();
pages.close();
rmSync(server.folder, { recursive: true, force: true });

function atOf(isIt: (event: LiveEvent) => boolean): number {
  return seen.events.find(({ event }) => isIt(event))?.atMs ?? Number.NaN;
}

/** The recording padded with silence, as a file for the fake microphone of the browser. */
function withSilence(beforeMs: number, afterMs: number): Buffer {
  const file = readFileSync(recording);
  const voice = file.subarray(file.indexOf('data') + 8);
  const data = Buffer.concat([Buffer.alloc(beforeMs * 32), voice, Buffer.alloc(afterMs * 32)]);
  return Buffer.concat([wavHeader(16_000, data.length), data]);
}
