/**
 * Every state of the widget passes axe-core in one combination of colour scheme and screen size, or with
 * BARAZA_LOOKS=all in all of them. With BARAZA_SCREENSHOTS, screenshots are saved in that folder.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { busy } from '../packages/server/src/site/words.ts';
import { noBrowser } from './browser.ts';
import { faintTexts } from './hosts/contrast.ts';
import { findingsOn } from './hosts/findings.ts';
import { type InterceptedCall, streamAnswer } from './hosts/operator.ts';
import {
  type WidgetServer,
  type WidgetSession,
  widgetServerForSuite,
} from './hosts/widget-server.ts';

const folder = process.env.BARAZA_SCREENSHOTS;
const isAll = folder !== undefined || process.env.BARAZA_LOOKS === 'all';
const screens = {
  desktop: { width: 1280, height: 860 },
  phone: { width: 360, height: 720 },
} as const;

const variants = (['desktop', 'phone'] as const).flatMap((screen) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ screen, colorScheme })),
);

/** States that follow each other on one page. */
interface Visit {
  readonly path?: string;
  readonly settings?: object;
  readonly states: readonly State[];
}

interface State {
  readonly name: string;
  readonly reach: (session: WidgetSession, server: WidgetServer) => Promise<unknown>;
}

const long =
  'Ndiyo. **Tunaleta** kila siku:\n\n- Oda ya kuanzia KES 1,000 ni bure ndani ya kilomita 3\n- Chini ya hapo ni ' +
  'KES 100\n\nAngalia [bei zote](https://duka.example/bei).';

function refuseBusy({ response, allowOrigin }: InterceptedCall, retryAfter: string): void {
  allowOrigin();
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': retryAfter });
  const handoff = 'https://wa.me/254700000000';
  response.end(JSON.stringify({ error: busy.sw, code: 'busy', request_id: 'r', handoff }));
}

const visits: readonly Visit[] = [
  {
    states: [
      { name: 'launcher', reach: ({ widget }) => widget.launcher.waitFor() },
      { name: 'greeting', reach: ({ widget }) => widget.open() },
      {
        name: 'unanswered',
        reach: async ({ widget }) => {
          await widget.ask('Mnatengeneza baiskeli?');
          await widget.answer.locator('.ways').waitFor();
        },
      },
      {
        name: 'lead',
        reach: async ({ page }) => {
          await page.locator(':is(.reach, .ways) > .way:last-child:visible').click();
          await page.getByRole('button', { name: 'Tuma namba yako' }).click();
          await page.locator('.complaint').waitFor();
        },
      },
    ],
  },
  {
    states: [
      {
        name: 'did-you-mean',
        reach: async ({ widget }, { operator }) => {
          operator.intercept('ask', (call) => {
            const answer = streamAnswer(call);
            answer.token('Samahani, sina taarifa hiyo. Tafadhali wasiliana nasi moja kwa moja.');
            answer.done({
              answered: false,
              suggestions: [
                'Mnaleta bidhaa nyumbani?',
                'Naweza kulipa kwa M-Pesa nikishapokea bidhaa zangu zote nyumbani?',
              ],
            });
          });
          await widget.open();
          await widget.ask('Mzigo wangu utafikaje Kilimani jioni?');
          await widget.answer.locator('.meant').waitFor();
        },
      },
      {
        name: 'refused',
        reach: async ({ widget }, { operator }) => {
          operator.intercept('ask', ({ response, allowOrigin }) => {
            allowOrigin();
            response.writeHead(503, { 'content-type': 'application/json' });
            response.end('{"error":"x","code":"upstream","request_id":"r"}');
          });
          await widget.ask('Mnafungua saa ngapi?');
          await widget.answer.locator('.trouble-note').waitFor();
        },
      },
      {
        name: 'lead-waiting',
        reach: async ({ page }, { operator }) => {
          operator.intercept('leads', ({ response, allowOrigin }) => {
            allowOrigin();
            response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' });
            response.end('{"error":"x","code":"rate","request_id":"r"}');
          });
          await page.locator(':is(.reach, .ways) > .way:last-child:visible').click();
          await page.locator('input[name=contact]').fill('0712 345 678');
          await page.locator('.primary').click();
          await page.locator('.outcome').getByText('Mawasiliano').waitFor();
        },
      },
    ],
  },
  {
    settings: { speak: true, voice: true, live: true },
    states: [
      {
        name: 'answer',
        reach: async ({ widget }, { operator }) => {
          operator.intercept('ask', (call) => {
            const answer = streamAnswer(call);
            answer.token(long);
            answer.done({
              sources: [
                {
                  id: 'a',
                  title: 'Mnaleta bidhaa nyumbani?',
                  url: 'https://duka.example/',
                  quote: 'Oda ya kuanzia KES 1,000 tunaleta bila malipo ndani ya kilomita 3.',
                  kind: 'faq',
                  language: 'sw',
                },
                {
                  id: 'b',
                  title: 'Eneo la kuleta',
                  url: null,
                  quote: 'Tunaleta Kilimani, Yaya, Hurlingham na Kileleshwa.',
                  kind: 'fact',
                  language: 'sw',
                },
              ],
            });
          });
          await widget.open();
          await widget.ask('Mnaleta nyumbani?');
          await widget.answer.getByRole('button', { name: 'Jibu limesaidia', exact: true }).click();
          await widget.answer.locator('summary').click();
        },
      },
      {
        name: 'recording',
        reach: async ({ page }) => {
          await page.getByRole('button', { name: 'Uliza kwa sauti' }).click();
          await page
            .locator('.bar .clock')
            .getByText(/^\d:\d\d$/)
            .waitFor();
        },
      },
    ],
  },
  {
    states: [
      {
        name: 'busy',
        reach: async ({ widget }, { operator }) => {
          operator.intercept('ask', (call) => refuseBusy(call, '1'));
          await widget.open();
          await widget.ask('Mnafungua saa ngapi?');
          await widget.settled();
        },
      },
      {
        name: 'busy-wait',
        reach: async ({ widget }, { operator }) => {
          let isFirst = true;
          operator.intercept('ask', (call) => {
            if (isFirst) refuseBusy(call, '10');
            else streamAnswer(call);
            isFirst = false;
          });
          await widget.ask('Mnafungua saa ngapi?');
          await widget.answer.locator('.busy').waitFor();
        },
      },
    ],
  },
  {
    settings: { voice: true },
    states: [
      {
        name: 'voice-busy',
        reach: async ({ widget, page }, { operator }) => {
          operator.intercept('transcribe', ({ response, allowOrigin }) => {
            allowOrigin();
            response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
            response.end('{"error":"x","code":"busy","request_id":"r"}');
          });
          await widget.open();
          await page.locator('.round.speak').click();
          await page.getByRole('button', { name: 'Tuma ulichosema' }).click();
          await page.getByRole('button', { name: 'Tuma tena' }).waitFor();
        },
      },
      {
        name: 'waiting',
        reach: async ({ widget, page }, { operator }) => {
          operator.intercept('ask', (call) => void streamAnswer(call));
          await widget.ask('Mnaleta nyumbani?');
          await page.locator('.waiting').waitFor();
        },
      },
    ],
  },
  {
    path: '/',
    states: [{ name: 'demo', reach: ({ widget }) => widget.launcher.waitFor() }],
  },
  {
    path: '/s/demo',
    states: [
      {
        name: 'hosted',
        // The button must also be readable under the pointer.
        reach: ({ page }) => page.getByRole('button', { name: 'English' }).hover(),
      },
    ],
  },
];

describe('accessibility and contrast of the widget', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();
  before(async () => {
    if (folder !== undefined) mkdirSync(folder, { recursive: true });
    server.host.put('/', {
      body: `<main><h1>Ukurasa</h1><p>Karibu.</p></main>${server.embedLine()}`,
    });
  });

  for (const [index, { path: hosted, settings, states }] of visits.entries())
    test(`axe-core finds nothing: ${states.map(({ name }) => name).join(', ')}`, async () => {
      const shown = variants.filter((_, at) => isAll || at === index % variants.length);
      for (const { screen, colorScheme } of shown) {
        if (settings !== undefined) server.operator.changeSettings(settings);
        const base = hosted === undefined ? `${server.host.url}/` : server.operator.url + hosted;
        const isPhone = screen === 'phone';
        const viewport = screens[screen];
        const options = { viewport, hasTouch: isPhone, isMobile: isPhone, colorScheme };
        const session = await server.openPage(base, options);
        for (const { name, reach } of states) {
          const variant = `${name} ${screen} ${colorScheme}`;
          await reach(session, server);
          if (folder !== undefined)
            await session.page.screenshot({
              path: path.join(folder, `${name}-${screen}-${colorScheme}.png`),
              fullPage: hosted !== undefined,
            });
          assert.deepEqual(await faintTexts(session.page), [], variant);
          assert.deepEqual(await smallTargets(session.page), [], variant);
          assert.deepEqual(await findingsOn(session.page), [], variant);
        }
        await session.close();
        server.operator.stopIntercepting();
      }
    });

  test('any colour of an owner is readable as a background and as an accent', async () => {
    const { page, widget } = await server.openPage(`${server.host.url}/`);
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.settled();
    for (const colour of [
      '#ffffff',
      '#000000',
      '#ffd24a',
      '#7f7f7f',
      '#1b1915',
      '#ff0000',
      '#00c8ff',
    ]) {
      server.operator.changeSettings({ colour });
      await page.reload();
      await widget.open();
      await widget.answer.locator('summary').click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await faintTexts(page), [], `${colour} ${colorScheme}`);
      }
    }
  });
});

/** Targets smaller than 44 pixels in either direction. Links within a text are exempt. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.locator('.frame').evaluate((frame) =>
    [...frame.querySelectorAll('button, a:not(.text a), summary, input, textarea')]
      .filter((target) => target.closest('.unseen') === null)
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ target, box }) => `${target.className || target.tagName} ${box.width}×${box.height}`),
  );
}
