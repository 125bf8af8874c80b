/** The clinic example in a real browser, with two patients and the reception. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPlatformClient } from '@baraza/client';
import axeCore from 'axe-core';
import { openClinic } from '../examples/clinic/server.ts';
import { createClinic } from '../examples/clinic/setup.ts';
import { overlapRead } from '../packages/server/test/fakes/overlap-reader.ts';
import { serverOfSuite } from '../packages/server/test/fixtures/server.ts';
import { scopeOfSuite } from '../packages/server/test/fixtures/server-process.ts';
import { browserOfSuite, noBrowser } from './browser.ts';

const staff = { email: 'staff@clinic.example', password: 'a long password' };
const folder = process.env.BARAZA_SHOTS;

describe('the clinic example', { skip: noBrowser }, () => {
  const browser = browserOfSuite();
  const { server, owner } = serverOfSuite('sqlite', { read: overlapRead });
  const scope = scopeOfSuite();
  let app: Awaited<ReturnType<typeof openClinic>>;
  before(async () => {
    const made = await createClinic(
      createPlatformClient({ baseUrl: server.url, key: owner.key }),
      staff,
    );
    const { appointments, files, assistant } = made;
    const scopes = ['data:read', 'storage:read', 'ai'] as const;
    const { key } = await owner.newKey(scopes, null, [appointments, files, assistant]);
    app = await openClinic({ baraza: server.url, key, ...made, port: 0 });
    scope.after(app.close);
  });

  const open = async (path: string, width: number) => {
    const page = await browser.newPage({ viewport: { width, height: 844 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(app.url + path);
    await page.waitForSelector('#entry:not([hidden])');
    return { page, faults };
  };
  const join = async (name: string, width: number) => {
    const opened = await open('/', width);
    await opened.page.fill('[name=name]', name);
    await opened.page.fill('[name=email]', `${name.toLowerCase()}@example.org`);
    await opened.page.fill('[name=password]', 'a long password');
    await opened.page.click('button[value=new]');
    await opened.page.waitForSelector('#slots button');
    return opened;
  };

  test('a slot is booked once, each patient sees only their own, and the reception sees the day live', async () => {
    const reception = await open('/staff.html', 1280);
    await reception.page.fill('[name=email]', staff.email);
    await reception.page.fill('[name=password]', staff.password);
    await reception.page.click('#entry button');
    await reception.page.waitForSelector('#live.on');
    const asha = await join('Asha', 390);
    const juma = await join('Juma', 1280);
    await asha.page.fill('#reason', 'Check-up');
    await asha.page.click('[data-slot$="T10:00"]');
    await asha.page.waitForSelector('.own[data-slot$="T10:00"]');
    // His page still shows the slot as free.
    await juma.page.click('.free[data-slot$="T10:00"]');
    await juma.page.waitForSelector('.taken[data-slot$="T10:00"]');
    assert.match((await juma.page.textContent('#said')) ?? '', /Another patient was faster/);
    await juma.page.click('[data-slot$="T11:30"]');
    await juma.page.waitForSelector('.own[data-slot$="T11:30"]');
    assert.equal(await juma.page.locator('#own li').count(), 1);
    const rows = reception.page.locator('#own li');
    await rows.nth(1).waitFor();
    assert.match((await rows.first().textContent()) ?? '', /10:00Asha.*Check-up/);
    await rows.first().locator('button').click();
    await reception.page.waitForSelector('li.arrived');
    await asha.page.fill('[name=text]', 'How much is a consultation?');
    await asha.page.click('#question button');
    await asha.page.waitForFunction(() => /1,500/.test(document.body.textContent ?? ''));
    for (const [name, { page, faults }] of Object.entries({ asha, juma, reception })) {
      assert.deepEqual(faults, [], name);
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
        false,
        name,
      );
      const found = await page.evaluate(`${axeCore.source}; axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.html))`);
      assert.deepEqual(found, [], name);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    }
  });
});
