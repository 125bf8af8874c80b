import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { demoProfile } from '../packages/server/src/cli/demo/demo-profile.ts';
import {
  openSiteServer,
  type SiteServer,
  type TestSite,
} from '../packages/server/test/fixtures/site-server.ts';
import { noBrowser, openBrowser } from './browser.ts';
import { createVisits, type PageVisit, type Visits } from './hosts/visits.ts';

const hostile = '<img src=x onerror="document.title=1">';

describe('the pages in a browser', { skip: noBrowser }, () => {
  let server: SiteServer;
  let site: TestSite;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let visits: Visits;
  before(async () => {
    server = await openSiteServer('sqlite');
    const owner = await server.newOwner();
    site = await owner.newSite(
      {
        business: `Duka ${hostile}`,
        greeting: { sw: 'Karibu dukani!', en: 'Welcome to the shop!' },
        phone: '+254 700 000 000',
        colour: '#7a3e9d',
        languages: ['sw', 'en'],
        suggestions: [{ sw: 'Mnauza unga?', en: 'Do you sell flour?' }],
        faqs: [{ question: 'Mnauza unga?', answer: `Ndiyo, tunauza unga. ${hostile}` }],
        // Only pages of one website and the hosted page itself may ask.
        allowed_origins: ['https://duka.example'],
      },
      'duka',
    );
    await owner.newSite(demoProfile, 'demo');
    browser = await openBrowser();
    visits = createVisits(browser.browser, { locale: 'sw', withoutCache: true });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const opened: PageVisit[] = [];
  afterEach(async () => {
    for (const visit of opened.splice(0)) await visit.close();
  });
  const open = async (path: string, locale = 'sw'): Promise<PageVisit> => {
    const visit = await visits.open(new URL(path, server.url).href, { locale });
    opened.push(visit);
    return visit;
  };

  test('a visitor asks on the hosted page and reads the answer as text', async () => {
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
    assert.deepEqual(faults, []);
  });

  test('the hosted page may talk too, where only other pages are listed; another page of ours may not', async () => {
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
    // The session opens, and an error says that this server has no voice.
    assert.equal(await talk(), 4403);
    await page.goto(new URL('/s/demo', server.url).href);
    // Refused: a browser gives a page no more detail.
    assert.equal(await talk(), 1006);
  });

  test('a question without an answer hands over a contact and takes the visitor’s own', async () => {
    const { page } = await open('/s/duka');
    await page.getByRole('textbox', { name: 'Andika swali lako…' }).fill('Mnatengeneza baiskeli?');
    await page.keyboard.press('Enter');
    const answer = page.locator('.exchange .theirs').last();
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
  });

  test('there is one choice of language, which changes the page and keeps what is being written', async () => {
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
    // A form that somebody writes in stays, in its own language.
    assert.equal(await contact.inputValue(), '0712 345 678');
    await page.locator('aside').getByRole('button', { name: 'Tuma' }).click();
    await page.locator('aside').getByText('Asante!').waitFor();
    await named('Kiswahili').click();
    await page.getByText('Simu', { exact: true }).waitFor();
    // On return the page is as it was left.
    await page.reload();
    await page.getByText('Karibu dukani!').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw');
    assert.deepEqual(faults, []);
  });

  test('without JavaScript the contacts and the other language are there, and no form that goes nowhere', async () => {
    const page = await browser.browser.newPage({ locale: 'sw', javaScriptEnabled: false });
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

  test('the form beside the conversation takes a contact too, also of a site that requires its key', async () => {
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

  test('where the assistant cannot be loaded, a contact given offline goes out once the page is online', async () => {
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

  test('the address of the server shows a shop whose questions its assistant answers', async () => {
    const { page, faults } = await open('/');
    await page.getByRole('heading', { name: 'Duka la Asha', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Unga wa mahindi' }).waitFor();
    await page.getByRole('button', { name: 'Naweza kulipaje?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('M-Pesa au kadi').first().waitFor();
    assert.match((await page.locator('pre').textContent()) ?? '', /data-site="demo"/);
    assert.deepEqual(faults, []);
  });

  test('a site that is not there has a page that says so', async () => {
    const { page } = await open('/');
    const gone = await page.goto(`${server.url}/s/nowhere`);
    assert.equal(gone?.status(), 404);
    await page.getByRole('heading', { name: 'Ukurasa huu haupo' }).waitFor();
  });
});
