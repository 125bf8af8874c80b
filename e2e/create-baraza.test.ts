/** A project from `npm create baraza`, installed, started and used as its owner and the people do. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { createPlatformClient } from '@baraza/client';
import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { packLocally } from '../packages/create-baraza/test/local-packages.ts';
import { scopeOfSuite, temporaryFolder } from '../packages/server/test/fixtures/server-process.ts';
import { browserOfSuite, noBrowser } from './browser.ts';

const program = new URL('../packages/create-baraza/bin/create-baraza.mjs', import.meta.url);
const shots = process.env.BARAZA_SHOTS;
// Goes before .env, as the settings of a machine do.
const anyPorts = { PORT: '0', BARAZA_PLATFORM_PORT: '0', BARAZA_SITE_PORT: '0' };

describe('a project from npm create baraza', { skip: noBrowser }, () => {
  const browser = browserOfSuite();
  const scope = scopeOfSuite();
  let folder: string;
  before(() => {
    folder = temporaryFolder(scope, 'baraza-create-');
    packLocally(folder);
  });

  const create = (name: string, template: string) => {
    const words = [name, '--template', template, '--yes', '--packages', folder];
    execFileSync(process.execPath, [program.pathname, ...words], { cwd: folder });
    const project = path.join(folder, name);
    const quiet = ['--no-audit', '--no-fund', '--offline'];
    execFileSync('npm', ['install', ...quiet], { cwd: project, stdio: 'pipe' });
    return project;
  };
  const start = async (project: string) => {
    const child = spawn('npm', ['run', 'dev'], {
      cwd: project,
      env: { ...process.env, ...anyPorts },
      stdio: ['ignore', 'pipe', 'pipe'],
      // As in a terminal, Ctrl-C goes to the group of npm.
      detached: true,
    });
    const closed = once(child, 'close');
    const ctrlC = async () => {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(-(child.pid ?? 0), 'SIGINT');
      return (await closed)[0] as number;
    };
    scope.after(ctrlC);
    let text = '';
    const said = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece) => {
          text += piece;
          const url = /Page +(\S+)[\s\S]*Ctrl-C/.exec(text)?.[1];
          if (url !== undefined) resolve(url);
        });
      void closed.then(() => reject(new Error(`it ended: ${text}`)));
    });
    return { url: await said, ctrlC };
  };
  const read = (project: string, file: string) => readFileSync(path.join(project, file), 'utf8');
  const resourcesOf = async (project: string) => {
    const { platform } = JSON.parse(read(project, 'data/bootstrap.json'));
    const { resources } = createPlatformClient({ baseUrl: platform.url, key: platform.key });
    const found: string[] = [];
    for await (const { id, name, version } of resources.iterate())
      found.push(`${id} ${name} ${version}`);
    return found.toSorted();
  };
  const setUpAgain = (project: string) =>
    execFileSync('npm', ['run', 'setup'], { cwd: project, stdio: 'pipe' });

  const open = async (url: string, locale: string, dark: boolean, width = 390) => {
    const colorScheme = dark ? 'dark' : 'light';
    const page = await browser.newPage({ locale, colorScheme, viewport: { width, height: 844 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    await page.goto(url);
    return { page, faults };
  };
  const look = async (name: string, { page, faults }: Awaited<ReturnType<typeof open>>) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
    const overflows = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    assert.equal(overflows, false, name);
    // As an expression, because the page's policy forbids inline scripts.
    const found = await page.evaluate(`${axeCore.source}; axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.html))`);
    assert.deepEqual(found, [], name);
    assert.deepEqual(faults, [], name);
  };
  const signInAsStaff = async (page: Page, project: string) => {
    const [, password = ''] = /^STAFF_PASSWORD=(.+)$/m.exec(read(project, '.env')) ?? [];
    await page.fill('[name=email]', 'staff@example.org');
    await page.fill('[name=password]', password);
    await page.click('#entry button');
    await page.waitForSelector('#live.on');
  };

  test('shop: nothing is made twice, the staff get an order, the assistant answers, Ctrl-C ends all', async () => {
    const project = create('duka-la-asha', 'shop');
    const { url, ctrlC } = await start(project);
    const made = await resourcesOf(project);
    const settings = read(project, 'settings.json');
    setUpAgain(project);
    assert.equal(made.length, 2);
    assert.deepEqual(await resourcesOf(project), made);
    assert.equal(read(project, 'settings.json'), settings);

    const staff = await open(`${url}staff.html`, 'sw-KE', true, 1280);
    await signInAsStaff(staff.page, project);
    const customer = await open(url, 'en-GB', false);
    await customer.page.click('#send');
    const more = '.step:last-child';
    await customer.page.click(`[data-good=sukari] ${more}`);
    await customer.page.click(`[data-good=sukari] ${more}`);
    await customer.page.click(`[data-good=unga] ${more}`);
    assert.equal(await customer.page.textContent('#total'), 'Total: KES 540');
    await customer.page.fill('[name=name]', 'Asha <b>Wanjiku</b>');
    await customer.page.fill('[name=phone]', '0700 000 000');
    await customer.page.waitForSelector('.launcher button');
    await look('shop-phone', customer);
    await customer.page.click('#send');
    await customer.page.waitForSelector('#placed:not([hidden])');
    await look('shop-placed', customer);
    const card = staff.page.locator('[data-order]');
    await card.waitFor();
    assert.match((await card.textContent()) ?? '', /Asha <b>Wanjiku.*2 × Sukari.*KES 330.*KES 540/);
    await card.locator('button').click();
    await card.locator('button:disabled').waitFor();
    await look('shop-staff', staff);

    const answer = await customer.page.evaluate(`new Promise((resolve) => {
      SiteAssistant.on('answer', resolve);
      SiteAssistant.ask('Do you deliver?');
    })`);
    assert.match((answer as { readonly text: string }).text, /KES 1,000/);
    if (shots !== undefined) await customer.page.screenshot({ path: `${shots}/shop-answer.png` });
    assert.equal(await ctrlC(), 0);
    await assert.rejects(fetch(url));
    await assert.rejects(fetch(JSON.parse(settings).platform));
  });

  test('both: people sign up and book a time once, see only when others come, and the staff sees who', async () => {
    const project = create('afya', 'both');
    const { url, ctrlC } = await start(project);
    const made = await resourcesOf(project);
    setUpAgain(project);
    assert.deepEqual(await resourcesOf(project), made);

    const join = async (name: string, locale: string, dark: boolean, width: number) => {
      const opened = await open(url, locale, dark, width);
      await opened.page.waitForSelector('#entry:not([hidden])');
      await opened.page.fill('[name=name]', name);
      await opened.page.fill('[name=email]', `${name.toLowerCase()}@example.org`);
      await opened.page.fill('[name=password]', 'a long password');
      if (name === 'Asha') await look('app-entry', opened);
      await opened.page.click('button[value=new]');
      await opened.page.waitForSelector('#live.on');
      return opened;
    };
    const staff = await open(`${url}staff.html`, 'en-GB', false, 1280);
    await signInAsStaff(staff.page, project);
    const asha = await join('Asha', 'sw-KE', true, 390);
    const juma = await join('Juma', 'en-GB', false, 1280);
    await asha.page.click('[data-slot$="T10:00"]');
    await asha.page.waitForSelector('.own[data-slot$="T10:00"]');
    await juma.page.waitForSelector('.taken[data-slot$="T10:00"]');
    await juma.page.click('[data-slot$="T11:30"]');
    await juma.page.waitForSelector('.own[data-slot$="T11:30"]');
    assert.equal(await juma.page.locator('#own li').count(), 1);
    const rows = staff.page.locator('#visits li');
    await rows.nth(1).waitFor();
    assert.match((await rows.first().textContent()) ?? '', /10:00Ashaasha@example\.org/);
    await rows.first().locator('button').click();
    await staff.page.waitForSelector('li.here');
    await asha.page.waitForSelector('.launcher button');
    for (const [name, opened] of Object.entries({ asha, juma, staff }))
      await look(`app-${name}`, opened);
    // What the pages do not offer, the rules refuse.
    const refused =
      await juma.page.evaluate(`import('/page.js').then(async ({ baraza, settings }) => {
      const visits = baraza.resources.collection(settings.visits);
      const { records } = await visits.list({ expand: ['person'] });
      const names = await visits.list({ expand: ['person'] }).then(({ expanded }) => Object.keys(expanded.person));
      const other = records.find(({ record }) => record.slot.endsWith('10:00'));
      const booked = { ...other.record, status: 'booked' };
      const calls = [
        visits.delete(other.recordId),
        visits.patch(other.recordId, { status: 'here' }),
        visits.create({ ...booked, slot: booked.slot.replace('10:00', '15:00') }),
        visits.create({ ...booked, person: records.find((one) => one !== other).record.person }),
      ];
      const statuses = await Promise.all(calls.map((call) => call.then(() => 200, ({ status }) => status)));
      return { names: names.length, statuses };
    })`);
    assert.deepEqual(refused, { names: 1, statuses: [404, 404, 403, 409] });
    assert.equal(await ctrlC(), 0);
  });
});
