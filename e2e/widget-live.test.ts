import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Problem } from '../packages/server/src/kernel/problem.ts';
import {
  type ScriptedSpeech,
  scriptedSpeech,
} from '../packages/server/test/fakes/scripted-speech.ts';
import { openSiteServer, type SiteServer } from '../packages/server/test/fixtures/visit-server.ts';
import { noBrowser, openBrowser } from './browser.ts';
import { type Host, openHost } from './hosts/host.ts';
import { microphoneWith, noRecording } from './hosts/microphone.ts';
import { createPagePool, type PagePool } from './hosts/page-pool.ts';
import { assertNoFaults, withWidget } from './hosts/widget-server.ts';

describe('a live session in the widget', {
  skip: noBrowser || noRecording,
}, () => {
  let server: SiteServer;
  let host: Host;
  let speech: ScriptedSpeech;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let pool: PagePool;
  let address: string;
  let isBusy = false;
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-widget-live-'));
  before(async () => {
    const question = 'Mnakubali M-Pesa?';
    speech = scriptedSpeech({ letterMs: 10, language: 'sw', question, startsEarly: true });
    server = await openSiteServer('sqlite', {
      voice: speech,
      store: (store) => ({
        ...store,
        write: (work) =>
          isBusy ? Promise.reject(new Problem('busy', 'Too many writes wait.')) : store.write(work),
      }),
    });
    const site = await (await server.newOwner()).newSite({
      business: 'Duka la Amani',
      name: 'Amani',
      languages: ['sw', 'en'],
      faqs: [{ question: 'Mnakubali M-Pesa?', answer: 'Ndiyo, tunakubali M-Pesa.' }],
    });
    host = await openHost();
    const policy =
      `default-src 'none'; script-src ${server.url}; connect-src ${server.url} ${server.url.replace('http', 'ws')}; ` +
      `style-src 'none'`;
    const line = `<script src="${server.url}/w.js" data-site="${site}" defer></script>`;
    address = host.put('/', { body: line, policy });
    const microphone = path.join(folder, 'microphone.wav');
    writeFileSync(microphone, microphoneWith([500, 'voice', 2_000]));
    browser = await openBrowser([`--use-file-for-fake-audio-capture=${microphone}`]);
    pool = createPagePool(browser.browser, { locale: 'sw', withoutCache: true });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await host?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('speech becomes a question, the answer is spoken and shown, and a button ends the session', async () => {
    const { page, widget, faults, close } = withWidget(await pool.open(address));
    // The recording repeats every few seconds; a busy machine may need several repetitions.
    page.setDefaultTimeout(60_000);
    await widget.open();
    await page.getByRole('button', { name: 'Ongea moja kwa moja' }).click();
    const bar = page.locator('.bar');
    const end = bar.getByRole('button', { name: 'Maliza mazungumzo ya sauti' });
    assert.equal(await end.evaluate((button) => button.matches(':focus')), true);
    await bar.getByText('Nakusikiliza').waitFor();
    const texts = await bar.evaluateHandle((shown) => {
      const seen: string[] = [];
      const options = { subtree: true, childList: true, characterData: true };
      new MutationObserver(() => seen.push(shown.textContent ?? '')).observe(shown, options);
      return seen;
    });
    await widget.log.locator('.mine').getByText('Mnakubali M-Pesa?').first().waitFor();
    const first = widget.log.locator('.exchange .theirs').first();
    await first.getByText('Ndiyo, tunakubali M-Pesa.').first().waitFor();
    await first.getByRole('button', { name: 'Jibu limesaidia' }).waitFor();
    assert.equal(speech.spoken[0]?.text, 'Ndiyo, tunakubali M-Pesa.');
    assert.ok(
      (await texts.jsonValue()).some((text) => text.includes('“Mnakubali M-Pesa?”')),
      'the transcript is shown before the turn ends',
    );
    await end.press('Enter');
    await bar.waitFor({ state: 'detached' });
    assert.equal(await widget.field.evaluate((field) => field.matches(':focus')), true);
    // This server announces another public address that does not answer; the widget ignores it.
    assertNoFaults(faults.filter((fault) => !fault.includes('assistant.test')));
    await close();
  });

  test('a busy server is shown as busy, with a retry button, and the session keeps listening', async () => {
    const { page, widget, close } = withWidget(await pool.open(address));
    await widget.open();
    await page.getByRole('button', { name: 'Ongea moja kwa moja' }).click();
    await page.locator('.bar').getByText('Nakusikiliza').waitFor();
    isBusy = true;
    const first = widget.log.locator('.exchange .theirs').first();
    await first.getByRole('button', { name: 'Jaribu tena' }).waitFor();
    isBusy = false;
    assert.match(await first.innerText(), /jaribu tena baada ya muda mfupi/);
    assert.equal(await first.getByRole('button', { name: 'Tuachie namba yako' }).count(), 0);
    // The next spoken question is answered in the same session.
    await widget.log.getByText('Ndiyo, tunakubali M-Pesa.').first().waitFor();
    await page.locator('.bar').getByRole('button', { name: 'Maliza' }).click();
    await first.getByRole('button', { name: 'Jaribu tena' }).click();
    await first.getByText('Ndiyo, tunakubali M-Pesa.').first().waitFor();
    await close();
  });

  test('a selected language is used for recognition; otherwise the language is detected', async () => {
    const { page, widget, close } = withWidget(await pool.open(address));
    const starts: (string | undefined)[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (typeof payload !== 'string') return;
        const { type, language } = JSON.parse(payload);
        if (type === 'start') starts.push(language);
      }),
    );
    const talk = async (begin: string, listening: string, end: string) => {
      await page.getByRole('button', { name: begin }).click();
      const bar = page.locator('.bar');
      await bar.getByText(listening).waitFor();
      await bar.getByRole('button', { name: end }).click();
      await bar.waitFor({ state: 'detached' });
    };
    await widget.open();
    await talk('Ongea moja kwa moja', 'Nakusikiliza', 'Maliza mazungumzo ya sauti');
    await page.getByRole('button', { name: 'English' }).click();
    await talk('Start a voice chat', 'I am listening', 'End the voice conversation');
    // The next page of the visitor remembers the language.
    await page.reload();
    await widget.open();
    await talk('Start a voice chat', 'I am listening', 'End the voice conversation');
    assert.deepEqual(starts, [undefined, 'en', 'en']);
    await close();
  });
});
