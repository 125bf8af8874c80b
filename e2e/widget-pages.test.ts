import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { noBrowser } from './browser.ts';
import { faintTexts } from './hosts/contrast.ts';
import { assertNoFaults, type WidgetSession, widgetServerForSuite } from './hosts/widget-server.ts';

const paragraphs = Array.from(
  { length: 10 },
  (_, index) => `<p class="card" id="p${index}">Aya <b>${index}</b></p>`,
);

/** A page with styles that a careless widget would change. */
const manyElements = `<style>
  body { font: 18px Georgia; margin: 12px } body > :last-child { color: #123456 }
  p:nth-of-type(odd) { letter-spacing: 1px } .card { border: 2px solid; padding: 8px }
</style><main>${paragraphs.join('')}</main>`;

const hostile = `<style>
  html { font-size: 62.5% }
  * { display: inline-block !important; color: rgb(255, 0, 0) !important; font: 3px/1 cursive !important;
      background: #f0f !important; position: static !important; opacity: .3 !important; visibility: hidden !important;
      transform: rotate(90deg) !important; width: 7px !important; letter-spacing: 1em !important;
      text-transform: uppercase !important }
  div, section, button, dialog { display: none !important }
</style>`;

describe('the widget and its page', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();

  test('a conversation works on a page that allows only scripts of the operator and calls to it', async () => {
    const { url } = server.operator;
    const sockets = url.replace('http', 'wss');
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url} ${sockets}; style-src 'none'`;
    const address = server.host.put('/strict', { body: server.embedLine(), policy });
    const { page, widget, faults } = await server.openPage(address);
    await page.evaluate(() => {
      const refused: string[] = [];
      Object.assign(document, { refused });
      document.addEventListener('securitypolicyviolation', (event) =>
        refused.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.getByText('Jumatatu').first().waitFor();
    const colours = await widget.dialog.locator('header').evaluate((header) => {
      const { backgroundColor, color } = getComputedStyle(header);
      return { backgroundColor, color };
    });
    assert.deepEqual(colours, {
      backgroundColor: 'rgb(10, 125, 90)',
      color: 'rgb(255, 255, 255)',
    });
    const refused = await page.evaluate(() => (document as never as { refused: string[] }).refused);
    assert.deepEqual(
      refused.filter((line) => !line.includes('favicon')),
      [],
    );
    assertNoFaults(faults);
  });

  test('hostile styles of a page do not affect the widget', async () => {
    const plain = server.host.put('/plain', { body: server.embedLine() });
    const bad = server.host.put('/hostile', { body: server.embedLine(), head: hostile });
    const [plainPage, hostilePage] = [await server.openPage(plain), await server.openPage(bad)];
    const stylesOf = async ({ page, widget }: typeof plainPage) => {
      await widget.open();
      await widget.ask('Mnafungua saa ngapi?');
      await widget.answer.getByRole('button', { name: 'Jibu limesaidia' }).waitFor();
      return page.locator('.frame').evaluate((frame) =>
        [...frame.querySelectorAll('*')].map((element) => {
          const { color, fontSize, fontFamily, opacity, transform, visibility, letterSpacing } =
            getComputedStyle(element);
          const { width, height } = element.getBoundingClientRect();
          const style = { color, fontSize, fontFamily, opacity, transform, visibility };
          return { name: element.className, ...style, letterSpacing, width, height };
        }),
      );
    };
    const [expected, actual] = [await stylesOf(plainPage), await stylesOf(hostilePage)];
    assert.ok(expected.length > 40);
    assert.deepEqual(actual, expected);
  });

  test('the widget adds one global to the page, and no style, layout shift, cookie or storage', async () => {
    const address = server.host.put('/many', { body: manyElements });
    const { page, widget } = await server.openPage(address);
    const snapshot = () =>
      page.evaluate(() => ({
        keys: Object.keys(window),
        styles: [...document.querySelectorAll('body, body *')]
          .filter((element) => element.tagName !== 'SCRIPT')
          .map((element) => {
            const style = getComputedStyle(element);
            return [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
          }),
        stored: [localStorage.length, sessionStorage.length, document.cookie],
      }));
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(document, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as never as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const before = await snapshot();
    assert.ok(before.styles.length >= 20);
    await page.evaluate(
      (source) => {
        const script = document.createElement('script');
        for (const [name, value] of Object.entries(source)) script.setAttribute(name, value);
        document.head.append(script);
      },
      { src: `${server.operator.url}/w.js`, 'data-site': 'demo', 'data-key': server.site.key },
    );
    await widget.launcher.waitFor();
    const after = await snapshot();
    assert.deepEqual(after.styles, before.styles);
    assert.deepEqual(
      after.keys.filter((key) => !before.keys.includes(key)),
      ['SiteAssistant'],
    );
    assert.deepEqual(after.stored, [0, 0, '']);
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.getByText('Jumatatu').first().waitFor();
    const opened = await snapshot();
    assert.deepEqual(opened.styles, before.styles);
    assert.deepEqual(
      opened.keys.filter((key) => !before.keys.includes(key)),
      ['SiteAssistant'],
    );
    assert.equal(opened.stored[2], '');
    const shifts = await page.evaluate(() => (document as never as { shifts: number[] }).shifts);
    assert.deepEqual(shifts, []);
  });

  test('two embed lines show one launcher; the panel is loaded at a click, and again if that failed', async () => {
    const address = server.host.put('/twice', { body: server.embedLine() + server.embedLine() });
    const since = server.operator.requestedPaths.length;
    const { page, widget } = await server.openPage(address);
    await widget.launcher.waitFor();
    assert.equal(await widget.launcher.count(), 1);
    const parts = () =>
      server.operator.requestedPaths.slice(since).filter((path) => path.startsWith('/w/'));
    assert.deepEqual(parts(), []);
    let isBroken = true;
    await page.route('**/w/panel-*', (route) => (isBroken ? route.abort() : route.continue()));
    await widget.launcher.click();
    await page.getByText('Hakuna mtandao kwa sasa').waitFor();
    isBroken = false;
    await widget.open();
    assert.match(parts().join(), /^\/w\/panel-[0-9a-f]{10}\.js,\/w\/people-[0-9a-f]{10}\.js$/);
    await page.evaluate((line) => {
      const made = document.createElement('div');
      made.append(document.createRange().createContextualFragment(line));
      document.body.append(made);
    }, server.embedLine());
    assert.equal(await widget.dialog.count(), 1);
  });

  test('an application that replaces its document body keeps the launcher and the conversation', async () => {
    const address = server.host.put('/app', { body: `<main>Moja</main>${server.embedLine()}` });
    const { page, widget } = await server.openPage(address);
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.getByText('Jumatatu').first().waitFor();
    await page.evaluate(() => {
      history.pushState({}, '', '/app/pili');
      const body = document.createElement('body');
      body.textContent = 'Pili';
      document.body.replaceWith(body);
    });
    await widget.answer.getByText('Jumatatu').first().waitFor();
    await page.evaluate(() => document.documentElement.replaceChildren(document.body));
    await widget.answer.getByText('Jumatatu').first().waitFor();
    let sent: { page?: string } = {};
    server.operator.intercept('ask', ({ body, forward }) => {
      sent = JSON.parse(body.toString());
      forward();
    });
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText('tunaleta').first().waitFor();
    server.operator.stopIntercepting();
    assert.equal(sent.page, `${server.host.url}/app/pili`);
  });

  test('at 320 px and above an on-screen keyboard, every control stays visible', async () => {
    const address = server.host.put('/narrow', { body: `<h1>Duka</h1>${server.embedLine()}` });
    const { page, widget } = await server.openPage(address, {
      viewport: { width: 320, height: 568 },
    });
    await page.evaluate(() => {
      const view = Object.assign(new EventTarget(), {
        height: 568,
        width: 320,
        offsetTop: 0,
        scale: 1,
      });
      Object.defineProperty(window, 'visualViewport', { value: view, configurable: true });
    });
    await widget.open();
    await widget.ask('Mnatengeneza baiskeli?');
    await widget.answer.getByRole('link', { name: 'WhatsApp' }).waitFor();
    const full = await widget.dialog.boundingBox();
    assert.deepEqual(full, { x: 0, y: 0, width: 320, height: 568 });
    await page.evaluate(() => {
      Object.assign(window.visualViewport ?? {}, { height: 260, offsetTop: 40 });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    assert.deepEqual(await widget.dialog.boundingBox(), { x: 0, y: 40, width: 320, height: 260 });
    const leave = page.locator(':is(.reach, .ways) > .way:last-child:visible');
    await leave.scrollIntoViewIfNeeded();
    for (const part of [widget.field, leave, page.getByRole('button', { name: 'Funga' })]) {
      const box = await part.boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
      assert.ok(box.y >= 40 && box.y + box.height <= 300, JSON.stringify(box));
    }
    const overflow = await widget.dialog.evaluate(
      (dialog) =>
        [...dialog.querySelectorAll('*')].filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (left < -1 || right > 321);
        }).length,
    );
    assert.equal(overflow, 0);
  });

  test('position, dark mode and reduced motion follow the settings of owner and visitor', async () => {
    const owner = await server.operator.siteServer.newOwner();
    for (const position of ['left', 'right'] as const) {
      const site = await owner.newSite({
        business: 'Duka',
        position,
        colour: '#ffd24a',
        languages: ['sw'],
      });
      const address = server.host.put(`/${position}`, { body: server.embedLine('', site) });
      const { widget, close } = await server.openPage(address, {
        reducedMotion: 'reduce',
        colorScheme: 'dark',
      });
      const launcher = await widget.launcher.boundingBox();
      await widget.open();
      const panel = await widget.dialog.boundingBox();
      assert.ok(launcher !== null && panel !== null);
      for (const { x, width } of [launcher, panel])
        assert.equal(position === 'left' ? x : 1280 - x - width, 20);
      const style = await widget.dialog.evaluate((dialog) => {
        const { animationName, backgroundColor } = getComputedStyle(dialog);
        const head = getComputedStyle(dialog.querySelector('header') as Element);
        return { animationName, backgroundColor, ink: head.color };
      });
      // Black on yellow, because white would not be readable.
      assert.deepEqual(style, {
        animationName: 'none',
        backgroundColor: 'rgb(27, 25, 21)',
        ink: 'rgb(0, 0, 0)',
      });
      await close();
    }
  });

  test('data-colour and data-position win over the profile on their page only', async () => {
    const chosen = await server.openPage(
      server.host.put('/chosen', {
        body: server.embedLine('data-colour="#fFd24A" data-position="left"'),
      }),
    );
    const { page, widget } = chosen;
    assert.deepEqual(await looksOf(chosen), {
      button: 'rgb(255, 210, 74)',
      head: 'rgb(255, 210, 74)',
      ink: 'rgb(0, 0, 0)',
      isLeft: [true, true],
    });
    await widget.ask('Mnafungua saa ngapi?');
    await widget.settled();
    await widget.answer.locator('summary').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await faintTexts(page), [], colorScheme);
    }
    // Yellow is readable as text on the dark panel, so the accent there is the colour itself.
    const accent = await widget.dialog.evaluate((dialog) =>
      getComputedStyle(dialog).getPropertyValue('--accent'),
    );
    assert.equal(accent, 'rgb(255,210,74)');
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator('.frame[lang=en]').waitFor({ state: 'attached' });
    assert.ok(await isLeft(widget.dialog));

    const plain = await server.openPage(server.host.put('/plain', { body: server.embedLine() }));
    assert.deepEqual(await looksOf(plain), ofProfile);
  });

  test('a wrong data-colour or data-position is ignored', async () => {
    for (const [colour, position] of [
      ['red', 'center'],
      ['#12345', 'LEFT'],
      ['#ff0000;}.frame{display:none', 'left launcher'],
      ['var(--accent)', 'left&quot; hidden'],
      ['', ''],
    ]) {
      const attributes = `data-colour="${colour}" data-position="${position}"`;
      const address = server.host.put('/wrong-looks', { body: server.embedLine(attributes) });
      const session = await server.openPage(address);
      assert.deepEqual(await looksOf(session), ofProfile, attributes);
      await session.close();
    }
  });

  test('the conversation fills the element that data-into selects; without one it opens in the corner', async () => {
    const place = '<div id="place" style="height:500px;width:400px"></div>';
    const given = server.host.put('/into', {
      body: place + server.embedLine('data-into="#place"'),
    });
    const inside = await server.openPage(given);
    await inside.widget.ask('Mnafungua saa ngapi?');
    await inside.widget.answer.getByText('Jumatatu').first().waitFor();
    const box = await inside.page.locator('.panel').boundingBox();
    assert.deepEqual([box?.width, box?.height], [400, 500]);
    assert.equal(await inside.widget.launcher.count(), 0);
    await inside.close();
    for (const [name, selector] of [
      ['absent', '#elsewhere'],
      ['wrong', '##'],
    ] as const) {
      const address = server.host.put(`/${name}`, {
        body: server.embedLine(`data-into="${selector}"`),
      });
      const { widget, close } = await server.openPage(address);
      await widget.open();
      await close();
    }
  });

  test('a page of an origin that is not allowed gets no launcher and keeps working', async () => {
    const owner = await server.operator.siteServer.newOwner();
    const closed = await owner.newSite({ allowed_origins: ['https://duka.example'] });
    const address = server.host.put('/closed', {
      body: `<h1>Duka</h1>${server.embedLine('', closed)}`,
    });
    const { page, widget } = await server.openPage(address);
    await page.waitForFunction(() => window.SiteAssistant !== undefined);
    await page.evaluate(() => window.SiteAssistant?.open().catch(() => {}));
    assert.equal(await widget.launcher.count(), 0);
  });
});

const ofProfile = {
  button: 'rgb(10, 125, 90)',
  head: 'rgb(10, 125, 90)',
  ink: 'rgb(255, 255, 255)',
  isLeft: [false, false],
};

/** The colours of the button and of the head of the panel, and the side of both. */
async function looksOf({ widget }: WidgetSession) {
  const button = await widget.launcher.evaluate((node) => getComputedStyle(node).backgroundColor);
  const isButtonLeft = await isLeft(widget.launcher);
  await widget.open();
  const head = await widget.dialog.locator('header').evaluate((header) => {
    const { backgroundColor, color } = getComputedStyle(header);
    return { head: backgroundColor, ink: color };
  });
  return { button, ...head, isLeft: [isButtonLeft, await isLeft(widget.dialog)] };
}

async function isLeft(box: Locator): Promise<boolean> {
  return ((await box.boundingBox())?.x ?? Number.NaN) < 640;
}
