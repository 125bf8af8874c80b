/** The plugin in a real WordPress: activated, set up and used in a browser, as the owner of a website does it. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  type ServerProcess,
  scopeOfSuite,
  startProcess,
  temporaryFolder,
} from '../../packages/server/test/fixtures/server-process.ts';
import { listenHttp } from '../../packages/server/test/sockets/http-server.ts';
import { browserOfSuite, noBrowser } from '../browser.ts';
import { noWordPress, openWordPress, password, type WordPress } from './wordpress.ts';

const shots = process.env.BARAZA_SHOTS;
const settingsPage = '/wp-admin/options-general.php?page=baraza';

describe('the WordPress plugin', { skip: noBrowser || noWordPress }, () => {
  const browser = browserOfSuite();
  const scope = scopeOfSuite();
  let wordpress: WordPress;
  let server: ServerProcess;
  let admin: Page;
  let embed: string;
  let nonce: string;
  before(async () => {
    const folder = temporaryFolder(scope);
    server = await startProcess(scope, folder, { BARAZA_DEMO: '1' });
    wordpress = await openWordPress(scope);
    const { site } = (await import(`${folder}/bootstrap.json`, { with: { type: 'json' } })).default;
    embed = `<script src="${server.site.url}/w.js" data-site="demo" data-key="${site.site_key}" defer></script>`;
    admin = await signIn('admin');
  });

  const signIn = async (name: string, viewport = { width: 1280, height: 900 }) => {
    const page = await browser.newPage({ viewport, locale: 'en-GB' });
    await page.goto(`${wordpress.url}/wp-login.php`);
    await page.fill('#user_login', name);
    await page.fill('#user_pass', password);
    await page.click('#wp-submit');
    await page.waitForURL('**/wp-admin/**');
    return page;
  };
  const stored = () => wordpress.run("return get_option('baraza');");
  /** Saves with the form, as a person does; the sentences that the page then shows. */
  const save = async (fields: { readonly [field: string]: string }) => {
    await admin.goto(wordpress.url + settingsPage);
    for (const [field, value] of Object.entries(fields))
      await admin.fill(`#baraza-${field}`, value);
    await admin.click('#submit');
    await admin.waitForURL('**settings-updated=true');
    return (await admin.locator('.settings-error p').allTextContents()).join(' ');
  };
  /** The same request without drawing the pages; what the page then shows. */
  const send = async (fields: { readonly [field: string]: string }) => {
    const form: { [name: string]: string } = {
      option_page: 'baraza',
      action: 'update',
      _wpnonce: nonce,
    };
    for (const [field, value] of Object.entries(fields)) form[`baraza[${field}]`] = value;
    form._wp_http_referer = settingsPage;
    return (await admin.request.post(`${wordpress.url}/wp-admin/options.php`, { form })).text();
  };

  test('it is activated, the line of the console is pasted, and the widget answers on the website', async () => {
    await admin.goto(`${wordpress.url}/wp-admin/plugins.php`);
    await admin.click('#activate-baraza');
    await admin.click('tr[data-slug=baraza] >> text=Settings');
    await admin.waitForURL('**/options-general.php?page=baraza');
    assert.equal(await save({ address: embed }), 'Settings saved.');
    nonce = await admin.inputValue('[name=_wpnonce]');
    assert.equal(await admin.inputValue('#baraza-address'), server.site.url);
    assert.equal(await admin.inputValue('#baraza-site'), 'demo');
    if (shots) await admin.screenshot({ path: `${shots}/wordpress-settings.png` });

    const visitor = await browser.newPage({
      locale: 'en-GB',
      viewport: { width: 390, height: 844 },
    });
    await visitor.goto(`${wordpress.url}/`);
    await visitor.waitForSelector('.launcher button');
    if (shots) await visitor.screenshot({ path: `${shots}/wordpress-page.png` });
    const answer = await visitor.evaluate(`new Promise((resolve) => {
      SiteAssistant.on('answer', resolve);
      SiteAssistant.ask('Do you deliver?');
    })`);
    assert.match((answer as { readonly text: string }).text, /KES 1,000/);
    if (shots) await visitor.screenshot({ path: `${shots}/wordpress-answer.png` });
  });

  test('wrong and hostile settings are refused in a sentence, and what was saved stays', async () => {
    await send({ address: embed });
    const before = stored();
    const site = 'demo';
    const hostile: readonly (readonly [{ readonly [field: string]: string }, RegExp])[] = [
      [{ address: 'javascript:alert(1)', site }, /must begin with https/],
      [{ address: 'data:text/javascript,alert(1)', site }, /must begin with https/],
      [{ address: '//evil.example', site }, /must begin with https/],
      [{ address: 'http://assistant.example', site }, /must begin with https/],
      [{ address: 'https://a.example/"onload="alert(1)', site }, /must begin with https/],
      [
        { address: 'https://a.example/</script><script>alert(1)</script>', site },
        /must begin with https/,
      ],
      [{ address: 'https://user:secret@a.example', site }, /must begin with https/],
      [{ address: 'https://a.example/?x#y', site }, /must begin with https/],
      [
        { address: '<script src="javascript:alert(1)" data-site="demo"></script>', site },
        /must begin/,
      ],
      [
        { address: 'https://a.example', site: '"><img src=x onerror=alert(1)>' },
        /name of the site has/,
      ],
      [{ address: 'https://a.example', site: 'Duka la Asha' }, /name of the site has/],
      [{ address: 'https://a.example', site, key: "pk_'onload=1" }, /key begins with pk_/],
      [{ address: '', site: '' }, /must begin.*name of the site has/s],
    ];
    for (const [fields, sentence] of hostile) {
      const page = await send(fields);
      assert.match(page, sentence, JSON.stringify(fields));
      assert.doesNotMatch(page, /alert\(1\)/);
      assert.deepEqual(stored(), before, JSON.stringify(fields));
    }
  });

  test('what the server says about key and name is a warning, and a server that is away too', async () => {
    const { address } = stored() as { readonly address: string };
    for (const [fields, sentence] of [
      [{ address, site: 'nobody', key: '' }, /no site of this name/],
      [{ address, site: 'demo', key: 'pk_old' }, /does not accept this key/],
      [
        { address: 'http://127.0.0.1:9', site: 'demo', key: '' },
        /no Baraza answers at this address/,
      ],
    ] as const) {
      assert.match(await send(fields), sentence);
      assert.deepEqual(stored(), { ...fields, language: '' });
    }
  });

  test('a page view calls nobody, and what stands in the database is escaped', async () => {
    let calls = 0;
    const url = await listenHttp(scope, (_, response) => {
      calls += 1;
      response.end('{}');
    });
    await send({ address: url, site: 'demo', key: '' });
    assert.equal(calls, 1, 'saving asks the server once');
    const page = await (await fetch(wordpress.url)).text();
    assert.equal(calls, 1);
    assert.ok(page.includes(`src="${url}/w.js"`));

    wordpress.run(`update_option('baraza', 'x');
      remove_all_filters('sanitize_option_baraza');
      return update_option('baraza', ['address' => 'https://a.example/"><script>alert(1)</script>',
        'site' => '"><script>alert(2)</script>', 'key' => "'onload='alert(3)", 'language' => '"x']);`);
    const hostile = await (await fetch(wordpress.url)).text();
    assert.match(hostile, /data-site="&quot;&gt;&lt;script/);
    assert.doesNotMatch(hostile, /<script>alert|'onload='/);
  });

  test('a subscriber and a form without its nonce change nothing', async () => {
    await send({ address: embed });
    const before = stored();
    const subscriber = await signIn('msomaji');
    const shown = await subscriber.goto(wordpress.url + settingsPage);
    assert.equal(shown?.status(), 403);
    const forged = {
      option_page: 'baraza',
      action: 'update',
      'baraza[address]': 'https://evil.example',
      'baraza[site]': 'evil',
    };
    for (const [page, form] of [
      [subscriber, forged],
      [subscriber, { ...forged, _wpnonce: nonce }],
      [admin, forged],
    ] as const) {
      const response = await page.request.post(`${wordpress.url}/wp-admin/options.php`, { form });
      assert.equal(response.status(), 403);
    }
    assert.deepEqual(stored(), before);
  });

  test('the page speaks Swahili to those who chose it, and deleting the plugin removes its settings', async () => {
    wordpress.run("return update_user_meta(1, 'locale', 'sw');");
    await admin.goto(wordpress.url + settingsPage);
    assert.match((await admin.textContent('.wrap')) ?? '', /Anwani ya seva/);
    assert.match(await save({ address: 'nowhere' }), /Anwani lazima ianze na https/);
    if (shots) await admin.screenshot({ path: `${shots}/wordpress-swahili.png` });
    wordpress.run(`deactivate_plugins('baraza/baraza.php');
      return uninstall_plugin('baraza/baraza.php');`);
    assert.equal(stored(), false);
    assert.doesNotMatch(await (await fetch(wordpress.url)).text(), /w\.js/);
  });
});
