import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { demoProfile } from '../packages/server/src/server/demo/demo-profile.ts';
import { siteServerOfSuite, type TestSite } from '../packages/server/test/fixtures/site-server.ts';
import { browserOfSuite, noBrowser } from './browser.ts';
import { createPagePool, type PagePool, type PageSession } from './hosts/page-pool.ts';

const hostile = '<img src=x onerror="document.title=1">';

describe('the pages in a browser', { skip: noBrowser }, () => {
  const browser = browserOfSuite();
  const { server, owner } = siteServerOfSuite('sqlite');
  let site: TestSite;
  let pool: PagePool;
  before(async () => {
    site = await owner.newSite(
      {
        business: `Duka ${hostile}`,
        greeting: { sw: 'Karibu dukani!', en: 'Welcome to the shop!' },
        phone: '+254 700 000 000',
        colour: '#7a3e9d',
        languages: ['sw', 'en'],
        suggestions: [{ sw: 'Mnauza unga?', en: 'Do you sell flour?' }],
        faqs: [{ question: 'Mnauza unga?', answer: `Ndiyo, tunauza unga. ${hostile}` }],
        // Only pages of one website, and the hosted page, may ask.
        allowed_origins: ['https://duka.example'],
      },
      'duka',
    );
    await owner.newSite(demoProfile, 'demo');
    pool = createPagePool(browser, { locale: 'sw', withoutCache: true });
  });

  const opened: PageSession[] = [];
  afterEach(async () => {
    for (const session of opened.splice(0)) await session.close();
  });
  const open = async (path: string, locale = 'sw'): Promise<PageSession> => {
    const session = await pool.open(new URL(path, server.url).href, { locale });
    opened.push(session);
    return session;
  };

  test('a visitor of the hosted page reads an answer as text, and leaves a contact after a refusal', async () => {
    const { page, faults } = await open('/s/duka');
    await page.getByRole('button', { name: 'Mnauza unga?' }).click();
    const answer = page.locator('.exchange .theirs').last();
    await answer.locator('summary').click();
    assert.match((await answer.locator('.text').textContent()) ?? '', /tunauza unga/);
    assert.ok((await answer.locator('.sources q').textContent())?.includes(hostile));
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.title(), `Duka ${hostile}`);
    const brand = await page
      .locator('#assistant header')
      .evaluate((head) => getComputedStyle(head).backgroundColor);
    assert.equal(brand, 'rgb(122, 62, 157)');
    await page.getByRole('textbox', { name: 'Andika swali lako…' }).fill('Mnatengeneza baiskeli?');
    await page.keyboard.press('Enter');
    const contact = answer.getByRole('link', { name: 'Piga simu' });
    assert.equal(await contact.getAttribute('href'), 'tel:+254700000000');
    await answer.getByRole('button', { name: 'Tuachie namba yako' }).click();
    await page
      .locator('#assistant')
      .getByLabel('Simu, WhatsApp au barua pepe')
      .fill('0712 345 678');
    await page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await page.getByText('Asante!').first().waitFor();
    const { json } = await site.asOwner('GET', '/leads');
    assert.equal(json.leads[0].contact, '0712 345 678');
    assert.match(json.leads[0].question_id, /^q_/);
    assert.deepEqual(faults, []);
  });

  test('the hosted page of a site may open a live session without being listed; other pages may not', async () => {
    const { page } = await open('/s/duka');
    const talk = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const { key = '' } =
              document.querySelector<HTMLElement>('script[data-key]')?.dataset ?? {};
            const address = `${location.origin.replace('http', 'ws')}/v1/sites/duka/live?key=${key}`;
            new WebSocket(address, 'site-assistant.v1').onclose = ({ code }) => resolve(code);
          }),
      );
    // The session opens, then fails because this server has no voice.
    assert.equal(await talk(), 4403);
    await page.goto(new URL('/s/demo', server.url).href);
    // Refused; a browser does not tell a page the reason.
    assert.equal(await talk(), 1006);
  });

  test('one language switch changes the whole page and keeps unsent input', async () => {
    const { page, faults } = await open('/s/duka', 'en-GB');
    await page.getByText('Welcome to the shop!').waitFor();
    await page.getByText('Phone', { exact: true }).waitFor();
    const named = (name: string) =>
      page.getByRole('link', { name }).or(page.getByRole('button', { name }));
    assert.equal(await named('Kiswahili').count(), 1);
    const question = page.locator('.composer textarea');
    await question.fill('Nusu ya swali');
    await named('Kiswahili').click();
    await page.getByText('Karibu dukani!').waitFor();
    await page.getByText('Simu', { exact: true }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw');
    assert.equal(await question.inputValue(), 'Nusu ya swali');
    assert.equal(await page.getByRole('main').getAttribute('aria-label'), 'Msaidizi wa mtandaoni');
    const contact = page.locator('aside').getByLabel('Simu, WhatsApp au barua pepe');
    await contact.fill('0712 345 678');
    await named('English').click();
    await page.getByText('Phone', { exact: true }).waitFor();
    // A form with input is not replaced, and keeps its language.
    assert.equal(await contact.inputValue(), '0712 345 678');
    await page.locator('aside').getByRole('button', { name: 'Tuma' }).click();
    await page.locator('aside').getByText('Asante!').waitFor();
    await named('Kiswahili').click();
    await page.getByText('Simu', { exact: true }).waitFor();
    // A reload keeps the language.
    await page.reload();
    await page.getByText('Karibu dukani!').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw');
    assert.deepEqual(faults, []);
  });

  test('without JavaScript, contacts and the language switch work, and no form is shown', async () => {
    const page = await browser.newPage({ locale: 'sw', javaScriptEnabled: false });
    await page.goto(`${server.url}/s/duka`);
    const message = page.locator('noscript p');
    assert.match((await message.textContent()) ?? '', /washa JavaScript/);
    assert.ok(await message.isVisible());
    const phone = page.getByRole('link', { name: '+254 700 000 000' });
    assert.ok(await phone.isVisible());
    assert.equal(await page.locator('form').filter({ visible: true }).count(), 0);
    await page.getByRole('link', { name: 'English' }).click();
    await message.filter({ hasText: 'switch on JavaScript' }).waitFor();
    assert.ok(await phone.isVisible());
  });

  test('the form beside the conversation accepts a contact, even for a site that requires its key', async () => {
    const strict = await server.newSite({
      require_key: true,
      about: 'Duka '.repeat(200),
      suggestions: ['Mnauza unga?'],
      faqs: [{ question: 'Mnauza unga?', answer: 'Ndiyo, tunauza unga wa ngano.' }],
    });
    const { page, faults } = await open(`/s/${strict.id}`);
    await page.getByRole('button', { name: 'Mnauza unga?' }).click();
    await page.getByText('tunauza unga wa ngano').first().waitFor();
    await page.locator('aside').getByLabel('Simu, WhatsApp au barua pepe').fill('0712 345 678');
    await page.locator('aside').getByRole('button', { name: 'Tuma' }).click();
    await page.locator('aside').getByText('Asante!').waitFor();
    const { json } = await strict.asOwner('GET', '/leads');
    assert.equal(json.leads[0].contact, '0712 345 678');
    const description = page.locator('meta[name=description]');
    assert.equal((await description.getAttribute('content'))?.length, 300);
    assert.deepEqual(faults, []);
  });

  test('without the assistant, a contact entered offline is sent when the page is online again', async () => {
    const { page } = await open('/s/duka');
    await page.route('**/w.js', (route) => route.abort());
    await page.reload();
    const aside = page.locator('aside');
    await aside.getByLabel('Simu, WhatsApp au barua pepe').fill('0722 000 111');
    await page.context().setOffline(true);
    await aside.getByRole('button', { name: 'Tuma' }).click();
    await aside.getByText('Itatumwa yenyewe').waitFor();
    await page.context().setOffline(false);
    await aside.getByText('Asante!').waitFor();
    const { json } = await site.asOwner('GET', '/leads');
    assert.equal(json.leads[0].contact, '0722 000 111');
  });

  test('the root page shows a shop with an assistant that answers, and an unknown site a 404 page', async () => {
    const { page, faults } = await open('/');
    await page.getByRole('heading', { name: 'Duka la Asha', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Unga wa mahindi' }).waitFor();
    await page.getByRole('button', { name: 'Naweza kulipaje?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('M-Pesa au kadi').first().waitFor();
    assert.match((await page.locator('pre').textContent()) ?? '', /data-site="demo"/);
    assert.deepEqual(faults, []);
    const gone = await page.goto(`${server.url}/s/nowhere`);
    assert.equal(gone?.status(), 404);
    await page.getByRole('heading', { name: 'Ukurasa huu haupo' }).waitFor();
  });
});
